// The island as a drawing, where no browser paints it: for pictures of the board (web/src/picture). The looks are the painter's, tinted by
// filters; the pieces of a team lie on one of them, cut out all together, because to draw the island for each would be slow.
// SPDX-License-Identifier: MIT
import { CELL, CELLS, indexOf, outlines, spotOf } from './geometry';
import { parts, scenes } from './island';
import { TINTS, type Tinted } from './painter';
import { EDGES, pawn, pieceId, disc, ROOM, STEP } from './sprite';
import type { Tables, Team } from './types';

const LOOKS: readonly Tinted[] = ['day', 'night'];
const AREA = 'x="0" y="0" width="1200" height="800"';
const DISC = 23;

/** A colour matrix of three rows as SVG has it, with a last row that leaves what is there as it is. */
const matrixOf = (tint: readonly number[]): string =>
  [0, 4, 8].map((row) => [...tint.slice(row, row + 3), 0, tint[row + 3]].join(' ')).join(' ') + ' 0 0 0 1 0';

const filterOf = (look: Tinted): string =>
  `<filter id="my-tint-${look}" filterUnits="userSpaceOnUse" ${AREA} color-interpolation-filters="sRGB"><feColorMatrix type="matrix" values="${matrixOf(TINTS[look])}"/></filter>`;

/** `data-once`: the picture refers to it, instead of having a copy in every place. */
function looks(tables: Tables, shapes: readonly string[]): string {
  const { plain, lights } = scenes(tables);
  const seen = (look: Tinted): string => `<g filter="url(#my-tint-${look})"><use href="#my-island"/></g>`;
  const paper = `${seen('paper')}<path d="${shapes.join('')}" fill="none" stroke="#6e5c38" stroke-opacity=".5" stroke-width="1.4" stroke-dasharray="5 4"/>`;
  const group = (name: string, inner: string): string => `<g id="my-${name}" data-once="">${inner}</g>`;
  return [...[...LOOKS, 'paper' as const].map(filterOf), group('island', plain), group('paper', paper), group('day', seen('day')), group('night', seen('night') + lights)].join('');
}

/** What lies on the look of the team: rim and shadow of a piece by itself, or its edges and its disc. */
function piece(team: Team, cell: string, d: string, loose: boolean): string {
  const [column, row] = spotOf(cell);
  const line = (stroke: string, width: number, more = ''): string => `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linejoin="round"${more}/>`;
  const drawn = loose
    ? `<path d="${d}" fill="#1b2433" fill-opacity=".28" transform="translate(5 7)"/>${line('#f7f1e3', 8)}${line('#1b2433', 4.6)}`
    : `<g clip-path="url(#my-cut-${cell})">${line(EDGES[team].colour, 1.4, ` stroke-opacity="${EDGES[team].opacity}" transform="translate(1.2 1.4)"`)}</g>${line('#1b2433', 1.7, ' stroke-opacity=".8"')}`;
  const mark = loose ? '' : disc(team, DISC * 0.72, DISC * 0.72, DISC);
  return `<symbol id="${pieceId(team, cell, loose)}" viewBox="${-ROOM} ${-ROOM} ${STEP} ${STEP}"><g transform="translate(${-column * CELL} ${-row * CELL})">${drawn}</g>${mark}</symbol>`;
}

/** What the drawings refer to, as `sprite` puts it into a page. */
export function symbols(tables: Tables): string {
  const shapes = outlines(tables);
  const cuts = CELLS.map((cell, i) => `<clipPath id="my-cut-${cell}"><path d="${shapes[i]}"/></clipPath>`);
  const pieces = ([0, 1] as const).flatMap((team) => [pawn(team), ...[true, false].flatMap((loose) => CELLS.map((cell, i) => piece(team, cell, shapes[i]!, loose)))]);
  return `${parts}<defs>${looks(tables, shapes)}${cuts.join('')}${pieces.join('')}</defs>`;
}

/** The look of a team below its pieces. */
export function below(team: Team, cells: readonly string[], shapes: readonly string[]): string {
  if (!cells.length) return '';
  const id = `my-below-${team}-${cells[0]}-${cells.length}`;
  return `<clipPath id="${id}"><path d="${cells.map((cell) => shapes[indexOf(cell)]).join('')}"/></clipPath><g clip-path="url(#${id})"><use href="#my-${LOOKS[team]}"/></g>`;
}
