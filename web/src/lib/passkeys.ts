// Passkeys (WebAuthn): the browser makes and asks them, the server verifies.
// SPDX-License-Identifier: MIT
import { api, net, type Me } from './net';
import { t } from './words';

export interface Passkey {
  id: string;
  name: string;
  made: number;
  used: number;
}
interface Challenge {
  challenge: string;
  site: string;
}

/** This browser knows passkeys, and may use them at this address. */
export const canPasskeys = (): boolean => typeof PublicKeyCredential !== 'undefined' && isSecureContext;

const bytes = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0));
const text = (data: ArrayBuffer): string => btoa(String.fromCharCode(...new Uint8Array(data))).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');

/** What the browser gives, or why not, in our words: its own are English and for programmers. */
async function asked<T extends AuthenticatorResponse>(what: Promise<Credential | null>): Promise<{ id: string; response: T }> {
  const got = (await what.catch(() => null)) as PublicKeyCredential | null;
  if (!got) throw new Error(t('passkeys.not'));
  return { id: text(got.rawId), response: got.response as T };
}

const ES256 = -7;
const EDDSA = -8;
const RS256 = -257;

/** A new one of this person, as the server wants it. */
async function made(person: string, name: string, have: Passkey[]): Promise<{ id: string; auth: string; client: string }> {
  const { challenge, site } = await api<Challenge>('passkeys/challenge', {}, net.token);
  const { id, response } = await asked<AuthenticatorAttestationResponse>(
    navigator.credentials.create({
      publicKey: {
        challenge: bytes(challenge),
        rp: { id: site, name: t('app.name') },
        user: { id: new TextEncoder().encode(person), name, displayName: name },
        pubKeyCredParams: [ES256, EDDSA, RS256].map((alg) => ({ type: 'public-key', alg })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        excludeCredentials: have.map((one) => ({ type: 'public-key', id: bytes(one.id) })),
        attestation: 'none',
      },
    }),
  );
  return { id, auth: text(response.getAuthenticatorData()), client: text(response.clientDataJSON) };
}

/** The challenge, signed by one that we have. */
async function signed({ challenge, site }: Challenge): Promise<Record<string, string>> {
  const { id, response } = await asked<AuthenticatorAssertionResponse>(navigator.credentials.get({ publicKey: { challenge: bytes(challenge), rpId: site, userVerification: 'required' } }));
  return { id, auth: text(response.authenticatorData), client: text(response.clientDataJSON), signature: text(response.signature) };
}

export const passkeys = {
  list: (): Promise<Passkey[]> => api<{ passkeys: Passkey[] }>('passkeys', undefined, net.token).then((got) => got.passkeys),
  rename: (id: string, name: string): Promise<unknown> => api(`passkeys/${id}`, { name }, net.token),
  remove: (id: string): Promise<unknown> => api(`passkeys/${id}`, undefined, net.token, 'DELETE'),

  add: async (name: string, me: Me, have: Passkey[]): Promise<unknown> => api('passkeys', { name, ...(await made(me.person, me.name, have)) }, net.token),

  /** A guest becomes an account without a password. */
  makeAccount: async (name: string, me: Me): Promise<Me & { token: string }> => api('account', { name, key: t('passkeys.first'), ...(await made(me.person, name, [])) }, net.token),

  /** Signs in; the passkey says who it is. */
  enter: async (): Promise<Me & { token: string }> => api('enter', await signed(await api<Challenge>('enter/challenge', {}))),
  /** Proves in the middle of a session that it is us. */
  prove: async (): Promise<Me> => api('proof', await signed(await api<Challenge>('proof/challenge', {}, net.token)), net.token),
};
