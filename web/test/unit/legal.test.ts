// The tree of legal moves, and moves built from it by clicks. SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { MoveBuilder } from '../../src/lib/builder.svelte';
import { completions, fill, movesOf, parse, wordsAfter } from '../../src/lib/legal';
import type { Legal, Verb } from '../../src/lib/protocol';

const legal: Legal = { 'extend % %': { a2: ['a1', 'a3'], b1: ['b2'] }, 'start %': ['a2', 'c4'], 'favor %@%': { x: ['y'] }, pass: [] };
const verbs: Verb[] = [
  { verb: 'extend', form: 'extend % %', words: '', args: ['space', 'space'] },
  { verb: 'start', form: 'start %', words: '', args: ['space'] },
  { verb: 'favor', form: 'favor %@%', words: '', args: ['god', 'space'] },
  { verb: 'pass', form: 'pass', words: '', args: [] },
];

describe('the legal tree', () => {
  it('lists every complete move once', () => {
    expect(movesOf(legal)).toEqual(['extend a2 a1', 'extend a2 a3', 'extend b1 b2', 'start a2', 'start c4', 'favor x@y', 'pass']);
  });
  it('knows what may come next', () => {
    expect(wordsAfter(legal, 'extend % %', [])).toEqual(['a2', 'b1']);
    expect(wordsAfter(legal, 'extend % %', ['a2'])).toEqual(['a1', 'a3']);
    expect(wordsAfter(legal, 'extend % %', ['zz'])).toEqual([]);
    expect(wordsAfter(legal, 'pass', [])).toEqual([]);
    expect([...completions(legal, 'start %', ['b9'])]).toEqual([]);
  });
  it('reads notation back', () => {
    expect(parse(Object.keys(legal), '  extend  a2 a3 ')).toEqual({ form: 'extend % %', args: ['a2', 'a3'] });
    expect(parse(Object.keys(legal), 'favor x@y')).toEqual({ form: 'favor %@%', args: ['x', 'y'] });
    expect(parse(Object.keys(legal), 'fly')).toBeNull();
    expect(fill('extend % %', ['a2'])).toBe('extend a2 %');
  });
});

function builder(ask: (move: string) => string | null = () => null) {
  const sent: string[] = [];
  const build = new MoveBuilder({ legal: () => legal, verbs: () => verbs, send: (m) => sent.push(m), ask });
  return { build, sent };
}

describe('the builder', () => {
  it('sends a move when only one is left', () => {
    const { build, sent } = builder();
    build.pick('b1');
    expect(sent).toEqual(['extend b1 b2']);
    expect(build.args).toEqual([]);
  });
  it('lights what may be clicked, in any form, and by kind', () => {
    const { build } = builder();
    expect(build.can('a2')).toBe(true);
    expect(build.can('x')).toBe(true);
    expect(build.can('x', 'space')).toBe(false);
    expect(build.can('zz')).toBe(false);
  });
  it('keeps forms apart that begin alike', () => {
    const { build, sent } = builder();
    build.pick('a2');
    expect(sent).toEqual([]);
    expect(build.forms).toEqual(['extend % %', 'start %']);
    expect(build.moves()).toEqual(['extend a2 a1', 'extend a2 a3', 'start a2']);
    build.pick('a3');
    expect(sent).toEqual(['extend a2 a3']);
  });
  it('goes back one step at a time', () => {
    const { build } = builder();
    build.pickForm('extend % %');
    build.pick('a2');
    expect(build.args).toEqual(['a2']);
    build.back();
    expect([build.form, build.args]).toEqual(['extend % %', []]);
    build.back();
    expect(build.form).toBeNull();
  });
  it('offers a move that hurts, and sends it when confirmed', () => {
    const { build, sent } = builder((move) => (move === 'pass' ? 'Sure?' : null));
    build.pickForm('pass');
    expect([build.offered, build.warning, sent]).toEqual(['pass', 'Sure?', []]);
    build.back();
    expect(build.offered).toBeNull();
    build.pickForm('pass');
    build.confirm();
    expect(sent).toEqual(['pass']);
  });
  it('ignores what is not legal', () => {
    const { build, sent } = builder();
    build.pick('zz');
    build.pickForm('fly');
    expect([build.args, build.form, sent]).toEqual([[], null, []]);
  });
});
