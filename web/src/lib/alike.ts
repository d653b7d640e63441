// Whether two lines of a score speak of the same: one of a thing is not worded as many are. SPDX-License-Identifier: MIT

/** From here on two lines speak of the same. "An arrow that touches" and "arrows that touch" do, "arrows" and "whole edges" do not. */
export const ALIKE = 0.85;

/** How much two wordings share, numbers aside, 0 to 1: compared by the beginnings of their words. */
export function nearness(a: string, b: string): number {
  const stems = (words: string) => new Set(words.toLowerCase().match(/\p{L}+/gu)?.map((word) => word.slice(0, 3)));
  const [one, other] = [stems(a), stems(b)];
  const shared = [...one].filter((stem) => other.has(stem)).length;
  return shared / Math.max(1, one.size + other.size - shared);
}
