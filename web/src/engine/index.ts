// SPDX-License-Identifier: MIT
export { Engine } from './engine';
export { Mind } from './mind';
export { Broken, Refused, type Source } from './module';
export { LUCK, Play, PUBLIC } from './play';
export { below, randomHex, type Random } from './random';
export { EngineTable } from './table';
export { Thinker, type Channel } from './thinker';
export type * from './types';
