// The chat app as static files that a strict policy accepts: no inline script or style, no data: URL, nothing from
// another origin. The output folder comes from whoever builds, so that a finished build is swapped in as a whole.
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: './',
  publicDir: false,
  plugins: [react()],
  logLevel: 'warn',
  build: {
    target: 'es2024',
    outDir: 'dist/app',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
});
