// By keyboard alone, in every language: quiet hours, stopping each kind of notice, watching a friend's game, and what whoever made a table
// does about those who look on. SPDX-License-Identifier: MIT
import { execFileSync } from 'node:child_process';
import { host, member, post } from './club.mjs';
import { must, shot } from './harness.mjs';
import { button, content, inEachLanguage, press, speak, tabTo } from './keys.mjs';
import { get, known } from './keys_club.mjs';
import { judge } from './shell.mjs';

/** What this language's test stops by a link: together they are all there are. */
const BY_LINK = { en: ['turn', 'invite'], fr: ['result', 'friend'], de: ['round', 'reminder'] };

/** Until the server keeps these wishes. */
async function kept(server, token, good, what) {
  for (let i = 0; ; i++) {
    const now = await get(server, 'bell/wishes', token);
    if (good(now)) return now;
    must(i < 600, `${what}: ${JSON.stringify(now)}`);
    await new Promise((go) => setTimeout(go, 100));
  }
}

// --- what one hears of ---

/** An hour later in the evening and in the morning than what is proposed. */
async function keepQuiet(page, server, t, token) {
  await tabTo(page, page.getByRole('checkbox', { name: t('bell.quiet.on') }));
  await page.keyboard.press('Space');
  await kept(server, token, ({ quiet }) => quiet.from === 22 * 60 && quiet.to === 8 * 60, 'proposed');
  for (const [field, from, to] of [['bell.quiet.from', 23 * 60, 8 * 60], ['bell.quiet.to', 23 * 60, 9 * 60]]) {
    await tabTo(page, page.getByLabel(t(field), { exact: true }));
    await page.keyboard.press('ArrowUp'); // at the hours
    await kept(server, token, ({ quiet }) => quiet.from === from && quiet.to === to, field);
  }
  await judge(page, 'quiet hours');
  await tabTo(page, page.getByRole('checkbox', { name: t('bell.quiet.on') }));
  await page.keyboard.press('Space');
  await kept(server, token, ({ quiet }) => quiet.from === quiet.to, 'no quiet hours any more');
}

/** One key ends one kind, and nothing else. */
async function stopEach(page, server, t, token) {
  const before = await kept(server, token, () => true);
  const kinds = Object.keys(before.kinds);
  must(kinds.length === Object.values(BY_LINK).flat().length, `kinds: ${kinds}`);
  for (const kind of kinds) {
    must(before.kinds[kind].page, `nobody hears of ${kind}`);
    await tabTo(page, page.getByRole('checkbox', { name: t('bell.cell', { kind: t(`bell.kind.${kind}`), way: t('bell.way.page') }) }));
    await page.keyboard.press('Space');
    before.kinds[kind].page = false;
    await kept(server, token, (now) => JSON.stringify(now.kinds) === JSON.stringify(before.kinds), `without ${kind}`);
  }
}

/** The key that the server puts into push messages and letters for somebody (server/bell_stop.c). */
const stopKey = (server, person) =>
  execFileSync('python3', ['-c', 'import base64, hashlib, sqlite3, sys\nsecret = sqlite3.connect(sys.argv[1], timeout=30).execute("SELECT body FROM secrets WHERE name = \'link\'").fetchone()[0]\nprint(sys.argv[2] + "." + base64.urlsafe_b64encode(hashlib.blake2b(sys.argv[2].encode(), digest_size=16, key=secret).digest()).decode().rstrip("="))', `${server.data}/petteia.db`, person], { encoding: 'utf8' }).trim();

/** The link of a message is the one click; from there, keys lead to what else there is to choose. */
async function stopByLink(page, server, t, [, id, token], kinds) {
  const before = await kept(server, token, () => true);
  for (const kind of kinds) {
    await page.goto(`${server.base}/stop?key=${stopKey(server, id)}&kind=${kind}&way=push`);
    await page.getByText(t('bell.stop.done')).waitFor();
    before.kinds[kind].push = false;
    const now = await kept(server, token, () => true);
    must(JSON.stringify(now.kinds) === JSON.stringify(before.kinds), `after the link for ${kind}: ${JSON.stringify(now.kinds)}`);
  }
  await judge(page, 'a kind that was stopped');
  await press(page, page.getByRole('link', { name: t('bell.choose') }));
  await page.getByRole('checkbox', { name: t('bell.quiet.on') }).waitFor();
}

