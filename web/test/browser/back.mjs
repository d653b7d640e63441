// Reasons to come back, screen by screen: days a move, quick pairing, tournaments, puzzles, studies, the season. Each is measured by phone
// and on a large screen, by day and night, in every language, and every action on it is reached by the Tab key. In the selections of run.mjs it is brief:
// axe judges colours only, and nobody waits until bots are offered. SPDX-License-Identifier: MIT
import { spawnSync } from 'node:child_process';
import { asked, guest, table } from './correspondence.mjs';
import { must, person, PROGRAM, shot } from './harness.mjs';
import { judge, tooSmall } from './shell.mjs';

const PHONE = { width: 390, height: 844 };
const WIDE = { width: 1400, height: 900 };
const LANGUAGES = ['en', 'fr', 'de'];
const sane = (page) => must(page.troubles.length === 0, `the page complained: ${page.troubles.join('; ')}`);

/** As another tab would change it: nothing is loaded again. */
async function speak(page, language) {
  await page.evaluate((l) => {
    const place = 'petteia.settings';
    localStorage.setItem(place, JSON.stringify({ ...JSON.parse(localStorage.getItem(place) ?? '{}'), language: l }));
    dispatchEvent(new StorageEvent('storage', { key: place }));
  }, language);
  await page.waitForFunction((l) => document.documentElement.lang === l, language);
}

/** Runs in the page: what sticks out, is cut, or is too small to be read. Boards measure their own words. */
function wrong() {
  const found = [];
  const screen = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth > screen) found.push(`the page is ${document.documentElement.scrollWidth} px wide`);
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const told = (what, one, text) => found.push(`${what}: ${one.tagName.toLowerCase()}.${String(one.className).replace(/ ?svelte-\w+/g, '')} "${text.slice(0, 60)}"`);
  const rolls = (one) => one && one !== document.body && (/auto|scroll/.test(getComputedStyle(one).overflowX) || rolls(one.parentElement));
  while (words.nextNode()) {
    const text = words.currentNode.textContent.trim();
    const one = words.currentNode.parentElement;
    if (!text || one.closest('svg, .hidden, .skip, option, script, style, [inert], [aria-hidden=true]') || !one.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const style = getComputedStyle(one);
    if (style.clipPath !== 'none') continue; // read out, not shown
    if (parseFloat(style.fontSize) < 11) told(`${style.fontSize} high`, one, text);
    const range = document.createRange();
    range.selectNodeContents(words.currentNode);
    const box = range.getBoundingClientRect();
    if (!box.width) continue;
    const holds = one.closest('button, a.btn, .chip, select, th, h1, h2, h3, legend, label');
    if ((box.right > screen + 1 || box.left < -1) && !rolls(one)) told('beside the screen', one, text);
    if (holds && holds.scrollWidth > holds.clientWidth + 2 && getComputedStyle(holds).overflowX !== 'visible') told('cut', holds, text);
    if (holds?.matches('button, a.btn, .chip')) {
      const b = holds.getBoundingClientRect();
      if (box.left < b.left - 1 || box.right > b.right + 1 || box.top < b.top - 3 || box.bottom > b.bottom + 3) told('out of its button', holds, text);
    }
  }
  return [...new Set(found)];
}

/** Runs in the page: what can be done here, and by Tab alone it must be reached; the others of a group are reached by arrows. */
function doable() {
  const top = document.querySelector('dialog[open]') ?? document;
  const group = '[role=radiogroup], [role=tablist], [role=listbox], .board, .tray';
  const all = [...top.querySelectorAll('button, a[href], input, select, textarea, summary, [tabindex="0"]')].filter(
    (one) => !one.disabled && one.checkVisibility({ visibilityProperty: true }) && !one.closest('[inert], [aria-hidden=true]') && !(one.tabIndex < 0 && one.closest(group)) && !(one.type === 'radio' && !one.checked),
  );
  window.wanted = new Set(all);
  return all.length;
}

