// What people do with each other by keyboard alone, in every language: ways into an account, inviting, reporting, and looking after a club.
// Others are there by calls; whoever is tested has keys and nothing else (keys.mjs). SPDX-License-Identifier: MIT
import { host, member, post } from './club.mjs';
import { must, person, shot } from './harness.mjs';
import { button, content, inEachLanguage, press, signOut, signUp, speak, tabTo, type } from './keys.mjs';
import { authenticator, link, withMail } from './mail.mjs';
import { judge } from './shell.mjs';

const DAY = 86400000;

export const get = async (server, path, token) => (await fetch(`${server.base}/api/${path}`, { headers: { Authorization: `Bearer ${token}` } })).json();
const tokenOf = (page) => page.evaluate(() => localStorage.getItem('petteia.token'));
const inDialog = (page) => page.getByRole('dialog');
const pathOf = (page) => new URL(page.url()).pathname;

async function signedIn(page, t, name) {
  await page.getByText(t('settings.account.is', { name }), { exact: true }).waitFor();
}

// --- ways in ---

async function usePasskey(page, t, name) {
  await press(page, button(page, t('passkeys.add')));
  await type(page, inDialog(page).getByLabel(t('passkeys.name')), 'Laptop');
  await judge(page, 'a new passkey');
  await page.keyboard.press('Enter');
  await button(page, t('passkeys.rename.one', { name: 'Laptop' })).waitFor();
  await signOut(page, t);
  await press(page, button(page, t('passkeys.enter')));
  await signedIn(page, t, name);
  await judge(page, 'passkeys');
  await press(page, button(page, t('passkeys.remove.one', { name: 'Laptop' })));
  await judge(page, 'one passkey less');
  await press(page, button(inDialog(page), t('passkeys.remove')));
  await page.getByText(t('passkeys.none')).waitFor();
}

/** Each account gets two letters: `before` are those of others. */
async function giveAddress(page, server, t, letters, name, mail, before) {
  await press(page, button(page, t('mail.add')));
  await type(page, inDialog(page).getByLabel(t('mail.address')), mail);
  await judge(page, 'giving an address');
  await page.keyboard.press('Enter');
  await page.getByText(t('mail.wanted'), { exact: true }).waitFor();
  await page.goto(server.base + (await link(letters, before + 1)));
  await button(page, t('mail.confirm')).waitFor();
  await judge(page, 'confirming');
  await press(page, button(page, t('mail.confirm')));
  await page.getByText(t('mail.confirmed', { mail, name })).waitFor();
  await press(page, page.getByRole('link', { name: t('mail.account') }));
  await signedIn(page, t, name);
}

async function resetByMail(page, server, t, letters, name, mail, before) {
  await press(page, button(page, t('account.lost')));
  await type(page, page.getByLabel(t('mail.address')), mail);
  await page.keyboard.press('Enter');
  await page.getByText(t('account.lost.mail.sent')).waitFor();
  await judge(page, 'a lost password');
  await page.goto(server.base + (await link(letters, before + 2)));
  await type(page, page.getByLabel(t('account.new')), 'battery staple');
  await judge(page, 'a new password');
  await page.keyboard.press('Enter');
  await page.getByText(t('mail.reset.done', { name })).waitFor();
}

const waysIn = ({ browser }) =>
  withMail((server, letters) =>
    inEachLanguage(async () => {
      return async (t, language) => {
        const page = await person(browser, server);
        await authenticator(page); // a new one: the last one still has the passkey of somebody else
        const [name, mail, before] = [`Ways ${language}`, `keys-${language}@example.org`, letters.letters.length];
        await speak(page, language);
        await page.goto(`${server.base}/account`);
        await signUp(page, t, name);
        await usePasskey(page, t, name);
        await giveAddress(page, server, t, letters, name, mail, before);
        await signOut(page, t);
        await resetByMail(page, server, t, letters, name, mail, before);
        content(page);
      };
    })(),
  );

// --- inviting and reporting ---

/** One's own page is shown to friends alone: a stranger sees the name, a friend sees all of it. Then to everybody again. */
async function hidePage(page, stranger, server, t, [name, id], friend) {
  await page.goto(`${server.base}/people/${id}`);
  const group = page.getByRole('radiogroup', { name: t('profile.seen') });
  const chosen = (who) => group.getByRole('radio', { name: t(`profile.seen.${who}`), checked: true }).waitFor();
  const ratings = stranger.getByRole('heading', { name: t('profile.ratings') });
  await tabTo(page, group.getByRole('radio', { name: t('profile.seen.all') }));
  await page.keyboard.press('ArrowRight');
  await chosen('friends');
  await judge(page, 'who sees my page');
  await shot(page, `keys-seen-${t('profile')}-${t('profile.seen.all')}`);
  await stranger.goto(`${server.base}/people/${id}`);
  await stranger.getByText(t('profile.hidden', { name })).waitFor();
  must((await ratings.count()) === 0, 'a hidden page shows something');
  await judge(stranger, 'a page for friends');
  must((await get(server, `people/${id}`, friend)).hidden === false, 'it is hidden from a friend');
  await tabTo(page, group.getByRole('radio', { name: t('profile.seen.friends') }));
  await page.keyboard.press('ArrowLeft');
  await chosen('all');
  await stranger.reload();
  await ratings.waitFor();
}

