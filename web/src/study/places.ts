// Where the places of a board are on the screen. They have names (data-node, or data-name), so what names one holds at every size.
// SPDX-License-Identifier: MIT
export type Point = { x: number; y: number; r: number };

/** The first of that name that can be seen, in the coordinates of `over`. */
export function pointOf(board: HTMLElement | null, over: Element | null, name: string): Point | null {
  const frame = over?.getBoundingClientRect();
  for (const one of board?.querySelectorAll(`[data-name="${CSS.escape(name)}"], [data-node="${CSS.escape(name)}"]`) ?? []) {
    const box = one.getBoundingClientRect();
    if (frame && box.width) return { x: box.x + box.width / 2 - frame.x, y: box.y + box.height / 2 - frame.y, r: Math.max(14, Math.min(40, Math.max(box.width, box.height) * 0.62)) };
  }
  return null;
}

/** All that can be seen, with their middles in the window. Where a board has nodes of its own, those are meant. */
export function placesOf(board: HTMLElement | null): { name: string; x: number; y: number }[] {
  const nodes = [...(board?.querySelectorAll<HTMLElement>('.board [data-node]') ?? [])];
  const all = nodes.length ? nodes : [...(board?.querySelectorAll<HTMLElement>('.board [data-name]') ?? [])];
  return all.flatMap((one) => {
    const box = one.getBoundingClientRect();
    return box.width ? [{ name: one.dataset.node ?? one.dataset.name!, x: box.x + box.width / 2, y: box.y + box.height / 2 }] : [];
  });
}

/** The place nearest to a point of the window, if one is near. */
export function nameAt(board: HTMLElement | null, x: number, y: number): string | null {
  let best: string | null = null;
  let least = 60 ** 2;
  for (const one of placesOf(board)) {
    const far = (one.x - x) ** 2 + (one.y - y) ** 2;
    if (far < least) [best, least] = [one.name, far];
  }
  return best;
}
