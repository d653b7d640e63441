// Studies: two who edit live, arrows by pointer and by keyboard, read only, a phone, French. SPDX-License-Identifier: MIT
import { spawnSync } from 'node:child_process';
import { must, person, PROGRAM, shot } from './harness.mjs';
import { fits, judge } from './shell.mjs';

const PHONE = { width: 390, height: 844 };

async function judged(page, name) {
  await shot(page, name);
  await judge(page, name);
  await fits(page, name);
}

/** A record as somebody would bring it. */
const record = () => spawnSync(PROGRAM, ['random', 'myriath', '--players', '2', '--seed', '5'], { encoding: 'utf8' }).stdout;

async function make(page, server, from = '') {
  await page.goto(`${server.base}/studies`);
  await page.getByRole('button', { name: 'New study' }).first().click();
  await page.keyboard.type('Streets and gates');
  await page.locator('dialog select').first().selectOption({ label: 'Myriath' });
  if (from) await page.locator('dialog textarea').fill(from);
  await page.getByRole('button', { name: 'Make the study' }).click();
  await page.locator('.study .board svg').first().waitFor();
  return page.url().split('?')[0];
}

/** The first move on the board that can be made by one click. */
async function lay(page) {
  await page.locator('.board .pt-control.legal').first().press('Enter');
}