async function byTab(page, name) {
  const most = 2 * (await page.evaluate(doable)) + 20;
  await page.evaluate(() => document.activeElement?.blur());
  for (let i = 0, left = 1; i < most && left; i++) {
    await page.keyboard.press('Tab');
    left = await page.evaluate(() => (window.wanted.delete(document.activeElement), window.wanted.size));
  }
  const left = await page.evaluate(() => [...window.wanted].filter((one) => one.isConnected && one.checkVisibility()).map((one) => one.outerHTML.slice(0, 140)));
  must(left.length === 0, `${name}: Tab never comes to\n  ${left.join('\n  ')}`);
}

/** Tab to it, and Enter; `key` for what is not pressed by Enter. */
async function press(page, locator, key = 'Enter') {
  await locator.first().waitFor();
  for (let i = 0; i < 150; i++) {
    if (await locator.first().evaluate((one) => one === document.activeElement)) return page.keyboard.press(key);
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never comes to ${locator}`);
}

/** Tab to a field, and type. */
async function type(page, field, text) {
  await press(page, field, 'ControlOrMeta+a');
  await page.keyboard.type(text);
}

/** Tab to a list, and down or up to one of its lines. */
async function choose(page, list, label) {
  await press(page, list, 'Home');
  for (let i = 0; i < 20; i++) {
    if ((await list.first().evaluate((one) => one.selectedOptions[0]?.label)) === label) return;
    await page.keyboard.press('ArrowDown');
  }
  throw new Error(`the list has no ${label}`);
}

/** Set by the tests: this run is to be a short one. */
let quickly = false;

/** One screen in all of its looks. Axe judges the French phone by night, and the colours of the large screen by day. A page that speaks another
 *  language begins anew: `again` opens what had been opened. */
async function look(page, name, { tab = true, finger = true, again = async () => {}, languages = LANGUAGES } = {}) {
  for (const language of languages) {
    await speak(page, language);
    for (const size of [PHONE, WIDE]) {
      await page.setViewportSize(size);
      await again(size);
      const where = `${name}, ${language}, ${size.width}`;
      for (const colorScheme of ['light', 'dark']) {
        await page.emulateMedia({ colorScheme });
        await shot(page, `back-${name}-${language}-${size.width}-${colorScheme}`);
      }
      const found = await page.evaluate(wrong);
      must(found.length === 0, `${where}:\n  ${found.join('\n  ')}`);
      if (size === PHONE && language === 'de' && finger) {
        const missed = await page.evaluate(tooSmall);
        must(missed.length === 0, `a finger misses on ${where}:\n  ${missed.join('\n  ')}`);
      }
      if (language === 'fr' && size === PHONE) await judge(page, `${where}, dark`, quickly ? ['color-contrast'] : undefined);
    }
    await page.emulateMedia({ colorScheme: 'light' });
  }
  if (!languages.includes('en')) return;
  await speak(page, 'en');
  await again(WIDE);
  await judge(page, `${name}, light`, ['color-contrast']);
  if (tab) await byTab(page, name);
}

const call = async (server, path, body, token) => {
  const headers = { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) };
  return (await fetch(`${server.base}/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json();
};

const tokenOf = (page) => page.evaluate(() => localStorage.getItem('petteia.token'));

/** A guest becomes a member, so that friends can invite them. */
async function member(page, server, name) {
  const { token } = await call(server, 'account', { name, password: 'a long enough pass' }, await tokenOf(page));
  must(token, `${name} is no member`);
  await page.evaluate((kept) => localStorage.setItem('petteia.token', kept), token);
  return token;
}

async function daysAMove({ browser, server }) {
  const names = ['Maximiliane', 'Bartholomäus'].map((name) => `${name} ${Math.random().toString(36).slice(2, 6)}`);
  const [a, b] = [await guest(browser, server, names[0]), await guest(browser, server, names[1])];
  const tokens = [await member(a, server, names[0]), await member(b, server, names[1])];
  for (const i of [0, 1]) await call(server, 'friends', { name: names[1 - i] }, tokens[i]);
  await table(a, b, server);
  const [, page] = await asked(a, b);
  const [mine, theirs] = page === a ? tokens : [tokens[1], tokens[0]];
  // At the table, by keys alone: an answer is begun, a note kept, a day given.
  await press(page, page.getByRole('tab', { name: 'For me' }));
  await press(page, page.getByLabel('A note on this position, for you alone'), 'S');
  await page.keyboard.type('he saves for the left bank');
  await press(page, page.getByRole('button', { name: 'Save the note' }));
  await page.locator('.notes li').waitFor();
  await press(page, page.getByRole('button', { name: /Give .* a day more/ }));
  await press(page, page.getByRole('button', { name: 'Prepare an answer' }));
  await page.locator('.next li button').first().waitFor();
  const prepare = async (size) => {
    await (size === WIDE ? page.locator('#tab-mine') : page.getByRole('button', { name: /^(For me|Pour moi|Für mich)$/ })).click();
    if (!(await page.locator('.make').isVisible())) await page.locator('.mine > .btn').first().click();
    await page.locator('.next li button').first().waitFor();
  };
  await look(page, 'days-table', { tab: false, finger: false, again: prepare });
  // Home: the game that waits, and an invitation that came while one was away.
  const { person: me } = await (await fetch(`${server.base}/api/me`, { headers: { Authorization: `Bearer ${mine}` } })).json();
  const other = await call(server, 'tables', { game: 'cyclades', players: 2, seats: ['me', ''] }, theirs);
  must((await call(server, 'invitations', { person: me, table: other.table }, theirs)).here !== undefined, 'no invitation');
  await page.goto(server.base);
  const invited = page.getByRole('region', { name: 'Invitations' });
  await invited.getByText('Cyclades').waitFor();
  await page.locator('.games li').first().waitFor();
  await page.waitForFunction(() => !document.querySelector('.toast'));
  await look(page, 'days-home', { finger: false });
  // Days off and reminders.
  await page.goto(`${server.base}/account`);
  await press(page, page.getByRole('checkbox', { name: '3 h before' }), 'Space');
  await press(page, page.getByRole('button', { name: 'I am away' }));
  await page.getByRole('button', { name: 'I am back' }).waitFor();
  await page.locator('#days-off').scrollIntoViewIfNeeded();
  await look(page, 'days-off', { tab: false, finger: false });
  for (const one of [a, b]) sane(one);
}

/** Somebody who waits for something that nobody else in these tests would play. */
async function waitFor(browser, server, language, game) {
  const page = await person(browser, server);
  await page.goto(`${server.base}/tables`);
  if (language === 'en') await look(page, 'quick', { tab: false });
  await speak(page, language);
  for (const other of ['Cyclades', 'Mykerinos', 'Myriath', 'Myst', 'Mytikas'].filter((one) => one !== game)) await press(page, page.getByRole('button', { name: other, exact: true }));
  for (const n of ['2', '4', '5']) await press(page, page.getByRole('button', { name: n, exact: true }));
  await press(page, page.getByRole('radio').last(), 'Space');
  await press(page, page.getByRole('button', { name: /^(Find a game|Trouver une partie|Partie finden)$/ }));
  await page.locator('[role=status] .num').waitFor();
  await look(page, 'quick-waiting', { languages: [language], tab: false });
  return { page, language };
}

/** Bots are offered after half a minute; meanwhile a tournament is looked at. */
async function pairing({ browser, server, brief }) {
  const page = await person(browser, server);
  const waiting = [];
  for (const [language, game] of [['en', 'Cyclades'], ['fr', 'Myriath'], ['de', 'Mytikas']]) waiting.push(await waitFor(browser, server, language, game));
  await events(page, server);
  for (const one of waiting) {
    if (!brief) {
      await one.page.getByRole('button', { name: /bots|robots/i }).waitFor({ timeout: 240000 }); // a page that was too busy to ask waits anew
      await look(one.page, 'quick-bots', { languages: [one.language], tab: false });
    }
    await press(one.page, one.page.getByRole('button', { name: /^(Cancel|Annuler|Abbrechen)$/ }));
    await one.page.getByRole('radio').first().waitFor();
    sane(one.page);
  }
  sane(page);
}

/** Opens a dialog, if none is open, by a button that is called so in one of the languages. */
const dialog = (page, name) => async () => {
  if (!(await page.locator('dialog[open]').count())) await page.getByRole('button', { name }).first().click();
  await page.locator('dialog[open]').waitFor();
};

async function events(page, server) {
  await page.goto(`${server.base}/events`);
  await press(page, page.getByRole('button', { name: 'New tournament' }));
  await look(page, 'event-new', { again: dialog(page, /^(New tournament|Nouveau tournoi|Neues Turnier)$/) });
  await type(page, page.locator('dialog input').first(), 'Harbour Swiss of the long winter');
  await choose(page, page.locator('dialog select').first(), 'Mykerinos');
  await press(page, page.getByRole('button', { name: 'Make the tournament' }));
  await page.getByRole('heading', { name: 'Harbour Swiss' }).waitFor();
  const place = page.url();
  await press(page, page.getByRole('button', { name: 'Sign up' }));
  await page.getByText('You are in').first().waitFor();
  for (const n of [2, 3, 4]) {
    await press(page, page.getByRole('button', { name: 'Add a bot' }));
    await page.getByText(`${n} of 64 have signed up`).waitFor();
  }
  await look(page, 'event-signup');
  await press(page, page.getByRole('button', { name: 'Start the first round' }));
  await page.getByRole('link', { name: 'Go to your table' }).waitFor();
  const why = async () => {
    const row = page.locator('tbody button[aria-expanded]').nth(1);
    if ((await row.getAttribute('aria-expanded')) === 'false') await row.press('Enter');
    await page.locator('tr.why').waitFor();
  };
  await look(page, 'event-round', { again: why });
  for (const n of [1, 2]) {
    await press(page, page.getByRole('button', { name: new RegExp(`^Enter a result Table ${n}`) }));
    if (n === 1) await look(page, 'event-result', { finger: false, again: dialog(page, /^(Enter a result|Entrer un résultat|Ergebnis eintragen) .*1$/) });
    await press(page, page.getByRole('button', { name: 'Save' }));
    await page.locator('dialog[open]').waitFor({ state: 'detached' });
  }
  await page.getByText('Your table is over').waitFor();
  await page.goto(`${place}?wall=1`);
  await page.getByRole('heading', { name: 'Standings' }).waitFor();
  await look(page, 'event-wall', { tab: false, finger: false });
  await page.goto(place);
  await press(page, page.getByRole('button', { name: 'End the tournament' }));
  await press(page, page.locator('dialog[open]').getByRole('button', { name: 'End the tournament' }));
  await page.getByLabel('The first three').waitFor();
  await look(page, 'event-over', { again: why });
  await page.goto(`${server.base}/events`);
  await page.getByText(/Won by/).first().waitFor();
  await look(page, 'events');
}

async function puzzles({ browser, server }) {
  const page = await person(browser, server);
  await page.goto(`${server.base}/puzzles`);
  await page.locator('main li').nth(4).waitFor();
  await look(page, 'puzzles');
  await page.goto(`${server.base}/puzzle/mytikas`);
  await page.locator('.band h2').waitFor();
  await page.locator('.ask.yours').waitFor();
  await look(page, 'puzzle', { finger: false });
  await press(page, page.getByRole('button', { name: 'Show the answer' }));
  await page.getByRole('heading', { name: 'The answer' }).waitFor();
  const answer = async () => {
    await page.locator('.band h2').waitFor();
    if (!(await page.locator('#why').count())) await page.locator('.btn.quiet', { hasText: /answer|réponse|Antwort|Lösung/ }).click();
    await page.locator('#why').waitFor();
  };
  await look(page, 'puzzle-why', { finger: false, again: answer });
  sane(page);
}

async function studies({ browser, server }) {
  const page = await person(browser, server);
  const record = spawnSync(PROGRAM, ['random', 'myriath', '--players', '2', '--seed', '5'], { encoding: 'utf8' }).stdout;
  await page.goto(`${server.base}/studies`);
  await press(page, page.getByRole('button', { name: 'New study' }));
  await look(page, 'study-new', { finger: false, again: dialog(page, /^(New study|Nouvelle étude|Neue Studie)$/) });
  await type(page, page.locator('dialog input').first(), 'Streets and gates of the old town');
  await choose(page, page.locator('dialog select').first(), 'Myriath');
  await page.locator('dialog textarea').fill(record);
  await press(page, page.getByRole('button', { name: 'Make the study' }));
  await page.locator('.study .board svg').first().waitFor();
  // By keys: three moves on, a word, an arrow, another move instead.
  await page.evaluate(() => document.activeElement?.blur());
  for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('c');
  await page.keyboard.type('Its lower end leans east, so the gate stays open.');
  await page.keyboard.press('Enter');
  await page.locator('blockquote').waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('a');
  await page.locator('.hint[role=status]').waitFor();
  await press(page, page.locator('.frame .board [data-nav][tabindex="0"]'));
  for (const key of ['ArrowRight', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
  await page.locator('svg .green').first().waitFor({ state: 'attached' });
  await page.keyboard.press('Escape');
  await press(page, page.getByRole('button', { name: 'Branch' }));
  await page.locator('.board .pt-control.legal').first().press('Enter');
  await page.getByText(/idea/).first().waitFor();
  await look(page, 'study', { finger: false });
  await press(page, page.getByRole('tab', { name: 'History' }));
  await page.getByRole('button', { name: 'Undo' }).first().waitFor();
  await look(page, 'study-history', { finger: false, again: () => page.locator('.side [role=tab]').nth(2).click() });
  await press(page, page.getByRole('button', { name: 'Share and save' }));
  const lesson = page.getByRole('button', { name: 'As a lesson (scenario)' });
  await lesson.waitFor();
  await look(page, 'study-share', { finger: false, again: dialog(page, /^(Share and save|Partager et enregistrer|Teilen und sichern)$/) });
  const [file] = await Promise.all([page.waitForEvent('download'), press(page, lesson)]);
  must((await file.path()) && file.suggestedFilename().endsWith('.scn'), 'no lesson comes out');
  await page.goto(`${server.base}/studies`);
  await page.getByRole('link', { name: /Streets and gates/ }).first().waitFor();
  await look(page, 'studies');
  sane(page);
}

async function season({ browser, server }) {
  const page = await person(browser, server);
  await page.goto(`${server.base}/season`);
  await page.getByRole('heading', { name: 'Games played' }).waitFor();
  await look(page, 'season');
  await page.goto(`${server.base}/season?from=2020-01-01&to=2020-03-31`);
  await page.getByText('No game has ended in this time.').waitFor();
  await look(page, 'season-empty');
  sane(page);
}

/** A server of its own: whoever waits for a game here must not be met by other tests. */
const inEveryLook = (test) => async (context) => {
  quickly = context.brief;
  await test({ ...context, server: await context.own() });
};

export const back = {
  'come back: days a move in every look': inEveryLook(daysAMove),
  'come back: quick pairing and a tournament in every look': inEveryLook(pairing),
  'come back: puzzles in every look': inEveryLook(puzzles),
  'come back: studies in every look': inEveryLook(studies),
  'come back: the season in every look': inEveryLook(season),
};
