// The keys of the director: Space skips, S changes the speed. SPDX-License-Identifier: MIT
import { settings } from '../lib/settings.svelte';
import { toasts } from '../lib/toast.svelte';
import { t } from '../lib/words';
import { nextSpeed, type Stage } from './stage.svelte';

const writes = (e: KeyboardEvent): boolean => !!(e.target as Element | null)?.closest?.('input, textarea, select, dialog');

/** Whether the key was one of these. */
export function skipKeys(e: KeyboardEvent, stage: Stage): boolean {
  if (e.defaultPrevented || e.ctrlKey || e.metaKey || e.altKey || writes(e)) return false;
  if (e.key === ' ' && stage.busy) {
    // Where one's own question stands already, Space presses what has the focus.
    if (!stage.behind && (e.target as Element).closest('button, a, [role=button]')) return false;
    e.preventDefault();
    stage.skip();
    return true;
  }
  if (e.key !== 's' && e.key !== 'S') return false;
  const speed = nextSpeed(settings.choices.speed);
  settings.change({ speed });
  toasts.show({ kind: 'info', words: t('speed.now', { speed: t(`speed.${speed}`) }) });
  return true;
}
