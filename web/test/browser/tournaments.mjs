// Tournaments: from making one to the podium, on a phone, in French, and on the wall. SPDX-License-Identifier: MIT
import { must, person, shot } from './harness.mjs';
import { fits, judge } from './shell.mjs';

const PHONE = { width: 390, height: 844 };

async function judged(page, name) {
  await shot(page, name);
  await judge(page, name);
  await fits(page, name);
}

/** Ana makes one, by keyboard alone once the dialog is open. */
async function make(page, server) {
  await page.goto(`${server.base}/events`);
  await page.getByRole('button', { name: 'New tournament' }).click();
  await page.keyboard.type('Harbour Swiss');
  await page.locator('dialog select').first().selectOption({ label: 'Mykerinos' });
  await page.getByRole('spinbutton', { name: 'Rounds' }).fill('2');
  await judged(page, 'event-new');
  await page.getByRole('button', { name: 'Make the tournament' }).press('Enter');
  await page.getByRole('heading', { name: 'Harbour Swiss' }).waitFor();
  return page.url();
}

/** Whoever comes says that they are ready, and gives up: the shortest game there is. */
async function come(page) {
  await page.getByRole('link', { name: 'Go to your table' }).click();
  await page.getByRole('button', { name: /I am ready|Start/ }).first().click();
}