/** The notice of the invitation leads to the table, or to a seat; the short message of it goes before everybody comes to it by keys. */
async function followNotice(page, server, t, table, end = '') {
  const token = await tokenOf(page);
  for (let i = 0; !(await get(server, 'bell', token)).notices.some((n) => n.kind === 'invite' && n.link.startsWith(table) && n.link.endsWith(end)); i++) {
    must(i < 1200, 'the invitation is not among the notices');
    await page.waitForTimeout(100);
  }
  await page.goto(new URL('/', page.url()).href); // at a table there is no bell
  await press(page, page.locator('.bell'));
  const invitation = inDialog(page).locator(`li a[href^="${table}"]${end && `[href$="${end}"]`}`).first();
  await invitation.waitFor();
  await judge(page, 'notices');
  await press(page, invitation);
  await page.getByText(t('lobby.status')).waitFor();
}

/** A stranger who lets everybody invite them is asked to a new table, comes, and sits down. */
async function inviteStranger(page, other, server, t, [name, id]) {
  await page.goto(`${server.base}/people/${id}`);
  await press(page, button(page, t('invite.table')));
  await inDialog(page).getByRole('button', { name: /Myriath/ }).waitFor();
  await judge(page, 'inviting somebody');
  await press(page, button(inDialog(page), t('new.title', { game: 'Myriath' })));
  await button(inDialog(page), t('new.make')).waitFor();
  await judge(page, 'a table for somebody');
  await press(page, button(inDialog(page), t('new.make')));
  await page.getByText(t('lobby.status')).waitFor();
  await followNotice(other, server, t, pathOf(page));
  await press(other, button(other, t('lobby.sit')).first());
  await page.locator('.seat', { hasText: name }).waitFor();
  await judge(other, 'a table one was invited to');
}

/** A friend who is here is told of the table where one sits, and finds it. */
async function inviteFriend(page, friend, server, t, name) {
  await press(page, button(page, t('invite.one', { name })));
  await followNotice(friend, server, t, pathOf(page));
  must(pathOf(friend) === pathOf(page), 'the friend came to another table');
}

/** From the seat itself: a friend is told of it. */
async function inviteToSeat(page, t, seat, name) {
  await press(page, page.locator(`[data-seat="${seat}"]`).getByRole('button', { name: t('invite.seat', { seat: '' }) }));
  await button(inDialog(page), t('invite.one', { name })).waitFor();
  await judge(page, 'inviting to a seat');
  await shot(page, `keys-seat-${t('invite')}`);
  await press(page, button(inDialog(page), t('invite.one', { name })));
  await inDialog(page).waitFor({ state: 'detached' });
}

/** docs/protocol.md, /api/invitations: whoever follows it sits on that very seat; if somebody was quicker, they are told so and look on. */
const seated = inEachLanguage(async ({ browser, own }) => {
  const server = await own();
  const here = await club(browser, server);
  const guest = await person(browser, server, { at: '/account' });
  return async (t, language) => {
    for (const page of [here.ana, here.nora]) await speak(page, language);
    await seatedAt(here, guest, server, t);
  };
});

async function seatedAt({ ana, nora, mine }, guest, server, t) {
  const { table } = await post(server, 'tables', { game: 'myriath', players: 3, seats: ['me', '', ''] }, mine[2]);
  await ana.goto(`${server.base}/table/${table}`);
  await inviteToSeat(ana, t, 1, 'Nora');
  await guest.evaluate(() => localStorage.removeItem('petteia.token')); // who was never here needs the link alone
  await guest.goto(`${server.base}/table/${table}#seat=1`);
  await guest.locator('[data-seat="1"].you').waitFor();
  must(!guest.url().includes('seat='), 'the address still names the seat');
  await followNotice(nora, server, t, `/table/${table}`, '#seat=1');
  await nora.getByText(t('lobby.seat.taken')).first().waitFor();
  await judge(nora, 'a seat that is taken by now');
  must((await nora.locator('.seat.you').count()) === 0, 'and yet she sits');
  await inviteToSeat(ana, t, 2, 'Nora');
  await followNotice(nora, server, t, `/table/${table}`, '#seat=2');
  await nora.locator('[data-seat="2"].you').waitFor();
  await ana.locator('[data-seat="2"]', { hasText: 'Nora' }).waitFor();
  await judge(nora, 'a seat one was invited to');
  for (const page of [ana, nora, guest]) content(page);
}

