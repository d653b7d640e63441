// Arrows go from choice to choice in a row of which one holds, as everybody who plays by keys expects. SPDX-License-Identifier: MIT

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** For the whole page: such rows are buttons of the role "radio" in a "radiogroup". */
export function radioKeys(e: KeyboardEvent): void {
  const by = STEPS[e.key];
  const one = (e.target as Element | null)?.closest?.('button[role="radio"]');
  const group = one?.closest('[role="radiogroup"]');
  if (!by || !one || !group || e.defaultPrevented) return;
  const all = [...group.querySelectorAll<HTMLButtonElement>('button[role="radio"]:not(:disabled)')];
  const next = all[(all.indexOf(one as HTMLButtonElement) + by + all.length) % all.length];
  e.preventDefault();
  next?.click();
  next?.focus();
}
