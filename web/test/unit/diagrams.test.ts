// The pictures of the rules: the engine sets each of them up, and what it lights is there. SPDX-License-Identifier: MIT
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Engine } from '../../src/engine';
import type { LessonText } from '../../src/lesson/lesson';
import { draw } from '../../src/lib/diagrams';
import { hasEngine, loadEngine } from './engine';

const folder = new URL('../../src/generated/diagrams/', import.meta.url);
const files = existsSync(folder) ? readdirSync(folder) : [];

describe.skipIf(!hasEngine).each(files)('the diagrams of %s', (file) => {
  const game = file.replace('.json', '');
  const { chapters } = JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as LessonText;
  let machine: Engine;
  beforeAll(async () => (machine = await loadEngine()));

  it.each(chapters)('$name.en', (chapter) => {
    const drawn = draw(machine, game, chapter);
    expect(drawn.view).toBeTypeOf('object');
    const lit = chapter.steps[0]!.lit;
    expect(drawn.me).toBe(lit?.seat ?? null);
    expect(drawn.build.active).toBe(lit !== undefined);
    // A scenario may also prove that nothing can be done.
    for (const move of drawn.build.moves()) if (lit?.verb) expect(move.split(' ')[0]).toBe(lit.verb);
  });
});
