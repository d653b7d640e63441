// Inviting somebody to a table, and what is said then: they hear of it now, or find a notice when they come.
// SPDX-License-Identifier: MIT
import { invite, type Somebody } from './friends';
import { toasts } from './toast.svelte';
import { asSentence, t } from './words';

/** Where an invitation leads: to a table, or (seat_link.svelte.ts) onto one of its seats. */
export function tableAt(table: string, key?: string, seat?: number): string {
  const more = [...(key ? [`key=${key}`] : []), ...(seat === undefined ? [] : [`seat=${seat}`])];
  return `/table/${table}${more.length ? `#${more.join('&')}` : ''}`;
}

export const inviteTo = (who: Somebody, table: string, key?: string, seat?: number): Promise<void> =>
  invite(who.person, table, key, seat).then(
    (told) => toasts.show({ kind: told ? 'good' : 'info', words: t(told ? 'invite.sent' : 'invite.gone', { name: who.name }) }),
    (why: unknown) => toasts.show({ kind: 'refused', words: asSentence((why as Error).message) }),
  );
