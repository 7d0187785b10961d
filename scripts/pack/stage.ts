// The packages as somebody installs them: compiled, with declarations, exports that point at what was compiled, and nothing
// that only a checkout needs. A checkout runs from source (decision 2), and Node refuses to run TypeScript under node_modules.
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isRecord, readText } from '@percept/core/internal';
import { bundleOf, stageBundle } from './bundle.ts';
import { type Fields, readFields } from './fields.ts';
import { joinModules } from './join.ts';

export interface StagedPackage {
  readonly name: string;
  readonly folder: string;
}

const root = fileURLToPath(new URL('../../', import.meta.url));
/** Compiled code lies as deep as its source, so that a path to package.json means the same file. */
const compiledFolder = 'lib';
/** Compiled code needs no more; what runs from source does. */
const oldestNode = '>=22.13';
/** The app and the gallery of `web` are bundled, not compiled. */
const webEntries = ['packages/web/src/element', 'packages/web/src/app-files.ts'];
/** Pure, and the first that every import of ours loads. */
const joinedPackages: ReadonlySet<string> = new Set(['core']);
const onlyInCheckout: ReadonlySet<string> = new Set([
  'devDependencies',
  'scripts',
  'private',
  'bundle',
]);

/** Writes one folder for each package, ready for `npm pack`. The chat app must be built already. */
export function stagePackages(into: string): readonly StagedPackage[] {
  rmSync(into, { recursive: true, force: true });
  const compiled = join(into, 'compiled');
  compilePackages(compiled);
  const staged = globSync('packages/*', { cwd: root })
    .toSorted()
    .map((path) => stage(join(root, path), compiled, into));
  rmSync(compiled, { recursive: true });
  return staged;
}

/** Code and declarations of every package: `packages/core/src/a.ts` becomes `core/src/a.js` and `a.d.ts`. */
export function compilePackages(into: string): void {
  compile('tsconfig.json', ['packages/*/src'], ['packages/web'], into);
  compile('packages/web/tsconfig.json', webEntries, [], into);
}

/** All in one go, because packages import each other's sources. Types are checked elsewhere, once. */
function compile(
  base: string,
  include: readonly string[],
  exclude: readonly string[],
  into: string,
): void {
  mkdirSync(into, { recursive: true });
  const config = join(into, 'tsconfig.json');
  const here = (path: string): string => join(root, path);
  writeFileSync(
    config,
    JSON.stringify({
      extends: here(base),
      compilerOptions: {
        noEmit: false,
        noCheck: true,
        declaration: true,
        stripInternal: true,
        rootDir: here('packages'),
        outDir: into,
        types: ['node'],
        typeRoots: [here('node_modules/@types')],
      },
      include: include.map(here),
      exclude: exclude.map(here),
    }),
  );
  const compiler = here('node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [compiler, '-p', config], { stdio: ['ignore', 2, 2] });
  rmSync(config);
}

function stage(source: string, compiled: string, into: string): StagedPackage {
  const short = basename(source);
  const folder = join(into, short);
  mkdirSync(folder, { recursive: true });
  const bundled = stageBundle(source, root, folder);
  const manifest = publishedManifest(readFields(join(source, 'package.json')), bundled);
  if (existsSync(join(source, 'src')))
    renameSync(join(compiled, short, 'src'), join(folder, compiledFolder));
  if (joinedPackages.has(short)) joinModules(join(folder, compiledFolder), entriesOf(manifest));
  if (existsSync(join(source, 'bin'))) stageCommands(join(source, 'bin'), join(folder, 'bin'));
  for (const part of ['README.md', 'templates', 'dist/app', 'dist/element', ...dataOf(manifest)]) {
    if (existsSync(join(source, part)))
      cpSync(join(source, part), join(folder, part), { recursive: true });
  }
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  return { name: readText(manifest['name']) ?? short, folder };
}

function stageCommands(from: string, to: string): void {
  cpSync(from, to, { recursive: true });
  for (const name of globSync('*.js', { cwd: to })) {
    const path = join(to, name);
    const text = readFileSync(path, 'utf8');
    writeFileSync(
      path,
      text.replaceAll(/'\.\.\/src\/([^']+)\.ts'/g, `'../${compiledFolder}/$1.js'`),
    );
  }
}

function publishedManifest(fields: Fields, ofBundle: Fields): Fields {
  const kept = Object.entries(fields).filter(([name]) => !onlyInCheckout.has(name));
  const published = isRecord(fields['exports']) ? fields['exports'] : {};
  const installed = isRecord(fields['dependencies']) ? fields['dependencies'] : {};
  const bundled = [...bundleOf(fields).keys()];
  return {
    ...Object.fromEntries(kept),
    ...(bundled.length > 0 && {
      dependencies: { ...ofBundle, ...installed },
      bundleDependencies: bundled,
    }),
    engines: { node: oldestNode },
    files: [compiledFolder, 'bin', 'dist', 'templates', ...dataOf(fields)],
    exports: Object.fromEntries([
      ...Object.entries(published).map(([entry, target]) => [entry, compiledTarget(target)]),
      ['./package.json', './package.json'],
    ]),
  };
}

/** Compiled files that are ways in, as paths in the folder of compiled code. */
function entriesOf({ exports }: Fields): readonly string[] {
  const targets = isRecord(exports) ? Object.values(exports) : [];
  return targets.flatMap((target) => {
    const path = isRecord(target) ? readText(target['default']) : undefined;
    return path === undefined ? [] : [path.replace(`./${compiledFolder}/`, '')];
  });
}

const dataFile = /^\.\/[\w-]+\.(?:onnx|txt)$/;

/** What a package exports as it is. */
function dataOf({ exports }: Fields): readonly string[] {
  const targets = isRecord(exports) ? Object.values(exports) : [];
  return targets.flatMap((target) => {
    const path = readText(target);
    return path !== undefined && dataFile.test(path) ? [path.slice(2)] : [];
  });
}

/** Types first: a compiler takes the first condition that fits. */
function compiledTarget(target: unknown): Fields | string {
  const path = readText(target)?.replace(/^\.\/src\//, `./${compiledFolder}/`);
  if (path !== undefined && dataFile.test(path)) return path;
  if (path?.endsWith('.ts') !== true) throw new Error(`cannot publish ${String(target)}`);
  return { types: path.replace(/\.ts$/, '.d.ts'), default: path.replace(/\.ts$/, '.js') };
}
