// Which faces people have chosen. Wherever somebody is shown stands the number of their first face; the server is asked once for those
// that are on the page, all together, and the answer is kept on this device for the next time.
// SPDX-License-Identifier: MIT
import { SvelteMap } from 'svelte/reactivity';
import { hashOf, otherFace } from '../art/face';
import { api, net } from './net';
import { reach } from './reach.svelte';

const KEPT = 'petteia.faces';
const MOST = 64; // that the server answers at once
const KEPT_MOST = 300;
const AGAIN_MS = 5 * 60_000;

function kept(): [number, number][] {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? '[]') as [number, number][];
  } catch {
    return [];
  }
}

class Faces {
  private readonly chosen = new SvelteMap<number, number>(kept());
  private readonly asked = new Map<number, number>(); // when
  private wanted = new Set<number>();

  /** The number to draw from: of the face that this one's person has chosen. */
  now(face: number): number {
    this.want(face);
    return otherFace(face, this.chosen.get(face) ?? 0);
  }

  which(face: number): number {
    return this.chosen.get(face) ?? 0;
  }

  private want(face: number): void {
    if (reach.lost || Date.now() - (this.asked.get(face) ?? 0) < AGAIN_MS) return;
    this.asked.set(face, Date.now());
    if (!this.wanted.size) setTimeout(() => void this.ask(), 30);
    this.wanted.add(face);
  }

  private async ask(): Promise<void> {
    const all = [...this.wanted];
    this.wanted = new Set();
    for (let i = 0; i < all.length; i += MOST) {
      const some = all.slice(i, i + MOST);
      const got = await api<{ faces?: Record<string, number> }>(`faces?of=${some.join(',')}`).catch(() => null);
      if (!got?.faces) continue;
      for (const face of some) this.set(face, got.faces[face] ?? 0);
    }
    this.keep();
  }

  private set(face: number, which: number): void {
    if (which) this.chosen.set(face, which);
    else this.chosen.delete(face);
  }

  private keep(): void {
    localStorage.setItem(KEPT, JSON.stringify([...this.chosen].slice(-KEPT_MOST)));
  }

  /** Our own; it throws what the server has against it. */
  async choose(which: number): Promise<void> {
    await api('face', { face: which }, net.token);
    const face = hashOf(net.me!.person);
    this.asked.set(face, Date.now());
    this.set(face, which);
    this.keep();
  }
}

export const faces = new Faces();
