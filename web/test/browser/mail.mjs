// A mail address, a forgotten password and an account by passkey alone, in the page: by keyboard, on a phone, with a mail server of our own.
// SPDX-License-Identifier: MIT
import { execFileSync } from 'node:child_process';
import { createServer } from 'node:net';
import { must, person, Server, shot } from './harness.mjs';
import { fits, judge } from './shell.mjs';

/** A mail server on 127.0.0.1 that keeps what it gets. */
async function sink() {
  const letters = [];
  const server = createServer((socket) => {
    let text = '';
    let data = false;
    socket.on('error', () => {});
    socket.write('220 sink\r\n');
    socket.on('data', (more) => {
      text += more.toString('latin1');
      for (;;) {
        const end = text.indexOf(data ? '\r\n.\r\n' : '\r\n');
        if (end < 0) return;
        const part = text.slice(0, end);
        text = text.slice(end + (data ? 5 : 2));
        if (data) letters.push(part.replace(/=\r\n/g, ''));
        socket.write(data ? '250 kept\r\n' : part === 'DATA' ? '354 go on\r\n' : '250 ok\r\n');
        data = !data && part === 'DATA';
      }
    });
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return { letters, url: `smtp://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

/** Where the link in the n-th letter leads. */
export async function link(mail, n) {
  for (let i = 0; mail.letters.length < n; i++) {
    must(i < 2400, `${mail.letters.length} letters`);
    await new Promise((go) => setTimeout(go, 50));
  }
  return /club\.example(\/mail\/\w+#[0-9a-f]{64})/.exec(mail.letters[n - 1])[1];
}

export async function withMail(test) {
  const mail = await sink();
  const server = await Server.start(undefined, ['--smtp', mail.url, '--mail-from', 'club@example.org', '--site', 'https://club.example', '--mail-retry', '1']);
  try {
    await test(server, mail);
  } finally {
    await server.stop();
    mail.close();
  }
}

/** As if everybody had signed in long ago. */
const age = (server) =>
  execFileSync('python3', ['-c', 'import sqlite3, sys\ndb = sqlite3.connect(sys.argv[1], timeout=30)\ndb.execute("UPDATE tokens SET proved = 1")\ndb.commit()', `${server.data}/petteia.db`]);

async function make(page, server, name) {
  await page.goto(`${server.base}/account`);
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Password').fill('correct horse');
  await page.getByRole('button', { name: 'Create an account', exact: true }).click();
  await page.getByText(`You are signed in as ${name}.`).waitFor();
}

export async function authenticator(page) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
  });
}

const press = async (page, name) => {
  await page.getByRole('button', { name, exact: true }).focus();
  await page.keyboard.press('Enter');
};

export const mail = {
  'mail: an address is given, confirmed, changed and removed by keyboard alone': ({ browser }) =>
    withMail(async (server, letters) => {
      const page = await person(browser, server);
      await make(page, server, 'Ana');
      await page.getByText('No mail address').waitFor();
      await shot(page, 'account-none');
      await press(page, 'Add a mail address');
      const giving = page.getByRole('dialog', { name: 'Add a mail address' });
      await giving.getByLabel('Mail address').fill('ana@example.org');
      await judge(page, 'giving an address');
      await page.keyboard.press('Enter');
      await page.getByText('A link is on its way to ana@example.org.').first().waitFor();
      await page.reload(); // without the messages
      await page.getByText('not confirmed yet').waitFor();
      await judge(page, 'an address that is not confirmed');
      await page.locator('h2', { hasText: 'Passkeys' }).scrollIntoViewIfNeeded();
      await shot(page, 'account-wanted');

      const other = await person(browser, server, { viewport: { width: 390, height: 844 } }); // the letter is read on a phone
      const to = await link(letters, 1);
      await other.goto(server.base + to);
      await other.getByRole('button', { name: 'Confirm' }).waitFor();
      must(!other.url().includes('#'), 'the link stays in the address bar');
      await judge(other, 'confirming');
      await fits(other, 'confirming');
      await shot(other, 'mail-confirm-phone');
      await press(other, 'Confirm');
      await other.getByText('ana@example.org is the mail address of Ana now.').waitFor();
      await other.goto(server.base + to);
      await press(other, 'Confirm');
      await other.getByText(/This link has been used/).first().waitFor();
      await other.goto(`${server.base}/mail/confirm`);
      await other.getByText('This link is not whole.').waitFor();

      await page.reload();
      await page.getByText('only for notices you choose').waitFor();
      age(server);
      await press(page, 'Another mail address');
      await page.getByRole('dialog').getByLabel('Mail address').fill('new@example.org');
      await page.keyboard.press('Enter');
      const proof = page.getByRole('dialog', { name: 'Show that it is you' });
      await proof.getByLabel('Present password').fill('not my password');
      await judge(page, 'a proof');
      await shot(page, 'account-proof');
      await page.keyboard.press('Enter');
      await page.getByText('This is not your password').first().waitFor();
      await proof.getByLabel('Present password').fill('correct horse');
      await page.keyboard.press('Enter');
      await page.getByText('Until then ana@example.org stays.').waitFor();
      await press(page, 'Remove new@example.org');
      await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).focus();
      await page.keyboard.press('Enter');
      await page.getByText('No mail address').waitFor();
    }),

  'mail: a forgotten password is replaced on a phone, in French': ({ browser }) =>
    withMail(async (server, letters) => {
      const desk = await person(browser, server);
      await make(desk, server, 'Zoé');
      await press(desk, 'Add a mail address');
      await desk.getByRole('dialog').getByLabel('Mail address').fill('zoe@example.org');
      await desk.keyboard.press('Enter');
      await desk.goto(server.base + (await link(letters, 1)));
      await press(desk, 'Confirm');
      await desk.getByText('zoe@example.org is the mail address of Zoé now.').waitFor();

      const page = await person(browser, server, { viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
      await page.evaluate(() => localStorage.setItem('petteia.settings', JSON.stringify({ language: 'fr' })));
      await page.goto(`${server.base}/account`);
      await press(page, 'Mot de passe oublié\u202f?');
      await page.getByLabel('Adresse électronique').fill('zoe@example.org');
      await page.keyboard.press('Enter');
      await page.getByText('Si un compte a cette adresse, un lien est en route.').waitFor();
      await judge(page, 'a forgotten password');
      await fits(page, 'a forgotten password');
      await page.getByText('Par courriel').scrollIntoViewIfNeeded();
      await shot(page, 'lost-phone-fr-dark');
      await page.goto(server.base + (await link(letters, 2)));
      await page.getByLabel('Nouveau mot de passe').fill('battery staple');
      await judge(page, 'a new password');
      await fits(page, 'a new password');
      await shot(page, 'reset-phone-fr-dark');
      await page.keyboard.press('Enter');
      await page.getByText('Vous avez un nouveau mot de passe').waitFor();
      await page.getByRole('link', { name: 'Vers le compte' }).click();
      await page.getByText('zoe@example.org').waitFor();
      await judge(page, 'the account on a phone');
      await fits(page, 'the account on a phone');
      await page.locator('h2', { hasText: 'Clés d’accès' }).scrollIntoViewIfNeeded();
      await shot(page, 'account-phone-fr-dark');
      const old = await fetch(`${server.base}/api/login`, { method: 'POST', body: JSON.stringify({ name: 'Zoé', password: 'correct horse' }) });
      must(old.status === 401, 'the old password works');
      await desk.goto(`${server.base}/account`);
      await desk.getByText('You are a guest.').waitFor();
    }),

  'mail: an account by passkey alone, with a proof, a password and codes later': async ({ browser, server }) => {
    const page = await person(browser, server);
    const name = `Kalliope ${Date.now() % 100000}`; // free in a second try as well
    await authenticator(page);
    await page.goto(`${server.base}/account`);
    await page.getByLabel('Name', { exact: true }).fill(name);
    await press(page, 'Create with a passkey');
    await page.getByText(`You are signed in as ${name}.`).waitFor();
    await page.getByText('You sign in by passkey and have no password.').waitFor();
    await page.getByRole('button', { name: 'Rename This device' }).waitFor();
    must((await page.getByRole('button', { name: 'Remove This device' }).count()) === 0, 'the only way in could be removed');
    await judge(page, 'an account by passkey alone');
    await page.locator('h2', { hasText: 'Passkeys' }).scrollIntoViewIfNeeded();
    await shot(page, 'account-passkey');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await press(page, 'Use a passkey');
    await page.getByText(`You are signed in as ${name}.`).waitFor();
    age(server);
    await press(page, 'New codes');
    await page.getByRole('dialog', { name: 'New codes' }).getByRole('button', { name: 'New codes' }).click();
    const proof = page.getByRole('dialog', { name: 'Show that it is you' });
    await proof.waitFor();
    must((await proof.getByLabel('Present password').count()) === 0, 'a password is asked for that there is not');
    await judge(page, 'a proof by passkey');
    await proof.getByRole('button', { name: 'Use a passkey' }).click();
    const codes = page.getByRole('dialog', { name: 'Your recovery codes' });
    await codes.getByRole('button', { name: 'I have them' }).click();
    await press(page, 'Set a password');
    await page.getByRole('dialog').getByLabel('New password').fill('correct horse');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Remove This device' }).waitFor();
    age(server);
    await page.getByRole('button', { name: 'Delete me' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete me' }).click();
    await page.getByRole('dialog', { name: 'Show that it is you' }).getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Nothing has changed.').first().waitFor();
    await page.getByText(`You are signed in as ${name}.`).waitFor();
  },
};
