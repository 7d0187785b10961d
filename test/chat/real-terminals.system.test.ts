// The whole chat in real terminals, judged by what a person sees: pictures that were named, dropped and pasted stand where
// they belong in their own colours, the text around them is whole, and the terminal is given back.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { text, type CapturedRequest, type Reply } from 'percept/conformance';
import { copy } from '../../packages/ingest/test/fixtures/sources/display.ts';
import { openStage, type Stage } from '../acp/agent-process.ts';
import { picturesIn } from '../acp/seeing-server.ts';
import { needs } from '../terminals/programs.ts';
import { judged, type Screenshot } from '../terminals/screenshot.ts';
import { startSlowServer } from './slow-server.ts';
import {
  draw,
  dropped,
  expectEqualRows,
  expectHalves,
  expectPictures,
  named,
  pasted,
  sizes,
  wordsAbove,
} from './shown-pictures.ts';
import { cases, endTmux } from './terminal-cases.ts';
import { TerminalChat } from './terminal-chat.ts';

const timeout = 600_000;
const ready = /› .*write, paste a picture/;
const controlV = '\u0016';
const sentence = 'Every letter of this answer stands where it belongs.';
let stage: Stage;
beforeEach(async () => {
  stage = await openStage(answer);
});
afterEach(() => stage[Symbol.asyncDispose]());

async function answer(request: CapturedRequest): Promise<Reply> {
  return text(`I was shown ${picturesIn(request).length} pictures.\n\n${sentence}`);
}

describe('the chat on a real screen', { timeout }, () => {
  for (const it of cases) {
    test(
      `takes pictures in, shows them, answers and goes: ${it.title}`,
      { tags: ['f-term-real-terminals', 'f-term-append-only', 'f-term-restored'] },
      async (context) => {
        needs(context, ['Xvfb', ...(it.clipboard ? ['xclip' as const] : []), ...it.programs]);
        for (const [name, halves] of Object.entries({ named, dropped, pasted }))
          await writeFile(join(stage.root, `${name}.png`), await draw(halves, sizes[it.exact]));
        onTestFinished(endTmux);
        await using chat = await TerminalChat.open({
          cwd: stage.root,
          env: { ...stage.env, ...it.env },
          launch: it.launch,
        });
        const look = <Judgement>(
          moment: string,
          judge: (shot: Screenshot) => Judgement,
        ): Promise<Judgement> =>
          judged(() => chat.photograph(kept(`${it.title} ${moment}`)), judge);
        await chat.until(ready, 'the composer');
        chat.type('hello\r');
        await chat.until(new RegExp(sentence), 'the first answer');
        await chat.until(ready, 'the composer');

        chat.type('see @nam');
        await chat.until(/^ {2}named\.png/m, 'the suggestion');
        chat.type('\t');
        await chat.until(/1 of 20 pictures/, 'the named picture');
        chat.paste(join(stage.root, 'dropped.png'));
        await chat.until(/2 of 20 pictures/, 'the dropped picture');
        const taken = [named, dropped];
        if (it.clipboard) {
          const path = join(stage.root, 'pasted.png');
          const env = { PATH: process.env['PATH'] ?? '', DISPLAY: chat.display };
          const owner = await copy('xclip', 'image/png', path, env);
          onTestFinished(() => owner.stop());
          chat.type(controlV);
          await chat.until(/3 of 20 pictures/, 'the pasted picture');
          taken.push(pasted);
        }
        await look('attached', (shot) => expectPictures(shot, chat, taken, it));
        chat.type('what are they?\r');
        await chat.until(new RegExp(`I was shown ${taken.length} pictures`), 'the answer');
        await chat.until(ready, 'the composer');
        const words = await look('answered', (shot) => {
          expectPictures(shot, chat, taken, it);
          if (chat.cell) expectEqualRows(shot, chat, chat.cell, it.border ?? 0, sentence);
          return it.resize && wordsAbove(shot, chat, taken, it);
        });

        if (it.resize) {
          const { cols, rows } = chat.size;
          it.resize(chat, cols - 25, rows - 4);
          await chat.until(() => chat.size.cols === cols - 25, 'the smaller window');
          await look('smaller', (shot) => expect(wordsAbove(shot, chat, taken, it)).toEqual(words));
          it.resize(chat, cols, rows);
          await chat.until(() => chat.size.cols === cols, 'the larger window');
          await look('larger', (shot) => expect(wordsAbove(shot, chat, taken, it)).toEqual(words));
          expect(chat.scrollback().match(/write, paste a picture/g), 'one composer').toHaveLength(
            1,
          );
        }
        if (it.scroll) {
          chat.type('/help\r/help\r');
          await chat.calm();
          it.scroll(chat);
          await look('scrolled', (shot) => {
            for (const halves of taken) expectHalves(shot, halves, it.exact);
          });
        }

        chat.type('\u0003\u0003');
        const end = await chat.until(/\[ended 0\][\s\S]*echok/, 'the shell');
        for (const mode of ['icanon', 'isig', 'echo', 'icrnl', 'opost'])
          expect(end).toMatch(new RegExp(`(?<!-)\\b${mode}\\b`));
        expect(end).toMatch(/Come back with: percept --resume/);
        expect(chat.scrollback()).not.toMatch(/\d+;\d+[ct]\b|Gi=31|;OK/);
        await chat.photograph(kept(`${it.title} left`));
        expect(stage.server.requests.flatMap(picturesIn), 'sent once').toHaveLength(taken.length);
      },
    );
  }
});

