// The people round the table: a lobby that begins as it says, an ending that everybody sees, a rematch that takes everybody along, and
// the way back to one's games. SPDX-License-Identifier: MIT
import { linkOf, must, person, seatBot } from './harness.mjs';

async function lobby(page, game, players) {
  await page.getByRole('button', { name: `Play: ${game}` }).click();
  await page.getByRole('radio', { name: 'Friends' }).click();
  if (players) await page.getByRole('radio', { name: players, exact: true }).click();
  await page.getByRole('button', { name: 'Make the table' }).click();
  await page.getByText('Starts when all are ready').waitFor();
}

/** After a resignation nobody has a place by points, and no move decided it. */
async function pointsDecideNothing(page) {
  await page.getByRole('link', { name: 'See the last move' }).or(page.getByText('Looking back')).first().waitFor();
  must((await page.locator('.the-end :is(.place, .won, .turn)').count()) === 0, 'the ending tells places by points that decided nothing');
}

/** So many moves by whoever is asked: the first of the list each time. */
async function moves(pages, n) {
  for (const page of pages) await page.getByRole('tab', { name: 'Moves' }).click();
  for (let i = 0; i < n; i++) {
    const asked = await Promise.any(pages.map((page) => page.locator('.ask.yours').waitFor().then(() => page)));
    await asked.locator('.moves li button').first().click();
    const sure = asked.locator('.ask .btn.primary');
    await asked.locator('.ask:not(.yours)').or(sure).first().waitFor();
    if (await sure.isVisible()) await sure.click();
    await asked.locator('.ask:not(.yours)').waitFor();
  }
}

/** On a phone, wherever one has scrolled to. */
async function rematchStaysInSight(page) {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const to of [0, 9999]) {
    await page.locator('.the-end').evaluate((end, top) => end.scrollTo(0, top), to);
    const box = await page.getByRole('button', { name: 'Rematch' }).boundingBox();
    must(box.y > 0 && box.y + box.height <= 844, `Rematch lies at ${box.y}`);
  }
  await page.setViewportSize({ width: 1400, height: 900 });
}

/** Somebody who was never here, with a hand that counts its clicks. */
async function firstVisit(browser, link) {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, reducedMotion: 'reduce', serviceWorkers: 'block' });
  await context.addInitScript(() => {
    window.clicks = 0;
    addEventListener('click', (e) => e.isTrusted && window.clicks++, true);
  });
  const page = await context.newPage();
  page.setDefaultTimeout(60000);
  await page.goto(link);
  return page;
}

export const people = {
  'people: whoever was never here sits at a friend’s table by one click, or by two with a name of their own': async ({ browser, server }) => {
    const ana = await person(browser, server);
    await lobby(ana, 'Cyclades', '3');
    const link = await linkOf(ana);
    for (const [name, most] of [['', 1], [`Theo ${Date.now() % 100000}`, 2]]) {
      const page = await firstVisit(browser, link);
      if (name) {
        await page.getByLabel('Your name at the table').fill(name);
        await page.getByRole('button', { name: 'Take this name' }).click();
      }
      await page.getByRole('button', { name: 'Sit here' }).first().click();
      await page.locator('.seat.you').waitFor();
      const [clicks, called] = [await page.evaluate(() => window.clicks), await page.locator('.seat.you').innerText()];
      must(clicks === most, `${clicks} clicks`);
      must(name ? called.includes(name) : !/Guest/.test(called), `they are called ${called}`);
    }
    await ana.waitForFunction(() => document.querySelectorAll('.seat.free').length === 0);
  },
  'people: a game begins when all are ready, ends for both, and all go along to the next': async ({ browser, server }) => {
    const ana = await person(browser, server);
    const theo = await person(browser, server);
    await lobby(ana, 'Myriath');
    must(!/Guest/.test(await ana.locator('.seat.you').innerText()), 'nobody has made up a name');
    await theo.goto(await linkOf(ana));
    await theo.getByLabel('Your name at the table').fill('Theo');
    await theo.getByRole('button', { name: 'Take this name' }).click();
    await theo.getByRole('button', { name: 'Sit here' }).click();
    await ana.locator('.seat', { hasText: 'Theo' }).waitFor();
    for (const page of [ana, theo]) await page.getByRole('button', { name: 'I am ready' }).click();
    for (const page of [ana, theo]) await page.locator('#ask').waitFor();
    await moves([ana, theo], 4); // then there are points
    await theo.getByRole('button', { name: 'Menu' }).click();
    await theo.getByRole('button', { name: 'Resign' }).click();
    await theo.locator('dialog[open]').getByRole('button', { name: 'Resign' }).click();
    await ana.getByRole('heading', { name: 'You won: Theo resigned' }).waitFor();
    await theo.getByRole('heading', { name: /You resigned/ }).waitFor();
    await pointsDecideNothing(ana);
    await rematchStaysInSight(theo);
    await theo.getByRole('button', { name: 'Rematch' }).click();
    await ana.getByText('Theo agrees').waitFor();
    await ana.reload(); // what was agreed is not forgotten
    await ana.getByText('Theo agrees').waitFor();
    const [from] = [ana.url()];
    await ana.getByRole('button', { name: 'Rematch' }).click();
    for (const page of [ana, theo]) {
      await page.waitForFunction((old) => location.href !== old && document.querySelector('#ask'), from);
      must(page.troubles.length === 0, `the page complained: ${page.troubles.join('; ')}`);
    }
    must(ana.url().split('#')[0] === theo.url().split('#')[0], 'they went to different tables');
    // Home: the game is there, and one click leads back.
    await ana.goto(server.base);
    await ana.getByRole('heading', { name: 'Your games' }).waitFor();
    await ana.getByRole('link', { name: /^(Play|Open) Myriath/ }).first().click();
    await ana.locator('#ask').waitFor();
  },
  'people: the last of four seats gets a bot, which has a name of its own, and the game begins': async ({ browser, server }) => {
    const page = await person(browser, server);
    await lobby(page, 'Cyclades', '4');
    await page.getByRole('button', { name: 'I am ready' }).click();
    await seatBot(page, 'Pebble', 3);
    await page.waitForFunction(() => document.querySelectorAll('.seat.free').length === 2);
    await page.getByRole('button', { name: 'Remove' }).click();
    for (let free = 3; free; free--) await seatBot(page, 'Pebble', free);
    await page.locator('#ask').waitFor();
    const names = await page.locator('.player .who strong').allInnerTexts();
    must(new Set(names).size === 4 && !names.some((n) => /Pebble|casual|bot/.test(n)), `the bots are called ${names}`);
    must(page.troubles.length === 0, `the page complained: ${page.troubles.join('; ')}`);
  },
};
