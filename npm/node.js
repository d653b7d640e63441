// Node 18, which Debian 12 has, knows the platform's random numbers only by a module: newer ones and browsers have them already.
// SPDX-License-Identifier: MIT
import { webcrypto } from 'node:crypto';

globalThis.crypto ??= webcrypto;

export * from './index.js';