describe('an answer that streams below a picture', { timeout }, () => {
  for (const it of cases.filter(({ exact }) => exact === 'pixels')) {
    test(
      `leaves it whole, also when it is cancelled: ${it.title}`,
      { tags: ['f-term-real-terminals', 'f-term-append-only'] },
      async (context) => {
        needs(context, ['Xvfb', ...it.programs]);
        await writeFile(join(stage.root, 'named.png'), await draw(named, sizes.pixels));
        await using server = await startSlowServer();
        const slow = { provider: 'openai-compatible', model: 'slow', baseUrl: server.baseUrl };
        const capabilities = ['vision-input'];
        const config = {
          discovery: false,
          main: 'slow',
          models: { slow: { ...slow, capabilities } },
        };
        await writeFile(join(stage.root, 'percept.config.json'), JSON.stringify(config));
        await using chat = await TerminalChat.open({
          cwd: stage.root,
          env: { ...stage.env, ...it.env },
          launch: it.launch,
        });
        await chat.until(ready, 'the composer');
        chat.paste(join(stage.root, 'named.png'));
        await chat.until(/1 of 20 pictures/, 'the picture');
        chat.type('count\r');
        // Every word and every turn of the spinner draws the live lines again.
        await chat.until(/word 90\b/, 'ninety words');
        chat.type('\u0003');
        await chat.until(/Cancelled\. What was said so far is kept/, 'the end');
        await chat.until(/Ctrl-C again leaves/, 'the composer');
        const take = (): Promise<Screenshot> => chat.photograph(kept(`${it.title} cancelled`));
        await judged(take, (shot) => expectPictures(shot, chat, [named], it));
        const isWhole = (all: string): boolean => (all.match(/word \d+/g) ?? []).length >= 90;
        const screen = await chat.until(isWhole, 'ninety words');
        expect(screen.match(/Cancelled\./g)).toHaveLength(1);
      },
    );
  }
});

/** PERCEPT_SCREENSHOTS=FOLDER keeps what was seen. */
function kept(name: string): string | undefined {
  const folder = process.env['PERCEPT_SCREENSHOTS'];
  return folder ? join(folder, `${name.replaceAll(/[^a-z0-9]+/gi, '-')}.png`) : undefined;
}
