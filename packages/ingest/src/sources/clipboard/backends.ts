// Which programs hold the clipboard on which system, as data. Arguments are fixed words: nothing that came from the
// clipboard, the network or a model ever becomes one, except a file name that was checked first.
import type { Command, Environment } from './command.ts';
import { windowsScript } from './windows-script.ts';
import {
  clipboardListTimeoutMs,
  clipboardReadTimeoutMs,
  powerShellTimeoutMs,
} from '../../limits.ts';

interface Named {
  readonly name: string;
  /** How to get the program, as a hint says it. */
  readonly install: string;
}

/** Lists media types first, then hands over the chosen one, byte for byte. */
export interface TargetsBackend extends Named {
  readonly kind: 'targets';
  readonly list: Command;
  readonly read: Command;
}

/** AppleScript: the path of a copied file, or the picture as hexadecimal text. */
export interface AppleBackend extends Named {
  readonly kind: 'apple';
  readonly path: Command;
  readonly picture: Command;
}

/** PowerShell prints lines of `file BASE64` or `image BASE64`. */
export interface PowerShellBackend extends Named {
  readonly kind: 'powershell';
  readonly read: Command;
  /** Turns a Windows path into one of this system. */
  readonly translate?: Command;
}

export type Backend = TargetsBackend | AppleBackend | PowerShellBackend;

/** Says in a moment what there is. */
function asking(file: string, ...args: readonly string[]): Command {
  return { file, args, timeoutMs: clipboardListTimeoutMs };
}

/** Hands over what may be large. */
function reading(file: string, ...args: readonly string[]): Command {
  return { file, args, timeoutMs: clipboardReadTimeoutMs };
}

const wayland: TargetsBackend = {
  kind: 'targets',
  name: 'wl-paste',
  install: 'Install the package wl-clipboard.',
  list: asking('wl-paste', '--list-types'),
  read: reading('wl-paste', '--no-newline', '--type', '{type}'),
};

const x11: TargetsBackend = {
  kind: 'targets',
  name: 'xclip',
  install: 'Install the package xclip.',
  list: asking('xclip', '-selection', 'clipboard', '-t', 'TARGETS', '-o'),
  read: reading('xclip', '-selection', 'clipboard', '-t', '{type}', '-o'),
};

const macos: AppleBackend = {
  kind: 'apple',
  name: 'osascript',
  install: 'osascript is part of macOS: check that PATH holds /usr/bin.',
  path: asking('osascript', '-e', 'POSIX path of (the clipboard as «class furl»)'),
  picture: reading('osascript', '-e', 'the clipboard as «class PNGf»'),
};

const powerShellArgs: readonly string[] = [
  '-NoProfile',
  '-NonInteractive',
  '-STA',
  '-EncodedCommand',
  Buffer.from(windowsScript, 'utf16le').toString('base64'),
];

const wsl: PowerShellBackend = {
  kind: 'powershell',
  name: 'powershell.exe',
  install:
    'Turn on WSL interop (appendWindowsPath in /etc/wsl.conf), so that powershell.exe is found.',
  read: { file: 'powershell.exe', args: powerShellArgs, timeoutMs: powerShellTimeoutMs },
  translate: asking('wslpath', '-u', '{path}'),
};

/** Windows looks in the current folder first, so the program is named in full. */
function windows(env: Environment): PowerShellBackend {
  const root = env['SystemRoot'] ?? env['SYSTEMROOT'] ?? 'C:/Windows';
  return {
    kind: 'powershell',
    name: 'PowerShell',
    install: 'Windows PowerShell 5.1 is part of Windows: check that it was not removed.',
    read: {
      file: `${root}/System32/WindowsPowerShell/v1.0/powershell.exe`,
      args: powerShellArgs,
      timeoutMs: powerShellTimeoutMs,
    },
  };
}

/** In the order in which they are asked; none when there is no clipboard to be reached from here. */
export function backendsFor(platform: NodeJS.Platform, env: Environment): readonly Backend[] {
  if (platform === 'darwin') return [macos];
  if (platform === 'win32') return [windows(env)];
  const found: Backend[] = [];
  if (env['WAYLAND_DISPLAY']) found.push(wayland);
  if (env['DISPLAY']) found.push(x11);
  if (env['WSL_DISTRO_NAME'] || env['WSL_INTEROP']) found.push(wsl);
  return found;
}

export function isRemote(env: Environment): boolean {
  return Boolean(env['SSH_CONNECTION'] || env['SSH_TTY']);
}
