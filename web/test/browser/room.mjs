// Room for what is told: the ending of Cyclades and Mykerinos with many players, names of 24 letters, and every creature's words in
// every language. SPDX-License-Identifier: MIT
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { byList, must, person, rematchInSight, shot } from './harness.mjs';
import { resize, sit } from './stage.mjs';

const GENERATED = join(dirname(fileURLToPath(import.meta.url)), '../../src/generated');
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };
const DESKTOPS = ['1280x720', '1400x900'];
const LONG = 'Jean-Baptiste Poquelinet';

/** Somebody whose name has as many letters as a name may have. */
async function longName(browser, server, options = {}) {
  const page = await person(browser, server, options);
  await page.evaluate(async (name) => {
    const got = await (await fetch('/api/guest', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ name }) })).json();
    localStorage.setItem('petteia.token', got.token);
  }, LONG);
  return page;
}

async function speak(page, language) {
  await page.evaluate((words) => localStorage.setItem('petteia.settings', JSON.stringify({ ...JSON.parse(localStorage.getItem('petteia.settings')), language: words })), language);
  await page.reload();
  await page.locator('.ask.yours').waitFor();
}

/** Runs in the page: where the tally ends, which rows lie under its total, and what it says of each place. */
const tallyOf = () => {
  const frame = document.querySelector('.wide-tally');
  const box = (e) => e.getBoundingClientRect();
  const foot = [...frame.querySelectorAll('tfoot th')].map(box).find((b) => b.width > 4);
  const rows = [...frame.querySelectorAll('tbody tr')];
  return {
    under: foot ? rows.filter((row) => box(row).bottom > foot.top + 2).length : 0,
    below: frame.querySelector('.below') !== null,
    empty: Math.round(box(frame).bottom - Math.max(foot?.bottom ?? 0, box(rows.at(-1)).bottom)),
    why: [...frame.querySelectorAll('td.why')].map((td) => td.textContent.trim()),
  };
};

async function whyEachPlace({ browser, server }) {
  const page = await longName(browser, server);
  await sit(page, server, 'cyclades', 'fair-5p:984');
  await byList(page);
  await page.waitForFunction(() => [...document.querySelectorAll('.the-end td.why')].every((td) => td.textContent.trim()));
  for (const size of DESKTOPS) {
    await resize(page, size);
    const now = await page.evaluate(tallyOf);
    await shot(page, `room-end-cyclades-${size}`);
    must(now.why.length === 5, `${size}: ${now.why.length} places are explained (R6.4)`);
    must(now.under === 0 && now.empty < 24, `${size}: ${now.under} rows lie under the total, ${now.empty} px below the tally are empty`);
    await rematchInSight(page);
  }
  await resize(page, '390x844');
  const said = await page.locator('.the-end .narrow summary .why').allInnerTexts();
  must(said.length === 5 && said.every(Boolean), `on a phone ${said.length} places are explained`);
}

async function noRowUnderTotal({ browser, server }) {
  const page = await longName(browser, server);
  await sit(page, server, 'mykerinos', 'fair-4p:205');
  await byList(page);
  await page.waitForFunction(() => document.querySelector('.the-end .hero .words .btn') === null);
  // Printed points, five patrons and a whole series (R6.2, R6.3) are seven rows: as many as there can be.
  const grown = (n) =>
    page.evaluate((rows) => {
      const body = document.querySelector('.wide-tally tbody');
      while (body.children.length < rows) body.append(body.lastElementChild.cloneNode(true));
    }, n);
  await grown(7);
  for (const size of DESKTOPS) {
    await resize(page, size);
    const now = await page.evaluate(tallyOf);
    await shot(page, `room-end-mykerinos-${size}`);
    must(now.under === 0, `${size}: ${now.under} of seven rows lie under the total`);
  }
  await grown(30); // what cannot fit is told of
  await resize(page, DESKTOPS[0]);
  await page.locator('.wide-tally .below').waitFor();
}

/** Runs in the page: texts of the battle and of one's own row that are cut off or leave their frame. */
const cutOff = () => {
  const wrong = [];
  const scene = document.querySelector('.cy .scene');
  if (!scene) return ['there is no battle'];
  if (scene.scrollHeight > scene.clientHeight + 2 && innerWidth > 1020) wrong.push(`the battle has ${scene.scrollHeight} px in ${scene.clientHeight}`);
  const frame = scene.getBoundingClientRect();
  for (const e of scene.querySelectorAll('b, small, span, p, li')) {
    if (!e.checkVisibility() || e.closest('.hidden')) continue;
    if (e.getBoundingClientRect().right > frame.right + 1) wrong.push(`"${e.textContent.trim().slice(0, 30)}" leaves the battle`);
    if (e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).overflow !== 'visible') wrong.push(`"${e.textContent.trim().slice(0, 30)}" is cut off`);
  }
  const names = [...scene.querySelectorAll('.who b')].map((b) => b.textContent);
  const row = document.querySelector('.player.me .who').getBoundingClientRect();
  const you = document.querySelector('.player.me .state').getBoundingClientRect();
  if (!you.width || you.right > row.right + 1 || you.bottom > row.bottom + 2) wrong.push('nothing tells which player one is');
  return [...wrong, ...(names.length === 2 ? [] : [`${names.length} names`])];
};

