// The lessons in a real browser, finished by clicks on what is lit and nothing else; and the page in other languages.
// SPDX-License-Identifier: MIT
import { must, person, shot, spots } from './harness.mjs';

const WAYS = [
  '.ask .btn.primary',
  '.mt .choices button',
  '.board .pt-control.legal:not([aria-pressed="true"])',
  '.board.text button',
  '.mt .pick',
  '.ask .actions button:not(:disabled)',
  '.tray .pt-control.legal:not([aria-pressed="true"])',
  '.ask.yours .btn:not(.quiet):not(:disabled)',
  '.tray button:not(:disabled):not(.dim):not([aria-disabled="true"])',
];

const stateOf = (page) =>
  page.evaluate(() => `${document.querySelector('.coach')?.textContent}|${document.querySelector('#ask')?.textContent}|${document.querySelectorAll('.pt-control.legal').length}`);

/** One click on something lit. The ways are tried in turn while nothing changes. */
async function litStep(page, stuck) {
  const next = page.getByRole('button', { name: 'Next place' });
  if (await next.isVisible().catch(() => false)) {
    await next.click();
    const box = await page.locator('.board svg').first().boundingBox();
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    return;
  }
  for (let i = 0; i < WAYS.length; i++) {
    const found = await spots(page, WAYS[(i + stuck) % WAYS.length]);
    if (!found.length) continue;
    const { x, y } = found[Math.floor(stuck / WAYS.length) % found.length];
    await page.mouse.click(x, y);
    return;
  }
}

async function finish(page, title) {
  let stuck = 0;
  for (let n = 0; n < 2000; n++) {
    if (await page.locator('dialog[open] h2').isVisible().catch(() => false)) return;
    const go = page.locator('.coach .btn.primary');
    const before = await stateOf(page);
    if (await go.isVisible()) await go.click({ timeout: 2000 }).catch(() => {}); // the others may move just now
    else await litStep(page, stuck);
    await page.waitForTimeout(150);
    stuck = (await stateOf(page)) === before ? stuck + 1 : 0;
    must(stuck < 400, `${title}: nothing lit leads on: ${await page.locator('.coach').innerText()}`);
  }
  throw new Error(`${title}: the lesson does not end: ${await page.locator('.coach').innerText()}`);
}

const lesson = (name, title) => async ({ browser, server }) => {
  const page = await person(browser, server);
  await page.getByRole('link', { name: `Learn ${title}` }).first().click();
  await page.locator('.coach').waitFor();
  await page.locator('.coach .btn.primary').click();
  await shot(page, `lesson-${name}`);
  // Left and taken up again.
  const words = await page.locator('.coach .words').innerText();
  await page.goto(server.base);
  await page.goto(`${server.base}/learn/${name}`);
  await page.locator('.coach').waitFor();
  must((await page.locator('.coach .words').innerText()) === words, 'the lesson is not taken up where it was left');
  await finish(page, title);
  must(page.troubles.length === 0, `the page complained: ${page.troubles.join('; ')}`);
};

/** Another language, from the settings to a lesson. */
const chosen = ({ code, itself, settings, home, coach }) => async ({ browser, server }) => {
  const page = await person(browser, server);
  await page.goto(`${server.base}/settings`);
  await page.getByRole('radio', { name: itself }).click();
  await page.getByRole('heading', { name: settings }).waitFor();
  must((await page.locator('html').getAttribute('lang')) === code, `the page does not say that it is in ${itself}`);
  await page.goto(server.base);
  await page.getByRole('heading', { name: home }).waitFor();
  await shot(page, `${code}-home`);
  await page.goto(`${server.base}/learn/mykerinos`);
  await page.locator('.coach .btn.primary').click();
  must(coach.test(await page.locator('.coach').innerText()), 'the coach speaks English');
  await shot(page, `${code}-lesson`);
  must(page.troubles.length === 0, `the page complained: ${page.troubles.join('; ')}`);
};

/** Tables in other languages: whoever sits there changes the language, and is asked in it, by the server or by the engine in the page. */
const atTables = (here) => async ({ browser, server }) => {
  const page = await person(browser, server);
  const list = async () => page.evaluate(() => fetch('/api/games', { headers: { 'Accept-Language': 'en' } }).then((r) => r.json()));
  const speak = async (language) => {
    await page.evaluate((l) => {
      const kept = JSON.parse(localStorage.getItem('petteia.settings') ?? '{}');
      localStorage.setItem('petteia.settings', JSON.stringify({ ...kept, language: l }));
      dispatchEvent(new StorageEvent('storage', { key: 'petteia.settings' })); // as another tab does it
    }, language);
    await page.waitForFunction((l) => document.documentElement.lang === l, language);
    await page.locator('.ask.yours').waitFor();
  };
  const asked = () => page.locator('#ask').innerText();
  for (const { name, title } of (await list()).slice(0, here ? 2 : undefined)) {
    await page.goto(server.base);
    await page.getByRole('button', { name: `Play: ${title}` }).click();
    if (here) await page.getByRole('checkbox', { name: /On this device/ }).check();
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.locator('.ask.yours').waitFor({ timeout: 120000 });
    const heard = [await asked()];
    for (const language of ['fr', 'de']) {
      await speak(language);
      heard.push(await asked());
      await shot(page, `${language}-${name}${here ? '-here' : ''}`);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      must(wide <= 0, `${name} in ${language} is too wide by ${wide}`);
    }
    must(new Set(heard).size === 3, `${name} does not ask in three languages: ${heard.join(' | ')}`);
    await speak('en');
    must((await asked()) === heard[0], `${name} does not come back to English`);
  }
  must(page.troubles.length === 0, `the page complained: ${page.troubles.join('; ')}`);
};

export const lessons = {
  'lesson: Cyclades': lesson('cyclades', 'Cyclades'),
  'lesson: Mykerinos': lesson('mykerinos', 'Mykerinos'),
  'lesson: Myriath': lesson('myriath', 'Myriath'),
  'lesson: Myst': lesson('myst', 'Myst'),
  'lesson: Mytikas': lesson('mytikas', 'Mytikas'),
  'lesson: another try is answered kindly': async ({ browser, server }) => {
    const page = await person(browser, server);
    await page.goto(`${server.base}/learn/mykerinos`);
    await page.locator('.coach .btn.primary').click();
    await page.locator('.board [aria-label^="g5"]').first().click({ force: true });
    await page.locator('.coach .missed').waitFor();
    must(/b2/.test(await page.locator('.coach .missed').innerText()), 'it does not say what was asked');
    must((await page.locator('.coach header').innerText()).includes('2 of'), 'the lesson went on');
  },
  'French and German at a table of each game, changed while one sits there': atTables(false),
  'French and German at a table of this device': atTables(true),
  'French: chosen in the settings, remembered, and spoken in a lesson': chosen({
    code: 'fr',
    itself: 'Français',
    settings: 'Réglages',
    home: 'Cinq jeux, une table',
    coach: /Ouvrez un chantier/,
  }),
  'German: chosen in the settings, remembered, and spoken in a lesson': chosen({
    code: 'de',
    itself: 'Deutsch',
    settings: 'Einstellungen',
    home: 'Fünf Spiele, ein Tisch',
    coach: /Beginne eine Grabung/,
  }),
};
