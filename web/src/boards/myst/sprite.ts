// What all drawings of this game share, once in the page: the pictures, the outlines of pieces as clips, and each piece of
// each team as a symbol. Board, tray, cards and the piece under the pointer use it by id.
// SPDX-License-Identifier: MIT
import { emblemOf } from '../../art/identity';
import { CELL, CELLS, outlines, spotOf } from './geometry';
import { LOOKS, paint, parts } from './island';
import type { Tables, Team } from './types';

/** Yellow is Saffron, Blue is Lapis: their colours and emblems on every board. */
export const COLOURS = [2, 1] as const;
export const colourOf = (team: Team): 1 | 2 => COLOURS[team];

/** Around a cell there is room for tabs and shadow. */
export const ROOM = 34;
export const pieceId = (team: Team, cell: string): string => `my-p${team}-${cell}`;
export const clipOf = (cell: string): string => `url(#my-c-${cell})`;

const PAWN = 'M-25 30C-25 20-15 17-12 10-9 3-9-3-11-9A17 17 0 1 1 11-9C9-3 9 3 12 10 15 17 25 20 25 30V37Q0 48-25 37z';

/** A disc with the team's emblem; `size` is its width. */
export const disc = (team: Team, x: number, y: number, size: number): string =>
  `<g class="p${colourOf(team)}" transform="translate(${x} ${y}) scale(${size / 28})"><circle r="13.6" class="pc-glaze"/><circle r="11.4" class="pc-base pc-ink" stroke-width="2"/><path d="${emblemOf(colourOf(team))}" class="pc-emblem" transform="translate(-7.4 -7.4) scale(.617)"/></g>`;

function piece(team: Team, cell: string): string {
  const [c, r] = spotOf(cell);
  const x = c * CELL;
  const y = r * CELL;
  const outline = `href="#my-o-${cell}"`;
  return `<symbol id="${pieceId(team, cell)}" viewBox="${x - ROOM} ${y - ROOM} ${CELL + 2 * ROOM} ${CELL + 2 * ROOM}"><use ${outline} class="pc-shadow" transform="translate(5 7)"/><use ${outline} fill="none" stroke="#f7f1e3" stroke-width="9" stroke-linejoin="round"/><use ${outline} fill="none" class="pc-ink" stroke-width="5"/><use href="#my-${team ? 'night' : 'day'}" clip-path="${clipOf(cell)}"/><use ${outline} fill="none" class="pc-ink" stroke-width="2.2"/>${disc(team, x + 17, y + 17, 24)}</symbol>`;
}

function pawn(team: Team): string {
  return `<symbol id="my-pawn${team}" viewBox="-50 -60 110 120"><g class="p${colourOf(team)}"><path d="M-20 38Q10 46 28 34L48 44Q30 60-6 50z" fill="#1B2433" opacity=".34"/><path d="${PAWN}" fill="none" stroke="#f7f1e3" stroke-width="9" stroke-linejoin="round"/><path d="${PAWN}" class="pc-base pc-ink" stroke-width="4"/><path d="M-23 31C-23 22-13 19-10 11-7 3-7-3-9-8A15 15 0 0 1-4-36 17 17 0 0 0-3-8C-1-2-3 6-6 13-8 18-14 22-14 31V38Q-19 37-23 35z" class="pc-lit"/><path d="M23 31C23 22 13 19 10 11 7 3 7-3 9-8A15 15 0 0 0 12-31 16 16 0 0 1 4-6C3 0 5 6 7 12 9 18 13 21 13 30V39Q19 37 23 35z" class="pc-shade"/><path d="${emblemOf(colourOf(team))}" class="pc-emblem" transform="translate(-12 -34)"/></g></symbol>`;
}

let made: SVGSVGElement | null = null;
let shapes: string[] = [];

/** Puts it into the page, the first time; gives the outlines. */
export function sprite(tables: Tables): string[] {
  if (made) return shapes;
  shapes = outlines(tables);
  made = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  for (const [name, value] of Object.entries({ width: '0', height: '0', class: 'hidden my-sprite', 'aria-hidden': 'true' })) made.setAttribute(name, value);
  const pictures = LOOKS.map((look) => `<image id="my-${look}" width="1200" height="800" preserveAspectRatio="none"/>`).join('');
  const outline = CELLS.map((cell, i) => `<path id="my-o-${cell}" d="${shapes[i]}"/><clipPath id="my-c-${cell}"><path d="${shapes[i]}"/></clipPath>`).join('');
  const pieces = ([0, 1] as const).map((team) => CELLS.map((cell) => piece(team, cell)).join('') + pawn(team)).join('');
  made.innerHTML = `${parts}<defs>${pictures}${outline}${pieces}</defs>`;
  document.body.append(made);
  void (async () => {
    for (const look of LOOKS) made.querySelector(`#my-${look}`)?.setAttribute('href', await paint(tables, look));
  })();
  return shapes;
}
