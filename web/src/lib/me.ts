// What this person is called: the name they chose, or a friendly one that is made up once and kept.
// SPDX-License-Identifier: MIT
import { createSubscriber } from 'svelte/reactivity';
import { hashOf } from '../art/face';
import { api, net, type Me } from './net';
import { settings } from './settings.svelte';
import { t } from './words';

const one = (list: string): string => {
  const words = list.split(' ');
  return words[Math.floor(Math.random() * words.length)]!;
};

/** "Quiet Heron" */
export function madeUp(): string {
  const name = t('guest.made', { first: one(t('guest.first')), second: one(t('guest.second')) });
  return name.charAt(0).toUpperCase() + name.slice(1);
}

export function myName(): string {
  if (!settings.choices.name) settings.change({ name: net.me?.name ?? madeUp() });
  return settings.choices.name;
}

const FACE = 'petteia.face';

const whenKnown = createSubscriber((update) => {
  net.onMe = update;
});

/** The number our own face is drawn from: our id's, which this device keeps for games without a server. Whoever has never been at a server gets one by lot. */
export function myFace(): number {
  whenKnown(); // whoever shows it draws it anew when the server has said who we are
  const kept = localStorage.getItem(FACE);
  const face = net.me ? hashOf(net.me.person) : kept ? Number(kept) : crypto.getRandomValues(new Uint32Array(1))[0]!;
  if (String(face) !== kept) localStorage.setItem(FACE, String(face));
  return face;
}

/** Whoever comes next is somebody else. */
export const forgetFace = (): void => localStorage.removeItem(FACE);

/** Takes another name, here and at the server; it throws what the server has against it, and then nothing has changed. */
export async function rename(wanted: string): Promise<void> {
  const name = wanted.trim();
  if (net.token) {
    const me = await api<Me>('name', { name }, net.token);
    net.become(me);
    settings.change({ name: me.name });
  } else settings.change({ name });
}
