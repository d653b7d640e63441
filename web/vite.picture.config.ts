// How the program that draws boards without a browser is built (src/picture/main.ts): one file, for Node. tools/boards calls it.
// SPDX-License-Identifier: MIT
import { resolve } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

export default defineConfig({
  resolve: { alias: { $page: resolve(__dirname, 'src') }, dedupe: ['svelte'] },
  plugins: [svelte({ emitCss: false, compilerOptions: { css: 'injected' } })],
  publicDir: false,
  define: { ENGINE: '""', NETS: '{}' },
  ssr: { noExternal: true },
  build: {
    ssr: 'src/picture/main.ts',
    outDir: '../build/python',
    emptyOutDir: false, // the library lies there
    target: 'node18',
    minify: false,
    rollupOptions: { output: { format: 'es', inlineDynamicImports: true, entryFileNames: 'board.mjs' } },
  },
});
