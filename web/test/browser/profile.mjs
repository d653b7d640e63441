// A person's page, and friends who are invited to a table from the lobby.
// SPDX-License-Identifier: MIT
import { must, person, shot } from './harness.mjs';
import { fits, judge } from './shell.mjs';

const ask = async (server, path, body, token) => (await fetch(`${server.base}/api/${path}`, { method: body ? 'POST' : 'GET', body: body && JSON.stringify(body), headers: token ? { Authorization: `Bearer ${token}` } : {} })).json();

async function member(browser, server, name) {
  const { token } = await ask(server, 'guest', { name: 'Passer-by' });
  const made = await ask(server, 'account', { name, password: 'correct horse' }, token);
  const page = await person(browser, server);
  await page.goto(server.base);
  await page.evaluate((mine) => localStorage.setItem('petteia.token', mine), made.token);
  await page.goto(server.base);
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
    await theo.page.getByText(`Ana ${n} invites you to a table.`).first().waitFor();
    await theo.page.getByRole('button', { name: 'Go there' }).click();
    await theo.page.getByRole('button', { name: 'Sit here' }).click();
    await ana.page.locator('.seat', { hasText: `Theo ${n}` }).waitFor();
  },
};
