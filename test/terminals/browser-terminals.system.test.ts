// xterm.js in Chromium: the three protocols, each chosen by the probe and none by a setting, near and far away.
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { launchBrowser, photographInBrowser, type BrowserTerminal } from './browser-terminal.ts';
import { missing, needs } from './programs.ts';
import { createScene, expectScene, type Scene } from './scene.ts';

interface Case extends BrowserTerminal {
  readonly title: string;
  readonly exact: 'pixels' | 'shape';
}

const cases: readonly Case[] = [
  { title: 'draws kitty where it speaks it', speaks: ['kitty', 'sixel', 'iterm'], exact: 'pixels' },
  {
    title: 'draws sixel where it has no kitty',
    speaks: ['sixel', 'iterm'],
    lines: 40,
    exact: 'pixels',
  },
  { title: 'draws iTerm2 where that is all', speaks: ['iterm'], lines: 40, exact: 'pixels' },
  { title: 'draws half blocks where it has none', speaks: [], exact: 'shape' },
  {
    title: 'draws kitty when replies take 300 ms',
    speaks: ['kitty', 'sixel'],
    lines: 40,
    replyDelayMs: 300,
    exact: 'pixels',
  },
  {
    title: 'draws sixel when replies take 300 ms',
    speaks: ['sixel'],
    replyDelayMs: 300,
    exact: 'pixels',
  },
];
const introducers = {
  kitty: '\u001b_Ga=T',
  sixel: '\u001bP0;1;0q',
  iterm: '\u001b]1337;File=',
} as const;

describe('xterm.js', () => {
  let browser: Browser | undefined;
  let scene: Scene;
  beforeAll(async () => {
    if (missing(['chromium']) === undefined) browser = await launchBrowser();
  });
  afterAll(() => browser?.close());
  beforeEach(async () => {
    scene = await createScene();
  });
  afterEach(() => scene[Symbol.dispose]());

  for (const { title, exact, ...terminal } of cases) {
    test(
      `it ${title}`,
      {
        tags: [
          'f-term-real-terminals',
          's002-probe-protocols',
          'f-term-late-replies',
          'f-term-append-only',
        ],
        timeout: 240_000,
      },
      async (context) => {
        needs(context, ['chromium']);
        if (!browser) throw new Error('no browser');
        const { shot, text, sent } = await photographInBrowser(browser, scene, terminal);
        expectScene(shot, exact);
        const drawn = Object.entries(introducers).filter(([, begin]) => sent.includes(begin));
        expect(drawn.map(([name]) => name)).toEqual(terminal.speaks.slice(0, 1));
        for (const [, begin] of drawn) expect(sent.split(begin).length, 'drawn once').toBe(2);
        const lines = text.split('\n').filter((line) => line.trim() !== '' && line !== 'earlier');
        const words = lines.filter((line) => !/^[▀▄ ]+$/u.test(line));
        expect(words, 'the words and no reply').toEqual([
          expect.stringMatching(/^\[image: 200x120 png, /),
          ...words.slice(1, -1),
          'Write it to a file with --out FILE.',
        ]);
        expect(text).not.toMatch(/\[\?|;OK|Gi=31|\d+;\d+[ct]/);
      },
    );
  }
});
