// What a browser has and Node 18 keeps elsewhere; and a pause between two tests. SPDX-License-Identifier: MIT
import { webcrypto } from 'node:crypto';
import { afterEach } from 'vitest';

if (!('crypto' in globalThis)) Object.defineProperty(globalThis, 'crypto', { value: webcrypto });

// Vitest gives up when its process is not answered for a minute, and tests that compute do not answer: on a busy machine many in a
// row can take that long. The real function, whatever a test puts in its place.
const soon = setImmediate;
afterEach(() => new Promise<void>((go) => void soon(go)));
