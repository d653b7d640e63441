// What the server keeps of an account: where it is signed in, its password, its recovery codes.
// SPDX-License-Identifier: MIT
import { api, net, type Me } from './net';
import { speaks, t } from './words';

export interface Session {
  session: string;
  browser: string;
  system: string;
  made: number;
  used: number;
  /** It is this device's. */
  own: boolean;
}

export interface Sessions {
  sessions: Session[];
  /** Recovery codes that are left. */
  codes: number;
}

export const sessions = (): Promise<Sessions> => api('sessions', undefined, net.token);
export const endSession = (session: string): Promise<Me> => api(`sessions/${session}`, undefined, net.token, 'DELETE');
export const endOthers = (): Promise<Me> => api('sessions', undefined, net.token, 'DELETE');
export const changePassword = (password: string, next: string): Promise<Me> => api('password', { password, new: next }, net.token);
export const makeCodes = (password: string): Promise<{ codes: string[] }> => api('codes', { password }, net.token);
export const recover = (name: string, code: string, password: string): Promise<Me & { token: string }> => api('recover', { name, code, password });

/** Of whoever comes by passkey alone. */
export const firstPassword = (next: string): Promise<Me> => api('password', { new: next }, net.token);
export const firstCodes = (): Promise<{ codes: string[] }> => api('codes', {}, net.token);

export interface Mail {
  /** The host sends mail. */
  possible: boolean;
  /** Confirmed; '': none. */
  address: string;
  /** Not confirmed yet; '': none. */
  wanted: string;
}
export const mail = {
  find: (): Promise<Mail> => api('mail', undefined, net.token),
  change: (address: string): Promise<Mail> => api('mail', { mail: address }, net.token),
  remove: (): Promise<Mail> => api('mail', undefined, net.token, 'DELETE'),
  confirm: (link: string): Promise<{ name: string; address: string }> => api('mail/confirm', { link }),
  /** Asks for a link to a new password; nobody learns whether anybody has the address. */
  lost: (address: string): Promise<unknown> => api('mail/reset', { mail: address }),
  reset: (link: string, password: string): Promise<Me & { token: string }> => api('mail/password', { link, password }),
};

/** Everything the server keeps of this person, as an archive. */
export const takeData = (): Promise<Blob> => api('me/data', undefined, net.token);

/** "Firefox on Linux" */
export function deviceOf({ browser, system }: Pick<Session, 'browser' | 'system'>): string {
  if (browser && system) return t('account.device', { browser, system });
  return browser || system || t('account.device.unknown');
}

export const whenUsed = (at: number): string => new Date(at).toLocaleString(speaks(), { dateStyle: 'medium', timeStyle: 'short' });

export { called } from './former';
