// A study that is open: what the server says of it, what others do, and changes on their way. Words and arrows that cannot be sent
// wait on this device; a move needs the server, which numbers it.
// SPDX-License-Identifier: MIT
import { api, net, Refusal, type Message } from '../lib/net';
import { toasts } from '../lib/toast.svelte';
import { asSentence } from '../lib/words';
import { Tree, type Change, type Here, type Study, type StudyNode, type StudyRow } from './study';

export const listStudies = async (): Promise<{ mine: StudyRow[]; all: StudyRow[] }> => api('studies', undefined, net.token);

export async function makeStudy(what: { name: string; chapter: string; record?: string; game?: string; players?: number; options?: object }): Promise<string> {
  await net.person();
  return (await api<{ study: string }>('studies', what, net.token)).study;
}

/** Comments for programs (clocks, draws) are of no use here and would make a long record too long. */
export const plainRecord = (record: string): string => record.replace(/ ?\{%(?!mark|verdict)[^}]*\}/g, '').replace(/^\[(Table|Commit|Seed|Entropy\d|Random) .*\]\n/gm, '');

const PING_MS = 15000;
const POINT_MS = 350; // a hand that moves is told this often at most
/** `was`: what stood there when it was changed here. */
type Cell = { cell: string; node: number; text: string; from?: string; to?: string; who?: number; was?: string };
/** Somebody had changed the same thing meanwhile: ours, the later one, is kept. */
export type Conflict = { cell: Cell; theirs: string; by: number };

export class OpenStudy {
  now: Study | null = $state.raw(null);
  missing = $state(false);
  here: Here[] = $state.raw([]);
  /** Changes that wait for the server. */
  waiting: Cell[] = $state.raw([]);
  /** Both versions of what two have changed at once, until somebody has looked at them. */
  conflicts: Conflict[] = $state.raw([]);
  /** When the last change of ours was kept; 0: none yet. */
  saved = $state(0);
  readonly tree: Tree = $derived(new Tree(this.now?.nodes ?? []));
  private doing: Here['doing'] = 'reads';
  private node = 0;
  private asking: Promise<void> | null = null;
  private next: Promise<void> | null = null;
  private readonly shelf: string;

  constructor(readonly id: string) {
    this.shelf = `petteia.study.${id}`;
    try {
      this.waiting = JSON.parse(localStorage.getItem(this.shelf) ?? '[]') as Cell[];
    } catch {
      this.waiting = [];
    }
  }

  /** Until what it returns is called. */
  open(): () => void {
    const hear = (m: Message): void => this.hear(m);
    net.studies.add(hear);
    void net.person().then(() => net.open(), () => {});
    void this.ask();
    const timer = setInterval(() => (this.ping(), this.waiting.length && void this.flush()), PING_MS);
    // A page that is closed says so, too: of several nodes none knows all sockets.
    const closed = (): void => this.leave(true);
    addEventListener('pagehide', closed);
    return () => {
      clearInterval(timer);
      removeEventListener('pagehide', closed);
      clearTimeout(this.pointing);
      net.studies.delete(hear);
      this.leave(false);
    };
  }

  /** `closing`: the request outlives the page. */
  private leave(closing: boolean): void {
    if (net.token) void api(`studies/${this.id}/here`, { gone: true }, net.token, 'POST', closing).catch(() => {});
  }

  get canEdit(): boolean {
    return this.now?.you.role === 'owner' || this.now?.you.role === 'editor';
  }

  get me(): number {
    return this.now?.you.number ?? -1;
  }

  nameOf(number: number): string {
    return this.now?.people.find((p) => p.number === number)?.name ?? '';
  }

  // --- hearing ---

  /** Whoever asks while an answer is under way, which may be too old, waits for the next one. */
  ask(): Promise<void> {
    if (this.asking) return (this.next ??= this.asking.then(() => ((this.next = null), this.ask())));
    this.asking = this.look().finally(() => (this.asking = null));
    return this.asking;
  }

  private async look(): Promise<void> {
    try {
      this.now = await api<Study>(`studies/${this.id}`, undefined, net.token);
      this.here = this.now.here;
      this.missing = false;
      if (this.waiting.length) void this.flush();
    } catch (why) {
      if (why instanceof Refusal && why.code === 'no-study') this.missing = true;
    }
  }

  /** A new connection asks for everything: something may have been missed. */
  back(): void {
    void this.ask().then(() => this.ping());
  }

  private hear(m: Message): void {
    if (m.study !== this.id || !this.now) return;
    if (m.here) this.here = m.here as Here[];
    const moved = m.point as { name: string; place: string } | undefined;
    if (moved) this.here = this.here.map((h) => (h.name === moved.name ? { ...h, place: moved.place } : h));
    if (m.n === undefined || (m.n as number) <= this.now.n) return;
    if (m.again) void this.ask();
    else this.take(m.n as number, m.nodes as StudyNode[]);
  }

  private take(n: number, changed: StudyNode[]): void {
    const by = new Map(this.now!.nodes.map((one) => [one.node, one]));
    for (const node of changed) by.set(node.node, node);
    this.now = { ...this.now!, n, nodes: [...by.values()], changed: Date.now() };
  }

  // --- saying what we do ---

  at(node: number, doing: Here['doing'] = 'reads'): void {
    if (node === this.node && doing === this.doing) return;
    [this.node, this.doing] = [node, doing];
    this.ping();
  }

