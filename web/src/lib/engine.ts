// The engine in this page, fetched once and only when something asks for it (previews, replays, play without a server).
// SPDX-License-Identifier: MIT
import { Engine } from '../engine';
import { onSpeak, speaks } from './words';

/** Where the build has put it: its name changes with what is in it. */
declare const ENGINE: string;

let loading: Promise<Engine> | null = null;
let loaded: Engine | null = null;

async function load(): Promise<Engine> {
  loaded = await Engine.load(fetch(ENGINE));
  loaded.speak(speaks());
  return loaded;
}

export function engine(): Promise<Engine> {
  loading ??= load().catch((why: unknown) => {
    loading = null; // tried again next time
    throw why;
  });
  return loading;
}

onSpeak((language) => loaded?.speak(language));
