// The chat with its pictures in xterm.js in a browser, for each protocol. Judged by the pixels: every picture is there
// once, nothing covers it, and it covers nothing.
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openStage, type Stage } from '../acp/agent-process.ts';
import { look } from '../acp/seeing-server.ts';
import { launchBrowser } from '../terminals/browser-terminal.ts';
import { missing, needs } from '../terminals/programs.ts';
import { createScene, quadrants } from '../terminals/scene.ts';
import { areaOf, isSolid, judged, type Area, type Screenshot } from '../terminals/screenshot.ts';
import { BrowserChat, type BrowserChatOptions } from './browser-chat.ts';

const timeout = 600_000;
const introducers = {
  kitty: '\u001b_Ga=T',
  sixel: '\u001bP0;1;0q',
  iterm: '\u001b]1337;File=',
} as const;
let stage: Stage;

beforeEach(async () => {
  stage = await openStage(look);
  using scene = await createScene();
  await writeFile(join(stage.root, 'plan.png'), readFileSync(join(scene.folder, 'quadrants.png')));
});
afterEach(() => stage[Symbol.asyncDispose]());

/** The four colours, each solid, each where it belongs. */
function expectPicture(shot: Screenshot): Area {
  const found = Object.entries(quadrants).map(([name, colour]) => {
    const area = areaOf(shot, colour);
    if (!area) throw new Error(`${name} is nowhere on the screen`);
    expect(isSolid(area), `${name} is whole`).toBe(true);
    return area;
  });
  const sizes = new Set(
    found.map(({ left, right, top, bottom }) => `${right - left}x${bottom - top}`),
  );
  expect([...sizes], 'equal quadrants: it stands there once').toHaveLength(1);
  return {
    left: Math.min(...found.map(({ left }) => left)),
    top: Math.min(...found.map(({ top }) => top)),
    right: Math.max(...found.map(({ right }) => right)),
    bottom: Math.max(...found.map(({ bottom }) => bottom)),
    count: 0,
  };
}

function folderForEyes(name: string): string | undefined {
  const folder = process.env['PERCEPT_SCREENSHOTS'];
  return folder ? join(folder, `chat-${name}.png`) : undefined;
}

describe('the chat in xterm.js', { timeout }, () => {
  let browser: Browser | undefined;
  beforeAll(async () => {
    if (missing(['chromium']) === undefined) browser = await launchBrowser();
  });
  afterAll(() => browser?.close());

  const cases: readonly (Pick<BrowserChatOptions, 'speaks' | 'replyDelayMs'> & {
    readonly title: string;
  })[] = [
    { title: 'kitty', speaks: ['kitty', 'sixel', 'iterm'] },
    { title: 'sixel', speaks: ['sixel'] },
    { title: 'iterm', speaks: ['iterm'] },
    { title: 'kitty over 300 ms', speaks: ['kitty'], replyDelayMs: 300 },
    { title: 'sixel over 300 ms', speaks: ['sixel'], replyDelayMs: 300 },
  ];

  for (const { title, ...terminal } of cases) {
    test(
      `draws a picture once by ${title}, and talking, scrolling and resizing leave it whole`,
      { tags: ['f-term-real-terminals', 'f-term-append-only', 'f-term-late-replies'] },
      async (context) => {
        needs(context, ['chromium']);
        if (!browser) throw new Error('no browser');
        await using chat = await BrowserChat.open(browser, {
          cwd: stage.root,
          env: stage.env,
          ...terminal,
        });
        await chat.until(/write, paste a picture/, 'the composer');
        chat.paste(join(stage.root, 'plan.png'));
        await chat.until(/1 of 20 pictures/, 'the picture');
        const look = <Judgement>(
          moment: string,
          judge: (shot: Screenshot) => Judgement,
        ): Promise<Judgement> =>
          judged(() => chat.photograph(folderForEyes(`${title}-${moment}`)), judge);
        const first = await look('attached', expectPicture);
        expect(first.left, 'at the beginning of the line').toBe(0);
        chat.type('what is it?\r');
        await chat.until(/\w+ \w+ \w+ \w+\n/, 'the answer');
        chat.type('one more line of text\r');
        await chat.until(/› one more line/, 'the next turn');
        await chat.calm();
        await chat.resize(110, 36);
        await chat.calm();
        await chat.resize(96, 34);
        await chat.calm();
        await look('resized', (shot) => {
          const later = expectPicture(shot);
          expect([later.right - later.left, later.bottom - later.top]).toEqual([
            first.right - first.left,
            first.bottom - first.top,
          ]);
        });
        for (let line = 0; line < 30; line++) chat.type('/model\r');
        await look('away', (shot) =>
          expect(areaOf(shot, quadrants.topLeft), 'it scrolled away').toBeUndefined(),
        );
        await chat.scroll(-1000);
        await look('scrolled', expectPicture);
        const text = await chat.text();
        expect(text.match(/› write|write, paste a picture/g), 'one composer').toHaveLength(1);
        expect(text.match(/^percept \d/gm)).toHaveLength(1);
        expect(text).not.toMatch(/\[\?|;OK|Gi=31|\d+;\d+[ct]/);
        const [protocol] = terminal.speaks;
        const begin = introducers[protocol ?? 'kitty'];
        // The picture that was attached; the answer of this model draws none.
        expect(chat.raw.split(begin).length - 1, 'written once').toBe(1);
      },
    );
  }
});
