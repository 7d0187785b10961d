// Runs before the system tests: says which programs they drive and are missing, and installs them (Debian, as root) when the
// answer is yes, or without asking when CI is set. A test whose program is missing skips with the reason; in CI it fails.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline/promises';

interface Tool {
  readonly command: string;
  /** Where it is no program but a module of one: the call that says whether it is there. */
  readonly check?: readonly [string, ...string[]];
  readonly debian: string;
  readonly why: string;
}

const tools: readonly Tool[] = [
  { command: 'bwrap', debian: 'bubblewrap', why: 'the decoder without files and network' },
  { command: 'prlimit', debian: 'util-linux', why: 'the decoder with bounded memory' },
  { command: 'strace', debian: 'strace', why: 'crashes at every system call of the store' },
  { command: 'Xvfb', debian: 'xvfb', why: 'a real X11 clipboard, real terminals' },
  { command: 'xclip', debian: 'xclip', why: 'a real X11 clipboard' },
  { command: 'sway', debian: 'sway', why: 'a real Wayland clipboard' },
  { command: 'wl-copy', debian: 'wl-clipboard', why: 'a real Wayland clipboard' },
  { command: 'openssl', debian: 'openssl', why: 'certificates for the guarded fetcher' },
  { command: 'pg_ctlcluster', debian: 'postgresql', why: 'the memory at scale' },
  { command: 'pgbouncer', debian: 'pgbouncer', why: 'a pooler in front of PostgreSQL' },
  {
    command: 'radosgw',
    debian: 'radosgw ceph-mon ceph-osd ceph-common',
    why: 'a real S3 server',
  },
  { command: 'nginx', debian: 'nginx-light', why: 'ranges and conditions beside a known server' },
  { command: 'tesseract', debian: 'tesseract-ocr', why: 'reading rendered code back' },
  {
    command: 'Pillow',
    check: ['/usr/bin/python3', '-c', 'import PIL'],
    debian: 'python3-pil',
    why: 'what leaves, decoded as providers do',
  },
  { command: 'rsvg-convert', debian: 'librsvg2-bin', why: 'drawings beside another renderer' },
  { command: 'xterm', debian: 'xterm', why: 'sixel and half blocks in a real terminal' },
  { command: 'mlterm', debian: 'mlterm', why: 'sixel in a real terminal' },
  // Software rendering and a font, without which it starts and draws nothing.
  {
    command: 'kitty',
    debian: 'kitty libgl1 libgl1-mesa-dri fonts-dejavu-core',
    why: 'its own protocol',
  },
  { command: 'foot', debian: 'foot', why: 'sixel under Wayland' },
  { command: 'weston', debian: 'weston', why: 'a Wayland screen to draw on' },
  { command: 'flite', debian: 'flite', why: 'something said aloud, for the ears' },
  { command: 'tmux', debian: 'tmux', why: 'pictures inside a multiplexer' },
  {
    command: 'soffice',
    debian: 'libreoffice-impress-nogui libreoffice-writer-nogui libreoffice-calc-nogui',
    why: 'office files as they look',
  },
  {
    command: 'chromium',
    debian: 'chromium',
    why: 'pages with scripts, the chat, a terminal in a browser',
  },
];

/** Somebody else may be installing just now: that is waited for, ten minutes at most. */
const whenOthersAreDone = ['-o', 'DPkg::Lock::Timeout=600'];

const missing = tools.filter(isMissing);
report(missing);
if (missing.length > 0 && canInstall() && (await isWanted(packagesOf(missing)))) {
  install(packagesOf(missing));
  report(tools.filter(isMissing));
}

function canInstall(): boolean {
  return process.platform === 'linux' && process.getuid?.() === 0 && isInstalled('apt-get');
}

async function isWanted(packages: readonly string[]): Promise<boolean> {
  if (process.env['CI']) return true;
  if (!process.stdin.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const question = `test tools: install ${packages.length} Debian packages now? [y/N] `;
  const answer = await terminal.question(question);
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}

function packagesOf(wanted: readonly Tool[]): readonly string[] {
  return [...new Set(wanted.flatMap(({ debian }) => debian.split(' ')))];
}

function isMissing({ command, check }: Tool): boolean {
  if (!check) return !isInstalled(command);
  const [program, ...args] = check;
  return spawnSync(program, args).status !== 0;
}

function isInstalled(command: string): boolean {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.some((folder) => {
    try {
      accessSync(join(folder, command), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

function install(packages: readonly string[]): void {
  console.log(`test tools: installing ${packages.join(', ')}`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  using _policy = startNothing();
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...packages]]) {
    const { status, stderr } = spawnSync('apt-get', ['-qq', ...whenOthersAreDone, ...args], {
      env,
      encoding: 'utf8',
    });
    if (status !== 0) console.error(`apt-get ${args[0]} failed:\n${stderr}`);
  }
}

/** Debian starts a server when it installs one, unless this file says no; tests start their own. */
function startNothing(): Disposable {
  const path = '/usr/sbin/policy-rc.d';
  if (existsSync(path)) return { [Symbol.dispose]: () => {} };
  writeFileSync(path, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  return { [Symbol.dispose]: () => rmSync(path) };
}

function report(absent: readonly Tool[]): void {
  for (const { command, debian, why } of absent) {
    console.error(
      `test tools: ${command} is missing (${why}); on Debian: apt-get install ${debian}`,
    );
  }
}
