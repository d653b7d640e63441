// Keeps the page on this device, once it has loaded and the browser has nothing better to do.
// SPDX-License-Identifier: MIT
import { toasts } from '../lib/toast.svelte';
import { t } from '../lib/words';

const REST = 2000; // ms after the load

function install(): void {
  let had = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (had) toasts.show({ kind: 'info', words: t('local.update'), action: { words: t('local.update.now'), run: () => location.reload() } });
    had = true; // the first one only makes this page stay
  });
  // Without it the page works all the same, with a network.
  navigator.serviceWorker.register('/sw.js').catch((why: Error) => console.info(`petteia: ${why.message}`));
}

export function installSoon(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const soon = () => setTimeout(install, REST);
  if (document.readyState === 'complete') soon();
  else addEventListener('load', soon);
}
