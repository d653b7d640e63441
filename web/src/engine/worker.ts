// The worker's way in.
// SPDX-License-Identifier: MIT
import { WorkerHost, type ToHost } from './worker_host';

/** Where the build has put the nets, by game and number of players. */
declare const NETS: Record<string, string>;

async function net(game: string, players: number): Promise<Uint8Array> {
  const answer = await fetch(NETS[`${game}-${players}`] ?? '');
  if (!answer.ok) throw new Error(`${answer.status} ${answer.url}`);
  return new Uint8Array(await answer.arrayBuffer());
}

const host = new WorkerHost((message) => postMessage(message), net);
addEventListener('message', (event: MessageEvent<ToHost>) => host.hear(event.data));
