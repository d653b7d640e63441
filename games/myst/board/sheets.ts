// All pieces of a team as one bitmap, cut out and drawn with rim, shadow and emblem. `bare` ones fit beside each other on the
// board; `loose` ones lie by themselves, with a shadow. Clipping the picture ninety-six times in every frame would be slow.
// SPDX-License-Identifier: MIT
import { Breath, canvasOf, contextOf, type Canvas, type Context } from './canvas';
import { CELL, CELLS, spotOf } from './geometry';

/** Around a cell there is room for tabs and shadow. */
export const ROOM = 34;
export const STEP = CELL + 2 * ROOM;

/** A team's disc and the light on the edges of its pieces. */
export interface Ink {
  base: string;
  emblem: string;
  path: string; // the emblem, in a box of 24
  edge: string;
  disc: number; // the width of the disc
}

function drawDisc(g: Context, { base, emblem, path, disc }: Ink): void {
  g.save();
  g.translate(disc * 0.72, disc * 0.72);
  g.scale(disc / 28, disc / 28);
  const ring = (r: number): void => (g.beginPath(), g.arc(0, 0, r, 0, 7));
  ring(13.6);
  g.fillStyle = '#f7f1e3';
  g.fill();
  ring(11.4);
  g.fillStyle = base;
  g.fill();
  g.lineWidth = 2;
  g.strokeStyle = '#1b2433';
  g.stroke();
  g.translate(-7.4, -7.4);
  g.scale(0.617, 0.617);
  g.fillStyle = emblem;
  g.fill(new Path2D(path));
  g.restore();
}

/** `picture` is the island in the team's tint; `scale` is bitmap pixels for a unit of the drawing. */
export async function cut(picture: Canvas, shapes: readonly string[], scale: number, loose: boolean, ink: Ink): Promise<Canvas> {
  const sheet = canvasOf(Math.round(12 * STEP * scale), Math.round(8 * STEP * scale));
  const g = contextOf(sheet);
  g.lineJoin = 'round';
  const breath = new Breath();
  for (const [i, cell] of CELLS.entries()) {
    await breath.turn();
    const [column, row] = spotOf(cell);
    const shape = new Path2D(shapes[i]);
    g.setTransform(scale, 0, 0, scale, (column * STEP + ROOM) * scale, (row * STEP + ROOM) * scale);
    g.save();
    g.translate(-column * CELL, -row * CELL);
    if (loose) {
      g.save();
      g.translate(5, 7);
      g.fillStyle = '#1b243347';
      g.fill(shape);
      g.restore();
      g.strokeStyle = '#f7f1e3';
      g.lineWidth = 8;
      g.stroke(shape);
      g.strokeStyle = '#1b2433';
      g.lineWidth = 4.6;
      g.stroke(shape);
    }
    g.save();
    g.clip(shape);
    g.drawImage(picture, 0, 0, 1200, 800);
    g.translate(1.2, 1.4);
    g.strokeStyle = ink.edge;
    g.lineWidth = 1.4;
    g.stroke(shape);
    g.restore();
    g.strokeStyle = '#1b2433cc';
    g.lineWidth = loose ? 2 : 1.7;
    g.stroke(shape);
    g.restore();
    drawDisc(g, ink);
  }
  return sheet;
}
