// What all drawings of this game share, once in the page: the pictures, the outlines of pieces, and each piece of each team
// as a symbol, lying loose or beside others. Board, tray, cards and the piece under the pointer use it by id.
// SPDX-License-Identifier: MIT
import { emblemOf } from '$page/art/identity';
import { CELL, CELLS, outlines, spotOf } from './geometry';
import { art, easel, parts, type Easel } from './island';
import { Kept, markOf, pictures } from './pictures.svelte';
import type { Job } from './painter';
import type { Part } from './logic';
import { ROOM, STEP, type Ink } from './sheets';
import type { Tables, Team } from './types';

export { ROOM, STEP };

/** Yellow is Saffron, Blue is Lapis: their colours and emblems on every board. */
export const COLOURS = [2, 1] as const;
export const colourOf = (team: Team): 1 | 2 => COLOURS[team];

export const pieceId = (team: Team, cell: string, loose = true): string => `my-${loose ? 'p' : 'b'}${team}-${cell}`;
/** Where the symbol of a piece lies on the picture of the island: it has room around its cell. */
export const boxOf = (cell: string): { x: number; y: number; width: number; height: number } => {
  const [column, row] = spotOf(cell);
  return { x: column * CELL - ROOM, y: row * CELL - ROOM, width: STEP, height: STEP };
};

const PAWN = 'M-25 30C-25 20-15 17-12 10-9 3-9-3-11-9A17 17 0 1 1 11-9C9-3 9 3 12 10 15 17 25 20 25 30V37Q0 48-25 37z';

/** A disc with the team's emblem; `size` is its width. */
export const disc = (team: Team, x: number, y: number, size: number): string =>
  `<g class="p${colourOf(team)}" transform="translate(${x} ${y}) scale(${size / 28})"><circle r="13.6" class="pc-glaze"/><circle r="11.4" class="pc-base pc-ink" stroke-width="2"/><path d="${emblemOf(colourOf(team))}" class="pc-emblem" transform="translate(-7.4 -7.4) scale(.617)"/></g>`;

/** The bitmap of all pieces of a team. */
export const sheetId = (team: Team, loose = true): string => `my-sheet-${loose ? 'p' : 'b'}${team}`;

function pieces(team: Team): string {
  return [true, false]
    .map((loose) => {
      const sheet = sheetId(team, loose);
      const symbols = CELLS.map((cell) => {
        const [column, row] = spotOf(cell);
        return `<symbol id="${pieceId(team, cell, loose)}" viewBox="${column * STEP} ${row * STEP} ${STEP} ${STEP}"><use href="#${sheet}"/></symbol>`;
      });
      return `<image id="${sheet}" width="${12 * STEP}" height="${8 * STEP}" preserveAspectRatio="none"/>${symbols.join('')}`;
    })
    .join('');
}

/** A piece as a part of its team's bitmap, for a box that shows nothing else. */
export function partOfSheet(cell: string): string {
  const [column, row] = spotOf(cell);
  return `${(column / 11) * 100}% ${(row / 7) * 100}%`;
}

export function pawn(team: Team): string {
  return `<symbol id="my-pawn${team}" viewBox="-50 -60 110 120"><g class="p${colourOf(team)}"><path d="M-20 38Q10 46 28 34L48 44Q30 60-6 50z" fill="#1B2433" opacity=".34"/><path d="${PAWN}" fill="none" stroke="#f7f1e3" stroke-width="9" stroke-linejoin="round"/><path d="${PAWN}" class="pc-base pc-ink" stroke-width="4"/><path d="M-23 31C-23 22-13 19-10 11-7 3-7-3-9-8A15 15 0 0 1-4-36 17 17 0 0 0-3-8C-1-2-3 6-6 13-8 18-14 22-14 31V38Q-19 37-23 35z" class="pc-lit"/><path d="M23 31C23 22 13 19 10 11 7 3 7-3 9-8A15 15 0 0 0 12-31 16 16 0 0 1 4-6C3 0 5 6 7 12 9 18 13 21 13 30V39Q19 37 23 35z" class="pc-shade"/><path d="${emblemOf(colourOf(team))}" class="pc-emblem" transform="translate(-12 -34)"/></g></symbol>`;
}

let made: SVGSVGElement | null = null;
let shapes: string[] = [];

