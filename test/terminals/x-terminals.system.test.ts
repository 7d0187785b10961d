// Real terminals under Xvfb, judged by what is on the screen.
import { spawnSync } from 'node:child_process';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { needs, type Program } from './programs.ts';
import { createScene, expectScene, type Scene } from './scene.ts';
import { photograph, type Launch } from './x-terminal.ts';

const geometry = ['-geometry', '80x30+0+0'] as const;
const sixel = ['-ti', 'vt340'] as const;
const windowOps = ['-xrm', 'XTerm*allowWindowOps: true'] as const;

const kittyOptions = [
  '--config=NONE',
  '--override=remember_window_size=no',
  '--override=update_check_interval=0',
  '--override=initial_window_width=800',
  '--override=initial_window_height=560',
] as const;
const tmuxSocket = `percept-${process.pid}`;
const tmuxCall = ['tmux', '-L', tmuxSocket, '-f', '/dev/null', 'new-session'] as const;

interface Case {
  readonly title: string;
  readonly programs: readonly Program[];
  readonly launch: Launch;
  readonly exact: 'pixels' | 'shape';
  /** Lines of text before the picture. */
  readonly lines: number;
  readonly env?: Readonly<Record<string, string>>;
}

const cases: readonly Case[] = [
  {
    title: 'xterm draws sixel, pixel for pixel, when it tells the size of its cells',
    programs: ['xterm'],
    launch: (program) => ['xterm', ...sixel, ...geometry, ...windowOps, '-e', ...program],
    exact: 'pixels',
    lines: 0,
  },
  {
    title: 'xterm draws sixel, pixel for pixel, at the bottom of a screen that scrolls',
    programs: ['xterm'],
    launch: (program) => ['xterm', ...sixel, ...geometry, ...windowOps, '-e', ...program],
    exact: 'pixels',
    lines: 40,
  },
  {
    title: 'xterm draws sixel, pixel for pixel, when it does not tell the size of its cells',
    programs: ['xterm'],
    launch: (program) => ['xterm', ...sixel, ...geometry, '-e', ...program],
    exact: 'pixels',
    lines: 40,
  },
  {
    title: 'an xterm without sixel gets half blocks',
    programs: ['xterm'],
    launch: (program) => ['xterm', ...geometry, '-e', ...program],
    exact: 'shape',
    lines: 40,
  },
  {
    title: 'mlterm draws sixel, pixel for pixel',
    programs: ['mlterm'],
    launch: (program) => ['mlterm', '-g', '80x24', '-e', ...program],
    exact: 'pixels',
    lines: 40,
  },
  {
    title: 'kitty draws its own protocol, pixel for pixel',
    programs: ['kitty'],
    launch: (program) => ['kitty', ...kittyOptions, ...program],
    exact: 'pixels',
    lines: 40,
    env: { LIBGL_ALWAYS_SOFTWARE: '1' },
  },
  {
    title: 'foot draws sixel, pixel for pixel, under Wayland',
    programs: ['foot', 'weston'],
    launch: (program) => ['sh', new URL('foot.sh', import.meta.url).pathname, ...program],
    exact: 'pixels',
    lines: 40,
  },
  {
    title: 'tmux in a terminal with sixel, itself without, gets half blocks',
    programs: ['xterm', 'tmux'],
    launch: (program) => [
      'xterm',
      ...sixel,
      ...geometry,
      ...windowOps,
      '-e',
      ...tmuxCall,
      ...program,
    ],
    exact: 'shape',
    lines: 40,
  },
];

describe('a terminal on a screen', () => {
  let scene: Scene;
  beforeEach(async () => {
    scene = await createScene();
  });
  afterEach(() => scene[Symbol.dispose]());
  // Its server is a process of its own, and outlives the terminal.
  afterAll(() => void spawnSync('tmux', ['-L', tmuxSocket, 'kill-server']));

  for (const { title, programs, launch, exact, lines, env } of cases) {
    test(
      `on a real screen, ${title}`,
      { tags: ['f-term-real-terminals'], timeout: 240_000 },
      async (context) => {
        needs(context, ['Xvfb', ...programs]);
        const shot = await photograph(scene, launch, lines, env);
        expectScene(shot, exact);
        expect(shot.width).toBe(900);
      },
    );
  }
});
