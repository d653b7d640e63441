// How the page is built: `npm run build` writes ../build/web, which `petteia serve --web` serves.
// SPDX-License-Identifier: MIT
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

const out = process.env.PETTEIA_WEB_OUT ?? '../build/web';
const base = process.env.PETTEIA_WEB_BASE ?? '/'; // './' for a folder of a site without a server (src/lib/address.ts)
const engine = '../build/wasm/petteia.wasm';
const sum = (...parts: (string | Buffer)[]): string => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest('hex');
/** The engine lies beside the page. Without it there are no previews, replays, analyses and games without a server; the rest works. */
const engineName = existsSync(engine) ? `assets/petteia-${sum(readFileSync(engine)).slice(0, 8)}.wasm` : 'assets/petteia.wasm';

/** What the champion has learned, by game and number of players: the file, and its place beside the page. Fetched when it is needed. */
const games = '../games';
const nets = readdirSync(games)
  .filter((game) => existsSync(join(games, game, 'nets')))
  .flatMap((game) => readdirSync(join(games, game, 'nets')).map((file) => [`${game}-${file.replace('.net', '')}`, join(games, game, 'nets', file)] as const))
  .map(([name, file]) => ({ name, file, place: `assets/${name}-${sum(readFileSync(file)).slice(0, 8)}.net` }));

/** Every file of the page, as a path from its root. */
const files = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((f) => (f.isDirectory() ? files(join(folder, f.name)) : [`/${relative(out, join(folder, f.name))}`]));

/** The engine's file, and the service worker with the list of all files and their sums. */
const offline = {
  name: 'petteia-offline',
  closeBundle() {
    if (!existsSync(join(out, 'index.html'))) return;
    if (existsSync(engine)) copyFileSync(engine, join(out, engineName));
    for (const { file, place } of nets) copyFileSync(file, join(out, place));
    const worker = readFileSync('src/offline/worker.js', 'utf8');
    const sums = Object.fromEntries(files(out).filter((f) => f !== '/sw.js' && !f.endsWith('.net')).sort().map((f) => [f, sum(readFileSync(join(out, f)))]));
    const told = JSON.stringify(sums);
    writeFileSync(join(out, 'sw.js'), `const FILES = ${told};\nconst NETS = ${JSON.stringify(nets.map(({ place }) => `/${place}`))};\nconst VERSION = '${sum(told, worker).slice(0, 12)}';\n${worker}`);
  },
};

export default defineConfig({
  // A game's board lies beside its rules (games/NAME/board), outside this folder: it finds the page as $page, and Svelte here.
  resolve: { alias: { $page: resolve(__dirname, 'src') }, dedupe: ['svelte'] },
  plugins: [svelte(), offline],
  base,
  define: { ENGINE: JSON.stringify(base + engineName), NETS: JSON.stringify(Object.fromEntries(nets.map(({ name, place }) => [name, base + place]))) },
  build: {
    outDir: out,
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0, // the server's policy allows no data: scripts or fonts
    modulePreload: { polyfill: false },
  },
  worker: { format: 'es' },
  server: { fs: { allow: ['..'] }, proxy: { '/api': 'http://localhost:8450', '/ws': { target: 'ws://localhost:8450', ws: true } } },
  test: { include: ['test/unit/**/*.test.ts', 'src/**/*.test.ts'], setupFiles: ['test/unit/platform.ts'], testTimeout: 300_000, hookTimeout: 300_000, teardownTimeout: 60_000 },
});