  private place = '';
  private pointing: ReturnType<typeof setTimeout> | undefined;
  /** Where we point on the board ("": nowhere). Nobody is told who is not there. */
  point(place: string): void {
    if (place === this.place) return;
    this.place = place;
    if (this.here.length < 2) return;
    this.pointing ??= setTimeout(() => {
      this.pointing = undefined;
      this.ping();
    }, POINT_MS);
  }

  private ping(): void {
    if (!net.token || !this.now) return;
    void api<{ n: number }>(`studies/${this.id}/here`, { node: this.node, doing: this.doing, ...(this.place ? { place: this.place } : {}) }, net.token).then(
      ({ n }) => n !== this.now?.n && void this.ask(),
      () => {},
    );
  }

  // --- changing ---

  /** Sends a change; the node it made, or null if it was refused, which is said. */
  private async send(action: string, body: object): Promise<number | null> {
    const said = await api<{ n: number; node?: number; met?: { by: number; text: string } }>(`studies/${this.id}/${action}`, body, net.token);
    if (said.met) this.meet(body as Cell, said.met);
    this.saved = Date.now();
    await this.ask();
    return said.node ?? 0;
  }

  async act(action: string, body: object = {}): Promise<number | null> {
    try {
      return await this.send(action, body);
    } catch (why) {
      toasts.show({ kind: 'refused', words: asSentence((why as Error).message) });
      return null;
    }
  }

  private meet(cell: Cell, met: { by: number; text: string }): void {
    this.conflicts = [...this.conflicts, { cell, theirs: met.text, by: met.by }];
  }

  /** Ours stays, or what the other had written comes back. */
  async settle(one: Conflict, theirs: boolean): Promise<void> {
    this.conflicts = this.conflicts.filter((c) => c !== one);
    const { was: _, ...cell } = one.cell;
    if (theirs) await this.act('set', { ...cell, text: one.theirs });
  }

  async move(parent: number, moves: { seat: number; move: string }[]): Promise<number | null> {
    return this.act('move', { parent, moves });
  }

  /** Words, arrows and the like: without a server they wait here. */
  async set(change: Cell): Promise<void> {
    const cell = { was: this.textOf(change), ...change };
    this.show(cell);
    try {
      await this.send('set', cell);
    } catch (why) {
      if (why instanceof Refusal) {
        if (why.code !== 'same') toasts.show({ kind: 'refused', words: why.sentence });
        await this.ask();
      } else this.keep([...this.waiting.filter((one) => !sameCell(one, cell)), { ...cell, was: this.waiting.find((one) => sameCell(one, cell))?.was ?? cell.was }]);
    }
  }

  /** What stands there as far as we know. */
  private textOf(cell: Cell): string {
    const node = this.now?.nodes.find((one) => one.node === cell.node);
    if (cell.cell === 'comment') return node?.comments.find((c) => c.by === (cell.who ?? this.me))?.text ?? '';
    if (cell.cell === 'mark') return node?.marks.find((m) => m.from === cell.from && m.to === cell.to)?.colour ?? '';
    return node?.verdict ?? '';
  }

  /** As it will be, until the server says so. */
  private show(cell: Cell): void {
    const nodes = this.now!.nodes.map((one) => (one.node === cell.node ? withCell(one, cell, cell.who ?? this.me) : one));
    this.now = { ...this.now!, nodes };
  }

  private keep(cells: Cell[]): void {
    this.waiting = cells;
    if (cells.length) localStorage.setItem(this.shelf, JSON.stringify(cells));
    else localStorage.removeItem(this.shelf);
  }

  private async flush(): Promise<void> {
    for (const cell of [...this.waiting]) {
      try {
        const said = await api<{ met?: { by: number; text: string } }>(`studies/${this.id}/set`, cell, net.token);
        if (said.met) this.meet(cell, said.met);
      } catch (why) {
        if (!(why instanceof Refusal)) return; // still away
        if (why.code !== 'same') toasts.show({ kind: 'refused', words: why.sentence });
      }
      this.saved = Date.now();
      this.keep(this.waiting.filter((one) => one !== cell));
    }
    void this.ask();
  }

  // --- taking back ---

  async history(): Promise<Change[]> {
    return (await api<{ changes: Change[] }>(`studies/${this.id}/history`, undefined, net.token)).changes;
  }

  /** The last change of mine that nobody has touched since. */
  async undo(): Promise<void> {
    const mine = (await this.history()).filter((c) => c.by === this.me && c.last);
    const last = mine.at(-1);
    if (last) await this.act('undo', { change: last.change });
  }
}

const sameCell = (a: Cell, b: Cell): boolean => a.cell === b.cell && a.node === b.node && a.from === b.from && a.to === b.to && a.who === b.who;

function withCell(node: StudyNode, cell: Cell, me: number): StudyNode {
  if (cell.cell === 'comment') {
    const others = node.comments.filter((c) => c.by !== me);
    return { ...node, comments: cell.text ? [...others, { by: me, text: cell.text }] : others };
  }
  if (cell.cell === 'mark') {
    const others = node.marks.filter((m) => m.from !== cell.from || m.to !== cell.to);
    return { ...node, marks: cell.text ? [...others, { from: cell.from!, to: cell.to!, colour: cell.text as never }] : others };
  }
  return cell.cell === 'verdict' ? { ...node, verdict: cell.text } : node;
}
