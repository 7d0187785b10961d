// The public face: what the exports maps offer to users, counted. Every value has a sentence and an example where it is declared;
// entries under ./internal are for sister packages, and a list of theirs holds only what one of them uses.
// `node scripts/exports.ts` prints the count and exits 1 with one line per objection.

import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'oxc-parser';
import { readManifest } from './manifest.ts';

export const maxPublicValues = 150;

export interface Face {
  /** `specifier name` of every public value. */
  readonly values: readonly string[];
  readonly objections: readonly string[];
}

interface Export {
  readonly name: string;
  /** What it is called in the file that it comes from. */
  readonly local: string;
  /** The file that it comes from; undefined where it is declared in this one. */
  readonly from: string | undefined;
}

export function publicFace(root: string): Face {
  const packages = globSync('packages/*/package.json', { cwd: root }).map((path) => dirname(path));
  const entries = packages.toSorted().flatMap((folder) => entriesOf(root, folder));
  const used = usedBySisters(root);
  const isInternal = ({ specifier }: Entry): boolean => /\/internal(?:\/|$)/.test(specifier);
  const exposed = entries.filter((entry) => !isInternal(entry));
  const values = exposed.flatMap((entry) =>
    entry.values.map(({ name }) => `${entry.specifier} ${name}`),
  );
  const tooMany =
    values.length > maxPublicValues
      ? [`${values.length} public values; at most ${maxPublicValues} are a small face`]
      : [];
  const undocumented = exposed.flatMap((entry) =>
    entry.values.flatMap((value) => {
      const missing = missingWords(root, entry.file, value);
      return missing === undefined ? [] : [`${entry.specifier} ${value.name}: ${missing}`];
    }),
  );
  const idle = entries
    .filter(isInternal)
    .flatMap(({ specifier, values: own }) =>
      own
        .filter(({ name, from }) => from !== undefined && !used.has(`${specifier} ${name}`))
        .map(({ name }) => `${specifier} ${name}: no sister package uses it`),
    );
  return { values, objections: [...tooMany, ...undocumented, ...idle] };
}

interface Entry {
  readonly specifier: string;
  readonly file: string;
  readonly values: readonly Export[];
}

function entriesOf(root: string, folder: string): readonly Entry[] {
  const manifest = readManifest(join(root, folder));
  return [...manifest.targets]
    .filter(([, target]) => /\.tsx?$/.test(target))
    .map(([subpath, target]) => {
      const file = join(root, folder, target);
      return { specifier: manifest.name + subpath.slice(1), file, values: valuesOf(file) };
    });
}

function valuesOf(file: string): readonly Export[] {
  return read(file).module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ isType, exportName, importName, localName, moduleRequest }) => {
      const name = exportName.name ?? 'default';
      const local = importName.name ?? localName.name ?? name;
      const value: Export = { name, local, from: moduleRequest?.value };
      return isType || (value.from === undefined && isTypeIn(file, local)) ? [] : [value];
    }),
  );
}

function isTypeIn(file: string, name: string): boolean {
  return new RegExp(`^export (?:declare )?(?:interface|type) ${name}\\b`, 'm').test(
    read(file).source,
  );
}

/** Follows the value to where it is declared, and says what its comment lacks. */
function missingWords(root: string, file: string, value: Export): string | undefined {
  if (value.from !== undefined) {
    const next = value.from.startsWith('.')
      ? join(dirname(file), value.from)
      : entryFile(root, value.from);
    if (next === undefined) return `comes from ${value.from}, which is not ours`;
    const found = valuesOf(next).find(({ name }) => name === value.local);
    return found === undefined
      ? `is not exported by ${relative(root, next)}`
      : missingWords(root, next, found);
  }
  const words = commentOf(file, value.local);
  const place = relative(root, file);
  if (words === undefined) return `has no comment in ${place}`;
  if (!/^[\s*]*[^\s*@]/.test(words)) return `has no sentence in ${place}`;
  return /@example\s+\S/.test(words) ? undefined : `has no example in ${place}`;
}

function entryFile(root: string, specifier: string): string | undefined {
  return globSync('packages/*/package.json', { cwd: root })
    .flatMap((path) => entriesOf(root, dirname(path)))
    .find((entry) => entry.specifier === specifier)?.file;
}

/** The comment before the first declaration of this name. */
function commentOf(file: string, name: string): string | undefined {
  const { source, comments } = read(file);
  const pattern = new RegExp(
    `^(?:export )?(?:declare )?(?:abstract )?(?:async )?(?:const|let|class|function\\*?) ${name}\\b`,
    'm',
  );
  const at = source.search(pattern);
  const before = comments.find(
    ({ type, value, end }) =>
      type === 'Block' && value.startsWith('*') && source.slice(end, at).trim() === '' && end <= at,
  );
  return before?.value.slice(1);
}

/** `specifier name` of all that sources of a package import from another one, statically or not. */
function usedBySisters(root: string): ReadonlySet<string> {
  const used = new Set<string>();
  for (const file of globSync('packages/*/src/**/*.{ts,tsx}', { cwd: root })) {
    const source = readFileSync(join(root, file), 'utf8');
    const statements = source.matchAll(
      /(?:import|export) (?:type )?\{([^}]*)\} from '([^']+)'|\{([^{}]*)\} =\s*await import\('([^']+)'\)/g,
    );
    for (const [, names = '', from = '', loaded = '', lazily = ''] of statements)
      for (const name of (names || loaded).split(','))
        used.add(`${from || lazily} ${name.trim().split(/[\s:]/)[0]}`);
  }
  return used;
}

interface Source {
  readonly source: string;
  readonly module: ReturnType<typeof parseSync>['module'];
  readonly comments: ReturnType<typeof parseSync>['comments'];
}

const sources = new Map<string, Source>();

function read(file: string): Source {
  const known = sources.get(file);
  if (known !== undefined) return known;
  const source = readFileSync(file, 'utf8');
  const { module, comments } = parseSync(file, source);
  const fresh = { source, module, comments };
  sources.set(file, fresh);
  return fresh;
}

if (import.meta.main) {
  const { values, objections } = publicFace(fileURLToPath(new URL('..', import.meta.url)));
  console.log(`public values: ${values.length} (at most ${maxPublicValues})`);
  for (const line of objections) console.error(line);
  if (objections.length > 0) process.exitCode = 1;
}
