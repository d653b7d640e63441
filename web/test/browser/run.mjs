// Runs the browser tests, two or four at a time: node test/browser/run.mjs PROGRAM WEB [WORD]. WORD is part of a name, or one of the
// selections below; without it all run, the longest games too. SPDX-License-Identifier: MIT
import { account } from './account.mjs';
import { back } from './back.mjs';
import { club } from './club.mjs';
import { correspondence } from './correspondence.mjs';
import { cyclades } from './cyclades.mjs';
import { director } from './director.mjs';
import { fair } from './fair.mjs';
import { games } from './games.mjs';
import { hands } from './hands.mjs';
import { launch, Server } from './harness.mjs';
import { keys } from './keys.mjs';
import { keysClub } from './keys_club.mjs';
import { keysFair } from './keys_fair.mjs';
import { keysWishes } from './keys_wishes.mjs';
import { inLanes } from './lanes.mjs';
import { lessons } from './lessons.mjs';
import { letters } from './letters.mjs';
import { mail } from './mail.mjs';
import { myst } from './myst.mjs';
import { mytikas } from './mytikas.mjs';
import { notices } from './notices.mjs';
import { offline } from './offline.mjs';
import { people } from './people.mjs';
import { place } from './place.mjs';
import { profile } from './profile.mjs';
import { puzzles } from './puzzles.mjs';
import { quick } from './quick.mjs';
import { replay } from './replay.mjs';
import { room } from './room.mjs';
import { shell } from './shell.mjs';
import { stage } from './stage.mjs';
import { studies } from './studies.mjs';
import { tournaments } from './tournaments.mjs';

const only = process.argv[4] ?? '';
const TIMED = /first load|100 ms|tenth of a second/;
const parts = {
  // Each game once, and two people: a few minutes. (Every screen by axe is as long as all of them together.)
  '--first': (name) => /^(Cyclades for two in short|Mykerinos by clicks|Myriath by clicks|Myst by clicks|Mytikas with two|two browsers against)/.test(name),
  // What is measured by the clock; the rest may have other work beside it.
  '--timed': (name) => TIMED.test(name),
  // Everything else but the longest: there is one of each kind without them.
  '--short': (name) =>
    !TIMED.test(name) &&
    !/Cyclades (for two in short|for five|by keyboard|by the access|with two browsers)|Myst (face down|by keyboard|through)|Mytikas (with four|with three|by keyboard|by the access)/.test(name),
  // These alone; by their name they take longer, for then every rule of axe is asked, and bots are waited for.
  '--back': (name) => /^come back:/.test(name),
};
const wanted = parts[only] ?? ((name) => name.includes(only));
const files = { shell, account, keys, keys_club: keysClub, keys_wishes: keysWishes, keys_fair: keysFair, mail, club, profile, fair, games, cyclades, myst, mytikas, lessons, puzzles, replay, hands, director, stage, letters, room, quick, people, back, correspondence, place, studies, tournaments, notices, offline };
const tests = Object.entries(files).flatMap(([file, its]) => Object.entries(its).filter(([name]) => wanted(name)).map(([name, test]) => ({ file: `${file}.mjs`, name, run: () => inWindows(test) })));
if (!tests.length) {
  console.error(`no browser test is called '${only}'`); // one that has another name now is missed
  process.exit(2);
}
const server = await Server.start();
const browser = await launch();
const extra = [];
const own = async (web) => {
  const more = await Server.start(web);
  extra.push(more);
  return more;
};

// What is timed runs alone, before the others; of these the longest come first, so that none is left alone at the end.
const named = (pattern) => tests.filter(({ name }) => pattern.test(name));
const timed = named(TIMED);
const long = named(/^(Cyclades for two|every screen|Mytikas with two|Myst by clicks|offline: (Cyclades|Mytikas) against|come back: (studies|days)|keys: people invite|Myst: a race between|the server is killed)/);
const rest = [...long, ...tests.filter((t) => !timed.includes(t) && !long.includes(t))];

/** The windows of a test are closed after it: they would go on working, all of them to the end of the run. */
async function inWindows(test) {
  const windows = [];
  const newContext = async (options) => {
    windows.push(await browser.newContext(options));
    return windows.at(-1);
  };
  const closed = () => Promise.all(windows.map((w) => w.close().catch(() => {})));
  await test({ browser: { newContext }, server, own, brief: only in parts }).finally(closed);
}

// A newcomer's few wait for animations more than for the processor, and nothing in them is timed.
const { passed, failed } = await inLanes(timed, rest, only === '--first' ? 4 : 2);
await browser.close();
for (const s of [server, ...extra]) await s.stop();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
