// How the page is built: `npm run build` writes ../build/web, which `petteia serve --web` serves.
// SPDX-License-Identifier: MIT
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: process.env.PETTEIA_WEB_OUT ?? '../build/web',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0, // the server's policy allows no data: scripts or fonts
    modulePreload: { polyfill: false },
  },
  worker: { format: 'es' },
  server: { proxy: { '/api': 'http://localhost:8450', '/ws': { target: 'ws://localhost:8450', ws: true } } },
  test: { include: ['test/unit/**/*.test.ts', 'src/**/*.test.ts'] },
});
