// What each move of Myst looks like: pieces come from their team and snap in, Keys are laid, the spinner turns to its
// number, playing pieces walk cell by cell.
// SPDX-License-Identifier: MIT
import type { Told } from '$page/boards/contract';
import type { Beat, Piece, Place } from '$page/director/beats';
import { carry, home, named, pop, show, signed, symbol } from '$page/director/write';
import { middleOf, wayBetween } from './geometry';
import { argsOf, landmark, ownerOf, rival, verbOf } from './logic';
import { pieceId, STEP } from './sprite';
import type { Letter, Tables, Team, View } from './types';

/** What the spinner turns to. */
export interface Spun {
  spin: number;
  turns: number;
  turn: number;
  team: Team | null;
}

type Story = Told<View, Tables>;
const cellAt = (cell: string): Place => ({ drawing: '[data-island]', point: middleOf(cell) });
const piece = (team: Team, cell: string): Piece => symbol(pieceId(team, cell, false), STEP, STEP, { like: cellAt(cell) });
const pawn = (team: Team, cell: string): Piece => ({ ...symbol(`my-pawn${team}`, 110, 120, { like: cellAt(cell) }), origin: [0, 6] });
const pawnAt = (team: Team): Place => `[data-pawn="${team}"]`;

/** A piece that lies now and did not: the rival's comes from its row and snaps in. A Key or a switch is told. */
function placed(cell: string, team: Team, { before, after, tables }: Story): Beat[] {
  const was = ownerOf(before, cell);
  if (was !== null || ownerOf(after, cell) !== team) return [];
  const snap: Beat[] = [{ kind: 'travel', actor: team, from: home(team), to: cellAt(cell), piece: piece(team, cell) }, { kind: 'snap', actor: team, at: cellAt(cell), piece: piece(team, cell) }];
  const key = tables.landmarks.find((l) => l.key === cell);
  const switched = after.teams[team].switches > before.teams[team].switches;
  return [...snap, ...(key ? [pop(team, named(`landmark-${key.letter}`), key.name)] : []), ...(switched ? [pop(team, cellAt(cell), signed(1))] : [])];
}

/** It walks from cell to cell; by a Book it flies. */
function walked(team: Team, to: string, leaps: boolean, { before }: Story): Beat[] {
  const from = before.teams[team].pos;
  if (from === null || from === to) return [];
  const way = leaps ? null : wayBetween(from, to, before.teams[rival(team)].pos);
  if (!way) return carry(team, cellAt(from), cellAt(to), pawn(team, to), pawnAt(team));
  return [{ kind: 'step', actor: team, path: way.map(cellAt), piece: pawn(team, to), hides: pawnAt(team) }];
}

function spun(move: string, { before, after }: Story): Beat[] {
  const [a, b] = argsOf(move);
  const data: Spun = verbOf(move) === 'turns' ? { spin: 0, turns: Number(a), turn: after.turn, team: after.mover } : { spin: Number(b), turns: after.turns || before.turns, turn: after.turn, team: a === 'y' ? 0 : 1 };
  return [{ kind: 'spin', actor: null, data }];
}

/** Keys that are laid on a Landmark, or taken off it. */
function keys(team: Team, { before, after, tables }: Story): Beat[] {
  const letters = Object.keys(after.teams[team].keys) as Letter[];
  const laid = letters.filter((l) => before.teams[team].keys[l] === 'to lay' && after.teams[team].keys[l] === 'laid');
  return laid.flatMap((l) => {
    const { key } = landmark(tables, l);
    return [...carry(team, home(team), cellAt(key), piece(team, key)), pop(team, named(`landmark-${l}`), landmark(tables, l).name)];
  });
}

export function beats(told: Story): Beat[] {
  const before: Beat[] = [];
  const after: Beat[] = [];
  for (const { seat, move } of told.moves) {
    if (move === null) continue;
    const [verb, [cell]] = [verbOf(move), argsOf(move)];
    const team = seat as Team | null;
    if (verb === 'spin' || verb === 'turns') before.push(...spun(move, told));
    else if (team === null) continue;
    else if (verb === 'place' || verb === 'link') before.push(...placed(cell!, team, told));
    else if (verb === 'move' || verb === 'jump') before.push(...walked(team, cell!, verb === 'jump', told));
    else if (verb === 'lay') before.push(...keys(team, told));
    else if (verb === 'remove') before.push({ kind: 'join', actor: team, at: named(told.before.teams[team].pos ?? '') });
    else if (/^(re)?choose$/.test(verb)) before.push({ kind: 'light', actor: team, at: named(`landmark-${cell}`) });
  }
  if (told.moves.some((m) => m.move?.startsWith('deal'))) after.push({ kind: 'turn', actor: null, places: ['.tray .cards .card:nth-of-type(1)', '.tray .cards .card:nth-of-type(2)', '.tray .cards .card:nth-of-type(3)'] });
  return after.length ? [...before, show(null), ...after] : before;
}
