// What the browser tests share: a real server, Debian's Chromium, a table to play at, hands that click and keys that type.
// SPDX-License-Identifier: MIT
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

export const PROGRAM = process.argv[2] ?? '../build/petteia';
export const WEB = process.argv[3] ?? '../build/web';
/** Screenshots go here, if anywhere: PETTEIA_SHOTS=folder. */
const SHOTS = process.env.PETTEIA_SHOTS;

/** The first line that a program says; empty if it ends without a word. */
const firstLine = (child) =>
  new Promise((done) => {
    let said = '';
    child.stdout.on('data', (text) => {
      said += text;
      if (said.includes('\n')) done(said);
    });
    child.once('exit', () => done(said));
  });

export class Server {
  static async start(web = WEB, flags = []) {
    const it = new Server();
    it.web = web;
    it.flags = flags;
    it.port = 0; // one that is free
    it.data = mkdtempSync(join(tmpdir(), 'petteia-web-'));
    await it.up();
    it.base = `http://localhost:${it.port}`;
    return it;
  }

  async up() {
    // A port that was just left may need a moment.
    for (let i = 0; i < 100; i++) {
      this.child = spawn(PROGRAM, ['serve', '--quiet', '--rate', '0', '--port', String(this.port), '--data', this.data, '--web', this.web, ...this.flags], { stdio: ['ignore', 'pipe', 'inherit'] });
      const found = /:(\d+)\//.exec(await firstLine(this.child));
      if (found) {
        this.port = Number(found[1]);
        return;
      }
      await new Promise((go) => setTimeout(go, 200));
    }
    throw new Error('the server does not start');
  }

  /** As a power cut does it. */
  async kill() {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return; // it was killed before
    const gone = new Promise((done) => this.child.once('exit', done));
    this.child.kill('SIGKILL');
    await gone;
  }

  async stop() {
    await this.kill();
    rmSync(this.data, { recursive: true, force: true });
  }
}

export const launch = () =>
  chromium.launch({
    executablePath: process.env.PETTEIA_CHROMIUM ?? '/usr/bin/chromium-headless-shell',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  });

/** A person: a context of their own, and a page that must not complain. Nothing is kept on the device unless it is asked for, which
 *  would only take time; `known` is what their browser has kept from before, and `at` where they begin. */
export async function person(browser, server, { known = {}, at = '/', ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, reducedMotion: 'reduce', serviceWorkers: 'block', ...options });
  // Moves are shown at once, unless it is the showing that is tested.
  await context.addInitScript((before) => {
    const place = 'petteia.settings';
    const kept = JSON.parse(localStorage.getItem(place) ?? '{}');
    if (kept.speed !== undefined) return;
    localStorage.setItem(place, JSON.stringify({ ...kept, speed: 'once' }));
    for (const [name, value] of Object.entries(before)) localStorage.setItem(name, value);
  }, known);
  const page = await context.newPage();
  page.setDefaultTimeout(60000); // only a failure takes so long
  page.troubles = [];
  page.on('pageerror', (e) => page.troubles.push(e.message));
  // A server that is away is no fault of the page: the browser reports each failed request itself.
  page.on('console', (m) => m.type() === 'error' && !/ERR_CONNECTION|ERR_EMPTY_RESPONSE|ERR_INTERNET_DISCONNECTED|WebSocket connection/.test(m.text()) && page.troubles.push(m.text()));
  await page.goto(server.base + at);
  return page;
}

export async function shot(page, name) {
  if (!SHOTS) return;
  mkdirSync(SHOTS, { recursive: true });
  await page.screenshot({ path: join(SHOTS, `${name}.png`) });
}

export function must(what, words) {
  if (!what) throw new Error(words);
}

/** From the home page to a running game against the weakest bot: two clicks and the choice of the bot. */
export async function startBots(page, game) {
  await page.getByRole('button', { name: `Play: ${game}` }).click();
  await page.getByRole('radio', { name: /Pebble/ }).check();
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.locator('#ask').waitFor();
}

