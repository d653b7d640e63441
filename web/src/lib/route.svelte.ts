// Where we are: the path chooses the screen. Links are plain links; a click on one inside the page does not reload it.
// SPDX-License-Identifier: MIT
import { address, shownAs } from './address';

export interface Place {
  path: string[]; // "/table/t1" is ["table", "t1"]
  query: URLSearchParams;
  hash: string;
}

function here(): Place {
  const { pathname, searchParams, hash } = address();
  return { path: pathname.split('/').filter(Boolean).map(decodeURIComponent), query: searchParams, hash: decodeURIComponent(hash.slice(1)) };
}

class Route {
  now: Place = $state.raw(here());

  constructor() {
    addEventListener('popstate', () => (this.now = here()));
  }

  go(to: string, replace = false): void {
    if (replace) history.replaceState(null, '', shownAs(to));
    else history.pushState(null, '', shownAs(to));
    const before = this.now.path.join('/');
    this.now = here();
    if (!this.now.hash && before !== this.now.path.join('/')) scrollTo(0, 0);
  }

  /** A handler for clicks anywhere: takes those on our own links. */
  click = (e: MouseEvent): void => {
    if (e.defaultPrevented || e.button !== 0 || e.metaKey || e.ctrlKey || e.shiftKey || e.altKey) return;
    const link = (e.target as Element).closest('a');
    if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
    const to = new URL(link.getAttribute('href') ?? '', address());
    if (to.pathname.startsWith('/api/')) return;
    e.preventDefault();
    this.go(to.pathname + to.search + to.hash);
  };
}

export const route = new Route();
