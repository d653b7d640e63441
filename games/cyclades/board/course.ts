// A course of several steps: pointed out once, sailed step by step, as long as each step is legal when its turn comes.
// SPDX-License-Identifier: MIT
import type { Move } from '$page/boards/contract';
import type { View } from './types';

export class Course {
  private plan: { view: View; verb: string; way: string[] } | null = null;

  /** `way`: from where the group is to where it goes. Its first step is made by whoever calls this. */
  aim(view: View, verb: string, way: string[]): void {
    this.plan = way.length > 2 ? { view, verb, way } : null;
  }

  /** The step that follows what was just done, or null. Anything else that was done ends the course. */
  next(view: View, last: readonly Move[], legal: readonly string[]): string | null {
    const plan = this.plan;
    if (!plan || plan.view === view) return null;
    const begin = `${plan.verb} ${plan.way[0]} ${plan.way[1]} `;
    const made = last.at(-1)?.move;
    this.plan = null;
    if (!made?.startsWith(begin)) return null;
    const [, ...way] = plan.way;
    const step = `${plan.verb} ${way[0]} ${way[1]} ${made.slice(begin.length)}`;
    if (way.length < 2 || !legal.includes(step)) return null;
    this.plan = { view, verb: plan.verb, way };
    return step;
  }
}
