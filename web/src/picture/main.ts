// Boards as SVG without a browser: a line of JSON {game, view, me, seats} comes in, a line {svg} or {error} goes out. Python's
// render_mode "rgb_array" asks it (python/petteia/picture.py). SPDX-License-Identifier: MIT
import './platform';
import { createInterface } from 'node:readline';
import { render } from 'svelte/server';
import type { Component } from 'svelte';
import type { BoardProps, Builder } from '../boards/contract';
import { addWords } from '../lib/words';
import { filled, type Catalogue } from '../boards/catalogue';
import { standing } from './style';

const boards = import.meta.glob<Component<BoardProps>>('../../../games/*/board/Board.svelte', { import: 'default', eager: true });
const words = import.meta.glob<Record<string, string>>('../../../games/*/board/words.en.ts', { import: 'default', eager: true });
const tables = import.meta.glob<Catalogue>('../generated/*.en.json', { import: 'default', eager: true });
const sheets = import.meta.glob<string>(['../app.css', '../art/*.css', '../../../games/*/board/board.css'], { query: '?inline', import: 'default', eager: true });
const stills = import.meta.glob<(table: unknown) => string>('../../../games/*/board/still.ts', { import: 'symbols', eager: true });
const symbols = import.meta.glob<string>('../../../games/*/board/art/{pieces,creatures}.svg', { query: '?raw', import: 'default', eager: true });

const of = <T>(all: Record<string, T>, game: string): T[] => Object.keys(all).filter((path) => path.includes(`games/${game}/`)).map((path) => all[path]!);
const idle: Builder = {
  active: false, forms: [], form: null, args: [], only: null, offered: null,
  can: () => false, pick: () => {}, pickForm: () => {}, narrow: () => {}, choose: () => {}, back: () => {}, moves: () => [],
};

function draw({ game, view, me, seats }: { game: string; view: unknown; me: number | null; seats: BoardProps['seats'] }): string {
  const [Board] = of(boards, game);
  if (!Board) throw new Error(`there is no board of ${game}`);
  const table = tables[`../generated/${game}.en.json`]!;
  for (const said of of(words, game)) addWords(filled(said, table, (n) => n === 1), 'en');
  const { head, body } = render(Board, { props: { view, tables: table, seats, me, build: idle, last: [], explain: () => {}, calm: true, night: false } });
  const css = [...Object.keys(sheets).filter((path) => !path.includes('/games/') || path.includes(`/games/${game}/`)).map((path) => sheets[path]!), ...[...head.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map((m) => m[1]!)];
  const drawings = [...of(symbols, game), ...of(stills, game).map((made) => `<svg>${made(table)}</svg>`)];
  return standing(drawings.join('') + body, css.join('\n'));
}

for await (const line of createInterface({ input: process.stdin })) {
  let told: { svg: string } | { error: string };
  try {
    told = { svg: draw(JSON.parse(line)) };
  } catch (error) {
    told = { error: error instanceof Error ? (process.env.PETTEIA_TRACE ? error.stack! : error.message) : String(error) };
  }
  process.stdout.write(`${JSON.stringify(told)}\n`);
}
