// Games with days a move (docs/correspondence.md): an answer is prepared by clicks and by keys, it is played, the next game is one click
// away, a note stays one's own, a day is given, days off and reminders are chosen, and whoever comes back is shown what has changed.
// SPDX-License-Identifier: MIT
import { must, person, shot } from './harness.mjs';

const call = (page, path, body) =>
  page.evaluate(async ([to, what]) => {
    const answer = await fetch(`/api/${to}`, { method: what ? 'POST' : 'GET', headers: { Authorization: `Bearer ${localStorage.getItem('petteia.token')}` }, ...(what ? { body: JSON.stringify(what) } : {}) });
    return answer.json();
  }, [path, body]);

/** Somebody who has said who they are: a guest's token is made when it is first needed. */
export async function guest(browser, server, name, options) {
  const page = await person(browser, server, options);
  await page.evaluate(async (called) => {
    const made = await (await fetch('/api/guest', { method: 'POST', body: JSON.stringify({ name: called }) })).json();
    localStorage.setItem('petteia.token', made.token);
  }, name);
  return page;
}

/** A table of two with days a move, both at it. */
export async function table(one, other, server, game = 'mykerinos') {
  const made = await call(one, 'tables', { game, players: 2, seats: ['me', ''], clock: { kind: 'days', days: 3, holidays: true } });
  for (const page of [one, other]) await page.goto(`${server.base}/table/${made.table}`);
  await other.getByRole('button', { name: /Sit|seat/i }).first().click();
  for (const page of [one, other]) await page.getByRole('button', { name: 'I am ready' }).click();
  for (const page of [one, other]) await page.locator('#ask').waitFor();
  return made.table;
}

const forMe = (page) => page.getByRole('tab', { name: /For me|Pour moi|Für mich/ });
export const yours = (page) => page.locator('.ask.yours').isVisible();

/** Who is asked of two, and who waits. While the deal is shown the question is gone again, so to have been asked once counts. */
export async function asked(a, b) {
  const mover = await Promise.any([a, b].map((page) => page.locator('.ask.yours').waitFor().then(() => page)));
  return [mover, mover === a ? b : a];
}

/** Does something, and waits until the page shows something else for it: a busy machine takes its time. */
async function changes(page, css, act) {
  const shown = () => page.evaluate((all) => [...document.querySelectorAll(all)].map((e) => e.textContent).join(), css);
  const before = await shown();
  await act();
  await page.waitForFunction(([all, was]) => [...document.querySelectorAll(all)].map((e) => e.textContent).join() !== was, [css, before], { timeout: 15000 }).catch(() => {});
}

/** Makes the first move of the list. */
async function move(page) {
  await page.getByRole('tab', { name: 'Moves' }).click();
  await changes(page, '#ask, .moves', async () => {
    await page.locator('.moves li button').first().click();
    const sure = page.locator('.ask.yours .btn.primary');
    if (await sure.isVisible().catch(() => false)) await sure.click();
  });
}

async function prepareByKeys({ browser, server }) {
  const [a, b] = [await guest(browser, server, 'Ada'), await guest(browser, server, 'Bo')];
  await table(a, b, server);
  await a.waitForFunction(() => document.querySelector('.ask'));
  const [mover, waiter] = await asked(a, b);
  // By keys alone: the tab, the button, a move of the other, the answer, keep.
  await forMe(waiter).focus();
  await waiter.keyboard.press('Enter');
  const press = async (where) => (await where.focus(), await waiter.keyboard.press('Enter'));
  await press(waiter.getByRole('button', { name: 'Prepare an answer' }));
  for (let i = 0; i < 6 && !(await waiter.getByRole('button', { name: 'Keep this answer' }).isVisible()); i++) {
    await waiter.locator('.next li button').first().waitFor();
    const own = waiter.locator('.next li button.own');
    const named = waiter.locator('.next li button', { hasNotText: /whatever/i }); // a move that the other can make by its name
    const next = (await own.count()) ? own.first() : named.first();
    await changes(waiter, '.next, [role=tabpanel] button', () => press(next));
  }
  await shot(waiter, 'prepare');
  await press(waiter.getByRole('button', { name: 'Keep this answer' }));
  await waiter.locator('.lines > li').waitFor();
  await shot(waiter, 'prepared');
  // A note, and a day more.
  await waiter.getByLabel('A note on this position, for you alone').fill('She saves for the left bank');
  await waiter.getByRole('button', { name: 'Save the note' }).click();
  await waiter.locator('.notes li').waitFor();
  await waiter.getByRole('button', { name: /Give .* a day more/ }).click();
  await mover.getByRole('tab', { name: 'Log' }).click();
  await mover.getByText(/gives .* a day more/).waitFor();
  must(!(await mover.content()).includes('left bank'), 'a note is seen by another');
  // What was prepared happens.
  const theirs = await waiter.locator('.lines ol li:not(.own)').evaluateAll((all) => all.map((one) => one.title));
  await mover.getByRole('tab', { name: 'Moves' }).click();
  for (const one of theirs) {
    await mover.locator('#command').fill(one);
    await changes(mover, '#ask, .moves', () => mover.keyboard.press('Enter'));
  }
  await mover.getByRole('tab', { name: 'Log' }).click();
  await mover.getByText('(prepared)').waitFor().catch(() => must(false, `not played: ${theirs.join('; ')}`));
  must(!a.troubles.length && !b.troubles.length, [...a.troubles, ...b.troubles].join('\n'));
}