/** The link that a lobby shows. */
export const linkOf = async (page) => `http://${await page.getByLabel('Link to this table').inputValue()}`;

/** Puts a bot on the first of `free` seats, and waits until it sits. */
export async function seatBot(page, level, free) {
  await page.waitForFunction((n) => document.querySelectorAll('.seat.free').length === n, free);
  await page.getByRole('button', { name: 'Add a bot' }).first().click();
  await page.getByRole('option', { name: level }).click();
}

const over = (page) => page.locator('.the-end .tally').isVisible();

/** Waits until it is our turn (true) or the game is over (false). */
async function ourTurn(page) {
  await page.waitForFunction(() => document.querySelector('.ask.yours') || document.querySelector('.the-end .tally'), null, { timeout: 120000 });
  return !(await over(page));
}

/** Something the state of which changes with every step: what is asked and picked. */
const stateOf = (page) => page.evaluate(() => document.querySelector('#ask')?.textContent + '|' + document.querySelectorAll('.log li').length + '|' + document.querySelectorAll('.pt-control.legal').length);

const pickOne = (list) => list[Math.floor(Math.random() * list.length)];

/** The middle of a random visible element that the pointer reaches. */
export async function spots(page, selector) {
  return page.evaluate((css) => {
    const out = [];
    for (const one of document.querySelectorAll(css)) {
      const box = one.getBoundingClientRect();
      const x = box.x + box.width / 2;
      const y = box.y + box.height / 2;
      const hit = box.width && document.elementFromPoint(x, y);
      if (hit && (one.contains(hit) || hit.contains(one))) out.push({ x, y });
    }
    return out;
  }, selector);
}

async function clickOne(page, selector) {
  const found = await spots(page, selector);
  if (!found.length) return false;
  const { x, y } = pickOne(found);
  await page.mouse.click(x, y);
  return true;
}

/** One click towards a move, as a person with a mouse would make it. */
export async function clickStep(page) {
  if (await clickOne(page, '.notice .btn.primary')) return; // the screen is handed over
  if (await clickOne(page, '.ask .btn.primary')) return; // confirm
  if (Math.random() < 0.25 && (await clickOne(page, '.ask.yours .btn:not(.quiet)'))) return;
  if (await clickOne(page, '.board .pt-control.legal')) return;
  if (await page.getByRole('button', { name: 'Next place' }).isVisible().catch(() => false)) {
    await page.getByRole('button', { name: 'Next place' }).click();
    const box = await page.locator('.board svg').first().boundingBox();
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    return;
  }
  if (await clickOne(page, '.tray button[data-tile]:not(:disabled):not(.dim)')) return;
  if (await clickOne(page, '.ask.yours .btn:not(.quiet)')) return;
  await clickOne(page, '.ask.yours .btn');
}

/** A Myriath or Mykerinos move by keys alone: Tab, arrows, Enter. */
export async function keyStep(page) {
  const ask = page.locator('.ask.yours .btn:not(.quiet)');
  const count = await ask.count();
  const lit = await page.locator('.board .pt-control.legal').count();
  if (count && (lit === 0 || Math.random() < 0.7) && !(await page.locator('.tray button[data-tile]:not(:disabled):not(.dim)').count())) {
    if (await tabTo(page, (e) => e.matches('.ask.yours .btn:not(.quiet)'))) await page.keyboard.press('Enter');
    return;
  }
  if (lit) {
    if (!(await tabTo(page, (e) => e.matches('.board [data-nav]')))) return;
    for (let i = 0; i < 30; i++) {
      const way = await arrowToLegal(page);
      await page.keyboard.press(way ?? 'Enter');
      if (!way) return;
    }
    return;
  }
  // A tile from the tray, the next place where it fits, and down it goes.
  if (await tabTo(page, (e) => e.matches('.tray button[data-tile]:not(:disabled):not(.dim)'))) {
    await page.keyboard.press('Enter');
    await page.keyboard.press('n');
    if (await tabTo(page, (e) => e.matches('.board [data-nav], .mr-board'), 60)) await page.keyboard.press('Enter');
    else await page.keyboard.press('Enter');
    return;
  }
  if (await tabTo(page, (e) => e.matches('.ask.yours .btn'))) await page.keyboard.press('Enter');
}

