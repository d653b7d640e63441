// The screens around the boards: the list of legal moves by finger, the steps of a puzzle's answer on the board, the figures of the rules,
// a game that ended early, and where one finds it afterwards. SPDX-License-Identifier: MIT
import { must, person, startBots } from './harness.mjs';
import { judge } from './shell.mjs';
import { sit } from './stage.mjs';

const GAMES = ['cyclades', 'mykerinos', 'myriath', 'myst', 'mytikas'];
const PHONE = { width: 390, height: 844 };
const sane = (page) => must(page.troubles.length === 0, `the page complained: ${page.troubles.join('; ')}`);

/** How far the words of a figure are below what is drawn, and whether both are in the window when its top is. */
const figure = (node) => {
  node.scrollIntoView({ block: 'start' });
  const drawn = Math.max(...[...node.querySelectorAll('.picture svg[viewBox]')].map((svg) => svg.getBoundingClientRect().bottom));
  const words = node.querySelector('figcaption').getBoundingClientRect();
  return { gap: words.top - drawn, bottom: words.bottom, high: innerHeight };
};

export const place = {
  'place: on a phone a legal move is as large as a finger': async ({ browser, server }) => {
    const page = await person(browser, server, { viewport: PHONE });
    await startBots(page, 'Cyclades');
    await page.locator('.ask.yours').waitFor();
    await page.locator('.play-tabs').getByRole('button', { name: 'Moves' }).click();
    const rows = page.locator('.moves li button');
    await rows.first().waitFor();
    const heights = await rows.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
    must(heights.length >= 3 && heights.every((h) => h >= 44), `the moves are ${heights} px high`);
    sane(page); // the board is not shown meanwhile, and has no size
  },
  'place: on a phone three players keep their names, and nothing runs over their edge': async ({ browser, server }) => {
    const page = await person(browser, server, { viewport: PHONE, hasTouch: true });
    await sit(page, server, 'cyclades', 'fair-3p:286');
    const chips = await page.locator('.players .player').evaluateAll((all) =>
      all.map((one) => {
        const edge = one.getBoundingClientRect().right;
        const shown = [...one.querySelectorAll('.who strong, .who .state')].filter((e) => e.checkVisibility() && e.getBoundingClientRect().width > 12).map((e) => e.textContent);
        const over = [...one.querySelectorAll('.counters li')].filter((e) => e.checkVisibility() && e.getBoundingClientRect().right > edge).map((e) => e.textContent);
        return { name: shown.join(' '), over };
      }),
    );
    must(chips.length === 3 && chips.every((one) => one.name), `a player has no name: ${JSON.stringify(chips)}`);
    must(chips.every((one) => one.over.length === 0), `something runs over the edge: ${JSON.stringify(chips)}`);
    // What the strip has no room for stands behind the tab.
    await page.locator('.play-tabs').getByRole('button', { name: 'Score' }).click();
    const known = await page.locator('.score .known li').evaluateAll((all) => all.filter((e) => e.checkVisibility()).map((e) => e.textContent));
    must(known.length === 15, `the score tells ${known.length} things: ${known}`);
    sane(page);
  },
  'place: a hint goes with its question': async ({ browser, server }) => {
    const page = await person(browser, server, { viewport: PHONE, hasTouch: true });
    await sit(page, server, 'cyclades', 'fair-3p:122');
    await page.getByRole('button', { name: 'Hint' }).click();
    await page.locator('.toast', { hasText: 'The bot would play' }).waitFor();
    await page.locator('.ask .number[data-word="5"]').tap({ force: true });
    await page.locator('.toast').waitFor({ state: 'detached', timeout: 3000 });
    sane(page);
  },
  'place: on a phone the score of five players scrolls inside, the page does not': async ({ browser, server }) => {
    for (const viewport of [PHONE, { width: 844, height: 390 }]) {
      const page = await person(browser, server, { viewport, hasTouch: true });
      await sit(page, server, 'cyclades', 'fair-5p:263');
      await page.locator('.play-tabs').getByRole('button', { name: 'Score' }).click();
      await page.locator('.score .known li').first().waitFor();
      const [high, tabs, end] = await page.evaluate(() => [document.documentElement.scrollHeight, ...['.play-tabs', '.score'].map((css) => Math.round(document.querySelector(css).getBoundingClientRect().bottom))]);
      must(high <= viewport.height && tabs <= viewport.height && end <= viewport.height, `in ${viewport.height} px the page is ${high} high, the tabs end at ${tabs}, the score at ${end}`);
      await page.locator('.score .known li').last().scrollIntoViewIfNeeded();
      await page.locator('.play-tabs').getByRole('button', { name: 'Board' }).click();
      sane(page);
    }
  },
  'place: on a phone fifty offers take one line, and all of them can be made': async ({ browser, server }) => {
    const page = await person(browser, server, { viewport: PHONE, hasTouch: true });
    await sit(page, server, 'cyclades', 'fair-3p:286'); // it is answered with 47
    const offers = page.locator('.ask .number[data-word]');
    await offers.first().waitFor({ state: 'attached' });
    const all = await offers.evaluateAll((list) => list.map((e) => Number(e.dataset.word)));
    must(all.length > 28, `only ${all.length} offers: the position is another one`);
    const seen = [];
    for (let leaf = 0; leaf * 6 < all.length; leaf++) {
      const now = await page.locator('.ask .number:visible').evaluateAll((list) => list.map((e) => ({ y: Math.round(e.getBoundingClientRect().y), n: e.dataset.word })));
      must(new Set(now.map((one) => one.y)).size === 1, `the offers take ${new Set(now.map((one) => one.y)).size} lines`);
      seen.push(...now.filter((one) => one.n).map((one) => Number(one.n)));
      await page.locator('.ask .leaf').click();
    }
    must(String(seen) === String(all), `to be seen are ${seen} of ${all}`);
    await page.locator('.ask .number:visible').first().waitFor();
    must((await page.locator('.ask .number:visible').first().getAttribute('data-word')) === String(all[0]), 'the last leaf does not lead to the first');
    sane(page);
  },
  'place: the dialog of a new table opens at its title, with the button that starts in sight': async ({ browser, server }) => {
    for (const [width, height] of [[1400, 900], [1280, 720], [390, 844]]) {
      const page = await person(browser, server, { viewport: { width, height } });
      await page.getByRole('button', { name: 'Play: Cyclades' }).click();
      const title = await page.locator('dialog h2').boundingBox();
      const start = await page.getByRole('button', { name: 'Start', exact: true }).boundingBox();
      must(title && title.y >= 20, `at ${width} the title lies at ${title?.y}`);
      must(start && start.y + start.height <= height - 4, `at ${width} the button ends at ${start && start.y + start.height}`);
      sane(page);
    }
  },
  'place: a table for friends is made by keys alone': async ({ browser, server }) => {
    const page = await person(browser, server);
    await page.getByRole('button', { name: 'Play: Myriath' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('radio', { name: 'Bots', exact: true }).focus();
    await page.keyboard.press('ArrowRight');
    must(await page.getByRole('radio', { name: 'Friends', exact: true }).evaluate((one) => one === document.activeElement && one.ariaChecked === 'true'), 'an arrow does not choose');
    await page.getByRole('button', { name: 'Make the table' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Starts when all are ready').waitFor();
    sane(page);
  },
  'place: the steps of an answer stand on the board with their numbers': async ({ browser, server }) => {
    const page = await person(browser, server);
    for (const game of GAMES) {
      await page.goto(`${server.base}/puzzle/${game}`);
      await page.locator('.ask.yours').waitFor();
      must((await page.locator('.marks span').count()) === 0, `${game}: the answer is given away`);
      await page.getByRole('button', { name: 'Show the answer' }).click();
      await page.locator('.marks span').first().waitFor();
      const outside = await page.locator('.marks span').evaluateAll((all) => {
        const parts = [...document.querySelectorAll('.board, .tray')].map((one) => one.getBoundingClientRect());
        const near = (x, y) => parts.some((p) => x > p.left - 20 && x < p.right + 20 && y > p.top - 20 && y < p.bottom + 20);
        return all.filter((one) => ((b) => !near(b.x + b.width / 2, b.y + b.height / 2))(one.getBoundingClientRect())).map((one) => one.textContent);
      });
      must(outside.length === 0, `${game}: step ${outside} lies beside the board`);
      await page.keyboard.press('1');
      await page.locator('.stepbar', { hasText: 'Step 1 of' }).waitFor();
      await page.getByRole('button', { name: 'Previous step' }).click();
      await page.locator('.stepbar', { hasText: 'Before the first step' }).waitFor();
    }
    sane(page);
  },
  'place: the words of a figure follow it at once': async ({ browser, server }) => {
    const page = await person(browser, server);
    for (const game of GAMES) {
      await page.goto(`${server.base}/rules/${game}`);
      const first = page.locator('figure.diagram').first();
      await first.waitFor({ state: 'attached' });
      await first.scrollIntoViewIfNeeded();
      await first.locator('.picture svg[viewBox]:visible').first().waitFor();
      const { gap, bottom, high } = await first.evaluate(figure);
      must(gap < 60 && bottom <= high, `${game}: the words are ${Math.round(gap)} px below the figure, and end at ${Math.round(bottom)} of ${high}`);
      must(!/\[[A-Z]\]/.test(await page.locator('article').innerText()), `${game}: raw marks in the rules`);
    }
    sane(page);
  },
  'place: an ending says so when the engine that draws its graph cannot be had': async ({ browser, server }) => {
    const page = await person(browser, server);
    await sit(page, server, 'mytikas', 'levels-3p:320');
    await page.context().route('**/*.wasm', (route) => route.abort());
    await page.reload();
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.locator('dialog[open]').getByRole('button', { name: 'Resign' }).click();
    await page.locator('.the-end .graph').getByText('cannot be drawn now').waitFor();
    must((await page.locator('.the-end .graph').getByText('Looking back').count()) === 0, 'it looks back for ever');
  },
  'place: a game that ended early counts nothing, and is found again': async ({ browser, server }) => {
    const page = await person(browser, server);
    await startBots(page, 'Myriath');
    await page.goto(server.base);
    await page.getByRole('heading', { name: 'Your games' }).waitFor();
    must((await page.locator('main .btn.primary').count()) === 1, 'the game that waits has not the only strong button');
    await judge(page, 'home with a game');
    await page.getByRole('link', { name: /^Play Myriath/ }).first().click();
    await page.locator('#ask').waitFor();
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.locator('dialog[open]').getByRole('button', { name: 'Resign' }).click();
    await page.getByText('before anybody had a point').waitFor();
    must((await page.locator('.the-end :is(.count, .graph)').count()) === 0, 'it counts what there is not');
    await page.locator('.play-head .chip', { hasText: 'Game over' }).waitFor();
    await page.goto(`${server.base}/archive`);
    await page.locator('ul.own li', { hasText: 'Myriath' }).getByRole('link', { name: /Replay/ }).click();
    await page.locator('.play .board').waitFor();
    sane(page);
  },
};
