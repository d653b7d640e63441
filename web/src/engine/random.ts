// Random numbers that nobody can foresee, from the platform.
// SPDX-License-Identifier: MIT

/** A whole number 0..n-1, each as likely as the others; n is at most 2^32. */
export type Random = (n: number) => number;

export const below: Random = (n) => {
  const word = new Uint32Array(1);
  const whole = 2 ** 32 - (2 ** 32 % n); // the last, incomplete run is thrown back
  do crypto.getRandomValues(word);
  while (word[0]! >= whole);
  return word[0]! % n;
};

export function seed64(): bigint {
  return crypto.getRandomValues(new BigUint64Array(1))[0]!;
}

/** `bytes` random bytes as hexadecimal digits. */
export function randomHex(bytes: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (b) => b.toString(16).padStart(2, '0')).join('');
}
