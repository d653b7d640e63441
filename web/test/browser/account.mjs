// An account in the settings: made, signed out, signed in, and deleted after a word of warning, in every language.
// SPDX-License-Identifier: MIT
import { must, person } from './harness.mjs';
import { judge } from './shell.mjs';

const TOKEN = 'petteia.token';

/** What the server says to this token: the status of /api/me. */
const known = async (server, token) => (await fetch(`${server.base}/api/me`, { headers: { Authorization: `Bearer ${token}` } })).status;
const tokenOf = (page) => page.evaluate((key) => localStorage.getItem(key), TOKEN);

async function fillIn(page, name, button) {
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Password').fill('correct horse');
  await page.getByRole('button', { name: button }).click();
}

export const account = {
  'an account is made, signed out, signed in and deleted': async ({ browser, server }) => {
    const page = await person(browser, server);
    const name = `Delia ${Date.now() % 100000}`; // free in a second try as well
    await page.goto(`${server.base}/settings`);
    must((await page.getByRole('button', { name: 'Delete me' }).count()) === 0, 'nobody can be deleted');
    await fillIn(page, name, 'Create an account');
    await page.getByText(`You are signed in as ${name}.`).waitFor();
    const first = await tokenOf(page);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('You are a guest.').waitFor();
    must((await tokenOf(page)) === null, 'the page keeps the token');
    must((await known(server, first)) === 401, 'the server keeps the token');
    await fillIn(page, name, 'Sign in');
    await page.getByText(`You are signed in as ${name}.`).waitFor();
    const second = await tokenOf(page);
    await page.getByRole('button', { name: 'Delete me' }).click();
    const dialog = page.getByRole('dialog', { name: `Delete ${name}?` });
    await dialog.getByText('your password and your ratings are deleted').waitFor();
    await dialog.getByText('stay in the archive').waitFor();
    await judge(page, 'deleting an account');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    must((await known(server, second)) === 200, 'it did not wait for the answer');
    await page.getByRole('button', { name: 'Delete me' }).click();
    await dialog.getByRole('button', { name: 'Delete me' }).click();
    await page.getByText('You are deleted.').first().waitFor();
    must((await known(server, second)) === 401 && (await tokenOf(page)) === null, 'the token lives');
    const again = await fetch(`${server.base}/api/login`, { method: 'POST', body: JSON.stringify({ name, password: 'correct horse' }) });
    must(again.status === 401, `the account lives: ${again.status}`);
  },
  'a guest deletes themselves, in French and in German': async ({ browser, server }) => {
    for (const [language, button, stays, done] of [
      ['fr', 'Me supprimer', 'restent dans les archives', 'Vous êtes supprimé.'],
      ['de', 'Mich löschen', 'bleiben für die anderen im Archiv', 'Du bist gelöscht.'],
    ]) {
      const made = await fetch(`${server.base}/api/guest`, { method: 'POST', body: '{"name":"Gast"}' });
      const { token } = await made.json();
      const page = await person(browser, server);
      await page.evaluate(([key, l, mine]) => {
        localStorage.setItem('petteia.settings', JSON.stringify({ language: l }));
        localStorage.setItem(key, mine);
      }, [TOKEN, language, token]);
      await page.goto(`${server.base}/settings`);
      await page.getByRole('button', { name: button }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText(stays).waitFor();
      await dialog.getByRole('button', { name: button }).click();
      await page.getByText(done).first().waitFor();
      must((await known(server, token)) === 401, `${language}: the token lives`);
    }
  },
  'a server that cannot delete says so, and the token stays': async ({ browser, server }) => {
    const page = await person(browser, server);
    await page.goto(`${server.base}/settings`);
    const name = `Stella ${Date.now() % 100000}`; // free in a second try as well
    await fillIn(page, name, 'Create an account');
    await page.getByText(`You are signed in as ${name}.`).waitFor();
    await page.route('**/api/me', (route) =>
      route.request().method() === 'DELETE'
        ? route.fulfill({ status: 503, contentType: 'application/json', body: '{"code":"not-written","words":"the disk is full"}' })
        : route.continue());
    await page.getByRole('button', { name: 'Delete me' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete me' }).click();
    await page.getByText(/The disk is full/i).first().waitFor();
    await page.getByText(`You are signed in as ${name}.`).waitFor();
    must((await known(server, await tokenOf(page))) === 200, 'the token is gone');
  },
};
