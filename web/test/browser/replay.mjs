// Replays as somebody uses them: scrub, step, jump, seats, files, analysis, playing on; and the pictures of the rules.
// SPDX-License-Identifier: MIT
import { readFileSync } from 'node:fs';
import { clickStep, must, person, shot } from './harness.mjs';

const golden = (game, name) => readFileSync(new URL(`../../../games/${game}/golden/${name}.play`, import.meta.url), 'utf8');

async function openRecord(page, server, record) {
  await page.goto(`${server.base}/replay`);
  await page.getByLabel('The record').fill(record);
  await page.getByRole('button', { name: 'Show it' }).click();
  await page.locator('.bar-here').waitFor();
}

const title = (page) => page.locator('.bar-here .title').innerText();
const scrub = (page, to) => page.getByRole('slider', { name: 'Timeline' }).fill(String(to));

/** The board stays in its own place: nothing of it lies over the panel beside it. */
async function apart(page, where) {
  const over = await page.evaluate(() => {
    const side = document.querySelector('.side').getBoundingClientRect();
    const meets = (b) => b.width > 0 && b.right > side.left + 1 && b.bottom > side.top + 1 && b.top < side.bottom - 1 && b.left < side.right - 1;
    return [...document.querySelectorAll('.board, .board svg, .tray, .tray svg')].filter((e) => meets(e.getBoundingClientRect())).map((e) => e.outerHTML.slice(0, 80));
  });
  must(over.length === 0, `${where}: over the panel lies ${over.join(' | ')}`);
}

