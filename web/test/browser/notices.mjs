// Notices: the bell and its list by keyboard, what somebody wants to hear, one click that stops a kind, and what the service worker shows
// and opens while the page is closed. SPDX-License-Identifier: MIT
import { must, person, shot, startBots } from './harness.mjs';
import { fits, judge } from './shell.mjs';

const call = (server, path, body, token, method) =>
  fetch(`${server.base}/api/${path}`, {
    method: method ?? (body ? 'POST' : 'GET'),
    headers: token ? { Authorization: `Bearer ${token}` } : {},
    body: body && JSON.stringify(body),
  }).then((answer) => answer.json());

/** Nobody else's, in another try either. */
const named = (name) => `${name} ${Math.random().toString(36).slice(2, 7)}`;

async function account(server, name) {
  const guest = await call(server, 'guest', { name: `${name} guest` });
  const made = await call(server, 'account', { name, password: 'seven grey herons' }, guest.token);
  must(made.token, `no account: ${JSON.stringify(made)}`);
  return made;
}

/** Until the page has its socket: what comes before is counted by the bell, and not shown as news. */
async function connected(server, a, b) {
  for (const end = Date.now() + 60000; Date.now() < end; ) {
    const { friends } = await call(server, 'friends', undefined, a.token);
    if (friends.some((f) => f.person === b.person && f.here)) return;
    await new Promise((then) => setTimeout(then, 50));
  }
  throw new Error('the page never connects');
}

/** Two friends, and a page of the second. */
async function friends(browser, server, those, options) {
  const names = those.map(named);
  const [a, b] = [await account(server, names[0]), await account(server, names[1])];
  await call(server, 'friends', { name: names[1] }, a.token);
  await call(server, 'friends', { name: names[0] }, b.token);
  const page = await person(browser, server, options);
  await page.evaluate((token) => localStorage.setItem('petteia.token', token), b.token);
  await page.goto(server.base);
  await connected(server, a, b);
  return { a, b, page, names };
}

const invite = async (server, { a, b }) => {
  const made = await call(server, 'tables', { game: 'myriath', players: 2, seats: ['me', ''] }, a.token);
  await call(server, 'invitations', { person: b.person, table: made.table }, a.token);
  return made.table;
};

