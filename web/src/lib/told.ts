// Sentences of the engine in another language. The engine speaks English only; a language has pairs of sentences with places
// for what differs: {n}, {n2} are numbers, {list} is cut at its commas and told part by part, any other {name} is told itself.
// SPDX-License-Identifier: MIT

type Pair = [english: string, other: string];
interface Told {
  pattern: RegExp;
  other: string;
}
const known = new Map<string, { plain: Map<string, string>; places: Told[] }>();

const placeFor = (name: string): string => (/^n\d?$/.test(name) ? `(?<${name}>-?\\d+)` : `(?<${name}>.+?)`);

function compile([english, other]: Pair): Told {
  const parts = english.split(/\{(\w+)\}/);
  const source = parts.map((part, i) => (i % 2 ? placeFor(part) : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))).join('');
  return { pattern: new RegExp(`^${source}$`), other };
}

export function hear(language: string, pairs: Pair[]): void {
  const hasPlaces = ([english]: Pair): boolean => /\{\w+\}/.test(english);
  known.set(language, { plain: new Map(pairs.filter((pair) => !hasPlaces(pair))), places: pairs.filter(hasPlaces).map(compile) });
}

export function tell(language: string, text: string): string {
  const words = known.get(language);
  if (!words) return text;
  const plain = words.plain.get(text);
  if (plain !== undefined) return plain;
  for (const { pattern, other } of words.places) {
    const found = pattern.exec(text)?.groups;
    if (!found) continue;
    return other.replace(/\{(\w+)\}/g, (all, name: string) => {
      const value = found[name];
      if (value === undefined) return all;
      if (/^n\d?$/.test(name)) return value;
      return name === 'list' ? value.split(', ').map((part) => tell(language, part)).join(', ') : tell(language, value);
    });
  }
  return text;
}
