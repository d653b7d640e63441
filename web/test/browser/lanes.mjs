// How tests run side by side, and what happens to those that fail. A browser on a shared machine can miss a moment: what failed is
// repeated once, alone, when all others are over. If it passes then, that is told and counted (tests/suite_parts.py reads it: too many are
// a failure), for a race in the page must still be seen. SPDX-License-Identifier: MIT

const indented = (text) => text.replace(/^/gm, '    ');

/** Runs `alone` one after the other, then `rest` in so many lanes. Each is { file, name, run }. Nothing is repeated if `strict`. Returns
 *  how many passed and failed. */
export async function inLanes(alone, rest, lanes, strict = Boolean(process.env.PETTEIA_STRICT), say = console.log) {
  const failures = [];
  let passed = 0;
  const attempt = async (test, again) => {
    const start = Date.now();
    const why = await test.run().then(
      () => null,
      (e) => e?.stack ?? String(e),
    );
    const last = again || strict;
    say(`${why === null ? 'ok  ' : last ? 'FAIL' : 'failed, and will be repeated:'} ${test.name} (${((Date.now() - start) / 1000).toFixed(1)} s)${why === null ? '' : `\n${why}`}`);
    return why;
  };
  const first = async (test) => {
    const why = await attempt(test, false);
    if (why === null) passed++;
    else failures.push({ test, why });
  };
  for (const test of alone) await first(test);
  const waiting = [...rest];
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await first(next);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  if (strict) return { passed, failed: failures.length };

  const unsteady = [];
  for (const { test, why } of failures) if ((await attempt(test, true)) === null) unsteady.push({ test, why });
  for (const { test, why } of unsteady) say(`unsteady: ${test.file}: ${test.name} failed once and passed when repeated alone\n${indented(why)}`);
  return { passed: passed + unsteady.length, failed: failures.length - unsteady.length };
}
