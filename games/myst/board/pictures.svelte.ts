// The bitmaps that are painted so far: their addresses, by their ids in the page. What was painted once is kept in the browser, so
// that the next game begins with it. SPDX-License-Identifier: MIT

class Pictures {
  private urls: Record<string, string> = $state.raw({});

  /** The address of a bitmap; undefined: it is not painted yet. */
  url(id: string): string | undefined {
    return this.urls[id];
  }
  show(id: string, bitmap: Blob): string {
    const url = URL.createObjectURL(bitmap);
    const old = this.urls[id];
    if (old) setTimeout(() => URL.revokeObjectURL(old), 10_000); // whoever shows it has changed by then
    this.urls = { ...this.urls, [id]: url };
    return url;
  }
}

export const pictures = new Pictures();

/** What was painted before, of the same art in the same fineness. Other art, or another screen, begins anew. */
export class Kept {
  private cache: Cache | null = null;
  private constructor(private readonly mark: string) {}

  static async open(mark: string): Promise<Kept> {
    const kept = new Kept(mark);
    try {
      kept.cache = await caches.open(PLACE);
    } catch {
      // Without a cache every visit paints.
    }
    return kept;
  }

  private address(id: string): string {
    return `/kept/${id}-${this.mark}.webp`;
  }
  async get(id: string): Promise<Blob | null> {
    const bytes = await (await this.cache?.match(this.address(id)))?.arrayBuffer();
    return bytes ? new Blob([bytes], { type: 'image/webp' }) : null;
  }
  async put(id: string, bitmap: Blob): Promise<void> {
    try {
      for (const old of (await this.cache?.keys()) ?? []) if (new URL(old.url).pathname.startsWith(`/kept/${id}-`)) await this.cache!.delete(old);
      await this.cache?.put(this.address(id), new Response(await bitmap.arrayBuffer()));
    } catch {
      // A full disk costs only the next visit.
    }
  }
}
const PLACE = 'pictures-myst'; // not one of the page's own, which go with their version

/** A short mark of a text: another text has another. */
export function markOf(text: string): string {
  let hash = 2166136261;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 16777619);
  return (hash >>> 0).toString(36);
}
