// Makes an SVG that stands alone from what a board renders: what its style sheets say becomes attributes, and symbols come to where they
// are used, in the colours of that place. It knows as much CSS as the boards' sheets need. SPDX-License-Identifier: MIT

interface Node {
  tag: string;
  attributes: Map<string, string>;
  children: (Node | string)[];
  parent: Node | null;
}
interface Part {
  tag: string;
  words: [string, string | null][]; // attributes that are there, or have a value; "class" and "id" among them
  child: boolean; // right below the part before it
}
interface Rule {
  parts: Part[];
  weight: number;
  says: [string, string][];
}

const DRAWN = new Set(
  ('fill stroke stroke-width stroke-dasharray stroke-linecap stroke-linejoin stroke-opacity fill-opacity opacity stop-color stop-opacity font-family font-size font-weight ' +
    'font-style text-anchor letter-spacing paint-order visibility display dominant-baseline color mix-blend-mode overflow').split(' '),
);
const EMPTY = new Set(['area', 'br', 'col', 'hr', 'img', 'input', 'link', 'meta']);

// --- reading ---

export function parse(html: string): Node {
  const root: Node = { tag: 'root', attributes: new Map(), children: [], parent: null };
  let at = root;
  for (const [whole, comment, closes, tag, given, ends] of html.matchAll(/(<!--.*?-->)|<\/([\w:-]+)>|<([\w:-]+)((?:\s+[^\s=>/]+(?:="[^"]*")?)*)\s*(\/?)>|[^<]+/gs)) {
    if (comment) continue;
    if (closes) {
      if (at.tag !== closes || !at.parent) throw new Error(`</${closes}> ends <${at.tag}>`);
      at = at.parent;
    } else if (tag) {
      const attributes = new Map([...given!.matchAll(/([^\s=]+)(?:="([^"]*)")?/g)].map((m) => [m[1]!, m[2] ?? ''] as const));
      const node: Node = { tag, attributes, children: [], parent: at };
      at.children.push(node);
      if (!ends && !EMPTY.has(tag)) at = node;
    } else at.children.push(whole);
  }
  return root;
}

const saying = (text: string): [string, string][] =>
  text.split(/;(?![^(]*\))/).map((one) => [one.slice(0, one.indexOf(':')).trim(), one.slice(one.indexOf(':') + 1).replace('!important', '').trim()] as [string, string]).filter(([name, value]) => name && value);

/** A selector of tags, classes, ids and attributes; null: it needs a pointer, or something else that a picture has not. */
function selector(text: string): { parts: Part[]; weight: number } | null {
  const plain = text.replace(/:where\(([^()]*)\)/g, '$1').trim();
  if (/:(?!root)|[+~]/.test(plain)) return null;
  let weight = 0;
  const parts = plain.replace(/\s*>\s*/g, ' >').split(/\s+/).map((one): Part => {
    const words = [...one.matchAll(/([.#])([\w-]+)|\[([\w-]+)(?:=["']?([^"'\]]*)["']?)?\]|(:root)/g)].map((m): [string, string | null] => (m[5] ? ['root', null] : m[1] ? [m[1] === '.' ? 'class' : 'id', m[2]!] : [m[3]!, m[4] ?? null]));
    const tag = /^>?([\w-]+|\*)/.exec(one)?.[1] ?? '*';
    weight += words.reduce((sum, [name]) => sum + (name === 'id' ? 100 : 10), tag === '*' ? 0 : 1);
    return { tag, words, child: one.startsWith('>') };
  });
  return { parts, weight };
}

/** The rules that always hold; those of narrow windows, of motion and of print do not. */
export function rulesOf(css: string): Rule[] {
  const rules: Rule[] = [];
  const text = css.replace(/\/\*.*?\*\//gs, '').replace(/light-dark\(\s*([^,()]*(?:\([^()]*\))?[^,()]*),[^()]*(?:\([^()]*\))?[^()]*\)/g, '$1'); // it is day
  for (let at = 0; ; ) {
    const open = text.indexOf('{', at);
    if (open < 0) break;
    let close = open + 1;
    for (let depth = 1; depth && close < text.length; close++) depth += text[close] === '{' ? 1 : text[close] === '}' ? -1 : 0;
    const head = text.slice(at, open).slice(text.slice(at, open).lastIndexOf(';') + 1).trim();
    at = close;
    if (head.startsWith('@')) continue;
    const says = saying(text.slice(open + 1, close - 1));
    for (const one of head.split(/,(?![^(]*\))/)) {
      const found = selector(one);
      if (found) rules.push({ ...found, says });
    }
  }
  return rules.sort((a, b) => a.weight - b.weight);
}

function fits(node: Node, part: Part): boolean {
  const has = ([name, value]: [string, string | null]): boolean => {
    if (name === 'root') return node.tag === 'root';
    const own = node.attributes.get(name);
    return own !== undefined && (value === null || own === value || (name === 'class' && own.split(/\s+/).includes(value)));
  };
  return (part.tag === '*' || part.tag === node.tag || (part.tag === 'html' && node.tag === 'root')) && part.words.every(has);
}

function matches(node: Node | null, parts: Part[], last = parts.length - 1): boolean {
  if (!node || !fits(node, parts[last]!)) return false;
  if (last === 0) return true;
  if (parts[last]!.child) return matches(node.parent, parts, last - 1);
  for (let up = node.parent; up; up = up.parent) if (matches(up, parts, last - 1)) return true;
  return false;
}

// --- writing ---

type Known = Map<string, string>; // custom properties

const resolved = (value: string, known: Known, depth = 0): string => {
  if (depth > 20 || !value.includes('var(')) return value;
  return resolved(value.replace(/var\(\s*(--[\w-]+)\s*(?:,((?:[^()]|\([^()]*\))*))?\)/g, (_, name: string, other?: string) => known.get(name) ?? other?.trim() ?? 'none'), known, depth + 1);
};

/** `color-mix(in srgb, #f6ead2, #8e63b8 26%)` of two colours in hexadecimal. */
const mixed = (value: string): string =>
  value.replace(/color-mix\(in srgb,\s*(#[\da-f]{6})\s*,\s*(#[\da-f]{6})\s+([\d.]+)%\)/gi, (_, one: string, other: string, share: string) => {
    const part = (colour: string, i: number): number => parseInt(colour.slice(1 + 2 * i, 3 + 2 * i), 16);
    return `#${[0, 1, 2].map((i) => Math.round(part(one, i) * (1 - Number(share) / 100) + (part(other, i) * Number(share)) / 100).toString(16).padStart(2, '0')).join('')}`;
  });

const LENGTH = /^(-?[\d.]+)px$/;
/** Fonts that many systems have, before the ones that a family's kind may stand for: resvg knows no others by itself. */
const FONTS: [RegExp, string][] = [[/(?<!sans-)serif$/, "'Liberation Serif', 'Times New Roman', 'DejaVu Serif', serif"], [/sans-serif$/, `'Liberation Sans', Arial, 'DejaVu Sans', sans-serif`], [/monospace$/, "'DejaVu Sans Mono', monospace"]];
const family = (value: string): string => FONTS.reduce((text, [kind, names]) => text.replace(kind, names), value.replace(/["']|&quot;/g, "'"));
const plain = (name: string, value: string): string => (name === 'font-family' ? family(value) : (LENGTH.exec(value)?.[1] ?? value).replace(/["']/g, ''));

/** `font: 650 15px/18px family` as the four that SVG has. */
function longhand([name, value]: [string, string]): [string, string][] {
  const font = name === 'font' ? /^(italic )?\s*(\d{3}|bold)?\s*([\d.]+)px(?:\/\S+)?\s+(.+)$/.exec(value) : null;
  if (!font) return [[name, value]];
  return [['font-style', font[1]?.trim() ?? 'normal'], ['font-weight', font[2] ?? '400'], ['font-size', font[3]!], ['font-family', font[4]!]];
}

class Writer {
  private readonly ids = new Map<string, Node>();
  constructor(private readonly rules: Rule[], root: Node) {
    this.note(root);
  }
  private note(node: Node): void {
    const id = node.attributes.get('id');
    if (id && !this.ids.has(id)) this.ids.set(id, node);
    for (const child of node.children) if (typeof child !== 'string') this.note(child);
  }

  /** What holds at a node: what its place knows, and more. */
  known(node: Node, from: Known): Known {
    const own = this.says(node).filter(([name]) => name.startsWith('--'));
    if (!own.length) return from;
    const all = new Map(from);
    for (const [name, value] of own) all.set(name, resolved(value, from));
    for (const [name, value] of own) all.set(name, resolved(value, all));
    return all;
  }
  private own(node: Node): [string, string][] {
    return saying((node.attributes.get('style') ?? '').replace(/&quot;/g, '"'));
  }
  private says(node: Node): [string, string][] {
    const own = this.own(node);
    return [...this.rules.filter((rule) => matches(node, rule.parts)).flatMap((rule) => rule.says), ...own];
  }
  place(node: Node): Known {
    return this.known(node, node.parent ? this.place(node.parent) : new Map());
  }

  private attributes(node: Node, known: Known, without: string[] = []): string {
    const all = new Map<string, string>();
    for (const [name, value] of node.attributes) if (!/^(class|style|role|tabindex|data-|aria-|focusable|pointer-events|on)/.test(name)) all.set(name, mixed(resolved(value, known)));
    for (const [name, value] of this.says(node).flatMap(([n, v]) => longhand([n, resolved(v, known)]))) if (DRAWN.has(name) && !/^(inherit|auto)$/.test(value)) all.set(name, plain(name, mixed(value)));
    for (const [name, value] of this.own(node)) if (name === 'transform') all.set(name, value.replace(/px|deg/g, '')); // where a piece stands; sheets move things
    for (const name of without) all.delete(name);
    return [...all].map(([name, value]) => ` ${name}="${value.replace(/"/g, "'")}"`).join('');
  }

  /** A node and all below it; in a symbol that is used, ids would be there twice. */
  write(node: Node | string, from: Known, depth = 0): string {
    if (typeof node === 'string') return node;
    if (node.tag === 'foreignObject' || depth > 60 || this.isHitArea(node)) return '';
    const known = this.known(node, from);
    if (node.tag === 'use') return this.used(node, known, depth);
    const inner = node.children.map((child) => this.write(child, known, depth + 1)).join('');
    return `<${node.tag}${this.attributes(node, known, depth > 30 ? ['id'] : [])}>${inner}</${node.tag}>`;
  }
  /** What answers to a pointer, with nothing drawn in it. */
  private isHitArea(node: Node): boolean {
    const shows = (n: Node | string): boolean => typeof n !== 'string' && (['use', 'text', 'image'].includes(n.tag) || n.children.some(shows));
    return (node.attributes.get('class') ?? '').split(/\s+/).includes('pt-control') && !shows(node);
  }
  private used(node: Node, known: Known, depth: number): string {
    const id = (node.attributes.get('href') ?? node.attributes.get('xlink:href') ?? '').slice(1);
    const there = this.ids.get(id);
    if (!there) return '';
    if (there.attributes.has(ONCE)) return `<use xlink:href="#${id}"/>`;
    if (node.parent?.tag === 'clipPath') return this.write(there, known, 31); // which may hold no group
    const number = (name: string): string => node.attributes.get(name) ?? '0';
    const below = this.known(there, known);
    const outer = this.attributes(node, known, ['href', 'xlink:href', 'x', 'y', 'width', 'height', 'id', 'transform']);
    const moved = `${node.attributes.get('transform') ?? ''} translate(${number('x')} ${number('y')})`.trim();
    if (there.tag !== 'symbol') return `<g${outer} transform="${moved}">${this.write(there, known, 31 + (depth > 30 ? depth - 30 : 0))}</g>`;
    const inner = there.children.map((child) => this.write(child, below, 31 + (depth > 30 ? depth - 30 : 0))).join('');
    const size = ['width', 'height'].filter((name) => node.attributes.has(name)).map((name) => ` ${name}="${node.attributes.get(name)}"`).join('');
    const symbol = this.attributes(there, below, ['id', 'width', 'height', 'overflow']);
    return `<g${outer} transform="${moved}">${there.attributes.has('viewBox') ? `<svg${size}${symbol}>${inner}</svg>` : `<g${symbol}>${inner}</g>`}</g>`;
  }
}

const ONCE = 'data-once'; // a drawing so large that it is referred to, in its own colours
const REFERRED = new Set(['pattern', 'linearGradient', 'radialGradient', 'clipPath', 'mask', 'filter']);

export function standing(html: string, css: string): string {
  const root = parse(html);
  const all = (node: Node): Node[] => [node, ...node.children.flatMap((child) => (typeof child === 'string' ? [] : all(child)))];
  const nodes = all(root);
  const within = (node: Node | null, what: Node): boolean => node !== null && (node === what || within(node.parent, what));
  const board = nodes.find((n) => n.tag === 'svg' && n.attributes.get('role') === 'group');
  if (!board) throw new Error('the board has no drawing');
  const writer = new Writer(rulesOf(css), root);
  const [x, y, w, h] = board.attributes.get('viewBox')!.split(/\s+/);
  const elsewhere = nodes.filter((n) => (REFERRED.has(n.tag) || n.attributes.has(ONCE)) && !within(n, board)).map((n) => writer.write(n, writer.place(n.parent!))).join('');
  const inner = board.children.map((child) => writer.write(child, writer.place(board))).join('');
  const paper = writer.place(root).get('--bg') ?? '#fff';
  return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="${x} ${y} ${w} ${h}" width="${w}" height="${h}" font-family="${family('sans-serif')}" font-stretch="condensed" font-size="16"><rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${paper}"/><defs>${elsewhere}</defs>${inner}</svg>`;
}
