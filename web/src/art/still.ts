// A board that is only looked at: it draws nothing that could be pointed at, which is most of what there is to make.
// SPDX-License-Identifier: MIT
import { getContext, setContext } from 'svelte';

const STILL = Symbol('still');

/** For whoever draws such a board. */
export const setStill = (): void => void setContext(STILL, true);
export const isStill = (): boolean => getContext<boolean | undefined>(STILL) === true;