/** The arrow that leads towards the nearest legal place from where the focus is; null: it is there. */
const arrowToLegal = (page) =>
  page.evaluate(() => {
    const middle = (e) => {
      const b = e.getBoundingClientRect();
      return [b.x + b.width / 2, b.y + b.height / 2];
    };
    if (document.activeElement.classList.contains('legal')) return null;
    const [x, y] = middle(document.activeElement);
    const ways = [...document.querySelectorAll('.board .pt-control.legal')].map((e) => [middle(e)[0] - x, middle(e)[1] - y]).sort((a, b) => Math.hypot(...a) - Math.hypot(...b));
    const [dx, dy] = ways[Math.random() < 0.8 ? 0 : Math.floor(Math.random() * ways.length)];
    return Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? 'ArrowRight' : 'ArrowLeft') : dy > 0 ? 'ArrowDown' : 'ArrowUp';
  });

/** Tabs on until the focus is where it is wanted. */
async function tabTo(page, wanted, most = 90) {
  for (let i = 0; i < most; i++) {
    if (await page.evaluate(`(${wanted})(document.activeElement ?? document.body)`)) return true;
    await page.keyboard.press('Tab');
  }
  return false;
}

/** Plays to the end screen, step by step; `step` makes one. */
export async function playOut(page, step, most = 900) {
  let stuck = 0;
  for (let n = 0; n < most; n++) {
    if (!(await ourTurn(page))) return n;
    const before = await stateOf(page);
    await step(page);
    await page.waitForFunction(() => !document.querySelector('[data-sending]'), null, { timeout: 60000 }).catch(() => {});
    stuck = (await stateOf(page)) === before ? stuck + 1 : 0;
    if (stuck > 40) throw new Error(`nothing moves: ${await page.locator('#ask').innerText()}`);
    if (stuck > 8) await page.keyboard.press('Escape');
    if (stuck > 4) await page.waitForTimeout(300); // a slow machine may still be showing the last move
  }
  throw new Error('the game does not end');
}

/** Plays to the end screen by the list of legal moves, as fast as the page can: somebody who clicks without thinking. */
export const byList = async (page) => {
  await page.getByRole('tab', { name: 'Moves' }).click();
  const stuck = await page.evaluate(async () => {
    const click = (css) => {
      const found = document.querySelectorAll(css);
      found[Math.floor(Math.random() * found.length)]?.click();
      return found.length > 0;
    };
    for (let idle = 0; idle < 12000; idle++) {
      if (document.querySelector('.the-end .tally')) return null;
      // The screen is handed over, or a move is confirmed, or one is chosen.
      if (click('.notice .btn.primary') || click('.ask .btn.primary') || click('.ask.yours ~ .side [role=tabpanel] li button')) idle = 0;
      await new Promise((go) => setTimeout(go, 10));
    }
    return document.querySelector('#ask')?.textContent;
  });
  must(stuck === null, `nothing moves: ${stuck}`);
};

/** However long the tally is, the next game is in sight. */
export async function rematchInSight(page) {
  const box = await page.getByRole('button', { name: 'Rematch' }).boundingBox();
  must(box && box.y > 0 && box.y + box.height <= page.viewportSize().height, `Rematch lies at ${box?.y}`);
}

/** Plays by what the accessibility tree says and by the command box, nothing else. */
export async function readStep(page) {
  const tree = await page.getByRole('tabpanel').ariaSnapshot();
  const named = [...tree.matchAll(/- code: "?([^"\n]+)"?/g)].map((m) => m[1].trim());
  must(named.length, `the tree tells no legal move:\n${tree.slice(0, 3000)}`);
  const box = page.getByRole('textbox', { name: 'Move in notation' });
  await box.fill(named.includes('pass') && Math.random() < 0.4 ? 'pass' : pickOne(named));
  await box.press('Enter');
}
