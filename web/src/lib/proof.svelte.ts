// A recent proof: what could end an account is done only by whoever has shown a password or a passkey in the last minutes.
// SPDX-License-Identifier: MIT
import { api, net, Refusal } from './net';
import { t } from './words';

interface Asking {
  done(): void;
  fail(why: Error): void;
}

class Proof {
  /** Somebody waits for a proof: ui/Proof.svelte asks for it. */
  asking: Asking | null = $state.raw(null);

  /** Does it. If the server wants to know first that it is us, asks, and does it then. */
  async with<T>(what: () => Promise<T>): Promise<T> {
    try {
      return await what();
    } catch (why) {
      if (!(why instanceof Refusal) || why.code !== 'proof') throw why;
    }
    await new Promise<void>((done, fail) => (this.asking = { done, fail }));
    return what();
  }

  given(): void {
    this.asking?.done();
    this.asking = null;
  }

  refused(): void {
    this.asking?.fail(new Refusal('proof', undefined, t('proof.not')));
    this.asking = null;
  }

  password = (password: string): Promise<unknown> => api('proof', { password }, net.token);
}

export const proof = new Proof();