async function longNamesInBattle({ browser, server }) {
  const page = await longName(browser, server);
  const wrong = [];
  await sit(page, server, 'cyclades', BATTLE);
  for (const language of ['en', 'fr', 'de']) {
    await speak(page, language);
    await page.locator('.cy .scene').waitFor();
    // The other's name is as long: bots have short ones.
    await page.evaluate((name) => document.querySelectorAll('.cy .scene .who b').forEach((b) => (b.textContent = name)), LONG);
    for (const size of [...DESKTOPS, '820x1180', '390x844']) {
      await resize(page, size);
      await shot(page, `room-battle-${language}-${size}`);
      for (const one of await page.evaluate(cutOff)) wrong.push(`${language} ${size}: ${one}`);
    }
    await resize(page, DESKTOPS[0]);
  }
  must(wrong.length === 0, wrong.join('\n'));
}
const BATTLE = 'fair-5p:213'; // somebody is asked to stay or to retreat (R4.28)

/** Every creature's words are read to their end on its card, in every language. */
async function creaturesAreRead({ browser, server }) {
  const page = await person(browser, server);
  const wrong = [];
  await sit(page, server, 'cyclades', 'fair-5p:150');
  for (const language of ['en', 'fr', 'de']) {
    await speak(page, language);
    const { creatures } = JSON.parse(readFileSync(join(GENERATED, `cyclades.${language}.json`), 'utf8'));
    for (const size of [...DESKTOPS, '820x1180', '390x844']) {
      await resize(page, size);
      await page.locator('.cy .card .words').first().waitFor();
      const cut = await page.evaluate((all) => {
        const card = document.querySelector('.cy .card .words').closest('.card');
        const words = card.querySelector('.words');
        return all.filter((text) => ((words.textContent = text), words.scrollHeight > words.clientHeight + 2 || words.getBoundingClientRect().bottom > card.getBoundingClientRect().bottom + 1));
      }, creatures.map((c) => c.words));
      for (const text of cut) wrong.push(`${language} ${size}: "${text}" is cut off`);
    }
  }
  must(wrong.length === 0, wrong.join('\n'));
}

/** On a phone the question of Mykerinos has one height, whatever it asks: nothing below it jumps, and every patron stays in sight. */
async function digKeepsItsPlaces({ browser, server }) {
  const page = await person(browser, server, PHONE);
  const seen = new Map();
  const look = async (what) => {
    await resize(page, '390x844');
    const { ask, low } = await page.evaluate(() => {
      const tray = document.querySelector('.play > .tray').getBoundingClientRect();
      return { ask: Math.round(document.querySelector('.ask').getBoundingClientRect().height), low: [...document.querySelectorAll('.mk .patron')].filter((e) => e.getBoundingClientRect().bottom > tray.bottom + 1).length };
    });
    seen.set(`${what}`, ask);
    must(low === 0, `${what}: ${low} patrons lie below the fold`);
    await shot(page, `room-dig-${what.replace(/\W+/g, '-')}`);
  };
  for (const place of ['random-3p:52', 'random-4p:150', 'fair-3p:190', 'fair-2p:45', 'fair-3p:100']) {
    await sit(page, server, 'mykerinos', place);
    for (const language of ['en', 'fr', 'de']) {
      await speak(page, language);
      await look(`${place} ${language}`);
      const pass = page.locator('.ask .has-short').first();
      if (!(await pass.isVisible().catch(() => false))) continue;
      await pass.click();
      if (await page.locator('.ask.yours .btn.primary').isVisible().catch(() => false)) {
        await look(`${place} ${language}, sure?`);
        await page.locator('.ask .btn.quiet').click();
      } else break; // it was done at once
    }
  }
  must(new Set(seen.values()).size === 1, `the question is ${[...seen].map(([what, px]) => `${px} (${what})`).join(', ')} px high`);
}

export const room = {
  'room: Cyclades says at the end why each place is what it is': whyEachPlace,
  'room: no row of a tally lies under its total': noRowUnderTotal,
  'room: names of 24 letters in a battle': longNamesInBattle,
  'room: the words of every creature': creaturesAreRead,
  'room: on a phone the question of Mykerinos keeps its height': digKeepsItsPlaces,
};
