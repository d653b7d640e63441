// The board as a picture with a headline and the points, for friends.
// SPDX-License-Identifier: MIT
import { drawing, tidy } from '../art/drawing.js';

const WIDTH = 1200;
const HEAD = 96;
const FOOT = 72;

function loaded(svg: string): Promise<HTMLImageElement> {
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  const image = new Image();
  return new Promise((done, fail) => {
    image.onload = () => (URL.revokeObjectURL(url), done(image));
    image.onerror = () => (URL.revokeObjectURL(url), fail(new Error('the board cannot be drawn')));
    image.src = url;
  });
}

/** A PNG of the board that this page shows; null where it shows none. */
export async function boardPicture(headline: string, foot: string): Promise<Blob | null> {
  const svg = drawing();
  if (!svg) return null;
  const board = await loaded(tidy(svg));
  const height = Math.min(1400, Math.round((WIDTH * board.height) / board.width));
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = HEAD + height + FOOT;
  const pen = canvas.getContext('2d')!;
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string): string => style.getPropertyValue(name).trim();
  /** In one line, smaller where it is long. */
  const write = (text: string, y: number, weight: number, size: number, family: string): void => {
    pen.font = `${weight} ${size}px ${family}`;
    const fits = Math.min(1, (WIDTH - 80) / pen.measureText(text).width);
    pen.font = `${weight} ${Math.floor(size * fits)}px ${family}`;
    pen.fillText(text, WIDTH / 2, y, WIDTH - 80);
  };
  pen.fillStyle = colour('--surface');
  pen.fillRect(0, 0, canvas.width, canvas.height);
  const wide = (height * board.width) / board.height;
  pen.drawImage(board, (WIDTH - wide) / 2, HEAD, wide, height);
  pen.fillStyle = colour('--ink');
  pen.textAlign = 'center';
  write(headline, 62, 650, 44, colour('--display'));
  write(foot, HEAD + height + 46, 400, 26, colour('--text'));
  return new Promise((done) => canvas.toBlob(done, 'image/png'));
}

/** Hands a file to the device's own way of sharing, or keeps it there. */
export async function give(file: File): Promise<void> {
  if (navigator.canShare?.({ files: [file] })) {
    await navigator.share({ files: [file] }).catch(() => {}); // they changed their mind
    return;
  }
  const a = document.createElement('a');
  a.href = URL.createObjectURL(file);
  a.download = file.name;
  a.click();
  setTimeout(() => URL.revokeObjectURL(a.href), 10_000);
}
