// How the page is built: `npm run build` writes ../build/web, which `petteia serve --web` serves.
// SPDX-License-Identifier: MIT
import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

const out = process.env.PETTEIA_WEB_OUT ?? '../build/web';

/** The engine lies beside the page. Without it there are no previews, replays and analyses; the rest works. */
const engine = {
  name: 'petteia-engine',
  closeBundle() {
    const made = '../build/wasm/petteia.wasm';
    if (existsSync(made) && existsSync(out)) copyFileSync(made, join(out, 'petteia.wasm'));
  },
};

export default defineConfig({
  plugins: [svelte(), engine],
  build: {
    outDir: out,
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0, // the server's policy allows no data: scripts or fonts
    modulePreload: { polyfill: false },
  },
  worker: { format: 'es' },
  server: { proxy: { '/api': 'http://localhost:8450', '/ws': { target: 'ws://localhost:8450', ws: true } } },
  test: { include: ['test/unit/**/*.test.ts', 'src/**/*.test.ts'], setupFiles: ['test/unit/platform.ts'] },
});
