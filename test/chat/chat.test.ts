// A whole conversation in a real pty, judged by what stands on the screen.
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Script } from 'percept/conformance';
import { openStage, type ModelCatalogue, type Stage } from '../acp/agent-process.ts';
import { look, picturesIn } from '../acp/seeing-server.ts';
import { drawPalette, drawQuadrants } from '../wires/quadrants.ts';
import { ChatProcess, type ChatOptions } from './chat-process.ts';
import { startSlowServer, type SlowServer } from './slow-server.ts';

const timeout = 240_000;
const ready = /› .*write, paste a picture/;
let stage: Stage;
let colours: readonly string[];

async function open(script: Script = look, catalogue: ModelCatalogue = 'seeing'): Promise<void> {
  stage = await openStage(script, catalogue);
  colours = drawPalette(7);
  await writeFile(join(stage.root, 'chart.png'), await drawQuadrants(colours));
}

async function chat(more: Partial<ChatOptions> = {}): Promise<ChatProcess> {
  const process = new ChatProcess({ cwd: stage.root, ...more, env: { ...stage.env, ...more.env } });
  await process.until(ready, 'the composer');
  return process;
}

afterEach(() => stage[Symbol.asyncDispose]());

describe('a chat with a model that sees', { timeout }, () => {
  beforeEach(() => open());

  test(
    '@path completes, attaches the picture with its thumbnail, and the model sees it',
    { tags: ['s002-at-path'] },
    async () => {
      await using it = await chat();
      it.type('what is on @cha');
      await it.until(/^ {2}chart\.png$/m, 'the suggestion');
      it.type('\t');
      await it.until(/^▸ \[image: \d+x\d+ png, .* chart\.png\] .*about \d/m, 'the attachment');
      await it.until(/^▀▀▀▀/m, 'the thumbnail');
      await it.until(/1 of 20 pictures in this message/, 'the cap');
      it.type('?\r');
      const screen = await it.until(new RegExp(colours.join(' ')), 'the answer');
      expect(screen).toMatch(/^› what is on @chart\.png \?$/m);
      expect(stage.server.requests.flatMap(picturesIn)).toHaveLength(1);
    },
  );

  test(
    'a path that is typed and never completed is attached when it is sent',
    { tags: ['s002-at-path'] },
    async () => {
      await copyFile(join(stage.root, 'chart.png'), join(stage.root, 'größe 1.png'));
      await using it = await chat();
      await it.say('compare @"größe 1.png" and tell @nobody');
      await it.until(new RegExp(colours.join(' ')), 'the answer');
      const all = await it.shows(/▸ \[image: .*größe_1\.png\]/, 'the attachment');
      expect(all).not.toMatch(/nobody (was|is)/);
    },
  );

  test(
    'dropped files are attached in whatever form a terminal pastes them, and prose is not',
    { tags: ['s002-count-cap-visible'] },
    async () => {
      await copyFile(join(stage.root, 'chart.png'), join(stage.root, 'my plan.png'));
      await copyFile(join(stage.root, 'chart.png'), join(stage.root, 'Übersicht.png'));
      await using it = await chat();
      it.paste(`'${stage.root}/my plan.png' ${stage.root}/chart.png`);
      await it.until(/2 of 20 pictures/, 'two quoted files');
      it.paste(`${stage.root}/my\\ plan.png `);
      await it.until(/3 of 20 pictures/, 'an escaped file');
      it.paste(`file://${encodeURI(join(stage.root, 'Übersicht.png'))}\n`);
      await it.until(/4 of 20 pictures/, 'a file URL');
      const base64 = (await drawQuadrants(colours)).toString('base64');
      it.paste(
        `\u001b]1337;File=name=${Buffer.from('osc.png').toString('base64')};inline=1:${base64}\u0007`,
      );
      await it.until(/5 of 20 pictures/, 'a file inside the paste');
      it.paste('this is prose about /etc/hostname and nothing else');
      await it.until(/› this is prose about/, 'the prose');
      await it.until(/5 of 20 pictures in this message/, 'the same count');
      // Thumbnails are drawn one after the other, in their own time.
      await it.shows(/▸ \[image: .*Übersicht\.png\]/, 'the file of the URL');
      const all = await it.shows(/▸ \[image: .*osc\.png\]/, 'the file inside the paste');
      expect(all.match(/▸ \[image: /g)).toHaveLength(5);
    },
  );

  test(
    'a message holds twenty pictures, says so, and refuses the next',
    { tags: ['s002-count-cap-visible'] },
    async () => {
      await using it = await chat();
      it.paste(Array.from({ length: 20 }, () => `${stage.root}/chart.png`).join('\n'));
      await it.until(/20 of 20 pictures in this message/, 'the full message');
      it.paste(`${stage.root}/chart.png`);
      await it.shows(/a message holds at most 20 pictures/, 'the refusal');
      it.type('/remove all\r');
      await it.until((screen) => !screen.includes('of 20 pictures'), 'the tray');
      const all = await it.shows(/Not sent: chart\.png/, 'the words');
      expect(all).toContain('2-chart.png');
    },
  );

  test(
    'a picture over the cap wears its badge, in the thumbnail and in the composer',
    { tags: ['s002-downscaled-badge'] },
    async () => {
      const huge = sharp({
        create: { width: 4000, height: 3000, channels: 3, background: '#a33' },
      });
      await huge.png().toFile(join(stage.root, 'huge.png'));
      await using it = await chat();
      it.paste(join(stage.root, 'huge.png'));
      await it.shows(
        /^▸ \[image: 4000x3000 png, .* huge\.png\] \[downscaled\] to \d+x\d+/m,
        'the badge',
      );
      expect(await it.until(/^ {2}1 \[image: /m, 'the tray')).toMatch(
        /^ {2}1 \[image: .*\] \[downscaled\]/m,
      );
      expect(it.scrollback()).not.toMatch(/chart\.png\] \[downscaled\]/);
    },
  );

  test('a tool call is one line with its picture, and /saw shows what the model saw', async () => {
    await using it = await chat();
    await it.say('view chart.png');
    await it.until(/^● view chart\.png$/m, 'the call');
    await it.until(new RegExp(colours.join(' ')), 'the answer');
    const before = it.scrollback().split('▀▀▀▀▀').length;
    it.type('/saw\r');
    await it.until(/What seeing saw {2}at 127\.0\.0\.1/, 'the report');
    await it.until(
      /^1 chart\.png {2}sent after the results of its turn {2}\d+x\d+ png, .* about \d+ tokens/m,
      'the slot',
    );
    await it.until(() => it.scrollback().split('▀▀▀▀▀').length > before, 'its picture');
    await it.until(ready, 'the composer');
    expect(it.scrollback().match(/^● view chart\.png$/gm)).toHaveLength(1);
  });

  test(
    '/usage tells what a picture is worth before it is sent, and what was billed after it',
    { tags: ['s002-usage-overlay'] },
    async () => {
      await using it = await chat();
      it.paste(join(stage.root, 'chart.png'));
      await it.until(/1 of 20 pictures/, 'the picture');
      it.type('/usage\r');
      await it.shows(/chart\.png +about \d+ tokens {2}\(estimate, not sent yet\)/, 'the estimate');
      await it.say('what is it?');
      await it.until(new RegExp(colours.join(' ')), 'the answer');
      await it.until(/^› write, paste a picture/m, 'the end of the turn');
      it.type('/usage\r');
      const bill = await it.until(/last turn +10 tokens in, 5 out, 1 request/, 'the bill');
      expect(bill.replaceAll(/\s+/g, ' ')).toMatch(
        /1 request \(billed by the provider\); about \$0\.0000 at the configured price/,
      );
    },
  );

  test('the model is switched, and the next question goes to the other', async () => {
    await using it = await chat();
    it.type('/model\r');
    await it.until(/^● seeing .*\n {2}other /m, 'the list');
    it.type('/model other\r');
    await it.until(/other at 127\.0\.0\.1:\d+ answers from now on/, 'the switch');
    await it.say('hello');
    await it.until(/I see no picture/, 'the answer');
    expect(stage.server.requests.at(-1)?.body).toMatchObject({ model: 'other' });
    it.type('/model nobody\r');
    await it.until(/nobody/, 'the refusal');
  });

  test(
    'resizing leaves one composer and every line of the conversation',
    { tags: [] },
    async () => {
      await using it = await chat({ cols: 110, rows: 30 });
      await it.say(
        'a question that is long enough to be broken on a narrow screen, more than once in fact',
      );
      await it.until(/I see no picture/, 'the answer');
      await it.until(/^› write, paste a picture/m, 'the end of the turn');
      it.type(
        'a draft that is also long enough to be broken when the screen gets narrower than it is',
      );
      await it.until(/narrower than it is/, 'the draft');
      for (const [cols, rows] of [
        [60, 20],
        [44, 24],
        [120, 32],
        [80, 24],
        [50, 14],
        [100, 30],
      ] as const) {
        it.resize(cols, rows);
        await it.calm();
        await it.until((screen) => screen.match(/^› a draft/gm)?.length === 1, 'one draft');
      }
      const all = it.scrollback();
      expect(all.match(/^› a draft/gm)).toHaveLength(1);
      expect(all.match(/I see no picture/g)).toHaveLength(1);
      expect(all.match(/^percept \d/gm)).toHaveLength(1);
    },
  );
});

describe('a chat that is cut', { timeout }, () => {
  beforeEach(() => open());

  async function slowConfig(server: SlowServer): Promise<NodeJS.ProcessEnv> {
    const slow = {
      provider: 'openai-compatible',
      model: 'slow',
      baseUrl: server.baseUrl,
      capabilities: ['vision-input'],
    };
    const file = join(stage.root, 'slow.config.json');
    await writeFile(file, JSON.stringify({ discovery: false, main: 'slow', models: { slow } }));
    return { ...stage.env, PERCEPT_CONFIG: file };
  }

  test(
    'Ctrl-C cancels the answer, before which /usage is an estimate, two more leave, and the terminal is as it was',
    { tags: ['f-term-restored', 's002-usage-overlay', 's002-estimate-labelled'] },
    async () => {
      await using server = await startSlowServer();
      const env = await slowConfig(server);
      await using it = new ChatProcess({ cwd: stage.root, env, shell: true });
      await it.until(ready, 'the composer');
      await it.say('count');
      await it.until(/word 3\b/, 'the first words');
      it.type('/usage\r');
      await it.shows(
        /this turn +about \d+ tokens in: .*\(estimate: the provider has not answered yet\)/,
        'an estimate',
      );
      it.type('\u0003');
      await it.until(/Cancelled\. What was said so far is kept/, 'the end of the turn');
      await it.until(ready, 'the composer');
      expect(server.abandoned()).toBe(1);
      it.type('\u0003\u0003');
      const end = await it.shows(/\[over\]/, 'the shell');
      expect(end).toMatch(/Come back with: percept --resume [0-9a-f-]{36}/);
      expect(end).toContain('[ended 0]');
      expectRestored(it, end);
    },
  );

  test.each(['SIGTERM', 'SIGHUP'] as const)(
    '%s in the middle of an answer gives the terminal back',
    { tags: ['f-term-restored'] },
    async (signal) => {
      await using server = await startSlowServer();
      const env = await slowConfig(server);
      await using it = new ChatProcess({ cwd: stage.root, env, shell: true });
      await it.until(ready, 'the composer');
      await it.say('count');
      await it.until(/word 3\b/, 'the first words');
      process.kill(await childOf(it.pty.pid), signal);
      const end = await it.shows(/\[over\]/, 'the shell');
      expect(end).toMatch(signal === 'SIGTERM' ? /\[ended 143\]/ : /\[ended \d+\]/);
      expectRestored(it, end);
    },
  );

  test('what was said before a kill -9 is there when the chat is resumed, picture and all', async () => {
    await using first = await chat();
    first.paste(join(stage.root, 'chart.png'));
    await first.until(/1 of 20 pictures/, 'the picture');
    await first.say('what is it?');
    await first.until(new RegExp(colours.join(' ')), 'the answer');
    // Words that stream are on the screen before they are in the record; the composer comes back when they are.
    await first.until(ready, 'the end of the turn');
    first.pty.kill('SIGKILL');
    await first.exited;
    await using second = await chat({ args: ['--continue'] });
    const all = await second.until(new RegExp(colours.join(' ')), 'the answer', () =>
      second.scrollback(),
    );
    expect(all).toMatch(/▸ \[image: .*chart\.png\]/);
    expect(all).toMatch(/^› what is it\?$/m);
    await second.shows(/^▀▀▀▀/m, 'the thumbnail');
    second.type('/saw\r');
    await second.until(/What seeing saw {2}at 127\.0\.0\.1/, 'what it saw before');
    await second.until(/^1 chart\.png {2}sent as it is {2}\d+x\d+ png/m, 'the picture in it');
    await second.until(ready, 'the composer');
    await second.say('and the first picture?');
    await second.until(() => stage.server.requests.length === 2, 'the second request');
    expect(stage.server.requests.flatMap(picturesIn)).toHaveLength(2);
    second.type('/sessions\r');
    await second.until(/[0-9a-f-]{36} {2}\d{4}-\d\d-\d\d \d\d:\d\d {2}what is it\?/, 'the list');
  });

  test('a turn that was killed in the middle goes on after --resume', async () => {
    await using server = await startSlowServer();
    const env = await slowConfig(server);
    await using first = await chat({ env });
    await first.say('count');
    await first.until(/word 9\b/, 'the first line');
    first.pty.kill('SIGKILL');
    await first.exited;
    await using second = await chat({ args: ['--continue'] });
    await second.until(/^› count$/m, 'the question');
    await second.say('hello');
    expect(await second.until(/I see no picture/, 'the answer')).toMatch(/^› hello$/m);
  });
});

describe('a chat without eyes of its own', { timeout }, () => {
  test('a picture for a blind model wears the name of who describes it', async () => {
    await open(look, 'bridged');
    await using it = await chat();
    it.paste(join(stage.root, 'chart.png'));
    await it.until(/^▸ \[image: .*chart\.png\] \[described by seeing\]/m, 'the badge');
    await it.say('what is it?');
    const after = (): string => it.scrollback().split('› what is it?')[1] ?? '';
    expect(await it.until(/^· .*seeing/m, 'who looked', after)).toMatch(/chart\.png/);
  });

  test('with no model at all local eyes answer, and it says so', async () => {
    await open(look, 'none');
    await using it = await chat();
    await it.shows(/No model is configured/, 'the notice');
    it.paste(join(stage.root, 'chart.png'));
    await it.until(/\[described by local eyes\]/, 'the badge');
    await it.say('what is it?');
    const words = (): string => it.scrollback().replaceAll(/\s+/g, ' ');
    const answer = await it.until(
      /local eyes on this device read, and all that they can say/,
      'who answers',
      words,
    );
    expect(answer).toContain('Set PERCEPT_MODEL');
    await it.until(ready, 'the composer');
    it.type('/saw\r');
    await it.shows(/^1 chart\.png {2}sent as it is/m, 'what they saw');
  });
});

function expectRestored(it: ChatProcess, end: string): void {
  for (const mode of ['icanon', 'isig', 'echo', 'icrnl', 'opost'])
    expect(end).toMatch(new RegExp(`(?<!-)\\b${mode}\\b`));
  expect(it.raw.lastIndexOf('\u001b[?2004l')).toBeGreaterThan(it.raw.lastIndexOf('\u001b[?2004h'));
  expect(it.raw.lastIndexOf('\u001b[?25h')).toBeGreaterThan(it.raw.lastIndexOf('\u001b[?25l'));
  // Nothing that a terminal answered was typed into the shell behind it.
  expect(end.slice(end.indexOf('[ended'))).not.toMatch(/\d+;\d+c|\^\[/);
}

/** The program that the shell runs. */
async function childOf(shell: number): Promise<number> {
  const text = await readFile(`/proc/${shell}/task/${shell}/children`, 'utf8');
  return Number(text.trim().split(' ')[0]);
}
