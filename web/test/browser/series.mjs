// Pictures of what is hard to catch by hand: battles, the spinner, surveys, endings, the dialogs, each as a series while it moves, on a desk and
// on a phone. Somebody looks at them; nothing is judged here.
//   node test/browser/series.mjs PROGRAM WEB FOLDER [WORD] [--sizes 1400x900,390x844] [--night] [--language fr]
// SPDX-License-Identifier: MIT
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { launch, person, Server } from './harness.mjs';
import { sit } from './stage.mjs';

const [folder, ...rest] = process.argv.slice(4);
const option = (name, normal) => (rest.includes(`--${name}`) ? rest[rest.indexOf(`--${name}`) + 1] : normal);
const word = rest[0] && !rest[0].startsWith('--') ? rest[0] : '';
const sizes = option('sizes', '1400x900,390x844').split(',');
const FRAMES = 8; // pictures of a sheet

const press = (css) => async (page) => void (await page.locator(css).first().click({ timeout: 8000 }));
const tap = (css) => (page) => page.locator(css).first().dispatchEvent('click');
const type = (move) => async (page) => {
  const narrow = page.viewportSize().width < 1021;
  await (narrow ? page.locator('.play-tabs').getByRole('button', { name: /Moves|Coups|Züge/ }) : page.locator('#tab-moves')).click();
  const box = page.locator('.moves input').first();
  await box.fill(move);
  await box.press('Enter');
  await (narrow ? page.locator('.play-tabs button').first() : page.locator('#tab-log')).click({ timeout: 3000 }).catch(() => {}); // the game may be over
};
/** The log, after a few moves of others. */
const log = async (page) => {
  await type('n-none')(page);
  await page.waitForTimeout(6000);
  if (page.viewportSize().width < 1021) await page.locator('.play-tabs button').nth(2).click();
};
const menu = (name) => async (page) => {
  await page.getByRole('button', { name: 'Menu' }).click();
  if (name) await page.getByRole('button', { name }).first().click();
};

/** A position of a golden game, and what is done there: the pictures follow it. */
const SCENES = {
  'cyclades-battle-asked': ['cyclades', 'fair-5p:213'],
  'cyclades-battle-stay': ['cyclades', 'fair-5p:213', type('stay'), 9],
  'cyclades-battle-attack': ['cyclades', 'fair-5p:207', type('march n5 n4 2'), 9],
  'cyclades-battle-sea': ['cyclades', 'fair-5p:258', type('sail k4 k3 1'), 7],
  'cyclades-bid': ['cyclades', 'fair-5p:123'],
  'cyclades-bids': ['cyclades', 'fair-5p:123', type('god ares'), 3],
  'cyclades-offered': ['cyclades', 'fair-5p:123', tap('.cy .medal.lit'), 10],
  'cyclades-menu': ['cyclades', 'fair-5p:150'],
  'cyclades-creature': ['cyclades', 'fair-5p:256', type('buy 2'), 6],
  'cyclades-end-turn': ['cyclades', 'fair-5p:216', type('end'), 14],
  'mykerinos-dig': ['mykerinos', 'fair-3p:124', type('black d2 e2'), 6],
  'mykerinos-patrons': ['mykerinos', 'fair-3p:120'],
  'mykerinos-survey': ['mykerinos', 'fair-3p:100', type('room 24'), 10],
  'mykerinos-survey-first': ['mykerinos', 'random-4p:150'],
  'mykerinos-two': ['mykerinos', 'fair-2p:45'],
  'mykerinos-last-pass': ['mykerinos', 'fair-3p:143', type('pass'), 12],
  'myriath-lay': ['myriath', 'random-2p:12'],
  'myriath-four': ['myriath', 'random-4p:30'],
  'myst-race': ['myst', 'rt-10:40'],
  'myst-walk': ['myst', 'rt-10:136'],
  'myst-spin': ['myst', 'rt-10:136', type('move c4'), 12],
  'mytikas-turn': ['mytikas', 'levels-3p:22'],
  'mytikas-choice': ['mytikas', 'levels-3p:200'],
  'mytikas-cubes': ['mytikas', 'levels-3p:37', null, 1],
  'mytikas-go': ['mytikas', 'levels-3p:30', type('go pn'), 8],
  'mytikas-others': ['mytikas', 'levels-3p:320', null, 1],
  'mykerinos-end': ['mykerinos', 'fair-3p:232', type('take L'), 8],
  'myriath-end': ['myriath', 'random-2p:37', type('pass'), 4],
  'myst-end': ['myst', 'rt-10:150', type('lay'), 10],
  'mytikas-end': ['mytikas', 'levels-3p:526', type('end'), 8],
  'mykerinos-log': ['mykerinos', 'fair-2p:45', log],
  'leave': ['myriath', 'random-2p:12', menu('Hand over to a bot')],
  'resign': ['mytikas', 'levels-3p:200', menu('Resign')],
  'menu': ['cyclades', 'fair-5p:150', menu(null)],
};

/** Several pictures beside each other, to be looked at as one. */
async function sheet(browser, shots, size, file) {
  const [w, h] = size.split('x').map(Number);
  const columns = w < 720 ? 4 : 2;
  const k = w < 720 ? 1 : 0.66;
  const page = await browser.newPage({ viewport: { width: Math.round(columns * (w * k + 6)), height: 100 } });
  await page.setContent(`<body style="margin:0;background:#888;display:flex;flex-wrap:wrap;gap:4px">${shots.map((s) => `<div style="position:relative"><img width=${w * k} height=${h * k} src="data:image/png;base64,${s.data}"><b style="position:absolute;left:2px;top:2px;background:#ff0;font:11px sans-serif">${s.ms}</b></div>`).join('')}`);
  await page.screenshot({ path: file, fullPage: true });
  await page.close();
}

async function one(browser, server, name, size) {
  const [game, place, act, frames = 1] = SCENES[name];
  const [width, height] = size.split('x').map(Number);
  const page = await person(browser, server, { viewport: { width, height }, reducedMotion: 'no-preference', colorScheme: rest.includes('--night') ? 'dark' : 'light', hasTouch: width < 720 });
  await page.evaluate((language) => localStorage.setItem('petteia.settings', JSON.stringify({ speed: 'normal', language })), option('language', 'en'));
  await sit(page, server, game, place);
  await page.waitForTimeout(900);
  const file = join(folder, `${name}-${size}.png`);
  const shots = [];
  if (act) await act(page);
  else if (frames > 1) throw new Error('nothing moves');
  if (act && frames === 1) await page.waitForTimeout(500);
  const start = Date.now();
  for (let i = 0; i < frames; i++) {
    shots.push({ ms: Date.now() - start, data: (await page.screenshot({ ...(frames === 1 ? { path: file } : {}) })).toString('base64') });
    if (frames > 1) await page.waitForTimeout(350);
  }
  for (let i = 0; frames > 1 && i < shots.length; i += FRAMES) await sheet(browser, shots.slice(i, i + FRAMES), size, file.replace('.png', `-${1 + i / FRAMES}.png`));
  for (const trouble of page.troubles) console.log(`${name}: ${trouble}`);
  await page.context().close();
}

mkdirSync(folder, { recursive: true });
const server = process.env.PETTEIA_BASE ? { base: process.env.PETTEIA_BASE, stop() {} } : await Server.start(); // or one that runs, as Vite's for a look at each change
const browser = await launch();
for (const name of Object.keys(SCENES).filter((one) => one.includes(word)))
  for (const size of sizes) await one(browser, server, name, size).catch((why) => console.log(`${name} ${size}: ${why.message.split('\n')[0]}`));
await browser.close();
await server.stop();
