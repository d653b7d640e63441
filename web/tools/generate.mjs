// Writes src/generated/NAME.json for every game from `petteia tables NAME`, lesson/NAME.json from `petteia lesson NAME`, and
// diagrams/NAME.json from games/NAME/diagrams.scn: node tools/generate.mjs PROGRAM
// SPDX-License-Identifier: MIT
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const program = process.argv[2];
if (!program) {
  console.error('generate: say where the program is: node tools/generate.mjs ../build/petteia');
  process.exit(2);
}
const here = dirname(fileURLToPath(import.meta.url));
const folder = join(here, '../src/generated');
const say = (...args) => execFileSync(program, args, { encoding: 'utf8', maxBuffer: 1 << 26 });

function write(path, text) {
  if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writeFileSync(path, text);
}

for (const part of ['lesson', 'diagrams']) mkdirSync(join(folder, part), { recursive: true });
for (const { game } of JSON.parse(say('games', '--json'))) {
  write(join(folder, `${game}.json`), say('tables', game));
  write(join(folder, 'lesson', `${game}.json`), say('lesson', game));
  write(join(folder, 'diagrams', `${game}.json`), say('lesson', game, join(here, '../../games', game, 'diagrams.scn')));
}
