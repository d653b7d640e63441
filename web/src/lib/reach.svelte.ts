// Whether the server can be reached: every request tells, and the browser says when the network goes.
// SPDX-License-Identifier: MIT
import { WITHOUT_SERVER } from './address';

class Reach {
  /** Nothing has answered lately. */
  lost = $state(WITHOUT_SERVER || (typeof navigator !== 'undefined' && navigator.onLine === false));

  constructor() {
    if (typeof addEventListener === 'function') addEventListener('offline', () => (this.lost = true));
  }

  /** A request that fails without an answer means that nobody is there; a proxy that has lost its server says 502 to 504. */
  async watch(answer: Promise<Response>): Promise<Response> {
    try {
      const got = await answer;
      this.lost = got.status >= 502 && got.status <= 504;
      return got;
    } catch (why) {
      this.lost = true;
      throw why;
    }
  }
}

export const reach = new Reach();
