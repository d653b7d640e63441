// By keyboard alone, in every language: what leaving a game costs and what comes of it, games that look thrown with their evidence, and
// somebody's rating over time, by game and number of players. SPDX-License-Identifier: MIT
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { host, member, post } from './club.mjs';
import { evidence } from './fair.mjs';
import { must, person, shot } from './harness.mjs';
import { button, content, inEachLanguage, press, speak, tabTo, type } from './keys.mjs';
import { known } from './keys_club.mjs';
import { judge } from './shell.mjs';

const TESTS = fileURLToPath(new URL('../../../tests', import.meta.url));
const python = (script, ...words) => execFileSync('python3', ['-c', script, ...words]);

// --- leaving ---

/** The second of two has given up two games before their first move. */
const leaveTwo = (server, one, other) =>
  python(
    'import sys, types\nsys.path.insert(0, sys.argv[1])\nfrom at_table import ask\nfrom test_people import sit_two\ns = types.SimpleNamespace(base=f"http://127.0.0.1:{sys.argv[2]}", port=int(sys.argv[2]))\nfor _ in range(2):\n    table, sockets = sit_two(s, sys.argv[3:5])\n    assert ask(sockets[1], t="resign", table=table, seat=1)["t"] == "ok"',
    TESTS,
    String(server.port),
    one,
    other,
  );

/** The page belongs to another account from its next load on. */
async function becomes(page, server, name) {
  const { token } = await post(server, 'guest', { name: 'Passer-by' });
  const made = await post(server, 'account', { name, password: 'correct horse' }, token);
  await page.evaluate((mine) => localStorage.setItem('petteia.token', mine), made.token);
  return made.token;
}

/** From the menu to the question whether one is sure, which says what it costs. */
async function asked(page, t, what) {
  await press(page, button(page, t('table.menu')));
  await press(page, button(page.getByRole('dialog'), t(`table.${what}`)));
  const sure = page.getByRole('dialog', { name: t(`table.${what}`) });
  await sure.getByText(t(`rated.cost.${what}`)).waitFor();
  await judge(page, `what it costs to ${what}`);
  await shot(page, `keys-cost-${t(`table.${what}`)}`);
  return sure;
}

/** docs/fair.md: the third game left in a week closes rated games for a day. */
async function leave(page, other, server, t, table) {
  for (const one of [other, page]) await one.goto(`${server.base}/table/${table}`);
  await press(page, button(page, t('lobby.sit')));
  await page.getByText(t('rated.yes')).waitFor();
  for (const one of [page, other]) await press(one, button(one, t('lobby.ready')).first());
  for (const one of [page, other]) await one.locator('#ask').waitFor();
  const handing = await asked(page, t, 'leave');
  await page.keyboard.press('Escape');
  await handing.waitFor({ state: 'hidden' });
  await press(page, button(await asked(page, t, 'resign'), t('table.resign')));
  const limit = page.getByText(t('notice.unrated').split('{words}')[0]).first();
  await limit.waitFor();
  await page.goto(`${server.base}/account`);
  await page.getByRole('heading', { name: t('notice.all') }).waitFor();
  await limit.waitFor();
  await judge(page, 'a limit in the account');
}

// --- thrown games ---

/** What the server found is read, and needs nothing. */
async function readFinding(page, server, t, [good, bad], name) {
  // A pattern takes more games than two play in a day: it is written as the server writes it.
  const insert = 'import sqlite3, sys; d = sqlite3.connect(sys.argv[1], timeout=30); d.execute("INSERT INTO reports(kind, at, state, person, about, place, number, words, evidence, verdict) VALUES(4, ?, 0, ?, ?, \'\', 0, \'\', ?, \'\')", sys.argv[2:]); d.commit()';
  python(insert, join(server.data, 'petteia.db'), String(Date.now()), good, bad, evidence(['taaa', 'tbbb']));
  await page.goto(`${server.base}/admin`);
  const finding = page.getByRole('button', { name: new RegExp(`^${t('club.kind.thrown')}`) });
  await press(page, finding);
  await page.getByText(t('club.thrown.sum', { name, played: 6, lost: 6, early: 5 }).split('{score}')[0]).waitFor();
  await page.getByText(t('club.thrown.text')).waitFor();
  for (const table of ['taaa', 'tbbb']) await tabTo(page, page.locator(`table a[href="/replay/${table}"]`));
  await judge(page, 'games that look thrown');
  await shot(page, `keys-thrown-${t('club.thrown.rise')}`);
  await type(page, page.locator('section[aria-labelledby=report-title] textarea'), 'Read.');
  await press(page, button(page, t('club.nothing')));
  await finding.waitFor({ state: 'detached' });
}

// --- a rating over time ---

