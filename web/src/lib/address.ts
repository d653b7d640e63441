// The page's own addresses. On a server they are paths. In a folder of a site without a server (tools/site) nobody answers for other
// paths, so that they stand in ?at= there. SPDX-License-Identifier: MIT

/** The page lies in a folder of a site, and there is no server. */
export const WITHOUT_SERVER = import.meta.env.BASE_URL !== '/';

/** What the address bar shows for an address of ours. */
export const shownAs = (to: string): string => (WITHOUT_SERVER ? `?at=${encodeURIComponent(to)}` : to);

/** The address of ours that the address bar shows. */
export function address(): URL {
  if (!WITHOUT_SERVER) return new URL(location.href);
  const query = new URLSearchParams(location.search);
  const at = query.get('at') ?? `/${location.search}`;
  return new URL(at.startsWith('/') ? at : '/', location.origin);
}
