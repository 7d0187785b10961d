// One import of a package bundles what it needs and nothing else: code of the packages that are named here, in at most so many
// bytes, and no dependency from npm that is not named. What a bundler leaves out depends on `sideEffects` and on what modules do
// when they are loaded, so a careless line at the top of a file shows here.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { expect, test } from 'vitest';
import { readManifest } from '../../scripts/manifest.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

interface Single {
  readonly from: string;
  readonly name: string;
  /** Folders under packages/. */
  readonly code: readonly string[];
  readonly maxBytes: number;
  readonly dependencies?: readonly string[];
}

// Whatever takes options checks them by core's rules: some 3 KB, once in a bundle.
const singles: readonly Single[] = [
  { from: '@percept/core', name: 'estimateImageTokens', code: ['core'], maxBytes: 6500 },
  { from: '@percept/core/lens', name: 'lowerRequest', code: ['core'], maxBytes: 90_000 },
  { from: '@percept/core/envelope', name: 'isMediaEnvelope', code: ['core'], maxBytes: 15_000 },
  { from: '@percept/core/ai-sdk', name: 'withPercept', code: ['core'], maxBytes: 100_000 },
  { from: '@percept/ingest', name: 'sniff', code: ['core', 'ingest'], maxBytes: 15_000 },
  { from: '@percept/render', name: 'createFontSet', code: ['core', 'render'], maxBytes: 6000 },
  { from: '@percept/eyes', name: 'modelNames', code: ['eyes'], maxBytes: 3500 },
  { from: '@percept/store', name: 'openMemory', code: ['core', 'store'], maxBytes: 100_000 },
  { from: '@percept/terminal', name: 'encodeSixel', code: ['core', 'terminal'], maxBytes: 10_000 },
  { from: '@percept/agent/tools', name: 'createMedia', code: ['agent', 'core'], maxBytes: 2200 },
  { from: '@percept/host', name: 'FolderTakenError', code: ['host'], maxBytes: 500 },
  {
    from: '@percept/web',
    name: 'MediaEnvelope',
    code: ['core', 'web'],
    maxBytes: 70_000,
    dependencies: ['lit'],
  },
  {
    from: '@percept/openwop',
    name: 'openwop',
    code: ['agent', 'core', 'host', 'ingest', 'openwop', 'render', 'store'],
    maxBytes: 450_000,
    dependencies: ['hono'],
  },
  { from: 'percept', name: 'estimateImageTokens', code: ['core', 'percept'], maxBytes: 6500 },
  { from: 'percept', name: 'openMemory', code: ['core', 'percept', 'store'], maxBytes: 100_000 },
];

/** Every package from npm stays an import, so that what is counted is ours. */
const npmOutside: Plugin = {
  name: 'npm-outside',
  setup(bundle) {
    bundle.onResolve({ filter: /^[^./]/ }, ({ path }) =>
      /^(?:@percept\/|percept$)/.test(path) ? undefined : { path, external: true },
    );
  },
};

async function bundled({ from, name }: Single): Promise<{
  readonly bytes: number;
  readonly code: readonly string[];
  readonly dependencies: readonly string[];
}> {
  const { metafile } = await build({
    stdin: { contents: `export { ${name} } from '${from}';`, resolveDir: root, loader: 'ts' },
    absWorkingDir: root,
    outfile: 'one-import.js',
    bundle: true,
    write: false,
    minify: true,
    format: 'esm',
    platform: 'node',
    metafile: true,
    plugins: [npmOutside],
  });
  const [output] = Object.values(metafile.outputs);
  if (output === undefined) throw new Error('esbuild wrote nothing');
  const used = Object.entries(output.inputs).filter(([, { bytesInOutput }]) => bytesInOutput > 0);
  const folders = used.map(([path]) => /^packages\/([^/]+)\//.exec(path)?.[1] ?? path);
  const outside = output.imports
    .filter(({ kind, path }) => kind === 'import-statement' && !path.startsWith('node:'))
    .map(({ path }) => /^(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? path);
  return {
    bytes: output.bytes,
    code: [...new Set(folders)].filter((folder) => folder !== '<stdin>').toSorted(),
    dependencies: [...new Set(outside)].toSorted(),
  };
}

test.for(singles)('$name alone, of $from', { tags: ['d-tree-shaking'] }, async (single) => {
  const { bytes, code, dependencies } = await bundled(single);
  expect(single.code).toEqual(expect.arrayContaining([...code]));
  expect(dependencies).toEqual(single.dependencies ?? []);
  expect(bytes).toBeLessThanOrEqual(single.maxBytes);
  // A limit that is far away holds nothing.
  expect(bytes).toBeGreaterThan(single.maxBytes / 3);
});

test('no package that exports code is left out', () => {
  const named = new Set(singles.map(({ from }) => from.split('/').slice(0, 2).join('/')));
  const withCode = readdirSync(join(root, 'packages'))
    .map((folder) => readManifest(join(root, 'packages', folder)).name)
    // Types alone, and weights alone.
    .filter((name) => name !== '@percept/contract' && name !== '@percept/reader-weights');
  expect([...named].toSorted()).toEqual(withCode.toSorted());
});