async function nextGame({ browser, server }) {
  const [a, b] = [await guest(browser, server, 'Cleo'), await guest(browser, server, 'Dion')];
  const first = await table(a, b, server);
  const [me, other] = await asked(a, b);
  const second = await table(me, other, server, 'myriath');
  for (let i = 0; i < 6 && (await Promise.race([me.locator('.ask.yours').waitFor().then(() => true), other.locator('.ask.yours').waitFor().then(() => false)])); i++) {
    await move(me);
  }
  const next = me.getByRole('link', { name: 'Next game' });
  await next.waitFor();
  await shot(me, 'next-game');
  await next.click();
  await me.waitForURL(new RegExp(first));
  must(second !== first, 'two tables');
  // Home has both, the one that waits first.
  await me.goto(server.base);
  await me.locator('.games li.large').waitFor();
  await shot(me, 'home-days');
  must(await me.locator('.games li.large a.btn').getAttribute('href').then((to) => to.includes(first)), 'the one that waits is not first');
  // On another device of the same person they are there, too.
  const elsewhere = await person(browser, server);
  await elsewhere.evaluate((token) => localStorage.setItem('petteia.token', token), await me.evaluate(() => localStorage.getItem('petteia.token')));
  await elsewhere.goto(server.base);
  await elsewhere.locator('.games li').nth(1).waitFor();
}

async function daysOff({ browser, server }) {
  const page = await guest(browser, server, 'Elena', { viewport: { width: 390, height: 844 } });
  await page.goto(`${server.base}/account`);
  must((await page.getByLabel('They begin on').boundingBox()).width >= 150, 'a date is cut');
  await page.getByLabel('How many days off').fill('5');
  await page.getByRole('button', { name: 'I am away' }).click();
  await page.getByText(/You have days off, for (5 d|4 d 23 h)/).waitFor();
  const kept = page.waitForResponse((r) => r.url().endsWith('/api/me/reminders'));
  await page.getByRole('checkbox', { name: '3 h before' }).check();
  await kept;
  await page.locator('#days-off').scrollIntoViewIfNeeded();
  await shot(page, 'days-off-phone');
  await page.reload();
  await page.getByRole('checkbox', { name: '3 h before', checked: true }).waitFor().catch(() => must(false, 'the reminder is not kept'));
  await page.getByRole('button', { name: 'I am back' }).click();
  await page.getByText('29 days off are left this year.').waitFor();
  // Planned, and called off again.
  const day = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);
  await page.getByLabel('How many days off').fill('3');
  await page.getByLabel('They begin on').fill(day);
  await page.getByRole('button', { name: 'I am away' }).click();
  await page.getByText('Your days off are planned from').waitFor();
  await shot(page, 'days-off-planned');
  await page.getByRole('button', { name: 'Call them off' }).click();
  await page.getByText('29 days off are left this year.').waitFor();
}

/** Whoever comes back in another window, days later, is shown what has changed. */
async function whatChanged({ browser, server }) {
  const [a, b] = [await guest(browser, server, 'Faye'), await guest(browser, server, 'Gil')];
  const id = await table(a, b, server);
  const [mover, waiter] = await asked(a, b);
  await waiter.waitForFunction((table) => localStorage.getItem('petteia.seen')?.includes(table), id);
  await waiter.goto(server.base);
  await waiter.evaluate(() => sessionStorage.clear()); // another window, another day
  await mover.locator('.ask.yours').waitFor();
  for (let i = 0; i === 0 || (i < 5 && (await yours(mover))); i++) {
    await move(mover);
  }
  await waiter.goto(`${server.base}/table/${id}`);
  await waiter.locator('.away').waitFor().catch(async () => must(false, `nothing is told: ${await waiter.evaluate(() => `${localStorage.getItem('petteia.seen')?.slice(0, 80)} ${document.querySelector('#ask')?.textContent}`)}`));
  await shot(waiter, 'what-changed');
  await waiter.locator('.away .btn:not(.primary)').click();
  await waiter.locator('.ask.yours').waitFor();
}

async function frenchPhone({ browser, server }) {
  const phone = { viewport: { width: 390, height: 844 }, locale: 'fr-FR', colorScheme: 'dark' };
  const [a, b] = [await guest(browser, server, 'Hugo', {}), await guest(browser, server, 'Iris', {})];
  const id = await table(a, b, server);
  const [, waits] = await asked(a, b);
  const page = await person(browser, server, phone);
  await page.evaluate((token) => localStorage.setItem('petteia.token', token), await waits.evaluate(() => localStorage.getItem('petteia.token')));
  await page.evaluate(() => localStorage.setItem('petteia.settings', JSON.stringify({ ...JSON.parse(localStorage.getItem('petteia.settings') ?? '{}'), language: 'fr', theme: 'dark' })));
  await page.goto(`${server.base}/table/${id}`);
  await page.getByRole('button', { name: 'Pour moi' }).click();
  await page.getByRole('button', { name: 'Préparer une réponse' }).click();
  await page.locator('.next li button').first().waitFor();
  await shot(page, 'prepare-phone-fr');
  must((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390, 'it scrolls sideways');
}

export const correspondence = {
  'days a move: an answer is prepared by keys and played': prepareByKeys,
  'days a move: the next game is one click away': nextGame,
  'days a move: days off and reminders on a phone': daysOff,
  'days a move: what has changed is shown': whatChanged,
  'days a move: prepared on a phone in French': frenchPhone,
};
