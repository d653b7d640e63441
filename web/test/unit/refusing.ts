// Every refusal that stands in the C sources, as sentences: the calls that refuse are read, adjacent literals joined, and the places
// of printf filled: a number with 3, 4 ..., words with each literal that the call or its table can put there, else with a name.
// SPDX-License-Identifier: MIT
import { existsSync, readdirSync, readFileSync } from 'node:fs';

export interface Refusal {
  where: string;
  sentence: string;
  /** The English words that the call puts into the sentence. */
  parts: string[];
}

const root = new URL('../../../', import.meta.url);
const LITERAL = /"((?:[^"\\]|\\.)*)"/g;
const NAME = 'Xyzzy';

/** Which argument of a call is the sentence. */
const CALLS: [call: string, at: number, files: RegExp][] = [
  ['pt_refuse', 2, /^games\//],
  ['act_refuse', 3, /^server\//],
  ['web_fail', 3, /^server\//],
  ['no', 1, /^server\/make\.c$/],
  ['pt_puts?', 1, /^server\/make\.c$/],
  ['reply_refusal', 1, /^api\//],
];

const filesIn = (folder: string): string[] =>
  readdirSync(new URL(folder, root)).filter((name) => name.endsWith('.c')).map((name) => `${folder}${name}`);
// Core, and a game with a catalogue, say it in every language themselves (docs/words.md).
const games = readdirSync(new URL('games/', root), { withFileTypes: true })
  .filter((f) => f.isDirectory() && !existsSync(new URL(`games/${f.name}/words`, root)))
  .map((f) => f.name);

const unescaped = (text: string): string => text.replace(/\\(.)/g, '$1');
const literals = (text: string): string[] => [...text.matchAll(LITERAL)].map((found) => unescaped(found[1]!));
/** A text that may be one literal cut in several. */
const joined = (text: string): string => text.replace(/"\s+"/g, '');

/** The arguments of the call whose bracket opens just before `from`. */
function argumentsAt(source: string, from: number): string[] {
  const all = [''];
  for (let i = from, depth = 0; i < source.length; i++) {
    const c = source[i]!;
    if (c === '"' || c === "'") {
      const end = c === '"' ? i + /^"(?:[^"\\]|\\.)*"/s.exec(source.slice(i))![0].length : i + /^'(?:[^'\\]|\\.)'/.exec(source.slice(i))![0].length;
      all[all.length - 1] += source.slice(i, end);
      i = end - 1;
      continue;
    }
    if ('([{'.includes(c)) depth++;
    if (')]}'.includes(c) && depth-- === 0) break;
    if (c === ',' && depth === 0) all.push('');
    else all[all.length - 1] += c;
  }
  return all.map((argument) => joined(argument.trim()));
}

/** What an argument can say: literals in it, those its variable is set to, or the names in its table. */
function sayings(argument: string, source: string, folder: string): string[] {
  const own = literals(argument);
  if (own.length) return own;
  const name = /^(\w+)/.exec(argument)?.[1] ?? '';
  if (/^\w+$/.test(argument)) {
    const set = [...source.matchAll(new RegExp(`\\*(?:const )?${name} = ([^;]*);`, 'g'))].flatMap((found) => literals(joined(found[1]!)));
    return set.length ? set : [NAME];
  }
  const table = new RegExp(`\\*const ${name}\\[\\w*\\] = \\{([^}]*)\\}`).exec(folder)?.[1];
  // Spaces of a board are all alike: two are enough.
  const names = table ? literals(table) : [NAME];
  return names.length > 20 ? names.slice(0, 2) : names;
}

/** Sentences of a format, with what was put in: as many as bring each value of each place once. */
function filled(format: string, given: string[][]): { sentence: string; parts: string[] }[] {
  const times = Math.max(1, ...given.map((values) => values.length));
  return Array.from({ length: times }, (_, time) => {
    const parts: string[] = [];
    let argument = 0;
    const sentence = format.replace(/%(?:%|\.\*s|[-.\d]*l?[dusc])/g, (place) => {
      if (place === '%%') return '%';
      if (/[du]$/.test(place)) return String(3 + argument++);
      if (place === '%.*s') argument++;
      const values = given[argument++] ?? [NAME];
      parts.push(values[time % values.length]!);
      return parts.at(-1)!;
    });
    return { sentence, parts };
  });
}

function refusalsOf(file: string, folder: string): Refusal[] {
  const source = readFileSync(new URL(file, root), 'utf8');
  const found: Refusal[] = [];
  for (const [call, at, files] of CALLS) {
    if (!files.test(file)) continue;
    for (const match of source.matchAll(new RegExp(`(?<![\\w*])(?:${call})\\(`, 'g'))) {
      const given = argumentsAt(source, match.index + match[0].length);
      if (given[0]!.includes('*') || (/^pt_put/.test(match[0]) && given[0] !== 'why')) continue; // a declaration, or no refusal
      const formats = /^"/.test(given[at] ?? '') ? literals(given[at]!) : literals(given[at] ?? '').concat(sayings(given[at] ?? '', source, ''));
      for (const format of formats)
        if (format !== NAME)
          for (const one of filled(format, given.slice(at + 1).map((argument) => sayings(argument, source, folder))))
            if (one.sentence !== NAME) found.push({ where: `${file}: ${given[at]}`, ...one });
    }
  }
  return found;
}

/** Sentences that a table holds and a call takes from it. */
const kept = (file: string, row: RegExp): Refusal[] =>
  [...readFileSync(new URL(file, root), 'utf8').matchAll(row)].map((found) => ({ where: file, sentence: unescaped((found[1] ?? found[2])!), parts: [] }));

export function refusalsIn(part: string): Refusal[] {
  if (part === 'the page') {
    const files = ['lib/net.ts', 'local/local_tables.ts', 'local/table.ts'].map((name) => `web/src/${name}`);
    return files.flatMap((file) => kept(file, /new Refusal\([^,]+, [^,]+, (?:'([^']*)'|`([^`]*)`)\)/g)).map((r) => ({ ...r, sentence: r.sentence.replace(/\$\{[^}]*\}/g, NAME) }));
  }
  if (!games.includes(part)) {
    const tables = part === 'server' ? kept('server/act_seats.c', /(?:return|trouble =) "([^"]*)";/g) : [];
    return [...filesIn(`${part}/`).flatMap((file) => refusalsOf(file, '')), ...tables];
  }
  const files = filesIn(`games/${part}/`);
  const folder = files.map((file) => readFileSync(new URL(file, root), 'utf8')).join('\n');
  const questions = files.flatMap((file) => kept(file, /\] = \{"R[\d.]+", "([^"]*)"\},/g));
  return [...files.flatMap((file) => refusalsOf(file, folder)), ...questions];
}

export const parts = [...games, 'server', 'api', 'the page'];
