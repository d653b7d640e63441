// An account in its own place: made, signed out, signed in, and deleted after a word of warning, in every language.
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
    await page.goto(`${server.base}/account`);
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
  'a password is changed, sessions are ended, and a recovery code brings one back': async ({ browser, server }) => {
    const page = await person(browser, server);
    const name = `Theano ${Date.now() % 100000}`; // free in a second try as well
    await page.goto(`${server.base}/account`);
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByLabel('Password').fill('password1');
    await page.getByRole('button', { name: 'Create an account' }).click();
    await page.getByText('among the first that others would try').first().waitFor();
    await fillIn(page, name, 'Create an account');
    await page.getByText(`You are signed in as ${name}.`).waitFor();
    await page.getByText('You have none.').waitFor();

    const body = JSON.stringify({ name, password: 'correct horse' });
    const elsewhere = async (agent) => (await (await fetch(`${server.base}/api/login`, { method: 'POST', body, headers: { 'User-Agent': agent } })).json()).token;
    const phone = await elsewhere('Mozilla/5.0 (Linux; Android 14) Chrome/126.0 Mobile Safari/537.36');
    const others = [await elsewhere('Mozilla/5.0 (Windows NT 10.0) Firefox/128.0'), await elsewhere('curl/8')];
    await page.reload();
    await judge(page, 'the account');
    await page.getByRole('button', { name: 'End Chrome on Android' }).click();
    await page.getByText('Chrome on Android').waitFor({ state: 'detached' });
    must((await known(server, phone)) === 401, 'the phone is still signed in');
    must((await known(server, others[0])) === 200, 'another one is not');
    await page.getByRole('button', { name: 'End all others' }).click();
    await page.getByText('Firefox on Windows').waitFor({ state: 'detached' });
    for (const token of others) must((await known(server, token)) === 401, 'another is still signed in');

    await page.getByRole('button', { name: 'Change the password' }).click();
    const changing = page.getByRole('dialog', { name: 'Change the password' });
    await changing.getByLabel('Present password').fill('correct horse');
    await changing.getByLabel('New password').fill('battery staple');
    await judge(page, 'changing the password');
    await page.keyboard.press('Enter');
    await page.getByText('Your password is changed.').first().waitFor();
    await page.getByRole('button', { name: 'New codes' }).click();
    const dialog = page.getByRole('dialog', { name: 'New codes' });
    await dialog.getByLabel('Present password').fill('battery staple');
    await page.keyboard.press('Enter');
    const shown = page.getByRole('dialog', { name: 'Your recovery codes' });
    await shown.waitFor();
    const codes = await shown.locator('code').allTextContents();
    must(codes.length === 10 && new Set(codes).size === 10, `codes: ${codes}`);
    await judge(page, 'recovery codes');
    await shown.getByRole('button', { name: 'I have them' }).click();
    await page.getByText('10 of 10 left').waitFor();

    const [taken] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Take it with you' }).click()]);
    must(taken.suggestedFilename() === 'petteia.zip', `the archive is called ${taken.suggestedFilename()}`);

    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('You are a guest.').waitFor();
    await page.reload(); // without the notices
    await page.getByRole('button', { name: 'Forgot your password?' }).click();
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByLabel('Recovery code').fill(codes[7].toUpperCase());
    await page.getByLabel('New password').fill('quite another');
    await judge(page, 'a lost password');
    await page.keyboard.press('Enter');
    await page.getByText(`You are signed in as ${name}.`).waitFor();
    await page.getByText('9 of 10 left').waitFor();
  },
  'friends ask, accept, and are kept away': async ({ browser, server }) => {
    const page = await person(browser, server);
    const mark = Date.now() % 100000; // free in a second try as well
    const post = async (path, body, token) =>
      (await (await fetch(`${server.base}/api/${path}`, { method: 'POST', body: JSON.stringify(body), headers: token ? { Authorization: `Bearer ${token}` } : {} })).json());
    const other = `Orestes ${mark}`;
    const guest = await post('guest', { name: other });
    const { token } = await post('account', { name: other, password: 'correct horse' }, guest.token);
    await page.goto(`${server.base}/account`);
    await fillIn(page, `Pylades ${mark}`, 'Create an account');
    await page.getByLabel('Name of an account').fill(other);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: `Withdraw: ${other}` }).waitFor();
    await post('friends', { name: `Pylades ${mark}` }, token);
    await page.reload();
    await page.getByRole('button', { name: `Remove: ${other}` }).waitFor();
    await judge(page, 'friends');
    await page.getByRole('button', { name: `Block: ${other}` }).click();
    await page.getByText('They are never told.').waitFor();
    await page.getByRole('button', { name: `Unblock: ${other}` }).click();
    await page.getByText('Friends and those you have played stand here.').waitFor();
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
      await page.goto(`${server.base}/account`);
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
    await page.goto(`${server.base}/account`);
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
  'account: passkeys are added, named, signed in with and removed by keyboard alone': async ({ browser, server }) => {
    const page = await person(browser, server);
    const name = `Phaedra ${Date.now() % 100000}`;
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('WebAuthn.enable');
    const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
      options: { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
    });
    await page.goto(`${server.base}/account`);
    await fillIn(page, name, 'Create an account');
    await page.getByText('Add a passkey, or you may lose this name.').waitFor();
    await page.getByRole('button', { name: 'Add a passkey' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByLabel('What to call it').fill('Laptop, fingerprint');
    await page.keyboard.press('Enter');
    await page.getByText('The passkey is added.').first().waitFor();
    await page.getByText('Laptop, fingerprint').waitFor();
    await page.reload();
    await page.getByText('Laptop, fingerprint').waitFor();
    await judge(page, 'passkeys');
    await page.getByRole('button', { name: 'Rename Laptop, fingerprint' }).focus();
    await page.keyboard.press('Enter');
    const renaming = page.getByRole('dialog');
    await renaming.getByLabel('What to call it').fill('Old laptop');
    await judge(page, 'renaming a passkey');
    await page.keyboard.press('Enter');
    await page.getByText('Old laptop').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('You are a guest.').waitFor();
    await page.getByRole('button', { name: 'Use a passkey' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText(`You are signed in as ${name}.`).waitFor();
    const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId });
    must(credentials.length === 1 && credentials[0].rpId === 'localhost', `credentials: ${JSON.stringify(credentials)}`);
    await page.getByRole('button', { name: 'Remove Old laptop' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('Add a passkey, or you may lose this name.').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByText('This passkey is not one of this site').first().waitFor();
  },
};
