// Writes src/generated: NAME.LANGUAGE.json for every game from `petteia tables NAME`, lesson/NAME.json from `petteia lesson NAME`,
// diagrams/NAME.json from games/NAME/diagrams.scn, languages.json and elisions.json: node tools/generate.mjs PROGRAM
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

// The languages are those of the engine: each line LANGUAGE(code, "its own name", ..., "words that elide", "words with an h that is
// not mute") of core/languages.h.
const listed = [...readFileSync(join(here, '../../core/languages.h'), 'utf8').matchAll(/^ *LANGUAGE\((\w+), *"([^"]+)".*, *"([\w ]*)", *"([\w ]*)"\)/gm)];
const languages = Object.fromEntries(listed.map(([, code, title]) => [code, title]));
const elisions = Object.fromEntries(listed.filter((row) => row[3]).map(([, code, , elided, aspirate]) => [code, { elided: elided.split(' '), aspirate: aspirate.split(' ') }]));

function write(path, text) {
  if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writeFileSync(path, text);
}

for (const part of ['lesson', 'diagrams']) mkdirSync(join(folder, part), { recursive: true });
write(join(folder, 'languages.json'), `${JSON.stringify(languages, null, 2)}\n`);
write(join(folder, 'elisions.json'), `${JSON.stringify(elisions, null, 2)}\n`);
for (const { game } of JSON.parse(say('games', '--json'))) {
  for (const language of Object.keys(languages)) write(join(folder, `${game}.${language}.json`), say('tables', game, '--lang', language));
  write(join(folder, 'lesson', `${game}.json`), say('lesson', game));
  write(join(folder, 'diagrams', `${game}.json`), say('lesson', game, join(here, '../../games', game, 'diagrams.scn')));
}