/** Games that were rated: which, with how many, and the rating after it. The second player count of one game makes a choice. */
const RATED = [['myst', 2, 1], ['myst', 3, 2], ['mykerinos', 2, 3], ['myst', 2, 4], ['mykerinos', 2, 5], ['myst', 3, 6], ['myst', 2, 7]];

/** As the server writes them; whole games would take minutes. */
export const rate = (server, id) =>
  python(
    'import json, sqlite3, sys\nd, me = sqlite3.connect(sys.argv[1], timeout=30), sys.argv[2]\nfor i, (game, seats, after) in enumerate(json.loads(sys.argv[3])):\n    num = 900000 + i\n    d.execute("INSERT INTO tables(num, id, kind, state, access, live, created, changed, ended, head) VALUES(?, ?, ?, 2, 0, 0, 1, 1, ?, \'{}\')", (num, f"trated{i}", game, 1700000000000 + 86400000 * i))\n    for seat in range(seats):\n        d.execute("INSERT INTO players(num, seat, person, name, points, place) VALUES(?, ?, ?, ?, 5, ?)", (num, seat, me if seat == 0 else f"p{seat}", f"P{seat}", seat + 1))\n    d.execute("INSERT INTO rated(num, seat, before, after) VALUES(?, 0, 0.0, ?)", (num, after))\nfor game in ("myst", "mykerinos"):\n    d.execute("INSERT INTO ratings(person, kind, name, mu, sigma, games) VALUES(?, ?, \'P0\', 27.0, 6.5, 3)", (me, game))\nd.commit()',
    join(server.data, 'petteia.db'),
    id,
    JSON.stringify(RATED),
  );

/** What the chart has to show: its name says the game and how many games, its table every rating. */
export async function charted(page, t, game, seats) {
  const of = RATED.filter(([name, n]) => name === game.toLowerCase() && (!seats || n === seats)).map(([, , after]) => after.toFixed(1));
  await page.getByRole('img', { name: t('profile.chart', { game, n: of.length }), exact: true }).waitFor();
  const shown = await page.locator('details td.num').allTextContents();
  must(String(shown) === String(of), `${game} with ${seats || 'all'}: ${shown}`);
}

/** Arrows until it is chosen. */
async function arrowTo(page, group, name) {
  const radios = group.getByRole('radio');
  await tabTo(page, group.getByRole('radio', { checked: true }));
  for (let i = await radios.count(); i && !(await group.getByRole('radio', { name, checked: true }).count()); i--) await page.keyboard.press('ArrowRight');
  await group.getByRole('radio', { name, checked: true }).waitFor();
}

async function readChart(page, server, t, id) {
  await page.goto(`${server.base}/people/${id}`);
  const [kinds, players] = [page.getByRole('radiogroup', { name: t('profile.ratings') }), page.getByRole('radiogroup', { name: t('profile.by.players') })];
  await kinds.waitFor();
  await press(page, page.locator('summary', { hasText: t('profile.table') }));
  await arrowTo(page, kinds, /Mykerinos/);
  await charted(page, t, 'Mykerinos', 0);
  must((await players.count()) === 0, 'there is nothing to choose from');
  await arrowTo(page, kinds, /Myst/);
  await charted(page, t, 'Myst', 0);
  for (const n of [2, 3]) {
    await arrowTo(page, players, t('profile.with', { n }));
    await charted(page, t, 'Myst', n);
  }
  await judge(page, 'a rating over time');
  await shot(page, `keys-chart-${t('profile.seen.all')}`);
}

const fairly = inEachLanguage(async ({ browser, own }) => {
  const server = await own();
  await post(server, 'admin/settings', { name: 'shared', value: '127.0.0.0/8 ::/64' }, host(server)); // all of these play from one machine
  const [ana, ines, leo] = [await member(browser, server, 'Ana'), await member(browser, server, 'Ines'), await person(browser, server)];
  const [mine, hers] = [await known(ana), await known(ines)];
  await post(server, 'admin/roles', { name: 'Ines', role: 'moderator', words: 'asked to help' }, host(server));
  rate(server, hers[1]);
  return async (t, language) => {
    for (const page of [ana, ines, leo]) await speak(page, language);
    const token = await becomes(leo, server, `Leo ${language}`);
    leaveTwo(server, mine[2], token);
    const { table } = await post(server, 'tables', { game: 'myriath', players: 2, seats: ['me', ''] }, mine[2]);
    await leave(leo, ana, server, t, table);
    await readFinding(ines, server, t, [mine[1], (await known(leo))[1]], `Leo ${language}`);
    await readChart(ines, server, t, hers[1]);
    for (const page of [ana, ines, leo]) content(page);
  };
});

export const keysFair = { 'keys: what leaving costs, games that look thrown, and a rating over time, in each language': fairly };
