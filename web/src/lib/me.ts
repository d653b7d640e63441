// What this person is called: the name they chose, or a friendly one that is made up once and kept.
// SPDX-License-Identifier: MIT
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

/** Takes another name, here and at the server; it throws what the server has against it, and then nothing has changed. */
export async function rename(wanted: string): Promise<void> {
  const name = wanted.trim();
  if (net.token) {
    const me = await api<Me>('name', { name }, net.token);
    net.become(me);
    settings.change({ name: me.name });
  } else settings.change({ name });
}
