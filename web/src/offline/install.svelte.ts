// Keeps the page on this device, once it has loaded and the browser has nothing better to do, and knows whether it can be installed.
// SPDX-License-Identifier: MIT
import { WITHOUT_SERVER } from '../lib/address';
import { toasts } from '../lib/toast.svelte';
import { t } from '../lib/words';

const REST = 2000; // ms after the load

/** What a browser says that would install the page. */
interface Offer extends Event {
  prompt(): Promise<unknown>;
}

class Installer {
  /** The browser's offer, to be made when somebody asks for it. */
  offer: Offer | null = $state.raw(null);

  constructor() {
    addEventListener('beforeinstallprompt', (e) => {
      e.preventDefault(); // it stands in the settings and does not jump at anybody
      this.offer = e as Offer;
    });
    addEventListener('appinstalled', () => (this.offer = null));
  }

  soon(): void {
    if (!import.meta.env.PROD || WITHOUT_SERVER || !('serviceWorker' in navigator)) return;
    const soon = () => setTimeout(keep, REST);
    if (document.readyState === 'complete') soon();
    else addEventListener('load', soon);
  }
}

function keep(): void {
  let had = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (had) toasts.show({ kind: 'info', words: t('local.update'), action: { words: t('local.update.now'), run: () => location.reload() } });
    had = true; // the first one only makes this page stay
  });
  // Without it the page works all the same, with a network.
  navigator.serviceWorker.register('/sw.js').catch((why: Error) => console.info(`petteia: ${why.message}`));
}

export const installer = new Installer();
