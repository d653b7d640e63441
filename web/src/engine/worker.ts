// The worker's way in.
// SPDX-License-Identifier: MIT
import { Desk, type ToDesk } from './desk';

const desk = new Desk((message) => postMessage(message));
addEventListener('message', (event: MessageEvent<ToDesk>) => desk.hear(event.data));
