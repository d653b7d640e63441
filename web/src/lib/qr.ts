// QR codes of links (ISO/IEC 18004): bytes, error correction M, up to version 10, which holds 213 of them.
// SPDX-License-Identifier: MIT

/** By version from 1: codewords of correction in each block, and how many of data each block has. */
const BLOCKS: readonly (readonly [number, readonly number[]])[] = [
  [10, [16]],
  [16, [28]],
  [26, [44]],
  [18, [32, 32]],
  [24, [43, 43]],
  [16, [27, 27, 27, 27]],
  [18, [31, 31, 31, 31]],
  [22, [38, 38, 39, 39]],
  [22, [36, 36, 36, 37, 37]],
  [26, [43, 43, 43, 43, 44]],
];
/** Where the small squares lie, in both directions; the first has none. */
const CENTRES: readonly (readonly number[])[] = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]];

const MASKS: readonly ((row: number, column: number) => boolean)[] = [
  (r, c) => (r + c) % 2 === 0,
  (r) => r % 2 === 0,
  (_, c) => c % 3 === 0,
  (r, c) => (r + c) % 3 === 0,
  (r, c) => ((r >> 1) + Math.floor(c / 3)) % 2 === 0,
  (r, c) => ((r * c) % 2) + ((r * c) % 3) === 0,
  (r, c) => (((r * c) % 2) + ((r * c) % 3)) % 2 === 0,
  (r, c) => (((r + c) % 2) + ((r * c) % 3)) % 2 === 0,
];

// --- the field of 256 elements ---

const EXP: number[] = [];
const LOG: number[] = [];
for (let i = 0, x = 1; i < 255; i++, x = x & 128 ? (x << 1) ^ 285 : x << 1) {
  EXP[i] = x;
  LOG[x] = i;
}
const times = (a: number, b: number): number => (a && b ? EXP[(LOG[a]! + LOG[b]!) % 255]! : 0);

/** What is left of the data, divided by the generator of `n` roots. */
function correction(data: readonly number[], n: number): number[] {
  let generator = [1];
  for (let i = 0; i < n; i++) {
    const next = [...generator, 0];
    generator.forEach((g, k) => (next[k + 1]! ^= times(g, EXP[i]!)));
    generator = next;
  }
  const rest = [...data, ...Array<number>(n).fill(0)];
  data.forEach((_, i) => {
    const lead = rest[i]!;
    generator.forEach((g, k) => (rest[i + k]! ^= times(g, lead)));
  });
  return rest.slice(data.length);
}

// --- from bytes to codewords ---

function bitsOf(bytes: Uint8Array, version: number, room: number): number[] {
  const bits: number[] = [];
  const put = (value: number, n: number) => {
    for (let i = n - 1; i >= 0; i--) bits.push((value >> i) & 1);
  };
  put(4, 4); // bytes follow
  put(bytes.length, version < 10 ? 8 : 16);
  for (const b of bytes) put(b, 8);
  put(0, Math.min(4, room * 8 - bits.length));
  while (bits.length % 8) bits.push(0);
  for (let pad = 236; bits.length < room * 8; pad ^= 236 ^ 17) put(pad, 8);
  return bits;
}

/** The blocks' codewords one after the other, first the data, then the correction. */
function codewords(bytes: Uint8Array, version: number): number[] {
  const [ec, sizes] = BLOCKS[version - 1]!;
  const bits = bitsOf(bytes, version, sizes.reduce((a, b) => a + b, 0));
  const words = Array.from({ length: bits.length / 8 }, (_, i) => parseInt(bits.slice(i * 8, i * 8 + 8).join(''), 2));
  let from = 0;
  const data = sizes.map((n) => words.slice(from, (from += n)));
  const more = data.map((block) => correction(block, ec));
  const woven = (blocks: number[][]): number[] =>
    Array.from({ length: Math.max(...blocks.map((b) => b.length)) }, (_, i) => blocks.flatMap((b) => (i < b.length ? [b[i]!] : []))).flat();
  return [...woven(data), ...woven(more)];
}

// --- the square ---

type Square = (boolean | null)[][];

function ring(square: Square, row: number, column: number, far: number): void {
  for (let r = -far; r <= far; r++)
    for (let c = -far; c <= far; c++) {
      const line = square[row + r];
      if (!line || line[column + c] === undefined) continue;
      const away = Math.max(Math.abs(r), Math.abs(c));
      line[column + c] = far === 2 ? away !== 1 : away !== 2 && away !== 4;
    }
}