// --- a friend's game ---

async function watchFriend(page, server, t, [name], token) {
  for (let i = 0; !(await get(server, 'friends', token)).friends.some((f) => f.plays); i++) {
    must(i < 600, 'the friend does not play');
    await page.waitForTimeout(100);
  }
  await page.goto(`${server.base}/account`);
  await press(page, page.getByRole('link', { name: t('invite.watch', { name }) }));
  await page.getByText(t('table.spectator')).waitFor();
  await judge(page, "a friend's game");
}

/** Mutes and removes somebody who has said nothing, and lets them speak and come in again. */
async function lookAfter(page, other, t, name) {
  const said = (key) => other.getByText(t(key, { words: '' }).trim()).first().waitFor();
  await press(page, page.getByRole('tab', { name: t('table.chat') }));
  await press(page, button(page, t('lookers.title')));
  const dialog = page.getByRole('dialog', { name: t('lookers.title') });
  await press(page, button(dialog, t('report.mute', { name })));
  await said('notice.mute.table');
  await button(dialog, t('lookers.let.mute', { name })).waitFor();
  await judge(page, 'who looks on');
  await shot(page, `lookers-${t('lookers.send')}`);
  await press(page, button(dialog, t('lookers.let.mute', { name })));
  await said('notice.lifted.mute.table');
  await press(page, button(dialog, t('report.remove', { name })));
  await said('notice.ban.table');
  await button(dialog, t('report.remove', { name })).waitFor({ state: 'detached' });
  await press(page, button(dialog, t('lookers.let.remove', { name })));
  await said('notice.lifted.ban.table');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  // Whoever was let in is at the table again, without doing anything.
  for (let i = 0; ; i++) {
    await press(page, button(page, t('lookers.title')));
    await dialog.getByText(t('lookers.none')).or(button(dialog, t('report.remove', { name }))).waitFor();
    if (await button(dialog, t('report.remove', { name })).count()) break;
    must(i < 100, 'they never came back');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  }
  await page.keyboard.press('Escape');
}

const wishing = inEachLanguage(async ({ browser, own }) => {
  const server = await own();
  const [ana, theo] = [await member(browser, server, 'Ana'), await member(browser, server, 'Theo')];
  const [mine, his] = [await known(ana), await known(theo)];
  await post(server, 'friends', { name: 'Theo' }, mine[2]);
  await post(server, 'friends', { name: 'Ana' }, his[2]);
  const { kinds } = await get(server, 'bell/wishes', mine[2]);
  const { table } = await post(server, 'tables', { game: 'myriath', players: 2, seats: ['me', 'greedy'] }, his[2]);
  return async (t, language) => {
    for (const page of [ana, theo]) await speak(page, language);
    await ana.goto(`${server.base}/account`);
    await keepQuiet(ana, server, t, mine[2]);
    await stopEach(ana, server, t, mine[2]);
    await stopByLink(ana, server, t, mine, BY_LINK[language]);
    await theo.goto(`${server.base}/table/${table}`);
    const start = button(theo, t('lobby.start')); // the game goes on in the next language
    await start.or(theo.locator('#ask')).first().waitFor();
    if (await start.count()) await press(theo, start);
    await theo.locator('#ask').waitFor();
    await watchFriend(ana, server, t, his, mine[2]);
    await lookAfter(theo, ana, t, 'Ana');
    must((await get(server, 'admin/measures', host(server))).measures.length === 0, 'something is still in force');
    for (const page of [ana, theo]) content(page);
    await post(server, 'bell/wishes', { kinds }, mine[2]);
  };
});

export const keysWishes = { 'keys: quiet hours, kinds of notices, a friend’s game and who looks on, in each language': wishing };
