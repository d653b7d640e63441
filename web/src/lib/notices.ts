// What was decided about whoever is here: in the settings, and said once if it was decided while they were away.
// SPDX-License-Identifier: MIT
import { api, net } from './net';

export interface Notice {
  notice: number;
  kind: 'warning' | 'mute' | 'ban' | 'unrated';
  table?: string;
  at: number;
  until: number;
  words: string;
}
const SEEN = 'petteia.noticed';

export const notices = (): Promise<Notice[]> => api<{ notices: Notice[] }>('notices', undefined, net.token).then((got) => got.notices);

/** The last ones that this device has not shown yet and that still hold; from now on it has. */
export async function unseen(): Promise<Notice[]> {
  const all = await notices();
  const last = Number(localStorage.getItem(SEEN) ?? 0);
  if (all[0] && all[0].notice > last) localStorage.setItem(SEEN, String(all[0].notice));
  return all.filter((n) => n.notice > last && (!n.until || n.until > Date.now())).slice(0, 3);
}