/** Presses Tab until this has the focus. */
async function tabTo(page, locator) {
  for (let i = 0; i < 80; i++) {
    if (await locator.evaluate((e) => e === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never comes to ${locator}`);
}

async function speak(page, language) {
  await page.evaluate((l) => localStorage.setItem('petteia.settings', JSON.stringify({ ...JSON.parse(localStorage.getItem('petteia.settings') ?? '{}'), language: l })), language);
  await page.reload();
}

export const notices = {
  'notices: the bell counts, its list is read and opened by keyboard': async ({ browser, server }) => {
    const two = await friends(browser, server, ['Bell Ana', 'Bell Theo']);
    const { page, names } = two;
    await page.getByRole('button', { name: 'Notices, nothing new' }).waitFor();
    const table = await invite(server, two);
    const bell = page.getByRole('button', { name: 'Notices, 1 new' });
    await page.getByRole('region', { name: 'Notices' }).getByRole('button').first().waitFor();
    await judge(page, 'a notice that has just come');
    await bell.waitFor();
    await page.locator('[data-live]', { hasText: names[0] }).waitFor({ state: 'attached' });
    // It stands on home, too, until it is answered or put away.
    await page.getByRole('region', { name: 'Invitations' }).getByRole('link', { name: new RegExp(`Go to the table ?: ${names[0]}`) }).waitFor();
    await shot(page, 'bell-home');
    await tabTo(page, bell);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Notices' }).getByText(`${names[0]} invites you`).waitFor();
    await judge(page, 'the list of notices');
    await shot(page, 'bell-list');
    await page.setViewportSize({ width: 390, height: 844 });
    await shot(page, 'bell-list-phone');
    await fits(page, 'the list of notices on a phone');
    await page.setViewportSize({ width: 1400, height: 900 });
    await page.keyboard.press('Escape');
    must(await bell.evaluate((e) => e === document.activeElement), 'the focus is not back at the bell');
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('dialog', { name: 'Notices' }).getByRole('link', { name: new RegExp(`${names[0]} invites you`) }));
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/table/${table}`);
    await page.goto(server.base);
    await page.getByRole('button', { name: 'Notices, nothing new' }).waitFor();
    must(page.troubles.length === 0, `the page complained: ${page.troubles.join('; ')}`);
  },
  'notices: a table that one has in front of oneself is no news, another is, once and not over the board': async ({ browser, server }) => {
    const page = await person(browser, server);
    await startBots(page, 'Mytikas');
    await page.locator('.ask.yours').waitFor();
    await page.waitForTimeout(1500); // the game asked before the page was at the table: that may still be on its way
    must((await page.locator('.toast').count()) === 0, `it is told: ${await page.locator('.toast').allInnerTexts()}`);
    await page.goto(server.base); // a page that has just come, as somebody else's would
    await startBots(page, 'Mykerinos');
    await page.locator('.ask.yours').waitFor();
    await page.waitForTimeout(1500);
    const told = await page.locator('.toast').allInnerTexts();
    must(told.length === new Set(told).size && !told.some((words) => words.includes('Mykerinos')), `it is told: ${told}`);
    must(page.troubles.length === 0, `the page complained: ${page.troubles.join('; ')}`);
  },
  'notices: a page in the background tells by the browser, and a click leads there': async ({ browser, server }) => {
    const two = await friends(browser, server, ['Away Ana', 'Away Theo']);
    const { page, names } = two;
    // A browser without a screen shows no notices, and its pages are always in sight: what it is asked to show is written down.
    await page.evaluate(() => {
      window.told = [];
      window.Notification = class {
        static permission = 'granted';
        constructor(title, { body, tag }) {
          Object.assign(this, { title, body, tag });
          window.told.push(this);
        }
      };
      Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    const table = await invite(server, two);
    await page.waitForFunction(() => window.told.length === 1);
    const [{ title, tag }] = await page.evaluate(() => window.told);
    must(title.includes(names[0]) && tag === `invite:${table}`, `told: ${title}, ${tag}`);
    await page.evaluate(() => window.told[0].onclick());
    await page.waitForURL(`**/table/${table}`);
  },
  'notices: what somebody wants to hear is set by keyboard, kept, and fits a phone': async ({ browser, server }) => {
    const { page, b } = await friends(browser, server, ['Wish Ana', 'Wish Theo'], { timezoneId: 'Europe/Paris', colorScheme: 'light' });
    await page.goto(`${server.base}/account`);
    const box = page.getByRole('checkbox', { name: 'A friend is here: In the list' });
    await box.waitFor();
    await tabTo(page, box);
    await page.keyboard.press('Space');
    await tabTo(page, page.getByRole('checkbox', { name: 'Keep quiet hours' }));
    await page.keyboard.press('Space');
    await page.getByText('By the time of Europe/Paris').waitFor();
    for (let i = 0; ; i++) {
      const kept = await call(server, 'bell/wishes', undefined, b.token);
      if (!kept.kinds.friend.page && kept.quiet.from === 1320 && kept.quiet.to === 480 && kept.quiet.zone === 'Europe/Paris') break;
      must(i < 600, `kept: ${JSON.stringify(kept)}`);
      await new Promise((go) => setTimeout(go, 100));
    }
    await page.reload();
    await box.waitFor();
    must(!(await box.isChecked()) && (await page.getByRole('checkbox', { name: 'Keep quiet hours' }).isChecked()), 'the wish is not kept');
    const panel = page.locator('#notices');
    for (const language of ['en', 'fr', 'de']) {
      if (language !== 'en') await speak(page, language);
      await panel.getByRole('checkbox').first().waitFor();
      await panel.scrollIntoViewIfNeeded();
      await judge(page, `wishes in ${language}`);
      await shot(page, `bell-wishes-${language}`);
      await page.setViewportSize({ width: 390, height: 844 });
      await panel.scrollIntoViewIfNeeded();
      await fits(page, `wishes on a phone in ${language}`);
      await shot(page, `bell-wishes-phone-${language}`);
      await page.setViewportSize({ width: 1400, height: 900 });
    }
    await page.emulateMedia({ colorScheme: 'dark' });
    await panel.scrollIntoViewIfNeeded();
    await judge(page, 'wishes at night', ['color-contrast']);
    await shot(page, 'bell-wishes-dark');
    must(page.troubles.length === 0, `the page complained: ${page.troubles.join('; ')}`);
  },
  'notices: a link without a good key stops nothing, and says so': async ({ browser, server }) => {
    const page = await person(browser, server);
    await page.goto(`${server.base}/stop?key=nobody.AAAA&kind=turn&way=push`);
    await page.getByText('This link does not work').waitFor();
    await judge(page, 'a link that stops nothing');
    await shot(page, 'bell-stop');
  },
  'notices: the service worker shows what comes, and a click opens its table or stops the kind': async ({ browser, server }) => {
    const { page, b } = await friends(browser, server, ['Push Ana', 'Push Theo'], { serviceWorkers: 'allow' });
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
    const worker = page.context().serviceWorkers()[0] ?? (await page.context().waitForEvent('serviceworker'));
    // A browser without a screen shows no notices and has no windows to open: what it is asked to do is written down.
    await worker.evaluate(() => {
      self.asked = [];
      self.registration.showNotification = async (title, { body, tag, data, actions }) => void self.asked.push({ title, body, tag, data, actions });
      self.clients.openWindow = async (url) => void self.asked.push({ opened: url });
    });
    const asked = async (n) => {
      for (let i = 0; i < 1200; i++) {
        const all = await worker.evaluate(() => self.asked);
        if (all.length >= n) return all;
        await new Promise((go) => setTimeout(go, 50));
      }
      throw new Error(`the worker was asked: ${JSON.stringify(await worker.evaluate(() => self.asked))}`);
    };
    const cdp = await page.context().newCDPSession(page);
    const found = new Promise((done) => cdp.on('ServiceWorker.workerRegistrationUpdated', (e) => e.registrations[0] && done(e.registrations[0].registrationId)));
    await cdp.send('ServiceWorker.enable');
    const registrationId = await found;
    const message = { kind: 'turn', topic: 'turn:t1', title: 'Your move', text: 'Myst is waiting for you.', link: '/table/t1#key=k', stop: 'nobody.AAAA', never: 'No more of these', lang: 'en' };
    await cdp.send('ServiceWorker.deliverPushMessage', { origin: server.base, registrationId, data: JSON.stringify(message) });
    const [{ data, actions, ...shown }] = await asked(1);
    must(JSON.stringify(shown) === JSON.stringify({ title: message.title, body: message.text, tag: message.topic }), `shown: ${JSON.stringify(shown)}`);
    must(actions.length === 1 && actions[0].title === 'No more of these', 'no button stops it');
    const click = (action) =>
      worker.evaluate(([what, about]) => self.dispatchEvent(Object.assign(new ExtendableEvent('notificationclick'), { action: what, notification: { close() {}, data: about } })), [action, data]);
    await click('');
    must((await asked(2))[1].opened === `${server.base}/table/t1#key=k`, 'the click opens another place');
    const tried = page.context().waitForEvent('request', (r) => r.url().includes('/api/bell/stop'));
    await click('stop');
    must(/key=nobody.AAAA&kind=turn&way=push$/.test((await tried).url()), 'the button asks for something else');
    must(b.token && page.troubles.length === 0, `the page complained: ${page.troubles.join('; ')}`);
  },
};
