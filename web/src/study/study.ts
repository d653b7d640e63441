// Studies as the server tells them (docs/protocol.md, "Studies"), and their moves as a tree. No drawing, no connection.
// SPDX-License-Identifier: MIT

export type Role = 'nobody' | 'reader' | 'asks' | 'editor' | 'owner';
export type Access = 'people' | 'link' | 'all';
export const COLOURS = ['green', 'red', 'amber'] as const;
export type Colour = (typeof COLOURS)[number];

export interface Mark {
  from: string;
  to: string; // the same: a ring
  colour: Colour;
}

export interface Comment {
  by: number;
  text: string;
}

/** A move; without `move` the beginning of a chapter. */
export interface StudyNode {
  node: number;
  chapter: number;
  by: number;
  parent?: number;
  seat?: number; // -1: luck
  move?: string;
  front?: number;
  verdict?: string;
  gone?: boolean;
  comments: Comment[];
  marks: Mark[];
}

export interface Chapter {
  chapter: number; // the number of its beginning
  name: string;
  players: number;
  options: Record<string, string | number>;
}

export interface Person {
  number: number;
  name: string; // "": deleted
  role: Role;
  in?: boolean; // was given a part by whoever made it
}

export interface Here {
  name: string;
  number: number; // -1: takes no part
  node: number;
  doing: 'reads' | 'writes' | 'marks';
  place?: string; // of the board, that they point at
}

export interface Study {
  study: string;
  n: number;
  game: string;
  name: string;
  access: Access;
  changed: number;
  now: number;
  you: { number: number; role: Role };
  people: Person[];
  here: Here[];
  chapters: Chapter[];
  nodes: StudyNode[];
}

export interface StudyRow {
  study: string;
  own: boolean;
  changed: number;
  about: { name: string; game: string; access: Access; chapters: number; people: number };
}

export interface Change {
  change: number;
  at: number;
  by: number;
  cell: string;
  node: number;
  text?: string;
  from?: string;
  to?: string;
  undone?: boolean;
  last: boolean; // nothing has changed it since
}

/** The moves by number, with their children in order: the main line first. */
export class Tree {
  private readonly nodes = new Map<number, StudyNode>();
  private readonly below = new Map<number, StudyNode[]>();

  constructor(all: readonly StudyNode[]) {
    for (const node of all) if (!node.gone) this.nodes.set(node.node, node);
    for (const node of this.nodes.values())
      if (node.parent !== undefined) this.below.set(node.parent, [...(this.below.get(node.parent) ?? []), node]);
    for (const list of this.below.values()) list.sort((a, b) => (a.front ?? 0) - (b.front ?? 0) || a.node - b.node);
  }

  get(node: number): StudyNode | undefined {
    return this.nodes.get(node);
  }

  children(node: number): StudyNode[] {
    return this.below.get(node) ?? [];
  }

  /** The moves that lead to this one, it too. */
  path(node: number): StudyNode[] {
    const out: StudyNode[] = [];
    for (let at = this.get(node); at?.parent !== undefined; at = this.get(at.parent)) out.unshift(at);
    return out;
  }

  /** The same and on along the main line. */
  line(node: number): StudyNode[] {
    const out = this.path(node);
    for (let at = this.children(node)[0]; at; at = this.children(at.node)[0]) out.push(at);
    return out;
  }

  /** The branch `by` places further among those of the same position; itself at either end. */
  sibling(node: number, by: number): number {
    const parent = this.get(node)?.parent;
    const all = parent === undefined ? [] : this.children(parent);
    const at = all.findIndex((one) => one.node === node) + by;
    return all[at]?.node ?? node;
  }

  isMain(node: number): boolean {
    return this.path(node).every((one) => this.children(one.parent!)[0] === one);
  }

  child(parent: number, seat: number, move: string): StudyNode | undefined {
    return this.children(parent).find((one) => one.seat === seat && one.move === move);
  }

  /** The ends of all lines of a chapter, the main line's first. */
  ends(root: number): number[] {
    const out: number[] = [];
    const walk = (from: number): void => {
      let at = from;
      const aside: number[] = [];
      for (let next = this.children(at); next.length; next = this.children(at)) {
        aside.push(...next.slice(1).map((one) => one.node));
        at = next[0]!.node;
      }
      out.push(at);
      aside.forEach(walk);
    };
    walk(root);
    return out;
  }

  branches(root: number): number {
    return this.ends(root).length - 1;
  }

  count(root: number): number {
    return [...this.nodes.values()].filter((one) => one.chapter === root && one.move !== undefined).length;
  }
}

export type Row = { key: string; depth: number } & ({ is: 'move'; node: StudyNode; n: number } | { is: 'branch'; node: StudyNode } | { is: 'comment'; node: StudyNode; comment: Comment });

/** A chapter as lines from top to bottom: a move, what is said about it, then what could be played instead. */
export function rowsOf(tree: Tree, root: number): Row[] {
  const rows: Row[] = [];
  const say = (node: StudyNode, depth: number): void => {
    for (const comment of node.comments) rows.push({ key: `c${node.node}.${comment.by}`, depth, is: 'comment', node, comment });
  };
  const put = (node: StudyNode, depth: number, n: number): void => {
    rows.push({ key: `m${node.node}`, depth, is: 'move', node, n });
    say(node, depth);
  };
  const walk = (from: number, depth: number, n: number): void => {
    for (let at = from, next = tree.children(at); next.length; next = tree.children(at)) {
      n++;
      put(next[0]!, depth, n);
      for (const other of next.slice(1)) {
        rows.push({ key: `b${other.node}`, depth: depth + 1, is: 'branch', node: other });
        put(other, depth + 1, n);
        walk(other.node, depth + 1, n);
      }
      at = next[0]!.node;
    }
  };
  const start = tree.get(root);
  if (start) say(start, 0);
  walk(root, 0, 0);
  return rows;
}
