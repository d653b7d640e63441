// Times as people say them: "1 h 40 min", "3 d".
// SPDX-License-Identifier: MIT
import { t } from './words';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const parts = (ms: number, big: number, bigKey: string, small: number, smallKey: string): string => {
  const whole = Math.floor(ms / big);
  const rest = Math.floor((ms % big) / small);
  return rest ? `${t(bigKey, { n: whole })} ${t(smallKey, { n: rest })}` : t(bigKey, { n: whole });
};

/** Rounded down to what matters: days with hours, hours with minutes, minutes, seconds. */
export function span(ms: number): string {
  if (ms >= DAY) return parts(ms, DAY, 'time.days', HOUR, 'time.hours');
  if (ms >= HOUR) return parts(ms, HOUR, 'time.hours', MINUTE, 'time.minutes');
  if (ms >= MINUTE) return t('time.minutes', { n: Math.floor(ms / MINUTE) });
  return t('time.seconds', { n: Math.max(0, Math.floor(ms / 1000)) });
}
