// The service worker: after one visit the page works without a network. The build puts before this text what the page is made
// of: FILES, each path with the SHA-256 of its bytes, NETS, and VERSION.
//
// A version is taken whole or not at all, and checked against its sums: a server that changes meanwhile cannot leave a mixture.
// The page itself comes from the network where there is one, so nobody looks at an old one; everything it loads is named after
// its content, so any copy is the right one. The version before stays for pages that are still open.
// SPDX-License-Identifier: MIT
/* global FILES, NETS, VERSION */
const PREFIX = 'petteia-';
const CACHE = PREFIX + VERSION;
const PATIENCE = 3000; // ms for the network to bring the page
const LANES = 4;

addEventListener('install', (event) => event.waitUntil(install()));
addEventListener('activate', (event) => event.waitUntil(activate()));
addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || url.origin !== location.origin) return;
  if (event.request.mode === 'navigate') {
    if (isPlace(url.pathname)) event.respondWith(page(url));
  } else if (url.pathname.startsWith('/assets/')) event.respondWith(named(event.request));
  else if (url.pathname in FILES) event.respondWith(plain(event.request));
});

addEventListener('push', (event) => event.waitUntil(ring(event.data?.json() ?? {})));
addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(event.action === 'stop' ? stop(event.notification.data) : go(event.notification.data.link));
});

/** A path without a dot is a place inside the page; the server keeps a few for itself. */
const isPlace = (path) => !path.includes('.') && !/^\/(api|ws|healthz|metrics)(\/|$)/.test(path);

async function install() {
  const cache = await caches.open(CACHE);
  const left = Object.keys(FILES);
  const lane = async () => {
    for (let path = left.pop(); path !== undefined; path = left.pop()) await take(cache, path);
  };
  try {
    await Promise.all(Array.from({ length: LANES }, lane));
  } catch (why) {
    await caches.delete(CACHE);
    throw why;
  }
  await skipWaiting();
}

async function take(cache, path) {
  const had = path.startsWith('/assets/') ? await caches.match(path) : undefined;
  const answer = had ?? (await fetch(path, { cache: path.startsWith('/assets/') ? 'default' : 'no-cache' }));
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  const sum = new Uint8Array(await crypto.subtle.digest('SHA-256', await answer.clone().arrayBuffer()));
  const hex = Array.from(sum, (b) => b.toString(16).padStart(2, '0')).join('');
  if (hex !== FILES[path]) throw new Error(`${path} is of another version`);
  await cache.put(path, answer);
}

async function activate() {
  const ours = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  for (const name of ours.slice(0, -1)) await caches.delete(name); // in the order they were made: the last one stays
  await clients.claim();
  if (!navigator.connection?.saveData) void learn();
}

/** What the strongest bot has learned comes last, when the page is there, and nobody waits for it. */
async function learn() {
  for (const path of NETS) if (!(await caches.match(path))) await keep(new Request(path)).catch(() => {});
}

async function page(url) {
  try {
    if (navigator.onLine) {
      const answer = await fetch(url, { signal: AbortSignal.timeout(PATIENCE), credentials: 'same-origin' });
      if (answer.ok) return answer;
    }
  } catch {
    // No network: what is kept has to do.
  }
  return kept('/index.html');
}

const kept = async (path) => (await (await caches.open(CACHE)).match(path)) ?? Response.error();

const named = async (request) => (await caches.match(request)) ?? (request.url.endsWith('.net') ? keep(request) : fetch(request));

/** A net is not a part of the version: it comes later, or when it is first played against, and stays. */
async function keep(request) {
  const answer = await fetch(request);
  if (answer.ok) await (await caches.open(CACHE)).put(request, answer.clone());
  return answer;
}

async function plain(request) {
  try {
    return await fetch(request);
  } catch {
    return kept(new URL(request.url).pathname);
  }
}

// --- notices that come while the page is closed (docs/protocol.md) ---

/** A newer one about the same takes the place of the older one. */
async function ring({ kind, topic, title, text, link, stop, never, lang }) {
  if (!title) return;
  const actions = stop && never ? [{ action: 'stop', title: never }] : [];
  await registration.showNotification(title, { body: text, tag: topic, renotify: true, lang, icon: '/icon.svg', data: { link, kind, stop }, actions });
}

/** One click stops this kind on devices; the key that came with it is enough. */
async function stop({ kind, stop: key }) {
  await fetch(`/api/bell/stop?${new URLSearchParams({ key, kind, way: 'push' })}`, { method: 'POST', body: '{}' });
}

/** An open page goes there; otherwise a new one opens. */
async function go(link) {
  const place = new URL(link, location.origin);
  if (place.origin !== location.origin) return;
  for (const page of await clients.matchAll({ type: 'window', includeUncontrolled: true })) {
    if (new URL(page.url).pathname === place.pathname) return void (await page.focus());
  }
  await clients.openWindow(place.href);
}
