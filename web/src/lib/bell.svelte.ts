// Notices: what happened while we looked elsewhere. The list and what is new in it, the browser's own notices while the page is in the
// background, and this device's subscription for when it is closed.
// SPDX-License-Identifier: MIT
import { api, net, type Message } from './net';
import { route } from './route.svelte';
import { toasts } from './toast.svelte';
import { onSpeak, t } from './words';

export interface BellNotice {
  kind: string;
  topic: string;
  title: string;
  text: string;
  /** A place in this page. */
  link: string;
  at: number;
  seen: boolean;
}

export const WAYS = ['page', 'browser', 'push', 'mail'] as const;
export type Way = (typeof WAYS)[number];

export interface Wishes {
  kinds: Record<string, Record<Way, boolean>>;
  /** Minutes of the day; equal: there are none. */
  quiet: { from: number; to: number; zone: string };
  devices: number;
  /** This device is one of them. */
  here: boolean;
  /** The server's public key for subscriptions; none: it cannot call devices. */
  push?: string;
  /** Mail is possible. */
  mail?: boolean;
}

export const wishes = (): Promise<Wishes> => api('bell/wishes', undefined, net.token);
export const wish = (what: Partial<Pick<Wishes, 'kinds' | 'quiet'>>): Promise<unknown> => api('bell/wishes', what, net.token);
export const stop = (query: string): Promise<unknown> => api(`bell/stop?${query}`, {});

/** It leads to where we are; a private table's key may be in the one and not in the other. */
const isHere = (link: string): boolean => link.split(/[?#]/)[0] === `/${route.now.path.join('/')}`;

/** Who tells it at once in words of their own. */
const TOLD = ['invite', 'round'];

class Bell {
  list: BellNotice[] = $state([]);
  unread = $state(0);
  /** The list is in sight. */
  open = $state(false);

  /** Everything, and this device's subscription said again: its session may be a new one. */
  async load(): Promise<void> {
    if (!net.token) return;
    const got = await api<{ notices: BellNotice[]; unread: number }>('bell', undefined, net.token);
    this.list = got.notices;
    this.unread = got.unread;
  }

  hear(m: Message): void {
    const { kind, topic, title, text, link, at } = m as unknown as BellNotice;
    if (m.page) {
      this.list = [{ kind, topic, title, text, link, at, seen: false }, ...this.list.filter((n) => n.topic !== topic)];
      this.unread = Number(m.unread);
    }
    if (document.visibilityState === 'hidden') {
      if (m.browser) void tellByBrowser({ topic, title, text, link });
    } else if (m.page && isHere(link)) void this.see(topic).catch(() => {});
    else if (m.page && !TOLD.includes(kind)) toasts.show({ kind: 'info', words: `${title}. ${text}`, action: { words: t('bell.go'), run: () => route.go(link) }, topic, link });
  }

  /** We have come to a place: what leads there is no news any more. A game that has just begun asks before its table is in front of us. */
  arrive(): void {
    for (const toast of toasts.list) if (toast.link && isHere(toast.link)) toasts.drop(toast.id);
    for (const n of this.list) if (!n.seen && isHere(n.link)) void this.see(n.topic).catch(() => {});
  }

  /** One of them, or all. */
  async see(topic?: string): Promise<void> {
    this.list = this.list.map((n) => (topic === undefined || n.topic === topic ? { ...n, seen: true } : n));
    this.unread = this.list.filter((n) => !n.seen).length;
    await api('bell/seen', topic === undefined ? {} : { topic }, net.token);
  }

  /** Nobody is here any more: nothing of them may be shown. */
  forget(): void {
    this.list = [];
    this.unread = 0;
    void subscription().then((s) => s?.unsubscribe(), () => {});
  }
}

export const bell = new Bell();
onSpeak(() => void bell.load().catch(() => {}));

// --- the browser ---

export const canTell = (): boolean => 'Notification' in globalThis;

async function tellByBrowser(n: Pick<BellNotice, 'topic' | 'title' | 'text' | 'link'>): Promise<void> {
  if (!canTell() || Notification.permission !== 'granted') return;
  const options = { body: n.text, tag: n.topic, icon: '/icon.svg', data: { link: n.link } };
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker) await worker.showNotification(n.title, options);
  else
    new Notification(n.title, options).onclick = () => {
      window.focus();
      route.go(n.link);
    };
}

// --- this device ---

export const canPush = (): boolean => 'serviceWorker' in navigator && 'PushManager' in globalThis && canTell();

async function subscription(): Promise<PushSubscription | null> {
  if (!canPush()) return null;
  const worker = await navigator.serviceWorker.getRegistration();
  return worker ? worker.pushManager.getSubscription() : null;
}

const bytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0));

/** Asks the browser, then tells the server. */
export async function callThisDevice(key: string): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') throw new Error(t('bell.browser.no'));
  const worker = await navigator.serviceWorker.ready;
  const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) });
  await api('push', made.toJSON(), net.token);
}

export async function leaveThisDevice(): Promise<void> {
  await api('push', undefined, net.token, 'DELETE');
  await (await subscription())?.unsubscribe();
}

/** At the start: the session may be a new one, and its language another. */
export async function renewDevice(): Promise<void> {
  const kept = await subscription();
  if (kept && net.token) await api('push', kept.toJSON(), net.token);
}
