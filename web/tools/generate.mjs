// Writes src/generated: NAME.LANGUAGE.json for every game from `petteia tables NAME`, lesson/NAME.json from `petteia lesson NAME`,
// diagrams/NAME.json from games/NAME/diagrams.scn, puzzles/NAME.json from games/NAME/puzzles.scn, languages.json, grammar.json and limits.json: node tools/generate.mjs PROGRAM
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

// The languages and how they count and elide are those of the engine: its list, one a line, in core/languages.h.
const listed = [...readFileSync(join(here, '../../core/languages.h'), 'utf8').matchAll(/^ *LANGUAGE\((\w+), *"([^"]+)", *(\d+), *(\d+),.*, *"([\w ]*)", *"([\w ]*)"\)/gm)];
const languages = Object.fromEntries(listed.map(([, code, title]) => [code, title]));
const words = (text) => text.split(' ').filter(Boolean);
const grammar = Object.fromEntries(listed.map(([, code, , from, to, elided, aspirate]) => [code, { one: [Number(from), Number(to)], elided: words(elided), aspirate: words(aspirate) }]));

// Numbers that the page needs before it has asked anybody, from the headers that define them.
const number = (file, name) => Number(readFileSync(join(here, '../..', file), 'utf8').match(new RegExp(`\\b${name} = (\\d+)`))[1]);
const limits = { nameLetters: number('core/ids.h', 'PT_NAME_LETTERS'), hintMs: number('bots/bot.h', 'PT_HINT_MS') };

function write(path, text) {
  if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writeFileSync(path, text);
}

for (const part of ['lesson', 'diagrams', 'puzzles']) mkdirSync(join(folder, part), { recursive: true });
write(join(folder, 'languages.json'), `${JSON.stringify(languages, null, 2)}\n`);
write(join(folder, 'grammar.json'), `${JSON.stringify(grammar, null, 2)}\n`);
write(join(folder, 'limits.json'), `${JSON.stringify(limits, null, 2)}\n`);
for (const { game } of JSON.parse(say('games', '--json'))) {
  for (const language of Object.keys(languages)) write(join(folder, `${game}.${language}.json`), say('tables', game, '--lang', language));
  write(join(folder, 'lesson', `${game}.json`), say('lesson', game));
  write(join(folder, 'diagrams', `${game}.json`), say('lesson', game, join(here, '../../games', game, 'diagrams.scn')));
  const puzzles = join(here, '../../games', game, 'puzzles.scn');
  if (existsSync(puzzles)) write(join(folder, 'puzzles', `${game}.json`), say('puzzles', game, puzzles, '--json'));
}
