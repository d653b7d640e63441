// The catalogue. SPDX-License-Identifier: MIT
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { count, t } from '../../src/lib/words';
import { en } from '../../src/words/en';

const files = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? files(path) : /\.(svelte|ts)$/.test(name) ? [path] : [];
  });

describe('words', () => {
  it('puts values in', () => {
    expect(t('table.ask.wait', { name: 'Ana' })).toBe('Waiting for Ana');
    expect(count('home.open', 1)).toBe('1 open table');
    expect(count('home.open', 4)).toBe('4 open tables');
  });
  it('has every key that the shell asks for', () => {
    const shell = files(join(__dirname, '../../src')).filter((f) => !/src\/(boards|engine)\//.test(f));
    for (const file of shell)
      for (const [, key] of readFileSync(file, 'utf8').matchAll(/\bt\(\s*'(\w+\.[\w.]+)'/g)) expect(Object.keys(en), `${file}: ${key}`).toContain(key);
  });
});
