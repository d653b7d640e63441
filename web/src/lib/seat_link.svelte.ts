// The address of a table may name a seat (#seat=2): whoever follows it sits down there, if it is still free.
// SPDX-License-Identifier: MIT
import { untrack } from 'svelte';
import { tableAt } from './invite';
import { route } from './route.svelte';
import type { Table } from './table.svelte';
import { toasts } from './toast.svelte';
import { asSentence, t } from './words';

/** Once: the address does not name the seat any more, so that coming back does nothing. */
function take(table: Table, seat: number): void {
  const refused = (words: string): void => void toasts.show({ kind: 'refused', words });
  route.go(tableAt(table.id, table.key), true);
  if (table.mine.length) return;
  if (table.phase !== 'open') refused(t('lobby.seat.begun'));
  else if (table.seats[seat]?.kind !== 'free') refused(t('lobby.seat.taken'));
  else table.sit(seat).catch((why: Error) => refused(asSentence(why.message)));
}

/** Opens the table, and takes that seat. Part of a component. */
export function openAt(table: Table): void {
  const seat = $derived(new URLSearchParams(route.now.hash).get('seat'));
  /** Eyes at seats that are not ours are dropped: only then it is known whether we sit. */
  const known = $derived(table.seats.length > 0 && table.eyes.every((e) => e.ready));
  $effect(() => {
    if (seat !== null && known) untrack(() => take(table, Number(seat)));
  });
  table.open();
}
