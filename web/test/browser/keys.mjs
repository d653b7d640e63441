// What people do with their account by keyboard alone: nothing here clicks, fills in or moves the focus but by keys. The words
// come from the page's own files, so that all of it is done in every language; axe judges each screen on the way.
// SPDX-License-Identifier: MIT
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { post } from './club.mjs';
import { must, person } from './harness.mjs';
import { judge } from './shell.mjs';

const WORDS = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'src', 'words');

/** The words of a language by their keys; {n} and the like are filled in. */
export function wordsOf(language) {
  const all = {};
  for (const file of readdirSync(WORDS, { recursive: true }).filter((name) => new RegExp(`(^|/)${language}\\.ts$`).test(name)))
    for (const [, key, single, double] of readFileSync(join(WORDS, file), 'utf8').matchAll(/^ {2}'?([\w.-]+)'?:\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"),$/gm))
      all[key] = (single ?? double).replace(/\\u([0-9a-f]{4})/g, (_, hex) => String.fromCharCode(parseInt(hex, 16))).replace(/\\(['"])/g, '$1');
  return (key, values = {}) => {
    must(all[key], `no words in ${language}: ${key}`);
    return all[key].replace(/\{(\w+)\}/g, (_, name) => values[name] ?? `{${name}}`);
  };
}

/** Runs in the page: which way to an element, and how often it may take; null: it has the focus. */
const way = (e) => {
  const here = document.activeElement;
  if (e === here) return null;
  const before = (a, b) => Boolean(b.compareDocumentPosition(a) & Node.DOCUMENT_POSITION_PRECEDING);
  const back = before(e, here);
  const [from, to] = back ? [e, here] : [here, e];
  const between = [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex]')].filter(
    (x) => before(from, x) && before(x, to) && x.tabIndex >= 0 && !x.disabled && !x.closest('[inert]') && x.checkVisibility({ visibilityProperty: true }),
  );
  return { key: back ? 'Shift+Tab' : 'Tab', times: between.length + 1 };
};

/** Tab, or back, until this has the focus. What is counted in the page only saves looking after every key: who went too far goes back. */
export async function tabTo(page, what) {
  await what.waitFor();
  let most = 200;
  for (let i = 0; i < 200; i++) {
    const next = await what.evaluate(way);
    if (!next) return;
    most = Math.min(most, next.times);
    for (let n = 0; n < most; n++) await page.keyboard.press(next.key);
    most = Math.max(1, most >> 1);
  }
  throw new Error(`Tab never comes to ${what}`);
}

export async function press(page, what) {
  await tabTo(page, what);
  await page.keyboard.press('Enter');
}

/** Types into a field, in place of what stands there. */
export async function type(page, field, text) {
  await tabTo(page, field);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

export const button = (where, name) => where.getByRole('button', { name, exact: true });

/** The page speaks this from its next load on. */
export const speak = (page, language) =>
  page.evaluate((l) => localStorage.setItem('petteia.settings', JSON.stringify({ ...JSON.parse(localStorage.getItem('petteia.settings') ?? '{}'), language: l })), language);

const LANGUAGES = { en: 'English', fr: 'French', de: 'German' };

/** One test for all languages: server, browser and people are there once, `begin` returns what is done in each, and what fails is told with
 *  its language. */
export const inEachLanguage = (begin) => async (world) => {
  const go = await begin(world);
  for (const language of Object.keys(LANGUAGES))
    await go(wordsOf(language), language).catch((e) => {
      throw new Error(`in ${LANGUAGES[language]}: ${e?.stack ?? e}`);
    });
};

/** What has to be true of a page that was told nothing but keys. */
export const content = (page) => must(page.troubles.length === 0, `the page complained: ${page.troubles.join('; ')}`);

/** From a guest to an account; the page is signed in afterwards. */
export async function signUp(page, t, name) {
  await type(page, page.locator('input[autocomplete=username]'), name);
  await type(page, page.locator('input[type=password]'), 'correct horse');
  await judge(page, 'before an account');
  await press(page, button(page, t('settings.account.make')));
  await page.getByText(t('settings.account.is', { name }), { exact: true }).waitFor();
}

async function changePassword(page, t) {
  await press(page, button(page, t('account.change')));
  const dialog = page.getByRole('dialog');
  await type(page, dialog.getByLabel(t('account.old')), 'correct horse');
  await type(page, dialog.getByLabel(t('account.new')), 'battery staple');
  await judge(page, 'another password');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
}

/** New recovery codes; the first of them. */
async function takeCodes(page, t) {
  await press(page, button(page, t('account.codes.make')));
  await type(page, page.getByRole('dialog').getByLabel(t('account.old')), 'battery staple');
  await page.keyboard.press('Enter');
  const codes = page.getByRole('dialog', { name: t('account.codes.title') });
  await codes.waitFor();
  const [first] = await codes.locator('code').allTextContents();
  await judge(page, 'recovery codes');
  await press(page, button(codes, t('account.codes.done')));
  await codes.waitFor({ state: 'detached' });
  return first;
}

/** Another device signs in, and is put out. */
async function endSession(page, server, t, name) {
  const made = await fetch(`${server.base}/api/login`, { method: 'POST', body: JSON.stringify({ name, password: 'battery staple' }), headers: { 'User-Agent': 'Mozilla/5.0 (Linux; Android 14) Chrome/126.0 Mobile Safari/537.36' } });
  const { token } = await made.json();
  await page.reload();
  const end = button(page, t('account.end.one', { device: t('account.device', { browser: 'Chrome', system: 'Android' }) }));
  await press(page, end);
  await end.waitFor({ state: 'detached' });
  must((await fetch(`${server.base}/api/me`, { headers: { Authorization: `Bearer ${token}` } })).status === 401, 'the other device is still signed in');
}

/** Somebody is asked, accepts, is blocked and let be. */
async function befriend(page, server, t, name) {
  const other = `${name} too`;
  const { token: guest } = await post(server, 'guest', { name: 'Passer-by' });
  const { token } = await post(server, 'account', { name: other, password: 'correct horse' }, guest);
  await post(server, 'friends', { name }, token);
  await page.reload();
  const deed = (what) => button(page, t('friends.deed', { deed: t(what), name: other }));
  await press(page, deed('friends.accept'));
  await deed('friends.remove').waitFor();
  await press(page, deed('friends.block'));
  await page.getByText(t('friends.blocked.text')).waitFor();
  await page.reload(); // without messages
  await deed('friends.unblock').waitFor();
  await judge(page, 'friends');
  await press(page, deed('friends.unblock'));
  await deed('friends.unblock').waitFor({ state: 'detached' });
  await type(page, page.getByLabel(t('friends.name')), other);
  await page.keyboard.press('Enter');
  await deed('friends.withdraw').waitFor();
}

async function recover(page, t, name, code) {
  await press(page, button(page, t('account.lost')));
  await type(page, page.locator('input[autocomplete=username]'), name);
  await type(page, page.getByLabel(t('account.code')), code);
  await type(page, page.locator('input[autocomplete=new-password]'), 'quite another');
  await judge(page, 'a recovery code');
  await page.keyboard.press('Enter');
  await page.getByText(t('settings.account.is', { name }), { exact: true }).waitFor();
}

export async function signOut(page, t) {
  await press(page, button(page, t('settings.account.logout')));
  await page.locator('input[autocomplete=username]').waitFor();
}

async function signIn(page, t, name, password) {
  await type(page, page.locator('input[autocomplete=username]'), name);
  await type(page, page.locator('input[type=password]'), password);
  await page.keyboard.press('Enter');
  await page.getByText(t('settings.account.is', { name }), { exact: true }).waitFor();
}

async function deleteMe(page, t, name) {
  await press(page, button(page, t('settings.forget')));
  const dialog = page.getByRole('dialog', { name: t('settings.forget.title', { name }) });
  await dialog.waitFor();
  await judge(page, 'deleting oneself');
  await press(page, button(dialog, t('settings.forget')));
  await page.getByText(t('settings.forget.done')).first().waitFor();
}

/** An account from its first minute to its last. */
const life = inEachLanguage(async ({ browser, server }) => {
  const page = await person(browser, server);
  return (t, language) => lived(page, server, t, language);
});

async function lived(page, server, t, language) {
  const name = `Keys ${language} ${Date.now() % 1000000}`; // free in a second try as well
  await speak(page, language);
  await page.goto(`${server.base}/account`);
  await signUp(page, t, name);
  await changePassword(page, t);
  const code = await takeCodes(page, t);
  await endSession(page, server, t, name);
  await judge(page, 'an account');
  await befriend(page, server, t, name);
  const [taken] = await Promise.all([page.waitForEvent('download'), press(page, button(page, t('account.data.take')))]);
  must(taken.suggestedFilename() === 'petteia.zip', `the archive is called ${taken.suggestedFilename()}`);
  await signOut(page, t);
  await signIn(page, t, name, 'battery staple');
  await signOut(page, t);
  await recover(page, t, name, code);
  await deleteMe(page, t, name);
  content(page);
}

export const keys = { 'keys: an account from the first to the last, in each language': life };
