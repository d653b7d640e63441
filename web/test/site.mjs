// The site in a real browser, from a plain server of files: search finds, dark is remembered, and the demo plays without a server.
// node web/test/site.mjs ADDRESS; prints a line for each test and "N passed, M failed". SPDX-License-Identifier: MIT
import { launch, shot } from './browser/harness.mjs';

const base = process.argv[2];
const browser = await launch();
const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, reducedMotion: 'reduce', colorScheme: 'light' });
const page = await context.newPage();
const troubles = [];
page.on('pageerror', (why) => troubles.push(why.message));
page.on('response', (answer) => answer.status() >= 400 && troubles.push(`${answer.status()} ${answer.url()}`));
let passed = 0;
let failed = 0;

async function test(name, body) {
  try {
    await body();
    if (troubles.length) throw new Error(troubles.splice(0).join('; '));
    passed++;
    console.log(`ok   ${name}`);
  } catch (why) {
    failed++;
    console.log(`FAIL ${name}\n${why.stack}`);
  }
}
const must = (good, words) => {
  if (!good) throw new Error(words);
};

await test('site: search finds a document, and leads there', async () => {
  await page.goto(`${base}/index.html`);
  await page.keyboard.press('/');
  await page.keyboard.type('backup');
  await shot(page, 'site-search');
  await page.locator('#found a').first().click();
  await page.waitForURL(/hosting\.html#backup/);
});
await test('site: search finds a rule in another folder, accents or not', async () => {
  await page.goto(`${base}/rules/index.html`);
  await page.locator('#search').fill('egalite');
  await page.locator('#found a').first().click();
  await page.waitForURL(/rules\/\w+(-short)?\.fr\.html#/);
  must(await page.locator('main').isVisible(), 'no rulebook');
});
await test('site: nothing is found for words that are nowhere', async () => {
  await page.locator('#search').fill('xyzzyplugh');
  await page.getByText('Nothing has all these words.').waitFor();
});
await test('site: the line to play is copied', async () => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${base}/index.html`);
  await page.getByRole('button', { name: 'Copy' }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  must((await page.evaluate(() => navigator.clipboard.readText())) === './petteia play', 'something else was copied');
  await shot(page, 'site-front');
});
await test('site: dark is chosen and remembered', async () => {
  await page.goto(`${base}/hosting.html`);
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await ground();
  await page.getByRole('button', { name: 'Light or dark' }).click();
  await page.goto(`${base}/speed.html`);
  must((await ground()) !== light, 'the ground is the same');
  await shot(page, 'site-dark');
  await page.getByRole('button', { name: 'Light or dark' }).click();
});
await test('site: the demo starts a game against a bot, and asks for a move', async () => {
  await page.goto(`${base}/index.html`);
  await page.getByRole('button', { name: 'Start a game' }).click();
  const demo = page.frameLocator('iframe');
  await demo.getByRole('dialog').getByRole('button', { name: /^(Start|Create|Play)/ }).click();
  await demo.locator('.ask.yours').waitFor({ timeout: 60_000 });
  await shot(page, 'site-demo');
});
await test('site: a game of the demo goes on after a reload', async () => {
  await page.goto(`${base}/demo/index.html`);
  await page.getByText(/Your games|Continue/).first().waitFor();
  const before = page.url();
  await page.locator('a[href^="/table/"]').first().click();
  await page.locator('.ask').waitFor();
  must(page.url().startsWith(`${before}?at=`), page.url());
  await page.reload();
  await page.locator('.ask').waitFor();
});
await browser.close();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
