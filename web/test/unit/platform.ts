// What a browser has and Node 18 keeps elsewhere. SPDX-License-Identifier: MIT
import { webcrypto } from 'node:crypto';

if (!('crypto' in globalThis)) Object.defineProperty(globalThis, 'crypto', { value: webcrypto });
