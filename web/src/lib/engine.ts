// The engine in this page, fetched once and only when something asks for it (previews, replays, play without a server).
// SPDX-License-Identifier: MIT
import { Engine } from '../engine';

/** Where the build has put it: its name changes with what is in it. */
declare const ENGINE: string;

let loading: Promise<Engine> | null = null;

export function engine(): Promise<Engine> {
  loading ??= Engine.load(fetch(ENGINE)).catch((why: unknown) => {
    loading = null; // tried again next time
    throw why;
  });
  return loading;
}
