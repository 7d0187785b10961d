// The terminals in which the chat is looked at, and how each of them is started, resized and scrolled.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathOf, type Program } from '../terminals/programs.ts';
import type { Manner } from './shown-pictures.ts';
import type { TerminalChat, TerminalChatOptions } from './terminal-chat.ts';

export interface Case extends Manner {
  readonly title: string;
  readonly programs: readonly Program[];
  readonly launch: TerminalChatOptions['launch'];
  readonly env?: NodeJS.ProcessEnv;
  /** Whether the X clipboard is the one of this terminal. */
  readonly clipboard: boolean;
  /** Makes the window this large, in cells. */
  readonly resize?: (chat: TerminalChat, cols: number, rows: number) => void;
  /** Scrolls to the beginning. */
  readonly scroll?: (chat: TerminalChat) => void;
}

const windowOps = ['-xrm', 'XTerm*allowWindowOps: true', '-b', '0', '-bw', '0'] as const;
const geometry = ['-geometry', '100x46+0+0'] as const;
const dark = ['-bg', 'black', '-fg', 'gray80'] as const;
const light = ['-bg', 'white', '-fg', 'black'] as const;
const byWindowOps: NonNullable<Case['resize']> = (chat, cols, rows) =>
  chat.command(`\u001b[8;${rows};${cols}t`);
const kittyOptions = [
  '--config=NONE',
  '--override=remember_window_size=no',
  '--override=update_check_interval=0',
  '--override=initial_window_width=100c',
  '--override=initial_window_height=38c',
  '--override=window_padding_width=0',
  '--override=placement_strategy=top-left',
  '--override=allow_remote_control=yes',
  '--override=font_size=9',
] as const;
const inKitty =
  (...more: readonly string[]): TerminalChatOptions['launch'] =>
  (program, folder) => [
    'kitty',
    ...kittyOptions,
    `--listen-on=unix:${join(folder, 'kitty')}`,
    ...more,
    ...program,
  ];
const kittySays =
  (...order: readonly string[]) =>
  (chat: TerminalChat): void =>
    void spawnSync(pathOf('kitty') ?? '', [
      '@',
      '--to',
      `unix:${join(chat.folder, 'kitty')}`,
      ...order,
    ]);
const software = { LIBGL_ALWAYS_SOFTWARE: '1' };
const tmuxSocket = `percept-real-${process.pid}`;
const tmux = ['tmux', '-L', tmuxSocket, '-f', '/dev/null', 'new-session'] as const;

export const cases: readonly Case[] = [
  {
    title: 'xterm, by sixel on black',
    programs: ['xterm'],
    launch: (program) => [
      'xterm',
      '-ti',
      'vt340',
      ...geometry,
      ...windowOps,
      ...dark,
      '-e',
      ...program,
    ],
    exact: 'pixels',
    clipboard: true,
    resize: byWindowOps,
  },
  {
    title: 'xterm, by half blocks on white',
    programs: ['xterm'],
    launch: (program) => ['xterm', ...geometry, ...windowOps, ...light, '-e', ...program],
    exact: 'shape',
    clipboard: true,
    resize: byWindowOps,
  },
  {
    title: 'kitty, by its own protocol',
    programs: ['kitty'],
    launch: inKitty(),
    env: software,
    exact: 'pixels',
    clipboard: true,
    // This kitty leaves pictures behind when it loses rows; from 0.28 on it gets placeholders, which move with the text.
    resize: (chat, cols) =>
      kittySays('resize-os-window', '--unit=cells', `--width=${cols}`, '--height=38')(chat),
    scroll: kittySays('scroll-window', 'start'),
  },
  {
    title: 'foot under Wayland, by sixel',
    programs: ['foot', 'weston'],
    launch: (program) => [
      'sh',
      new URL('../terminals/foot.sh', import.meta.url).pathname,
      '--override=pad=0x0',
      ...program,
    ],
    exact: 'pixels',
    clipboard: false,
  },
  {
    title: 'mlterm, by sixel',
    programs: ['mlterm'],
    launch: (program) => ['mlterm', '--sbmod=none', '-g', '100x34', '-e', ...program],
    border: 2,
    exact: 'pixels',
    clipboard: true,
  },
  {
    title: 'tmux in kitty, by half blocks where kitty is too old for more',
    programs: ['kitty', 'tmux'],
    launch: inKitty(...tmux),
    env: software,
    exact: 'shape',
    clipboard: true,
  },
  {
    title: 'tmux in xterm, by half blocks',
    programs: ['xterm', 'tmux'],
    launch: (program) => [
      'xterm',
      '-ti',
      'vt340',
      ...geometry,
      ...windowOps,
      ...dark,
      '-e',
      ...tmux,
      ...program,
    ],
    exact: 'shape',
    clipboard: true,
  },
];

/** Its server is a process of its own, and outlives the terminal. */
export function endTmux(): void {
  spawnSync('tmux', ['-L', tmuxSocket, 'kill-server']);
}
