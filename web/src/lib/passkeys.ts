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

export const passkeys = {
  list: (): Promise<Passkey[]> => api<{ passkeys: Passkey[] }>('passkeys', undefined, net.token).then((got) => got.passkeys),
  rename: (id: string, name: string): Promise<unknown> => api(`passkeys/${id}`, { name }, net.token),
  remove: (id: string): Promise<unknown> => api(`passkeys/${id}`, undefined, net.token, 'DELETE'),

  async add(name: string, me: Me, have: Passkey[]): Promise<unknown> {
    const { challenge, site } = await api<Challenge>('passkeys/challenge', {}, net.token);
    const { id, response } = await asked<AuthenticatorAttestationResponse>(
      navigator.credentials.create({
        publicKey: {
          challenge: bytes(challenge),
          rp: { id: site, name: t('app.name') },
          user: { id: new TextEncoder().encode(me.person), name: me.name, displayName: me.name },
          pubKeyCredParams: [ES256, EDDSA, RS256].map((alg) => ({ type: 'public-key', alg })),
          authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
          excludeCredentials: have.map((one) => ({ type: 'public-key', id: bytes(one.id) })),
          attestation: 'none',
        },
      }),
    );
    return api('passkeys', { name, id, auth: text(response.getAuthenticatorData()), client: text(response.clientDataJSON) }, net.token);
  },

  /** Signs in; the passkey says who it is. */
  async enter(): Promise<Me & { token: string }> {
    const { challenge, site } = await api<Challenge>('enter/challenge', {});
    const { id, response } = await asked<AuthenticatorAssertionResponse>(navigator.credentials.get({ publicKey: { challenge: bytes(challenge), rpId: site, userVerification: 'required' } }));
    return api('enter', { id, auth: text(response.authenticatorData), client: text(response.clientDataJSON), signature: text(response.signature) });
  },
};
