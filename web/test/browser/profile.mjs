// A person's page, and friends who are invited to a table from the lobby.
// SPDX-License-Identifier: MIT
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { host } from './club.mjs';
import { must, person, shot } from './harness.mjs';
import { wordsOf } from './keys.mjs';
import { charted, rate } from './keys_fair.mjs';
import { fits, judge } from './shell.mjs';

const WHOLE_GAME = new URL('../../../tests/whole_game.py', import.meta.url).pathname;

const ask = async (server, path, body, token) => (await fetch(`${server.base}/api/${path}`, { method: body ? 'POST' : 'GET', body: body && JSON.stringify(body), headers: token ? { Authorization: `Bearer ${token}` } : {} })).json();

async function member(browser, server, name) {
  const { token } = await ask(server, 'guest', { name: 'Passer-by' });
  const made = await ask(server, 'account', { name, password: 'correct horse' }, token);
  const page = await person(browser, server, { known: { 'petteia.token': made.token } });
  return { page, token: made.token, id: made.person };
}

export const profile = {
  'profile: a page is seen by whom its owner says, and a friend is invited': async ({ browser, server }) => {
    const n = Date.now() % 100000;
    const [ana, theo] = [await member(browser, server, `Ana ${n}`), await member(browser, server, `Theo ${n}`)];
    await ask(server, 'friends', { name: `Theo ${n}` }, ana.token);
    await ask(server, 'friends', { name: `Ana ${n}` }, theo.token);
    await ana.page.goto(`${server.base}/people/${ana.id}`);
    await ana.page.getByRole('heading', { name: `Ana ${n}` }).waitFor();
    await ana.page.getByText('No rated game yet.').waitFor();
    await judge(ana.page, 'a person’s page');
    for (const [w, h] of [[1400, 900], [820, 1180], [390, 844]]) {
      await ana.page.setViewportSize({ width: w, height: h });
      await fits(ana.page, `a page at ${w}`);
      await shot(ana.page, `profile-${w}`);
    }
    await ana.page.setViewportSize({ width: 1400, height: 900 });
    await ana.page.getByRole('radio', { name: 'nobody' }).focus();
    await ana.page.keyboard.press('Enter');
    await ana.page.locator('[role=radio][aria-checked=true]', { hasText: 'nobody' }).waitFor();
    await theo.page.goto(`${server.base}/people/${ana.id}`);
    await theo.page.getByText('shows games to friends, or to nobody').waitFor();
    must((await theo.page.getByText('Ratings').count()) === 0, 'a hidden page shows something');

    await ana.page.goto(server.base);
    await ana.page.getByRole('button', { name: 'Play: Myriath' }).click();
    await ana.page.getByRole('radio', { name: 'Friends' }).click();
    await ana.page.getByRole('button', { name: 'Make the table' }).click();
    await ana.page.getByText('Starts when all are ready').waitFor();
    await ana.page.getByRole('button', { name: `Invite Theo ${n}` }).focus();
    await ana.page.keyboard.press('Enter');
    await ana.page.getByText(`Theo ${n} is invited.`).first().waitFor();
    await theo.page.getByText(`Ana ${n} invites you to a table of Myriath.`).first().waitFor();
    await theo.page.getByRole('button', { name: 'Go there' }).click();
    await theo.page.getByRole('button', { name: 'Sit here' }).click();
    await ana.page.locator('.seat', { hasText: `Theo ${n}` }).waitFor();
  },
  'profile: no word of a name is broken, on its own page and where a host looks at tables': async ({ browser, server }) => {
    const n = Date.now() % 1000;
    // The words of what is there that take more than one line.
    const broken = (place) =>
      place.first().evaluate((e) => {
        const found = [];
        for (const node of e.childNodes)
          for (const word of node.nodeType === 3 ? node.data.matchAll(/\S+/g) : []) {
            const range = document.createRange();
            range.setStart(node, word.index);
            range.setEnd(node, word.index + word[0].length);
            if (new Set([...range.getClientRects()].map((b) => Math.round(b.top))).size > 1) found.push(word[0]);
          }
        return found;
      });
    for (const name of [`Nia Konstantinopol ${n}`, `Νίκος Παπαδόπουλος ${n}`, `Maximilianowitschewsk${n}`]) {
      const { page, token, id } = await member(browser, server, name);
      await ask(server, 'admin/roles', { name, role: 'admin', words: 'asked to help' }, host(server));
      const { table } = await ask(server, 'tables', { game: 'mykerinos', players: 2, seats: ['me', ''] }, token);
      for (const [w, h] of [[1280, 720], [900, 1180], [390, 844]]) {
        await page.setViewportSize({ width: w, height: h });
        for (const [where, what] of [['account', 'h1'], [`people/${id}`, 'h1'], ['admin', `#tables li:has(a[href$="${table}"]) .small`]]) {
          await page.goto(`${server.base}/${where}`);
          await page.locator(what).filter({ hasText: name }).first().waitFor();
          await page.evaluate(() => document.fonts.ready);
          const words = await broken(page.locator(what).filter({ hasText: name }));
          must(words.length === 0, `${where} at ${w} breaks ${words}`);
          await fits(page, `${where} at ${w}`);
          await shot(page, `name-${where.split('/')[0]}-${w}-${[...name].length}`);
        }
      }
      await page.context().close();
    }
  },
  'profile: a chosen face follows its person to the page, the table and the chat, and wishes are kept': async ({ browser, server }) => {
    const n = Date.now() % 100000;
    const [ana, theo] = [await member(browser, server, `Faced ${n}`), await member(browser, server, `Looks ${n}`)];
    const drawn = (place) => place.locator('.face svg').first().innerHTML();
    await ana.page.goto(`${server.base}/account`);
    const faces = ana.page.getByRole('radiogroup', { name: 'Faces to choose from' });
    await faces.getByRole('radio', { name: 'Face 1', exact: true, checked: true }).waitFor();
    const before = await drawn(faces.getByRole('radio', { checked: true }));
    const inBar = (want) => ana.page.waitForFunction((face) => document.querySelector('.me .face svg')?.innerHTML === face, want);
    await inBar(before);
    must((await faces.getByRole('radio').count()) === 12, 'there are not twelve faces');
    must(new Set(await faces.locator('svg').evaluateAll((all) => all.map((svg) => svg.innerHTML))).size === 12, 'two faces are the same');
    await faces.getByRole('radio', { name: 'Face 1', exact: true }).focus();
    for (let i = 2; i <= 5; i++) {
      await ana.page.keyboard.press('ArrowRight');
      await faces.getByRole('radio', { name: `Face ${i}`, exact: true, checked: true }).waitFor();
    }
    const chosen = await drawn(faces.getByRole('radio', { checked: true }));
    must(chosen !== before, 'the chosen face is the first one');
    await inBar(chosen);
    await judge(ana.page, 'an account with faces');
    for (const [w, h] of [[1400, 900], [390, 844]]) {
      await ana.page.setViewportSize({ width: w, height: h });
      await fits(ana.page, `faces at ${w}`);
      await shot(ana.page, `faces-${w}`);
    }
    await ana.page.setViewportSize({ width: 1400, height: 900 });

    const { table } = await ask(server, 'tables', { game: 'mykerinos', players: 2, seats: ['me', ''] }, ana.token);
    for (const { page } of [ana, theo]) await page.goto(`${server.base}/table/${table}`);
    const mine = theo.page.locator('.seat', { hasText: `Faced ${n}` });
    await theo.page.waitForFunction(([name, want]) => [...document.querySelectorAll('.seat')].some((seat) => seat.textContent.includes(name) && seat.querySelector('.face svg')?.innerHTML === want), [`Faced ${n}`, chosen]);
    await mine.first().waitFor();
    await ana.page.getByRole('textbox', { name: 'Say something' }).fill('Shall we?');
    await ana.page.keyboard.press('Enter');
    const line = theo.page.locator('.lines li', { hasText: 'Shall we?' });
    await line.waitFor();
    must((await drawn(line)) === chosen, 'the line in the chat has another face');
    await shot(theo.page, 'faces-chat');
    await theo.page.goto(`${server.base}/people/${ana.id}`);
    await theo.page.waitForFunction((want) => document.querySelector('.who .face svg')?.innerHTML === want, chosen);

    await ana.page.goto(`${server.base}/account`);
    const may = ana.page.getByRole('radiogroup', { name: 'Who may write at a table where I sit' });
    await may.getByRole('radio', { name: 'everybody', checked: true }).waitFor();
    await may.getByRole('radio', { name: 'friends' }).click();
    await may.getByRole('radio', { name: 'friends', checked: true }).waitFor();
    await ana.page.reload();
    await may.getByRole('radio', { name: 'friends', checked: true }).waitFor();
    await ana.page.getByRole('radiogroup', { name: 'Who may invite me to a table' }).getByRole('radio', { name: 'friends', checked: true }).waitFor();
    await theo.page.goto(`${server.base}/table/${table}`);
    await theo.page.getByRole('textbox', { name: 'Say something' }).fill('Good evening');
    await theo.page.keyboard.press('Enter');
    await theo.page.getByText('Somebody at this table reads what friends write').first().waitFor();
  },
  'profile: a rating over time is that of the chosen game and number of players': async ({ browser, own }) => {
    const server = await own();
    const { page, id } = await member(browser, server, 'Ana');
    rate(server, id);
    await page.goto(`${server.base}/people/${id}`);
    await page.getByText('Show as table').click();
    const choose = async (name, game, seats) => {
      await page.getByRole('radio', { name }).click();
      await charted(page, wordsOf('en'), game, seats);
    };
    await choose(/Mykerinos/, 'Mykerinos', 0);
    must((await page.getByRole('radio', { name: '2 players' }).count()) === 0, 'there is nothing to choose from');
    await choose(/Myst/, 'Myst', 0);
    await choose('2 players', 'Myst', 2);
    await choose('3 players', 'Myst', 3);
    await choose(/Mykerinos/, 'Mykerinos', 0); // it was never played with three
    await choose(/Myst/, 'Myst', 3);
  },
  'profile: real games bring badges, and show openings and turning points': async ({ browser, server }) => {
    const n = Date.now() % 100000;
    const [ana, theo] = [await member(browser, server, `Feats ${n}`), await member(browser, server, `Other ${n}`)];
    const tables = [];
    for (const seed of [13, 13, 21]) tables.push((await promisify(execFile)('python3', [WHOLE_GAME, server.base, ana.token, theo.token, String(seed)])).stdout.trim());
    await ana.page.goto(`${server.base}/people/${ana.id}`);
    const badge = ana.page.locator('.feats .have', { hasText: 'By a hair' });
    await badge.getByText('Win by half a point.').waitFor();
    must((await badge.getByRole('link').getAttribute('href')) === `/replay/${tables[0]}`, 'the badge does not lead to the first game that earned it');
    await ana.page.getByText('Some of those still to be had:').waitFor();
    await ana.page.getByText('A Museum without a gap').waitFor();

    await ana.page.getByRole('button', { name: 'Look back over the last games' }).click();
    const back = ana.page.locator('section', { has: ana.page.getByRole('heading', { name: 'Looking back' }) });
    await back.getByText('2 of 3 games').waitFor({ timeout: 180_000 }); // two of them were the same game
    await back.getByText('1 of 3 games').waitFor();
    await back.getByRole('status').waitFor({ state: 'detached', timeout: 180_000 });
    const turns = await back.getByRole('link').evaluateAll((all) => all.map((a) => [a.getAttribute('href'), a.parentElement.textContent]));
    if (!turns.length) await back.getByText('None of these games turned at one move.').waitFor();
    for (const [href, text] of turns) {
      const [, table, move] = /^\/replay\/(\w+)\?move=(\d+)$/.exec(href);
      const [, from, to] = /from (\d+) to (\d+) %/.exec(text);
      must(tables.includes(table) && Number(move) > 0 && Number(to) - Number(from) >= 7, `a turning point that is none: ${href} ${text}`); // 8, before rounding
    }
    await judge(ana.page, 'a page with badges');
    for (const [w, h] of [[1400, 900], [390, 844]]) {
      await ana.page.setViewportSize({ width: w, height: h });
      await fits(ana.page, `badges at ${w}`);
      await shot(ana.page, `badges-${w}`);
    }
    await ana.page.reload(); // what was found is kept on the device
    await back.getByText('2 of 3 games').waitFor();
    await theo.page.goto(`${server.base}/people/${ana.id}`);
    await theo.page.locator('.feats .have', { hasText: 'By a hair' }).waitFor();
    must((await theo.page.getByText('still to be had').count()) === 0, 'others see what is missing');
    await badge.getByRole('link').click();
    await ana.page.waitForFunction((path) => location.pathname === path, `/replay/${tables[0]}`);
  },
};
