// The worker's way in.
// SPDX-License-Identifier: MIT
import { WorkerHost, type ToHost } from './worker_host';

const host = new WorkerHost((message) => postMessage(message));
addEventListener('message', (event: MessageEvent<ToHost>) => host.hear(event.data));
