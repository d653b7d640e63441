// SPDX-License-Identifier: MIT
/** The largest board of the page as an SVG that stands alone; null: there is none. */
export function drawing(): string | null;
export function tidy(text: string): string;
