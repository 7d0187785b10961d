// What this terminal draws and how its clipboard is reached.
import {
  assess,
  graphicsChoices,
  isGraphicsChoice,
  plainGraphics,
} from '@percept/terminal/internal';
import { openTerminal, type Graphics } from '@percept/terminal';
import type { Environment } from '../command.ts';
import { findProgram, foldersOf } from '@percept/ingest/internal/host-program';
import { about, type Check } from './check.ts';

/** Asks the terminal, where there is one to ask. */
export async function checkTerminal(environment: Environment): Promise<Check> {
  const { variables, platform, stdin } = environment;
  const wanted = variables['PERCEPT_GRAPHICS'];
  if (wanted && !isGraphicsChoice(wanted))
    return about('terminal').fail(
      `PERCEPT_GRAPHICS is ${JSON.stringify(wanted)}, which is no way to draw`,
      `Set it to ${graphicsChoices.join(', ')}, or unset it.`,
    );
  const isTerminal = process.stdout.isTTY;
  const surroundings = { variables, platform, isTerminal };
  const graphics = await graphicsOf();
  return judge(graphics);

  async function graphicsOf(): Promise<Graphics> {
    const assessment = assess(surroundings);
    if (assessment.kind === 'decided') return assessment.graphics;
    if (!stdin.isTTY) return plainGraphics('half', 'there is no keyboard to hear the answers from');
    await using terminal = openTerminal({
      surroundings,
      input: stdin,
      output: process.stdout,
      onInterrupt: () => process.kill(process.pid, 'SIGINT'),
    });
    return await terminal.graphics();
  }
}

function judge({ protocol, reason, terminal, multiplexer, cell }: Graphics): Check {
  const { ok, warn } = about('terminal');
  const who = [
    terminal ?? 'a terminal without a name',
    ...(multiplexer === 'none' ? [] : [`inside ${multiplexer}`]),
  ].join(', ');
  const size = cell.known ? `, cells of ${cell.width}x${cell.height} pixels` : '';
  switch (protocol) {
    case 'kitty':
    case 'kitty-placeholders':
    case 'iterm':
    case 'sixel':
      return ok(`${who}: draws pictures by ${protocol} (${reason})${size}`);
    case 'half':
      return warn(`${who}: draws half blocks (${reason})`, blocksFix(reason, multiplexer));
    case 'none':
      return reason === 'the output is not a terminal'
        ? ok('the output is not a terminal: pictures are told in words')
        : warn(
            `pictures are told in words (${reason})`,
            'Set PERCEPT_GRAPHICS to kitty, sixel, iterm or half to force one.',
          );
  }
}

function blocksFix(reason: string, multiplexer: Graphics['multiplexer']): string {
  if (reason.startsWith('PERCEPT_GRAPHICS'))
    return 'Unset PERCEPT_GRAPHICS to let the terminal be asked.';
  if (multiplexer === 'tmux')
    return 'Add "set -g allow-passthrough on" to tmux.conf, in kitty 0.28 or Ghostty; or work outside tmux.';
  if (multiplexer === 'screen') return 'Work outside GNU screen, or in tmux.';
  return 'Use a terminal with kitty, iTerm2 or sixel graphics; in xterm: xterm -ti vt340; in VS Code: terminal.integrated.enableImages.';
}

export function checkClipboard({ variables, platform }: Environment): Check {
  const { ok, warn } = about('clipboard');
  const folders = foldersOf(variables['PATH']);
  const found = (names: readonly string[]) => findProgram(names, folders) !== undefined;
  const remote = Boolean(variables['SSH_CONNECTION'] || variables['SSH_TTY']);
  if (platform === 'darwin') return ok('macOS: read by osascript');
  if (platform === 'win32') return ok('Windows: read by PowerShell');
  if (variables['WAYLAND_DISPLAY'])
    return found(['wl-paste'])
      ? ok('Wayland: read by wl-paste')
      : warn('Wayland, and wl-paste is missing', 'Install the package wl-clipboard.');
  if (variables['DISPLAY'])
    return found(['xclip'])
      ? ok(`X11: read by xclip${remote ? ', after the terminal (OSC 5522)' : ''}`)
      : warn('X11, and xclip is missing', 'Install the package xclip.');
  if (variables['WSL_DISTRO_NAME'] || variables['WSL_INTEROP'])
    return found(['powershell.exe'])
      ? ok('WSL: read by powershell.exe')
      : warn('WSL, and powershell.exe is not found', 'Turn appendWindowsPath on in /etc/wsl.conf.');
  return warn(
    remote
      ? 'a remote shell: only a terminal that speaks OSC 5522 (kitty, Ghostty) shares its clipboard'
      : 'no display, so there is no clipboard',
    'Attach files by their path: @PATH.',
  );
}
