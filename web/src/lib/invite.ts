// Inviting somebody to a table, and what is said then: they hear of it now, or find a notice when they come.
// SPDX-License-Identifier: MIT
import { invite, type Somebody } from './friends';
import { toasts } from './toast.svelte';
import { asSentence, t } from './words';

export const inviteTo = (who: Somebody, table: string, key?: string): Promise<void> =>
  invite(who.person, table, key).then(
    (told) => toasts.show({ kind: told ? 'good' : 'info', words: t(told ? 'invite.sent' : 'invite.gone', { name: who.name }) }),
    (why: unknown) => toasts.show({ kind: 'refused', words: asSentence((why as Error).message) }),
  );
