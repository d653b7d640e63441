// All pieces of a team as one bitmap, cut out and drawn with rim, shadow and emblem. `bare` ones fit beside each other on the
// board; `loose` ones lie by themselves, with a shadow. Clipping the picture ninety-six times in every frame would be slow.
// SPDX-License-Identifier: MIT
import { emblemOf } from '$page/art/identity';
import { CELL, CELLS, spotOf } from './geometry';
import { Breath } from './island';

/** Around a cell there is room for tabs and shadow. */
export const ROOM = 34;
export const STEP = CELL + 2 * ROOM;

interface Ink {
  colour: number; // the identity: --pN-base and so on
  disc: number; // the width of the emblem's disc
}

const css = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

function drawDisc(g: CanvasRenderingContext2D, { colour, disc }: Ink): void {
  g.save();
  g.translate(disc * 0.72, disc * 0.72);
  g.scale(disc / 28, disc / 28);
  const ring = (r: number): void => (g.beginPath(), g.arc(0, 0, r, 0, 7));
  ring(13.6);
  g.fillStyle = '#f7f1e3';
  g.fill();
  ring(11.4);
  g.fillStyle = css(`--p${colour}-base`);
  g.fill();
  g.lineWidth = 2;
  g.strokeStyle = '#1b2433';
  g.stroke();
  g.translate(-7.4, -7.4);
  g.scale(0.617, 0.617);
  g.fillStyle = css(`--p${colour}-emblem`);
  g.fill(new Path2D(emblemOf(colour)));
  g.restore();
}

/** `picture` is the island in the team's tint; `scale` is bitmap pixels for a unit of the drawing. */
export async function cut(picture: HTMLCanvasElement, shapes: readonly string[], scale: number, loose: boolean, ink: Ink): Promise<HTMLCanvasElement> {
  const sheet = document.createElement('canvas');
  sheet.width = Math.round(12 * STEP * scale);
  sheet.height = Math.round(8 * STEP * scale);
  const g = sheet.getContext('2d')!;
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
    g.strokeStyle = ink.colour === 1 ? '#bfd0ff60' : '#fff3d080';
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