async function sendReport(page, t, words) {
  await type(page, inDialog(page).getByLabel(t('report.why')), words);
  await judge(page, `a report: ${words}`);
  await press(page, button(inDialog(page), t('report.send')));
  await page.getByText(t('report.sent')).first().waitFor();
}

/** A line, the table and the name. */
async function reportAll(page, other, server, t, [name, id]) {
  await type(other, other.getByLabel(t('table.chat.say')), 'Learn to count.');
  await other.keyboard.press('Enter');
  await press(page, button(page, t('report.line', { name })));
  await sendReport(page, t, 'rude');
  for (const one of [page, other]) await press(one, button(one, t('lobby.ready')).first());
  for (const one of [page, other]) await one.locator('#ask').waitFor();
  await press(page, button(page, t('table.menu')));
  await press(page, button(inDialog(page), t('report.table')));
  await sendReport(page, t, 'not a game');
  await page.goto(`${server.base}/people/${id}`);
  await press(page, button(page, t('report.name')));
  await sendReport(page, t, 'not a name');
}

// --- looking after the club ---

const inForce = async (server) => (await get(server, 'admin/measures', host(server))).measures;

/** What was reported is read; two need nothing, and the third bans for a week. Then it is lifted. */
async function decide(page, server, t, name) {
  await page.goto(`${server.base}/admin`);
  const open = (kind) => page.getByRole('button', { name: new RegExp(`^${t(`club.kind.${kind}`)}`) });
  for (const [kind, deed] of [['chat', 'club.nothing'], ['table', 'club.nothing'], ['name', 'club.ban.week']]) {
    await press(page, open(kind));
    await page.locator('#report-title').waitFor();
    await judge(page, `a report of a ${kind}`);
    await type(page, page.locator('section[aria-labelledby=report-title] textarea'), `About the ${kind}.`);
    await press(page, button(page, t(deed)));
    await open(kind).waitFor({ state: 'detached' });
  }
  await page.getByText(t('club.none')).waitFor();
  const [ban] = await inForce(server);
  must(ban.kind === 'ban' && ban.about.name === name && ban.until - ban.at === 7 * DAY, `in force: ${JSON.stringify(ban)}`);
  await lift(page, server, t, 'ban', name);
}

async function lift(page, server, t, kind, name) {
  await type(page, page.getByLabel(t('club.reason.log')), 'Said sorry.');
  await press(page, button(page, t('club.lift.of', { kind: t(`club.kind.${kind}`), name })));
  await page.getByText(t('club.measures.none')).waitFor();
  must((await inForce(server)).length === 0, `the ${kind} is still in force`);
}

/** Somebody found by name is banned for as many days as one says. */
async function banByName(page, server, t, [name, , token]) {
  await type(page, page.getByLabel(t('club.search')), name);
  await page.keyboard.press('Enter');
  await type(page, page.getByLabel(t('club.reason.log')), 'Once more.');
  await type(page, page.getByLabel(t('club.days')), '3');
  await press(page, button(page, t('friends.deed', { deed: t('club.ban'), name })));
  await button(page, t('club.lift.of', { kind: t('club.kind.ban'), name })).waitFor();
  await judge(page, 'the club, with a ban');
  await shot(page, `keys-club-${t('club.ban')}`);
  const [ban] = await inForce(server);
  must(ban.until - ban.at === 3 * DAY && ban.words === 'Once more.', `in force: ${JSON.stringify(ban)}`);
  must((await fetch(`${server.base}/api/friends`, { headers: { Authorization: `Bearer ${token}` } })).status === 403, 'whoever is banned is let in');
  await lift(page, server, t, 'ban', name);
}

