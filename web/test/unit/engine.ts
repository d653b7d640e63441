// The engine for tests, from the build; tests that need it are skipped where the toolchain for it is missing.
// SPDX-License-Identifier: MIT
import { existsSync, readFileSync } from 'node:fs';
import { Engine } from '../../src/engine';

const file = process.env.PETTEIA_WASM ?? new URL('../../../build/wasm/petteia.wasm', import.meta.url);
export const hasEngine = existsSync(file);
export const loadEngine = (): Promise<Engine> => Engine.load(readFileSync(file));