/** The remainder of a number by a polynomial of this degree, behind the number itself. */
function withRest(value: number, polynomial: number, degree: number): number {
  let rest = value << degree;
  for (let bit = 17; bit >= degree; bit--) if ((rest >> bit) & 1) rest ^= polynomial << (bit - degree);
  return (value << degree) | rest;
}

function putFormat(square: Square, mask: number): void {
  const n = square.length;
  const bits = withRest(mask, 0x537, 10) ^ 0x5412; // correction M is 00
  for (let i = 0; i < 15; i++) {
    const on = ((bits >> i) & 1) === 1;
    square[i < 6 ? i : i < 8 ? i + 1 : n - 15 + i]![8] = on;
    square[8]![i < 8 ? n - 1 - i : i < 9 ? 15 - i : 14 - i] = on;
  }
  square[n - 8]![8] = true;
}

function putVersion(square: Square, version: number): void {
  const n = square.length;
  const bits = withRest(version, 0x1f25, 12);
  for (let i = 0; i < 18 && version >= 7; i++) {
    const on = ((bits >> i) & 1) === 1;
    const [long, short] = [Math.floor(i / 3), n - 11 + (i % 3)];
    square[long]![short] = on;
    square[short]![long] = on;
  }
}

function frame(version: number): Square {
  const n = 17 + 4 * version;
  const square: Square = Array.from({ length: n }, () => Array<boolean | null>(n).fill(null));
  for (let i = 8; i < n - 8; i++) square[6]![i] = square[i]![6] = i % 2 === 0;
  ring(square, 3, 3, 4);
  ring(square, 3, n - 4, 4);
  ring(square, n - 4, 3, 4);
  const centres = CENTRES[version - 1]!;
  for (const r of centres) for (const c of centres) if (!((r === 6 && (c === 6 || c === n - 7)) || (r === n - 7 && c === 6))) ring(square, r, c, 2);
  putFormat(square, 0);
  putVersion(square, version);
  return square;
}

/** Up and down in columns of two, from the right; the column of the timing marks is left out. */
function fill(square: Square, words: readonly number[], mask: number): void {
  const n = square.length;
  let bit = 0;
  for (let right = n - 1; right > 0; right -= right === 8 ? 3 : 2)
    for (let i = 0; i < n; i++)
      for (const c of [right, right - 1]) {
        const r = ((n - 1 - right) >> 1) % 2 === 0 ? n - 1 - i : i;
        if (square[r]![c] !== null) continue;
        const on = ((words[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1;
        square[r]![c] = (on === 1) !== MASKS[mask]!(r, c);
        bit++;
      }
}

/** How hard it is to read: long runs, squares of four, what looks like a corner, too much of one colour. */
function penalty(square: boolean[][]): number {
  const n = square.length;
  const lines = [...square, ...square.map((_, c) => square.map((row) => row[c]!))].map((line) => line.map((on) => (on ? '1' : '0')).join(''));
  let sum = 0;
  for (const line of lines) {
    for (const run of line.match(/0{5,}|1{5,}/g) ?? []) sum += run.length - 2;
    for (let i = 0; i + 11 <= n; i++) if (['10111010000', '00001011101'].includes(line.slice(i, i + 11))) sum += 40;
  }
  let dark = 0;
  for (let r = 0; r < n; r++)
    for (let c = 0; c < n; c++) {
      const on = square[r]![c]!;
      dark += Number(on);
      if (r && c && on === square[r - 1]![c] && on === square[r]![c - 1] && on === square[r - 1]![c - 1]) sum += 3;
    }
  return sum + 10 * Math.floor(Math.abs((dark * 20) / (n * n) - 10));
}

/** Rows of modules, true is dark; null if the text is too long. `mask`: for tests, otherwise the one that reads best. */
export function qrOf(text: string, mask?: number): boolean[][] | null {
  const bytes = new TextEncoder().encode(text);
  const version = 1 + BLOCKS.findIndex(([, sizes], i) => sizes.reduce((a, b) => a + b, 0) >= bytes.length + (i < 9 ? 2 : 3));
  if (!version) return null;
  const words = codewords(bytes, version);
  const made = (mask === undefined ? MASKS.map((_, i) => i) : [mask]).map((i) => {
    const square = frame(version);
    fill(square, words, i);
    putFormat(square, i);
    return square as boolean[][];
  });
  const marks = made.map(penalty);
  return made[marks.indexOf(Math.min(...marks))]!;
}

/** Dark modules as a path, one unit each. */
export const qrPath = (rows: boolean[][]): string => rows.flatMap((row, r) => row.flatMap((on, c) => (on ? [`M${c} ${r}h1v1h-1z`] : []))).join('');