export const replay = {
  'a replay is scrubbed, stepped and jumped through, from every seat': async ({ browser, server }) => {
    const page = await person(browser, server);
    await openRecord(page, server, golden('mykerinos', 'fair-3p'));
    await page.getByRole('button', { name: 'First position' }).click();
    must((await title(page)) === 'The beginning', 'the first position is not the beginning');
    await scrub(page, 60);
    const at60 = await title(page);
    await page.getByRole('button', { name: 'One move on' }).click();
    must((await page.locator('.bar-here').innerText()).includes('Move 61 of'), 'one move on is not move 61');
    await page.getByRole('button', { name: 'One move back' }).click();
    must((await title(page)) === at60, 'back and forth is not the same');
    await page.keyboard.press('End');
    await page.locator('.log button').nth(40).click();
    await page.waitForFunction(() => document.querySelector('.log .shown'));
    // The log follows: what is shown is in sight.
    await scrub(page, 120);
    const followed = page.waitForFunction(() => {
      const [row, box] = [document.querySelector('.log .shown'), document.querySelector('.log')].map((e) => e.getBoundingClientRect());
      return row.top >= box.top - 1 && row.bottom <= box.bottom + 1;
    });
    await followed.catch(() => must(false, 'the log does not follow'));
    const seat = page.getByRole('combobox', { name: 'Seen by' });
    for (const value of ['0', '1', '2', '']) {
      await seat.selectOption(value);
      must(await page.locator('.board svg').first().isVisible(), `no board from seat ${value}`);
    }
    for (const [width, height] of [[1600, 1000], [1366, 768], [1280, 640], [1030, 700]]) {
      await page.setViewportSize({ width, height });
      await page.waitForTimeout(150);
      await apart(page, `${width} x ${height}`);
    }
    must(page.troubles.length === 0, `the page complained: ${page.troubles.join('; ')}`);
  },
  'an explanation stays inside the window': async ({ browser, server }) => {
    const page = await person(browser, server, { viewport: { width: 1000, height: 700 } });
    await openRecord(page, server, golden('mykerinos', 'fair-3p'));
    await scrub(page, 1);
    await page.locator('.board [data-name="h5"]').hover();
    await page.getByRole('note').waitFor();
    for (const [width, height] of [[1000, 700], [700, 600], [400, 420], [1000, 700]]) {
      await page.setViewportSize({ width, height });
      await page.waitForFunction((wide) => innerWidth === wide, width);
      const box = await page.getByRole('note').boundingBox();
      must(box && box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height, `${width} x ${height}: it lies at ${JSON.stringify(box)}`);
    }
    must(page.troubles.length === 0, `the page complained: ${page.troubles.join('; ')}`);
  },
  'on a phone a record is opened and nothing of it lies over anything else': async ({ browser, server }) => {
    const page = await person(browser, server, { viewport: { width: 320, height: 640 } });
    await openRecord(page, server, golden('mykerinos', 'fair-4p')); // its button lies at the end of the page, where the bar of places is
    await scrub(page, 120);
    must((await title(page)).length < 40 && (await page.locator('.bar-here .title').boundingBox()).height < 60, 'the words stand in a column');
    const [three, four] = await Promise.all([3, 4].map((n) => page.locator(`.board [data-name="area${n}"]`).boundingBox()));
    must(three.x + three.width <= four.x, `the badges of two areas meet at ${three.x + three.width} and ${four.x}`);
    must(page.troubles.length === 0, `the page complained: ${page.troubles.join('; ')}`);
  },
  'a record is printed as a sheet of its own': async ({ browser, server }) => {
    const page = await person(browser, server);
    await openRecord(page, server, golden('myriath', 'fair-2p'));
    must(!(await page.locator('.sheet').isVisible()), 'the sheet is seen on the screen');
    await page.emulateMedia({ media: 'print' });
    must(await page.locator('.sheet ol li').first().isVisible(), 'nothing is printed');
    must(!(await page.locator('#main').isVisible()), 'the screen is printed too');
    const told = await page.locator('.sheet').innerText();
    for (const word of ['Myriath', 'Coral', 'Lapis', 'Points']) must(told.includes(word), `the sheet does not say ${word}`);
    await shot(page, 'sheet');
  },
  'a game is played on from a position of a replay': async ({ browser, server }) => {
    const page = await person(browser, server);
    await openRecord(page, server, golden('mykerinos', 'fair-3p'));
    await scrub(page, 60);
    const spaces = () => page.evaluate(() => [...document.querySelectorAll('.board .pt-control')].map((e) => e.getAttribute('aria-label').split(',')[0]).slice(0, 48).join());
    const before = await spaces();
    await page.getByRole('button', { name: 'Play on from here' }).click();
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.waitForURL(/\/table\/t/);
    await page.locator('.ask.yours').waitFor();
    must((await spaces()) === before, 'the new table begins elsewhere');
    for (let i = 0; i < 6; i++) {
      await page.locator('.ask.yours').waitFor();
      await clickStep(page);
    }
    await page.keyboard.press('Escape');
    must(page.troubles.length === 0, `the page complained: ${page.troubles.join('; ')}`);
  },
  'a lesson: the dearest moments with both boards and the reasons, and the game from there': async ({ browser, server }) => {
    const page = await person(browser, server);
    await openRecord(page, server, golden('myriath', 'random-2p'));
    await page.getByRole('button', { name: 'Keep on this device' }).click();
    await page.waitForURL(/\/replay\/.+/);
    await page.getByRole('link', { name: 'Your lesson' }).click();
    await page.locator('.moment').nth(2).waitFor({ timeout: 120000 });
    await page.getByText('Decisions').waitFor({ timeout: 60000 });
    must((await page.locator('.moment').count()) === 3, 'a lesson has not three moments');
    await page.locator('.moment').nth(1).click();
    must((await page.locator('.moment').nth(1).getAttribute('aria-pressed')) === 'true', 'the second moment is not chosen');
    must((await page.locator('.two svg[viewBox]').count()) >= 2, 'there are not two boards');
    must((await page.locator('.why').innerText()).includes('quick games'), 'there are no reasons');
    must(/sure|likely/i.test(await page.locator('.sure').innerText()), 'a moment is a close call');
    await shot(page, 'teacher');
    const n = Number(/\d+/.exec(await page.locator('.moment').nth(1).innerText())[0]);
    await page.setViewportSize({ width: 390, height: 844 });
    must((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390, 'the lesson is wider than a phone');
    must((await page.locator('.main header h2').boundingBox()).width > 240, 'the move of a moment is one word a line');
    must((await page.locator('.two .board:visible').count()) === 1, 'a phone shows both boards');
    await shot(page, 'teacher-phone');
    await page.getByRole('button', { name: 'Play from here' }).click();
    await page.waitForURL(/\/table\//);
    await page.locator('.ask.yours').waitFor();
    must(n > 1 && page.troubles.length === 0, `the page complained: ${page.troubles.join('; ')}`);
  },
  'the rules have pictures, drawn by the boards': async ({ browser, server }) => {
    const page = await person(browser, server, { viewport: { width: 390, height: 844 } });
    for (const game of ['mykerinos', 'myriath', 'cyclades', 'mytikas']) {
      await page.goto(`${server.base}/rules/${game}`);
      await page.locator('figure.diagram').first().waitFor({ state: 'attached' });
      const pictures = await page.locator('figure.diagram').all();
      must(pictures.length >= 3, `${game} has only ${pictures.length} pictures`);
      for (const picture of pictures) {
        await picture.scrollIntoViewIfNeeded();
        await picture.locator('svg[role=group]').first().waitFor();
        const box = await picture.locator('svg[role=group]').first().boundingBox();
        must(box.width > 250 && box.height > 150, `a picture of ${game} is ${box.width} by ${box.height}`);
        must((await picture.getByRole('img').first().getAttribute('aria-label')).length > 5, 'a picture has no name');
        must((await picture.locator('figcaption').innerText()).length > 40, 'a picture has no words');
      }
      await page.keyboard.press('Tab');
      must(!(await page.evaluate(() => document.activeElement?.closest('.diagram'))), 'a picture can be tabbed into');
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      must(wide <= 390, `the rules of ${game} are ${wide} px wide on a phone`);
    }
    must(page.troubles.length === 0, `the page complained: ${page.troubles.join('; ')}`);
  },
};
