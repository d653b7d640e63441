// The connection's state, where screens can see it; it says when it is back.
// SPDX-License-Identifier: MIT
import { madeUp, myName } from './me';
import { net, type State } from './net';
import { toasts } from './toast.svelte';
import { t } from './words';

class Connection {
  state: State = $state('off');
  private lost = false;

  constructor() {
    net.name = myName;
    net.otherName = madeUp;
    net.onState = (now) => {
      if (now === 'on' && this.lost) toasts.show({ kind: 'good', words: t('table.net.back') });
      if (now === 'off' && this.state !== 'off') this.lost = true;
      if (now === 'on') this.lost = false;
      this.state = now;
    };
    addEventListener('online', () => net.hurry());
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && net.hurry());
  }
}

export const connection = new Connection();
