// Looking after a club: a line is reported in the chat, a moderator reads it and decides by keyboard alone, whoever it is about hears of it.
// SPDX-License-Identifier: MIT
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { linkOf, must, person, shot } from './harness.mjs';
import { fits, judge } from './shell.mjs';

export const post = async (server, path, body, token) => {
  const answer = await fetch(`${server.base}/api/${path}`, { method: 'POST', body: JSON.stringify(body), headers: token ? { Authorization: `Bearer ${token}` } : {} });
  must(answer.ok, `${path}: ${answer.status} ${await answer.clone().text()}`);
  return answer.json();
};

/** A page that is signed in with an account of this name. */
export async function member(browser, server, name) {
  const { token } = await post(server, 'guest', { name: 'Passer-by' });
  const made = await post(server, 'account', { name, password: 'correct horse' }, token);
  return person(browser, server, { known: { 'petteia.token': made.token } });
}

export const host = (server) => readFileSync(join(server.data, 'admin'), 'utf8').trim().split(' ')[1];

/** Tab until the focus is on what is called so. */
async function tabTo(page, name) {
  for (let i = 0; i < 120; i++) {
    await page.keyboard.press('Tab');
    const here = await page.evaluate(() => (document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '').trim());
    if (here.startsWith(name)) return;
  }
  throw new Error(`Tab does not reach "${name}"`);
}

export const club = {
  'club: a line is reported, read and decided by keyboard alone, in every size': async ({ browser, server }) => {
    const n = Date.now() % 100000;
    const [ines, iris, tom] = [await member(browser, server, `Ines ${n}`), await member(browser, server, `Iris ${n}`), await member(browser, server, `Tom ${n}`)];
    await post(server, 'admin/roles', { name: `Ines ${n}`, role: 'admin', words: 'asked to help' }, host(server));
    await iris.getByRole('button', { name: 'Play: Myriath' }).click();
    await iris.getByRole('radio', { name: 'Friends' }).click();
    await iris.getByRole('button', { name: 'Make the table' }).click();
    await iris.getByText('Starts when all are ready').waitFor();
    await tom.goto(await linkOf(iris));
    await tom.getByRole('button', { name: 'Sit here' }).click();
    await tom.getByLabel('Say something').fill('Learn to <b>count</b> or go home.');
    await tom.keyboard.press('Enter');
    await iris.getByRole('button', { name: `Report this line of Tom ${n}` }).click();
    await iris.getByLabel('What is wrong?').fill('rude, twice');
    await judge(iris, 'a report');
    await iris.getByRole('button', { name: 'Send the report' }).click();
    await iris.getByText('Those who look after the club will read it').first().waitFor();

    await tom.goto(`${server.base}/admin`);
    await tom.getByText('This page is for those who look after the club.').waitFor();
    await tom.goBack();
    await tom.getByLabel('Say something').waitFor();
    await ines.goto(`${server.base}/admin`);
    await ines.getByText(`Iris ${n} about Tom ${n}`).waitFor();
    await judge(ines, 'the club');
    await tabTo(ines, 'Words in the chat');
    await ines.keyboard.press('Enter');
    await ines.getByText('Learn to <b>count</b> or go home.').waitFor();
    await judge(ines, 'an open report');
    for (const [w, h] of [[1400, 900], [1280, 720], [820, 1180], [390, 844]]) {
      await ines.setViewportSize({ width: w, height: h });
      await fits(ines, `the club at ${w}`);
      await shot(ines, `club-${w}`);
    }
    await ines.setViewportSize({ width: 1400, height: 900 });
    await tabTo(ines, 'Mute in this game');
    await ines.keyboard.press('Enter'); // without a reason the reason is asked for
    await ines.keyboard.type('Insults at the table.');
    await tabTo(ines, 'Mute in this game');
    await ines.keyboard.press('Enter');
    await ines.getByText('Done. It is in the log.').first().waitFor();
    await ines.getByText('No report is open.').waitFor();
    await tom.getByText('You may not chat at this table: Insults at the table.').first().waitFor();
    await tom.getByLabel('Say something').fill('Why?');
    await tom.keyboard.press('Enter');
    await tom.getByText('Insults at the table').first().waitFor();
    must((await iris.getByText('Why?').count()) === 0, 'whoever is muted is heard');
    await ines.locator('#audit').getByText('opened report').first().waitFor();
    await ines.getByText('Every line fits').waitFor();
  },
  'club: whoever made a table removes somebody who looks on': async ({ browser, server }) => {
    const n = Date.now() % 100000;
    const [maker, loud] = [await member(browser, server, `Maker ${n}`), await member(browser, server, `Loud ${n}`)];
    await maker.getByRole('button', { name: 'Play: Myriath' }).click();
    await maker.getByRole('radio', { name: 'Friends' }).click();
    await maker.getByRole('button', { name: 'Make the table' }).click();
    await maker.getByText('Starts when all are ready').waitFor();
    await loud.goto(await linkOf(maker));
    await loud.getByLabel('Say something').fill('Boo.');
    await loud.keyboard.press('Enter');
    await maker.getByRole('button', { name: `Report this line of Loud ${n}` }).click();
    await maker.getByRole('button', { name: `Remove Loud ${n} from this table` }).click();
    await loud.getByText('You were sent away').first().waitFor();
  },
  'club: what was decided while one was away is said once, and stays in the settings': async ({ browser, server }) => {
    const name = `Away ${Date.now() % 100000}`;
    const away = await member(browser, server, name);
    await away.goto('about:blank');
    await post(server, 'admin/measures', { kind: 'warning', name, words: 'be kinder' }, host(server));
    const warning = 'A warning from those who look after the club: be kinder';
    await away.goto(server.base);
    await away.getByText(warning).first().waitFor();
    await away.goto(`${server.base}/account`);
    await away.getByRole('heading', { name: 'Decided about you' }).waitFor();
    must((await away.getByText(warning).count()) === 1, 'it is said again');
    await judge(away, 'what was decided');
  },
};
