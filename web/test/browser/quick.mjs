// The page never stands still: after a table's first question no piece of its work takes a processor longer than a tenth of a second.
// What counts is the processor's time of the page's own thread, not the clock: other programs run beside a test.
// SPDX-License-Identifier: MIT
import { clickStep, must, person, startBots } from './harness.mjs';

const MOST_MS = 100;
const STEPS = 8;
const TITLES = ['Cyclades', 'Mykerinos', 'Myriath', 'Myst', 'Mytikas'];

/** A browser traces for one at a time, and tests run beside each other. */
let free = Promise.resolve();
function alone(work) {
  const mine = free.then(work);
  free = mine.catch(() => {});
  return mine;
}

/** Every task of the page's main thread while `work` runs: its processor time in ms, and what took most of it. */
async function tasksOf(page, work) {
  const cdp = await page.context().newCDPSession(page);
  const events = [];
  cdp.on('Tracing.dataCollected', ({ value }) => events.push(...value));
  const done = new Promise((go) => cdp.once('Tracing.tracingComplete', go));
  await cdp.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories: ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'] } });
  const mark = `quick ${Math.random()}`;
  await page.evaluate((words) => console.timeStamp(words), mark);
  await work();
  await cdp.send('Tracing.end');
  await done;
  // Pages of other tests are traced too: ours is the thread that has the mark.
  const { pid, tid } = events.find((e) => e.name === 'TimeStamp' && e.args.data?.message === mark) ?? {};
  const here = events.filter((e) => e.pid === pid && e.tid === tid && e.tdur !== undefined);
  const inside = (task) => here.filter((e) => e !== task && e.name !== 'RunTask' && e.ts >= task.ts && e.ts + e.dur <= task.ts + task.dur).sort((a, b) => b.tdur - a.tdur);
  return here
    .filter((e) => e.name === 'RunTask')
    .sort((a, b) => b.tdur - a.tdur)
    .slice(0, 3)
    .map((task) => ({ ms: task.tdur / 1000, what: inside(task).slice(0, 3).map((e) => `${e.name} ${(e.tdur / 1000).toFixed(0)}`).join(', ') }));
}

const awake = (title, options) => async ({ browser, server }) => {
  const page = await person(browser, server, { reducedMotion: 'no-preference', ...options });
  await startBots(page, title);
  await page.locator('.ask.yours').waitFor();
  const tasks = await alone(() => tasksOf(page, async () => {
    for (let i = 0; i < STEPS; i++) {
      await page.locator('.ask.yours, .the-end').first().waitFor();
      await clickStep(page);
      await page.waitForTimeout(250);
    }
  }));
  console.log(`     ${title}: the longest took ${tasks[0]?.ms.toFixed(0)} ms (${tasks[0]?.what})`);
  must(tasks.length > 0, 'no task was traced');
  must(tasks[0].ms < MOST_MS, tasks.map(({ ms, what }) => `${ms.toFixed(0)} ms: ${what}`).join('\n'));
};

export const quick = Object.fromEntries(TITLES.map((title) => [`${title} never stands still for a tenth of a second`, awake(title, { viewport: { width: 390, height: 844 } })]));
