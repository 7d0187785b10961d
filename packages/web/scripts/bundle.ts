// Bundles the chat app into the folder that is given: `node scripts/bundle.ts FOLDER`.
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const outDir = process.argv[2];
if (outDir === undefined) throw new Error('usage: node scripts/bundle.ts FOLDER');
// Whoever builds, also a test runner, gets the app that users get.
process.env['NODE_ENV'] = 'production';
await build({
  mode: 'production',
  configFile: fileURLToPath(new URL('../vite.app.config.ts', import.meta.url)),
  build: { outDir, emptyOutDir: true },
});