export const tournaments = {
  'tournaments: made, signed up for, played and won, with one click to my table': async ({ browser, server }) => {
    const ana = await person(browser, server);
    const theo = await person(browser, server, { viewport: PHONE });
    const place = await make(ana, server);
    await ana.getByRole('button', { name: 'Sign up' }).click();
    await ana.getByText('You are in').first().waitFor();
    await theo.goto(place);
    await theo.getByRole('button', { name: 'Sign up' }).click();
    await theo.getByRole('button', { name: 'Withdraw' }).waitFor();
    await judged(theo, 'event-signup-phone');
    await ana.locator('form', { has: ana.getByRole('button', { name: 'Add a bot' }) }).locator('select').selectOption('beginner');
    await ana.getByRole('button', { name: 'Add a bot' }).click();
    await ana.getByText('3 of 64 have signed up').waitFor();
    await judged(ana, 'event-signup');
    await ana.getByRole('button', { name: 'Add a bot' }).click();
    await ana.getByText('4 of 64 have signed up').waitFor();
    await ana.getByRole('button', { name: 'Start the first round' }).click();
    for (const page of [ana, theo]) await page.getByRole('link', { name: 'Go to your table' }).waitFor();
    await judged(ana, 'event-round');
    await judged(theo, 'event-round-phone');
    // A row opens by keyboard and says why.
    const row = ana.locator('button[aria-expanded]').first();
    await row.press('Enter');
    await ana.getByText('Why this place?').waitFor();
    await judged(ana, 'event-row');
    await come(theo);
    await theo.goto(`${place}?wall=1`);
    await theo.setViewportSize({ width: 1920, height: 1080 });
    await theo.getByRole('heading', { name: 'Standings' }).waitFor();
    await judged(theo, 'event-wall');
    // The host enters a result; a table in play is closed by it.
    await ana.goto(place);
    for (const n of [1, 2]) {
      await ana.getByRole('button', { name: new RegExp(`^Enter a result Table ${n}`) }).click();
      if (n === 1) await judged(ana, 'event-result');
      await ana.getByRole('button', { name: 'Save' }).click();
    }
    await ana.getByText('Your table is over').waitFor();
    await judged(ana, 'event-between');
    await ana.getByRole('button', { name: 'Terms' }).click();
    await judged(ana, 'event-terms');
    await ana.keyboard.press('Escape');
    await ana.getByRole('button', { name: 'End the tournament' }).click();
    await ana.locator('dialog[open]').getByRole('button', { name: 'End the tournament' }).click();
    await ana.getByLabel('The first three').waitFor();
    await judged(ana, 'event-over');
    const csv = await ana.evaluate(async (id) => (await fetch(`/api/tournaments/${id}.csv`)).text(), place.split('/').at(-1));
    must(csv.startsWith('place,name,points'), `the CSV begins ${csv.slice(0, 40)}`);
    await ana.goto(`${server.base}/events`);
    await ana.getByText(/Won by/).first().waitFor();
    await judged(ana, 'events');
    for (const page of [ana, theo]) must(page.troubles.length === 0, `the page complained: ${page.troubles.join('; ')}`);
  },
  'tournaments: two who would play the same are paired quickly, and nobody else needs to be asked': async ({ browser, own }) => {
    const server = await own(); // nobody else looks for a game
    const ana = await person(browser, server);
    const theo = await person(browser, server, { viewport: PHONE });
    for (const page of [ana, theo]) {
      await page.goto(`${server.base}/tables`);
      for (const game of ['Cyclades', 'Myriath', 'Myst', 'Mytikas']) await page.getByRole('button', { name: game, exact: true }).click();
      for (const n of ['3', '4']) await page.getByRole('button', { name: n, exact: true }).click();
      await judged(page, `quick-${page === ana ? 'wide' : 'phone'}`);
      await page.getByRole('button', { name: 'Find a game' }).click();
      if (page === ana) await page.getByText('Looking for people').first().waitFor();
      if (page === ana) await judged(page, 'quick-waiting');
    }
    for (const page of [ana, theo]) await page.locator('#ask').waitFor();
    must(ana.url() === theo.url(), 'they went to different tables');
    for (const page of [ana, theo]) must(page.troubles.length === 0, `the page complained: ${page.troubles.join('; ')}`);
  },
  'tournaments: whoever looks for a game and goes elsewhere is not looked for any more, however late the answer is': async ({ browser, own }) => {
    const server = await own(); // nobody else looks for a game
    const page = await person(browser, server);
    let asked = 0;
    let come;
    const late = new Promise((go) => (come = go));
    await page.route('**/api/quick', async (route) => {
      const answer = await route.fetch();
      if (route.request().method() === 'POST') {
        asked++;
        await late;
      }
      await route.fulfill({ response: answer }).catch(() => {});
    });
    await page.goto(`${server.base}/tables`);
    await page.getByRole('button', { name: 'Find a game' }).click();
    while (!asked) await page.waitForTimeout(20);
    await page.evaluate(() => document.querySelector('a[href="/events"]').click());
    await page.getByRole('button', { name: 'New tournament' }).waitFor();
    come();
    await page.waitForTimeout(4000); // the answer has come, and another question would have been asked
    must(asked === 1, `the page has asked ${asked} times, though nobody waits`);
    const { status, said } = await page.evaluate(async () => {
      const { token } = await (await fetch('/api/guest', { method: 'POST', body: '{"name":"Next"}' })).json();
      const answer = await fetch('/api/quick', { method: 'POST', headers: { Authorization: `Bearer ${token}` }, body: '{"offers":[{"game":"mykerinos","players":2,"pace":"normal"}]}' });
      return { status: answer.status, said: await answer.json() };
    });
    must(status === 200 && said.others === 0, `the next one meets whoever has gone: ${JSON.stringify(said)}`);
    must(page.troubles.length === 0, `the page complained: ${page.troubles.join('; ')}`);
  },
  'tournaments: in French and German, by night, as wide as it gets': async ({ browser, server }) => {
    const page = await person(browser, server, { colorScheme: 'dark' });
    await make(page, server);
    const place = page.url();
    for (const [language, words] of [['fr', 'S’inscrire'], ['de', 'Anmelden']]) {
      await page.evaluate((to) => localStorage.setItem('petteia.settings', JSON.stringify({ ...JSON.parse(localStorage.getItem('petteia.settings') ?? '{}'), language: to })), language);
      await page.goto(place);
      await page.getByRole('button', { name: words }).waitFor();
      for (const size of [PHONE, { width: 820, height: 1180 }, { width: 1280, height: 720 }]) {
        await page.setViewportSize(size);
        await judged(page, `event-${language}-${size.width}`);
      }
    }
    must(page.troubles.length === 0, `the page complained: ${page.troubles.join('; ')}`);
  },
};
