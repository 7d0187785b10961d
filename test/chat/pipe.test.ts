// `percept` without a terminal, and with one that wants no drawing: plain words, and not one escape.
import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { failure } from 'percept/conformance';
import { openStage, type Stage } from '../acp/agent-process.ts';
import { look } from '../acp/seeing-server.ts';
import { drawPalette, drawQuadrants } from '../wires/quadrants.ts';
import { ChatProcess, command } from './chat-process.ts';

const timeout = 240_000;
const colours = drawPalette(5);
let stage: Stage;

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function percept(args: readonly string[], input = '', env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  const child = spawn(process.execPath, [command, ...args], {
    cwd: stage.root,
    env: { ...stage.env, TERM: 'xterm-256color', ...env },
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (data) => (stdout += String(data)));
  child.stderr.on('data', (data) => (stderr += String(data)));
  child.stdin.end(input);
  return new Promise((resolve) => {
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
}

async function open(...args: Parameters<typeof openStage>): Promise<void> {
  stage = await openStage(...args);
  await writeFile(join(stage.root, 'chart.png'), await drawQuadrants(colours));
}

beforeEach(() => open(look));
afterEach(() => stage[Symbol.asyncDispose]());

describe('percept in a pipe', { timeout }, () => {
  test(
    'reads the question from standard input and prints the answer alone',
    { tags: ['d-cli-pipe-words'] },
    async () => {
      const ended = await percept(['-p', '-', 'chart.png'], 'what is it?\n');
      expect(await percept([], 'hello')).toMatchObject({ code: 0, stdout: 'I see no picture.\n' });
      expect(ended).toMatchObject({ code: 0, stdout: `${colours.join(' ')}\n` });
      expect(ended.stderr).not.toContain('\u001b');
    },
  );

  test(
    'answers -p with files, also where a terminal is forced to draw',
    { tags: ['d-cli-pipe-words'] },
    async () => {
      const ended = await percept(['-p', 'what is it?', 'chart.png'], '', {
        PERCEPT_GRAPHICS: 'kitty',
        FORCE_COLOR: '3',
      });
      expect(ended).toMatchObject({ code: 0, stdout: `${colours.join(' ')}\n`, stderr: '' });
    },
  );

  test(
    'says what the tools did beside the answer, in words',
    { tags: ['d-cli-pipe-words'] },
    async () => {
      const ended = await percept(['-p', 'view chart.png']);
      expect(ended.stdout).toBe(`${colours.join(' ')}\n`);
      expect(ended.stderr).toMatch(/^view chart\.png$/m);
      expect(ended.stdout + ended.stderr).not.toContain('\u001b');
    },
  );

  test('prints one JSON object with the answer, the session and what was billed', async () => {
    const ended = await percept(['-p', 'what is it?', 'chart.png', '--json']);
    expect(JSON.parse(ended.stdout)).toMatchObject({
      answer: colours.join(' '),
      end: 'answered',
      model: 'seeing',
      usage: { inputTokens: 10, outputTokens: 5, source: 'provider' },
    });
    const { session } = JSON.parse(ended.stdout);
    const again = await percept(['-p', 'the first picture again?', '--resume', session]);
    expect(again.stdout).toBe(`${colours.join(' ')}\n`);
  });

  test('exits 2 without a question, 3 for a file that is no picture, and says why', async () => {
    expect(await percept([], '')).toMatchObject({ code: 2, stdout: '' });
    await writeFile(join(stage.root, 'broken.png'), 'no picture');
    expect(await percept(['-p', 'what?', 'broken.png'])).toMatchObject({ code: 3, stdout: '' });
    expect(await percept(['-p', 'what?', 'missing.png', '--json'])).toMatchObject({ code: 3 });
    expect(await percept(['--resume', 'nothing', '-p', 'x'])).toMatchObject({ code: 1 });
  });

  test(
    'says which session a question that failed is in, and goes on with it',
    { tags: ['d-cli-pipe-words'] },
    async () => {
      await stage[Symbol.asyncDispose]();
      let isOpen = false;
      await open((request) => (isOpen ? look(request) : failure(401, 'not now')));
      const failed = await percept(['-p', 'what is it?', 'chart.png', '--json']);
      expect(failed.code).toBe(3);
      const { session, ...told } = JSON.parse(failed.stdout);
      expect(told).toMatchObject({ end: 'failed', model: 'seeing', refused: expect.any(String) });
      const again = await percept(['-p', 'the picture again?', '--resume', session]);
      expect(again.stderr).toContain(`Come back with: percept --resume ${session}`);
      isOpen = true;
      const third = await percept(['-p', 'the picture again?', '--resume', session]);
      expect(third).toMatchObject({ code: 0, stdout: `${colours.join(' ')}\n` });
    },
  );

  test('exits 3 when the provider says no, without its words as escapes', async () => {
    await stage[Symbol.asyncDispose]();
    await open(() => failure(400, 'no \u001b[2J way'));
    const ended = await percept(['-p', 'what?']);
    expect(ended.code).toBe(3);
    expect(ended.stdout + ended.stderr).not.toContain('\u001b');
  });
});

describe('percept for a screen reader', { timeout }, () => {
  test.each([{ PERCEPT_SCREEN_READER: '1' }, { ACCESSIBLE: '1' }, { TERM: 'dumb' }])(
    'with %o talks in lines and draws nothing',
    { tags: ['d-cli-pipe-words'] },
    async (env) => {
      const { TERM, ...more } = { TERM: 'xterm-256color', ...env };
      await using it = new ChatProcess({
        cwd: stage.root,
        env: { ...stage.env, ...more },
        args: TERM === 'dumb' ? ['--plain'] : [],
      });
      await it.until(/^> $|^>$/m, 'the prompt');
      it.type('/attach chart.png\r');
      await it.until(/^> \[image: \d+x\d+ png, .*chart\.png\]|^\[image: /m, 'the words');
      it.type('what is it?\r');
      await it.until(new RegExp(colours.join(' ')), 'the answer');
      it.type('/quit\r');
      await it.exited;
      expect(it.raw).not.toContain('\u001b');
      expect(it.raw).toMatch(/Come back with: percept --resume/);
    },
  );

  test('NO_COLOR keeps the live chat and takes colours and pictures out of it', async () => {
    await using it = new ChatProcess({ cwd: stage.root, env: { ...stage.env, NO_COLOR: '1' } });
    await it.until(/write, paste a picture/, 'the composer');
    it.paste(join(stage.root, 'chart.png'));
    await it.until(/▸ \[image: .*chart\.png\]/, 'the words');
    await it.say('what is it?');
    await it.until(new RegExp(colours.join(' ')), 'the answer');
    // oxlint-disable-next-line no-control-regex
    expect(it.raw).not.toMatch(/\u001b\[(?:\d+;)*[34]\d(?:;\d+)*m|▀/);
  });
});
