// Short messages at the bottom, and the one live region that a screen reader hears.
// SPDX-License-Identifier: MIT

export interface Toast {
  id: number;
  kind: 'info' | 'refused' | 'good';
  words: string;
  /** What is said below, a line each: reasons. It stays longer. */
  lines?: string[];
  rule?: string;
  game?: string;
  action?: { words: string; run(): void };
  /** What is not so any more goes, however short it was there. */
  holds?(): boolean;
  /** What it is about: news of the same take its place. */
  topic?: string;
  /** Where it leads: whoever is there needs no word of it. */
  link?: string;
}

class Toasts {
  list: Toast[] = $state([]);
  /** What is said to a screen reader; also read by tests. */
  spoken = $state('');
  private count = 0;

  show(what: Omit<Toast, 'id'>): void {
    const id = ++this.count;
    const others = this.list.filter((toast) => what.topic === undefined || toast.topic !== what.topic);
    this.list = [...others.slice(-2), { ...what, id }];
    this.say([(what.rule ? `${what.rule}: ` : '') + what.words, ...(what.lines ?? [])].join('. '));
    setTimeout(() => this.fade(id), what.lines?.length ? 25000 : what.kind === 'refused' || what.action ? 8000 : 5000);
  }

  /** It does not go while somebody who plays by keys is at one of its buttons. */
  private fade(id: number): void {
    if (globalThis.document?.querySelector(`[data-toast="${id}"]:focus-within`)) setTimeout(() => this.fade(id), 2000);
    else this.drop(id);
  }

  drop(id: number): void {
    this.list = this.list.filter((toast) => toast.id !== id);
  }

  say(words: string): void {
    // The same words twice are news twice: a blank that is not seen makes them differ.
    this.spoken = this.spoken === words ? `${words}\u00a0` : words;
  }
}

export const toasts = new Toasts();
