// `<media-envelope>` as one file that any page can load, and (mode `gallery`) the page that shows every envelope.
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

export default defineConfig(({ mode }) => ({
  root: fileURLToPath(new URL(mode === 'gallery' ? 'gallery' : '.', import.meta.url)),
  base: './',
  publicDir: false,
  logLevel: 'warn',
  plugins: [tightTemplates()],
  // What is published is the production build, whoever builds it.
  resolve: { conditions: ['module', 'browser', 'production'] },
  build: {
    target: 'es2024',
    outDir: fileURLToPath(
      new URL(mode === 'gallery' ? 'dist/gallery' : 'dist/element', import.meta.url),
    ),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    ...(mode !== 'gallery' && {
      rolldownOptions: {
        input: fileURLToPath(new URL('src/element/index.ts', import.meta.url)),
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: 'media-envelope.js' },
      },
    }),
  },
}));

/** Indentation in templates and style sheets is for whoever reads the source. */
function tightTemplates(): Plugin {
  return {
    name: 'tight-templates',
    transform(code, id) {
      if (/src[\\/]element[\\/]style[\\/]/.test(id))
        return { code: code.replace(/\s+/g, ' ').replace(/ ?([{};,>]) ?/g, '$1'), map: null };
      return /src[\\/]element/.test(id)
        ? { code: code.replace(/\n\s+/g, '\n'), map: null }
        : undefined;
    },
  };
}
