// Which of the five identities a seat has at this table. Most games take them in order; Myst's teams are Saffron and Lapis.
// A screen sets it for everything inside it.
// SPDX-License-Identifier: MIT
import { getContext, setContext } from 'svelte';

const KEY = 'petteia.colours';

export class Colours {
  list: readonly number[] | undefined = $state.raw(undefined);
  of(seat: number | null): number | null {
    return seat === null ? null : (this.list?.[seat] ?? seat);
  }
}

const plain = new Colours();
export const setColours = (): Colours => setContext(KEY, new Colours());
export const getColours = (): Colours => getContext<Colours | undefined>(KEY) ?? plain;
