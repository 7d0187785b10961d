// Writes package-lock.json anew so that `npm ci` accepts it on every platform and behind every mirror.
// npm leaves an optional package out of the lockfile when the registry at hand does not carry it (mirrors often hold one
// platform only), and `npm ci` then refuses the lockfile as incomplete. The missing entries are written here from what is
// certain: the name and exact version that the parent asks for, and the platform in the name.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { isRecord } from '@percept/core/internal';

type Fields = Readonly<Record<string, unknown>>;

const systems = new Set(
  'aix android darwin freebsd linux netbsd openbsd openharmony sunos win32'.split(' '),
);
const processors = new Set(
  'arm arm64 ia32 loong64 mips64el ppc64 riscv64 s390x wasm32 x64'.split(' '),
);
const aliases: ReadonlyMap<string, string> = new Map([
  ['win', 'win32'],
  ['linuxmusl', 'linux'],
]);

const path = new URL('../package-lock.json', import.meta.url);

if (!process.argv.includes('--no-install')) {
  execFileSync('npm', ['install', '--package-lock-only'], { stdio: 'inherit' });
}
const lockfile = fieldsOf(JSON.parse(readFileSync(path, 'utf8')));
const packages = new Map(Object.entries(fieldsOf(lockfile['packages'])));
const missing = [...missingFrom(packages)];
for (const [place, entry] of missing) packages.set(place, entry);
const sorted = Object.fromEntries([...packages].toSorted(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(path, `${JSON.stringify({ ...lockfile, packages: sorted }, undefined, 2)}\n`);
console.log(
  `lockfile: ${packages.size} packages, ${missing.length} of them not in the registry at hand`,
);

function* missingFrom(
  locked: ReadonlyMap<string, unknown>,
): Iterable<readonly [place: string, entry: Fields]> {
  for (const [parentPlace, value] of locked) {
    const parent = fieldsOf(value);
    for (const [name, wanted] of Object.entries(fieldsOf(parent['optionalDependencies'] ?? {}))) {
      if (isLocked(locked, parentPlace, name)) continue;
      const version = String(wanted).replace(/^[^\d]*/, '');
      const dev = parent['dev'] === true ? { dev: true } : {};
      yield [`node_modules/${name}`, { version, ...dev, optional: true, ...platformOf(name) }];
    }
  }
}

/** Looks where Node would: beside the parent, then outwards. */
function isLocked(locked: ReadonlyMap<string, unknown>, from: string, name: string): boolean {
  if (locked.has(from === '' ? `node_modules/${name}` : `${from}/node_modules/${name}`))
    return true;
  if (from === '') return false;
  return isLocked(locked, from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))), name);
}

/** Without a platform an entry would be fetched by everybody, so a name that shows none is an error. */
function platformOf(name: string): Fields {
  const words = name.split(/[-/_.]/).map((word) => aliases.get(word) ?? word);
  const system = words.find((word) => systems.has(word));
  const processor = words.find((word) => processors.has(word));
  if (system === undefined && processor !== 'wasm32') {
    throw new Error(`No platform can be read from the name of ${name}.`);
  }
  const libc = /musl/.test(name) ? 'musl' : words.includes('gnu') ? 'glibc' : undefined;
  return {
    ...(system !== undefined && { os: [system] }),
    ...(processor !== undefined && { cpu: [processor] }),
    ...(libc !== undefined && { libc: [libc] }),
  };
}

function fieldsOf(value: unknown): Fields {
  if (isRecord(value)) return value;
  throw new Error('The lockfile is not what npm writes.');
}
