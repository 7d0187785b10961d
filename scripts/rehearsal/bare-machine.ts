// A machine that has git, npm, an older Node and the plain tools of a shell, and nothing else: no font, no browser, no sandbox, no
// root, nothing beside the checkout. Only what is listed here exists in it, so that a program a test forgot to bring is not found.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

const programs = words(
  'awk basename bash cat chmod chown cp cut date dd dirname echo env expr false find git grep gunzip gzip head id kill ln ls mkdir mkfifo mktemp mv nproc od printf prlimit ps pwd readlink realpath rm rmdir sed seq setpriv sh sha256sum sleep sort stat stty tail tar tee test touch tr true tty uname uniq wc which whoami xargs yes',
);

/** Libraries and data that those programs cannot do without. */
const folders = [
  '/usr/lib/x86_64-linux-gnu',
  '/usr/lib/aarch64-linux-gnu',
  '/usr/lib64',
  '/usr/lib/git-core',
  '/usr/share/git-core',
  '/usr/share/ca-certificates',
  '/etc/ssl',
  '/etc/resolv.conf',
  '/etc/hosts',
  '/etc/nsswitch.conf',
  '/etc/passwd',
  '/etc/group',
];

export interface BareMachine {
  /** The home of the stranger, outside; `/home/stranger` inside. */
  readonly home: string;
  /** What npm has downloaded before, so that a rehearsal does not download it again. */
  readonly npmCache: string;
}

/** Why there can be no such machine here, or undefined. */
export function whyNoBareMachine(): string | undefined {
  if (process.platform !== 'linux') return 'a bare machine needs Linux namespaces';
  if (found('bwrap') === undefined) return 'bubblewrap is missing; apt-get install bubblewrap';
  if (found('npm') === undefined) return 'there is no npm outside this project';
  return undefined;
}

/** Starts a command in the home's `percept` folder, with the network or without. */
export function spawnBare(
  { home, npmCache }: BareMachine,
  command: readonly string[],
  network: 'npm' | 'none',
): ChildProcess {
  const shared = folders.filter((path) => existsSync(path)).flatMap((path) => readOnly(path));
  const args = [
    ...words('--unshare-all --die-with-parent --uid 1000 --gid 1000 --tmpfs / --dir /usr/bin'),
    ...(network === 'npm' ? ['--share-net'] : []),
    ...shared,
    ...['node', ...programs].flatMap((name) => program(name)),
    ...npmParts(),
    ...words('--symlink usr/bin /bin --symlink usr/lib /lib --symlink usr/lib64 /lib64'),
    ...words('--proc /proc --dev /dev --tmpfs /tmp --clearenv'),
    ...words('--setenv HOME /home/stranger --setenv PATH /usr/bin --setenv LANG C.UTF-8'),
    ...passedOn().flatMap(([name, value]) => ['--setenv', name, value]),
    '--bind',
    home,
    '/home/stranger',
    '--bind',
    npmCache,
    '/home/stranger/.npm',
    '--chdir',
    '/home/stranger/percept',
    ...command,
  ];
  return spawn('bwrap', args, { stdio: ['ignore', 'pipe', 'pipe'] });
}

/** The folder where npm keeps what it downloaded, as the npm outside this project is set. */
export function npmCacheFolder(): string {
  const npm = found('npm') ?? 'npm';
  return execFileSync(npm, ['config', 'get', 'cache'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
}

function words(text: string): readonly string[] {
  return text.split(' ');
}

function readOnly(path: string, inside = path): readonly string[] {
  return ['--ro-bind', realpathSync(path), inside];
}

function program(name: string): readonly string[] {
  const path = found(name);
  return path === undefined ? [] : readOnly(path, `/usr/bin/${name}`);
}

/** npm is a folder with links into it. */
function npmParts(): readonly string[] {
  const cli = realpathSync(found('npm') ?? '');
  const links = ['npm', 'npx'].flatMap((name) => [
    '--symlink',
    `../lib/node_modules/npm/bin/${name}-cli.js`,
    `/usr/bin/${name}`,
  ]);
  return [...readOnly(dirname(dirname(cli)), '/usr/lib/node_modules/npm'), ...links];
}

/** How the registry is reached is no business of the rehearsal. */
function passedOn(): readonly (readonly [string, string])[] {
  return Object.entries(process.env).flatMap(([name, value]) =>
    value !== undefined &&
    /^((https?|no)_proxy|npm_config_registry|NODE_EXTRA_CA_CERTS)$/i.test(name)
      ? [[name, value] as const]
      : [],
  );
}

/** As a shell outside this project finds it. */
function found(name: string): string | undefined {
  const folders = (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes('node_modules'));
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}
