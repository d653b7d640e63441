// What boards ask a browser for when they are loaded, as a quiet one would answer: they are drawn once, by day, without motion.
// SPDX-License-Identifier: MIT
const never = { matches: false, addEventListener: () => {}, removeEventListener: () => {} };
const nothing = { getItem: () => null, setItem: () => {}, removeItem: () => {} };
Object.assign(globalThis, { matchMedia: () => never, localStorage: nothing, sessionStorage: nothing });