export const studies = {
  'studies: two edit one live, with branches, words and arrows': async ({ browser, server }) => {
    const ana = await person(browser, server);
    const theo = await person(browser, server);
    const place = await make(ana, server, record());
    await ana.getByRole('button', { name: 'Share and save' }).click();
    await ana.getByRole('radio', { name: 'Whoever has the link' }).check();
    await ana.keyboard.press('Escape');
    // Theo reads, asks, and is let in.
    await theo.goto(place);
    await theo.getByText('You may read this study.').waitFor();
    await judged(theo, 'study-read');
    must(!(await theo.getByRole('button', { name: 'Arrow' }).count()), 'a reader has tools');
    await theo.getByRole('button', { name: 'Ask to edit' }).click();
    await ana.getByRole('button', { name: 'Let them edit' }).click();
    await theo.getByRole('button', { name: 'Arrow' }).waitFor();
    // Ana goes on by keys and writes; Theo sees it without a reload.
    await ana.locator('body').click({ position: { x: 5, y: 890 } });
    for (let i = 0; i < 3; i++) await ana.keyboard.press('ArrowRight');
    await ana.keyboard.press('c');
    await theo.getByText('is writing…').waitFor();
    await ana.keyboard.type('Its lower end leans east.');
    await ana.keyboard.press('Enter');
    await theo.locator('blockquote', { hasText: 'Its lower end leans east.' }).waitFor();
    await ana.keyboard.press('Escape');
    // An arrow by pointer, a ring by keyboard.
    await ana.keyboard.press('a');
    const places = ana.locator('.frame .board [data-node]');
    const box = async (i) => (await places.nth(i).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const [from, to] = [await box(2), await box(12)];
    await ana.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await ana.mouse.down();
    await ana.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 4 });
    await ana.mouse.up();
    await ana.locator('svg .green .head').first().waitFor({ state: 'attached' });
    await ana.getByRole('radio', { name: 'Amber' }).click();
    await ana.locator('.title').click();
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown', 'Enter', 'Enter']) await ana.keyboard.press(key);
    await ana.locator('svg .amber circle').first().waitFor({ state: 'attached' });
    await ana.keyboard.press('Escape');
    await theo.locator('.move', { hasText: /^3/ }).first().click();
    await theo.locator('svg .green .head').first().waitFor({ state: 'attached' });
    await theo.locator('svg .amber circle').first().waitFor({ state: 'attached' });
    // Theo has another idea.
    await theo.getByRole('button', { name: 'Branch' }).click();
    await lay(theo);
    await theo.getByText(/idea/).first().waitFor();
    await ana.getByText(/Instead, .*idea/).first().waitFor();
    await judged(ana, 'study');
    await ana.getByRole('tab', { name: 'History' }).click();
    await ana.getByRole('button', { name: 'Undo' }).first().waitFor();
    await judged(ana, 'study-history');
    const before = await theo.locator('.instead').count();
    await ana.getByRole('button', { name: 'Undo' }).first().click();
    await theo.waitForFunction((n) => document.querySelectorAll('.instead').length < n, before);
    // The chapter leaves as a record.
    await ana.getByRole('button', { name: 'Share and save' }).click();
    const [file] = await Promise.all([ana.waitForEvent('download'), ana.getByRole('button', { name: 'Main line as a record' }).click()]);
    must(spawnSync(PROGRAM, ['replay', await file.path()]).status === 0, 'the record is not one');
    await judged(ana, 'study-share');
    // Whoever closes the page says so; the others see it.
    const called = await theo.evaluate(async () => (await (await fetch('/api/me', { headers: { Authorization: `Bearer ${localStorage.getItem('petteia.token')}` } })).json()).name);
    const there = ana.locator('.here').getByText(called);
    const says = theo.waitForRequest((r) => r.url().endsWith('/here') && r.postDataJSON()?.gone === true);
    await theo.evaluate(() => dispatchEvent(new Event('pagehide')));
    await says;
    for (const page of [ana, theo]) must(!page.troubles.length, page.troubles.join('\n'));
    await theo.close();
    await there.waitFor({ state: 'detached' });
  },

  'studies: pointers, somebody added by name, both versions of what two changed': async ({ browser, server }) => {
    const [ana, theo] = [await person(browser, server), await person(browser, server, { viewport: PHONE })];
    const place = await make(ana, server, record());
    // Theo has an account, so Ana can name him.
    await theo.goto(`${server.base}/`);
    const made = await theo.evaluate(async () => {
      const say = async (path, body, token) => (await fetch(`/api/${path}`, { method: 'POST', headers: { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) }, body: JSON.stringify(body) })).json();
      const name = `Theo${Math.floor(performance.now())}`;
      const { token } = await say('guest', { name });
      const account = { name, ...(await say('account', { name, password: 'a long enough pass' }, token)) };
      await say('page', { invited: 'all' }, account.token ?? token);
      return account;
    });
    await theo.evaluate((token) => localStorage.setItem('petteia.token', token), made.token);
    await ana.getByRole('button', { name: 'Share and save' }).click();
    await ana.getByLabel('Somebody with an account, by name').fill('Nobody at all');
    await ana.keyboard.press('Enter');
    await ana.getByText('Nobody with an account has this name').first().waitFor();
    await ana.getByLabel('Somebody with an account, by name').fill(made.name);
    await ana.keyboard.press('Enter');
    await ana.getByText(`${made.name} may edit now.`).first().waitFor();
    await judged(ana, 'study-add');
    await ana.keyboard.press('Escape');
    // On a phone the way leads over "Learn".
    await theo.reload();
    await theo.getByRole('link', { name: 'Learn', exact: true }).click();
    await theo.getByRole('navigation', { name: 'Learn' }).getByRole('link', { name: 'Studies' }).click();
    await theo.getByRole('link', { name: /Streets and gates/ }).waitFor();
    await judged(theo, 'learn-phone');
    await theo.getByRole('link', { name: /Streets and gates/ }).click();
    await theo.getByRole('button', { name: 'Arrow' }).waitFor();
    // Ana's pointer is seen where it is, whatever the size.
    const spot = ana.locator('.frame .board [data-node]').nth(6);
    const box = await spot.boundingBox();
    await ana.getByText(made.name).first().waitFor();
    await ana.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await theo.locator('.pointer').waitFor();
    const name = await spot.getAttribute('data-node');
    const [there, pointed] = [await theo.locator(`.frame .board [data-node="${name}"]`).first().boundingBox(), await theo.locator('.pointer svg').boundingBox()];
    must(Math.hypot(pointed.x - there.x - there.width / 2, pointed.y - there.y - there.height / 2) < 6, 'the pointer is elsewhere');
    await judged(theo, 'study-pointer-phone');
    // Both change the name of the chapter: the later one is kept, and both versions stand side by side.
    for (const page of [ana, theo]) {
      await page.getByRole('button', { name: 'Share and save' }).click();
      await page.getByLabel('Name of the chapter').waitFor();
    }
    await ana.getByLabel('Name of the chapter').fill('Gates');
    await ana.keyboard.press('Enter');
    await theo.locator('.chapter', { hasText: 'Gates' }).waitFor({ state: 'attached' });
    await theo.getByLabel('Name of the chapter').fill('Streets');
    await theo.keyboard.press('Enter');
    await theo.keyboard.press('Escape');
    const both = theo.getByRole('alert', { name: 'Two of you changed this at the same time' });
    await both.getByText('Gates').waitFor();
    await both.scrollIntoViewIfNeeded();
    await judged(theo, 'study-conflict-phone');
    await both.getByRole('button', { name: 'Take this one' }).press('Enter');
    await ana.locator('.chapter', { hasText: 'Gates' }).waitFor();
    await both.waitFor({ state: 'detached' });
    must(place && !theo.troubles.length, theo.troubles.join('\n'));
  },

  'studies: on a phone, by keyboard, in French and German, in the dark': async ({ browser, server }) => {
    const page = await person(browser, server, { viewport: PHONE });
    await page.goto(`${server.base}/studies`);
    await page.getByText('There is no study here yet.').or(page.getByText('For everybody')).first().waitFor();
    await judged(page, 'studies-phone');
    await make(page, server);
    await page.getByText('make the first move').waitFor();
    await page.getByRole('button', { name: 'Draw' }).click();
    await lay(page);
    await page.locator('.row .move').nth(1).waitFor();
    await judged(page, 'study-phone');
    for (const [language, words] of [['fr', 'Dites à quoi sert ce coup'], ['de', 'Sag, wofür dieser Zug gut ist']]) {
      await page.evaluate((l) => localStorage.setItem('petteia.settings', JSON.stringify({ ...JSON.parse(localStorage.getItem('petteia.settings') ?? '{}'), language: l, theme: 'dark' })), language);
      await page.reload();
      await page.getByPlaceholder(words).waitFor();
      await judged(page, `study-phone-${language}`);
    }
    await page.setViewportSize({ width: 1400, height: 900 });
    await judged(page, 'study-dark-de');
    // A new chapter, under another name, and away again.
    await page.getByRole('button', { name: 'Neues Kapitel' }).click();
    await page.keyboard.type('Zweites');
    await page.keyboard.press('Enter');
    await page.locator('.chapter[aria-current]', { hasText: 'Zweites' }).waitFor();
    await page.getByRole('button', { name: 'Teilen und sichern' }).click();
    await page.getByLabel('Name des Kapitels').fill('Anders');
    await page.getByLabel('Name des Kapitels').press('Enter');
    await page.locator('.chapter', { hasText: 'Anders' }).waitFor();
    await judged(page, 'study-names');
    await page.getByRole('button', { name: 'Dieses Kapitel wegradieren' }).click();
    await page.locator('.chapter', { hasText: 'Anders' }).waitFor({ state: 'detached' });
    await page.locator('.row .move').last().click();
    // The last change of one's own is taken back by a key.
    const before = await page.locator('.row .move').count();
    await page.locator('.title').click();
    await page.keyboard.press('Control+z'); // the chapter comes back
    await page.locator('.chapter', { hasText: 'Anders' }).waitFor();
    for (let i = 0; i < 3; i++) await page.keyboard.press('Control+z'), await page.waitForTimeout(300);
    await page.waitForFunction((n) => document.querySelectorAll('.row .move').length < n, before);
    must(!page.troubles.length, page.troubles.join('\n'));
  },

  'studies: made from a game of the archive; words wait while the server is away': async ({ browser, own }) => {
    const server = await own();
    const page = await person(browser, server);
    await page.goto(`${server.base}/replay`);
    await page.locator('textarea').fill(record());
    await page.getByRole('button', { name: 'Show it' }).click();
    await page.getByRole('button', { name: 'Study this game' }).click();
    await page.locator('.study .move').nth(5).waitFor();
    await page.locator('.study .move').nth(2).click();
    await server.kill();
    await page.getByLabel('Say what this move is for').fill('Kept for later.');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('1 change waits here').waitFor();
    await judged(page, 'study-offline');
    await server.up();
    await page.reload();
    await page.locator('blockquote', { hasText: 'Kept for later.' }).waitFor();
    await page.getByText('1 change waits here').waitFor({ state: 'detached' });
  },

  'season: what was played, on a large screen and on a phone, in French': async ({ browser, server }) => {
    const page = await person(browser, server);
    await page.goto(`${server.base}/leaders`);
    await page.getByRole('link', { name: 'The season' }).click();
    await page.getByRole('heading', { name: 'Games played' }).waitFor();
    await judged(page, 'season');
    await page.getByLabel('From').fill('2020-01-01');
    await page.getByRole('button', { name: 'Show' }).click();
    await page.getByText('A season begins before it ends and lasts at most 366 days').waitFor();
    await page.getByLabel('To').fill('2020-03-31');
    await page.getByRole('button', { name: 'Show' }).click();
    await page.getByText('No game has ended in this time.').waitFor();
    await page.setViewportSize(PHONE);
    await page.evaluate(() => localStorage.setItem('petteia.settings', JSON.stringify({ ...JSON.parse(localStorage.getItem('petteia.settings') ?? '{}'), language: 'fr' })));
    await page.reload();
    await page.getByRole('heading', { name: 'Parties jouées' }).waitFor();
    await judged(page, 'season-phone-fr');
    must(page.troubles.every((one) => one.includes('400')), page.troubles.join('\n')); // the browser tells of the refused period
  },
};