/** Settings hold at once; a range of addresses is banned, and somebody gets a role. */
async function settle(page, server, t) {
  const now = () => get(server, 'admin/settings', host(server));
  const until = async (good, what) => {
    for (let i = 0; !(await good()); i++) {
      must(i < 300, `${what}: ${JSON.stringify(await now())}`);
      await page.waitForTimeout(100);
    }
  };
  await type(page, page.getByLabel(t('club.slow')), '5');
  await type(page, page.getByLabel(t('club.words')), 'zounds');
  await press(page, button(page, t('club.save')));
  await until(async () => (await now()).slow === '5' && (await now()).words === 'zounds', 'slow mode and a word');
  const guests = page.getByRole('radiogroup', { name: t('club.guests') });
  await tabTo(page, guests.getByRole('radio', { name: t('club.yes') }));
  await page.keyboard.press('ArrowRight');
  await until(async () => (await now()).guests === 'no', 'no new guests');
  const because = (words) => type(page, page.getByLabel(t('club.reason.log')), words);
  await because('Many of them.');
  await type(page, page.getByLabel(t('club.range')), '203.0.113.0/24');
  await press(page, button(page, t('club.range.go')));
  await button(page, t('club.lift.of', { kind: t('club.kind.ban'), name: '203.0.113.0/24' })).waitFor();
  await lift(page, server, t, 'ban', '203.0.113.0/24');
  await type(page, page.getByLabel(t('club.search')), 'Nora');
  await page.keyboard.press('Enter');
  await page.getByLabel(t('club.role.of', { name: 'Nora' })).waitFor();
  await because('Helps.');
  await tabTo(page, page.getByLabel(t('club.role.of', { name: 'Nora' })));
  await page.keyboard.press('ArrowDown');
  await until(async () => (await get(server, 'admin/people?name=Nora', host(server))).people[0].role === 'moderator', 'a moderator');
}

/** Keeps out whoever is chosen, and lets them in again; they see it, and come back. */
async function keepOut(page, other, server, t, name) {
  const { tournament } = await post(server, 'tournaments', { name: 'Keys', game: 'myriath', format: 'swiss', rounds: 2 }, await tokenOf(page));
  for (const one of [other, page]) await one.goto(`${server.base}/event/${tournament}`);
  await press(other, button(other, t('event.join')));
  const whom = page.getByLabel(t('event.host.whom'));
  await tabTo(page, whom);
  must((await whom.locator('option:checked').textContent()) === name, 'somebody else is chosen');
  await press(page, button(page, t('event.host.keep.out')));
  await button(page, t('event.host.let.in')).waitFor();
  await judge(page, 'somebody is kept out');
  await other.reload();
  const [answer] = await Promise.all([other.waitForResponse((r) => r.url().endsWith('/join')), press(other, button(other, t('event.back')))]);
  must(!answer.ok(), 'whoever is kept out came back');
  await judge(other, 'being kept out');
  await press(page, button(page, t('event.host.let.in')));
  await button(page, t('event.host.keep.out')).waitFor();
  await other.reload();
  await press(other, button(other, t('event.back')));
  await button(other, t('event.leave')).waitFor();
}

/** An account with a page: [name, id, token]. */
export async function known(page) {
  const token = await tokenOf(page);
  const { name, person: id } = await page.evaluate(async (mine) => (await fetch('/api/me', { headers: { Authorization: `Bearer ${mine}` } })).json(), token);
  return [name, id, token];
}

/** A club of three who have met: Ana looks after it, Theo lets everybody invite him, Nora is a friend. */
async function club(browser, server) {
  const [ana, theo, nora] = [await member(browser, server, 'Ana'), await member(browser, server, 'Theo'), await member(browser, server, 'Nora')];
  const [mine, his, hers] = [await known(ana), await known(theo), await known(nora)];
  await post(server, 'admin/roles', { name: 'Ana', role: 'admin', words: 'looks after it' }, host(server));
  await post(server, 'page', { invited: 'all' }, his[2]);
  await post(server, 'friends', { name: 'Nora' }, mine[2]);
  await post(server, 'friends', { name: 'Ana' }, hers[2]);
  return { ana, theo, nora, mine, his, hers };
}

const together = inEachLanguage(async ({ browser, own }) => {
  const server = await own();
  const { ana, theo, nora, mine, his, hers } = await club(browser, server);
  return async (t, language) => {
    for (const page of [ana, theo, nora]) await speak(page, language);
    await hidePage(ana, theo, server, t, mine, hers[2]);
    await inviteStranger(ana, theo, server, t, his);
    await inviteFriend(ana, nora, server, t, 'Nora');
    await reportAll(ana, theo, server, t, his);
    await keepOut(ana, theo, server, t, 'Theo');
    await decide(ana, server, t, 'Theo');
    await banByName(ana, server, t, his);
    await settle(ana, server, t);
    for (const page of [ana, nora]) content(page);
    // As it was, for the next language.
    for (const [name, value] of Object.entries({ slow: '0', words: '', guests: 'yes' })) await post(server, 'admin/settings', { name, value }, host(server));
    await post(server, 'admin/roles', { name: 'Nora', role: 'player', words: 'has helped' }, host(server));
  };
});

export const keysClub = {
  'keys: passkeys, a mail address and a reset by mail, in each language': waysIn,
  'keys: somebody is invited to a seat, in each language': seated,
  'keys: people hide their page, invite, report, keep out and look after the club, in each language': together,
};