/** Bitmap pixels for a unit of the drawing: as fine as the screen shows it, and no finer. A phone has a large tray beside a small board. */
const fineness = (): number => Math.min(1.6, Math.max(devicePixelRatio > 1 ? 0.86 : 0.75, Math.round(((Math.min(screen.width, 1900) * 0.66 * devicePixelRatio) / 1200) * 50) / 50));

/** The light on the edges of a team's pieces. */
export const EDGES = [{ colour: '#fff3d0', opacity: 0.5 }, { colour: '#bfd0ff', opacity: 0.376 }] as const;
const css = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
function inkOf(team: Team): Ink {
  const colour = colourOf(team);
  const narrow = Math.min(innerWidth, screen.width) < 720;
  return { base: css(`--p${colour}-base`), emblem: css(`--p${colour}-emblem`), path: emblemOf(colour), edge: EDGES[team].colour + Math.round(EDGES[team].opacity * 255).toString(16), disc: narrow ? 36 : 23 };
}

/** The bitmaps in the order in which they are missed: in the race first the own pieces in the tray, then what lies below, the other
 *  team's, the cards; before it the cards and the map; on the walk the island, the cards and the Keys. */
function wanted(first: Team, part: Part): [string, Job][] {
  const other = first === 0 ? 1 : 0;
  const sheet = (team: Team, loose: boolean): [string, Job] => [sheetId(team, loose), { look: team ? 'night' : 'day', loose, ink: inkOf(team) }];
  const look = (one: 'plain' | 'paper' | 'lamp'): [string, Job] => [`my-${one}`, { look: one }];
  const night = document.documentElement.hasAttribute('data-night');
  const all = [sheet(first, true), look(night ? 'lamp' : 'paper'), sheet(first, false), sheet(other, false), sheet(other, true), look('plain'), look(night ? 'paper' : 'lamp')];
  const before = part === 'race' ? [] : part === 'choose' ? [look('plain'), all[1]!] : [sheet(first, false), sheet(other, false), look('plain'), sheet(first, true)];
  return [...before, ...all.filter(([id]) => !before.some(([one]) => one === id))];
}

/** A few pixels tell a meadow from the sea: a coarse bitmap stands in until the fine one is painted. */
const COARSE = 0.36;
const COARSE_ONES = 5; // the others are not seen so soon

/** Shows what was painted before; the rest is painted, the first ones coarsely and then all finely. */
async function fill(svg: SVGSVGElement, tables: Tables, first: Team, part: Part): Promise<void> {
  const scale = fineness();
  await new Promise((go) => requestAnimationFrame(() => setTimeout(go))); // the table is shown first
  const kept = await Kept.open(`${markOf(art + JSON.stringify([tables, shapes, inkOf(0), scale]))}`);
  const show = (id: string, bitmap: Blob): void => svg.querySelector(`#${id}`)!.setAttribute('href', pictures.show(id, bitmap));
  const missing: [string, Job][] = [];
  for (const one of wanted(first, part)) {
    const found = await kept.get(one[0]);
    if (found) show(one[0], found);
    else missing.push(one);
  }
  const at = async (fine: number, jobs: [string, Job][], then: (id: string, bitmap: Blob) => void | Promise<void>): Promise<void> => {
    if (!jobs.length) return;
    const painter: Easel = await easel(tables, shapes, 1200 * fine);
    await Promise.all(jobs.map(async ([id, job]) => then(id, await painter.make(job))));
    painter.done();
  };
  await at(COARSE, missing.slice(0, COARSE_ONES), show);
  await at(scale, missing, (id, bitmap) => (show(id, bitmap), kept.put(id, bitmap)));
}

/** Puts it into the page, the first time, with what this part of the game shows before the rest, and `first`'s before the other's; gives
 *  the outlines. */
export function sprite(tables: Tables, first: Team = 0, part: Part = 'race'): string[] {
  if (made) return shapes;
  shapes = outlines(tables);
  if (import.meta.env.SSR) return shapes; // there is no page: `still` has what the drawings refer to
  made = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  for (const [name, value] of Object.entries({ width: '0', height: '0', class: 'hidden my-sprite', 'aria-hidden': 'true' })) made.setAttribute(name, value);
  const pictures = ['paper', 'lamp', 'plain'].map((look) => `<image id="my-${look}" width="1200" height="800" preserveAspectRatio="none"/>`).join('');
  made.innerHTML = `${parts}<defs>${pictures}${pieces(0)}${pawn(0)}${pieces(1)}${pawn(1)}</defs>`;
  document.body.append(made);
  void fill(made, tables, first, part);
  return shapes;
}
