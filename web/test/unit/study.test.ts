// The moves of a study as a tree, and as lines from top to bottom. SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { plainRecord } from '../../src/study/open.svelte';
import { rowsOf, Tree, type StudyNode } from '../../src/study/study';

const node = (n: number, parent?: number, more: Partial<StudyNode> = {}): StudyNode => ({
  node: n, chapter: 1, by: 0, comments: [], marks: [], ...(parent === undefined ? {} : { parent, seat: 0, move: `m${n}`, front: 0 }), ...more,
});
// 1 - 2 - 3 - 4
//      \- 5 - 6      5 is another idea for 3, 7 one for 2; 8 is rubbed out
//   \- 7
const nodes = [node(1), node(2, 1), node(3, 2, { comments: [{ by: 0, text: 'Yes' }] }), node(4, 3), node(5, 2, { by: 1 }), node(6, 5), node(7, 1), node(8, 1, { gone: true })];

describe('the tree of a study', () => {
  const tree = new Tree(nodes);
  it('follows the main line and knows the way back', () => {
    expect(tree.line(1).map((n) => n.node)).toEqual([2, 3, 4]);
    expect(tree.path(6).map((n) => n.node)).toEqual([2, 5, 6]);
    expect(tree.isMain(4)).toBe(true);
    expect(tree.isMain(6)).toBe(false);
  });
  it('goes from branch to branch, and no further', () => {
    expect(tree.sibling(3, 1)).toBe(5);
    expect(tree.sibling(5, 1)).toBe(5);
    expect(tree.sibling(2, -1)).toBe(2);
    expect(tree.sibling(1, 1)).toBe(1);
  });
  it('has an end for every line, the main one first', () => {
    expect(tree.ends(1)).toEqual([4, 7, 6]);
    expect(tree.branches(1)).toBe(2);
    expect(tree.count(1)).toBe(6);
  });
  it('puts what was brought to the front first', () => {
    const other = new Tree(nodes.map((n) => (n.node === 5 ? { ...n, front: -1 } : n)));
    expect(other.line(1).map((n) => n.node)).toEqual([2, 5, 6]);
  });
  it('is told line by line: a move, what is said, what could be played instead', () => {
    expect(rowsOf(tree, 1).map((r) => `${r.is}${r.node.node}@${r.depth}`)).toEqual([
      'move2@0', 'branch7@1', 'move7@1', 'move3@0', 'comment3@0', 'branch5@1', 'move5@1', 'move6@1', 'move4@0',
    ]);
    expect(rowsOf(tree, 1).filter((r) => r.is === 'move').map((r) => (r.is === 'move' ? r.n : 0))).toEqual([1, 1, 2, 2, 3, 3]);
  });
});

describe('a record on its way into a study', () => {
  it('leaves out what is for programs, and keeps words and marks', () => {
    expect(plainRecord('[Game "myst"]\n[Seed "00ff"]\n\n1 go a1 {%clk 0:01:02} {good} {%mark a1 b1 red}\n* deal 3 {%draw 3 17/72 16..17}\n')).toBe(
      '[Game "myst"]\n\n1 go a1 {good} {%mark a1 b1 red}\n* deal 3\n',
    );
  });
});
