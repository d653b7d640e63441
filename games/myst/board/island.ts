// The picture of the island in its looks: as it is, tinted by day for Yellow and by night for Blue, as paper below the
// pieces. Each is painted once into a bitmap, so that a board of ninety-six clipped pieces stays quick.
// SPDX-License-Identifier: MIT
import island from './art/island.svg?raw';
import lights from './art/lights.svg?raw';
import symbols from './art/symbols.svg?raw';
import { middleOf } from './geometry';
import type { Tables } from './types';

export type Look = 'plain' | 'day' | 'night' | 'paper' | 'lamp';

/** Colour matrices; the plain picture has none. */
const TINTS: Partial<Record<Look, string>> = {
  day: '.887 .304 -.2 0 .075 -.053 1.034 .004 0 .05 .004 -.075 .935 0 -.009 0 0 0 1 0',
  night: '.906 -.27 .251 0 -.121 .349 .466 .17 0 -.145 .212 .389 .451 0 -.006 0 0 0 1 0',
  paper: '.105 .165 .05 0 .66 .105 .165 .05 0 .622 .1 .155 .05 0 .53 0 0 0 1 0',
  lamp: '.1 .155 .05 0 .13 .1 .155 .05 0 .14 .1 .155 .055 0 .155 0 0 0 1 0',
};

const inside = (svg: string): string => svg.slice(svg.indexOf('>', svg.indexOf('<svg')) + 1, svg.lastIndexOf('</svg>'));
/** Trees, stones, Landmarks, the Key and the switch as groups with ids, for drawings in the page too. */
export const parts: string = inside(symbols);

/** Marker Switches and Keys stand where the tables say. */
function marks(tables: Tables): string {
  const levers = tables.switches.map(middleOf).map(([x, y]) => `<use href="#my-switch" x="${x}" y="${y + 4}"/>`);
  const keys = tables.landmarks.map((l) => `<use href="#my-key" x="${l.emblem[0]}" y="${l.emblem[1]}"/>`);
  return [...levers, ...keys].join('');
}

export function sceneOf(tables: Tables, look: Look): string {
  const tint = TINTS[look];
  const filter = tint
    ? `<filter id="f" filterUnits="userSpaceOnUse" x="0" y="0" width="1200" height="800" color-interpolation-filters="sRGB"><feColorMatrix values="${tint}"/></filter>`
    : '';
  const scene = inside(island) + marks(tables);
  // By night lamps, Keys and switches keep their own colours.
  const above = look === 'night' ? inside(lights) + marks(tables) : '';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 800" width="1200" height="800">${parts}<defs>${filter}</defs><g${tint ? ' filter="url(#f)"' : ''}>${scene}</g>${above}</svg>`;
}

const asUrl = (svg: string): string => `data:image/svg+xml,${encodeURIComponent(svg)}`;

/** Paints a look into a bitmap of this width. */
export async function paint(tables: Tables, look: Look, width: number): Promise<HTMLCanvasElement> {
  const image = new Image();
  image.src = asUrl(sceneOf(tables, look));
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width);
  canvas.height = Math.round((width * 2) / 3);
  canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** A bitmap as an address for an <image>; it is packed beside the page's own work. */
export const address = (canvas: HTMLCanvasElement): Promise<string> =>
  new Promise((done) => canvas.toBlob((blob) => done(blob ? URL.createObjectURL(blob) : canvas.toDataURL()), 'image/webp', 0.9));

/** The page goes on between two pieces of work. */
export const breathe = (): Promise<void> => new Promise((go) => setTimeout(go));
