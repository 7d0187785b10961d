// A chat with somebody who does not wait: keys before the screen, Enter before the picture, Ctrl-C and Ctrl-Z at any
// moment, terminals that answer late or never, and windows in which hardly anything has room.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { spawn } from '@lydell/node-pty';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isRecord } from '@percept/core/internal';
import { failure, text, toolCall, type CapturedRequest, type Reply } from 'percept/conformance';
import { coreTimeMs } from '../../packages/ingest/test/fixtures/processes.ts';
import { openStage, type Stage } from '../acp/agent-process.ts';
import { look, lastUserText, picturesIn } from '../acp/seeing-server.ts';
import { drawPalette, drawQuadrants } from '../wires/quadrants.ts';
import { ChatProcess, command, type ChatOptions } from './chat-process.ts';

const timeout = 240_000;
const ready = /› .*write, paste a picture/;
const colours = drawPalette(13);
let stage: Stage;

async function open(script: (request: CapturedRequest) => Reply | Promise<Reply>): Promise<void> {
  stage = await openStage(script);
  await writeFile(join(stage.root, 'chart.png'), await drawQuadrants(colours));
}

function start(more: Partial<ChatOptions> = {}): ChatProcess {
  return new ChatProcess({ cwd: stage.root, ...more, env: { ...stage.env, ...more.env } });
}

function firstText(): string {
  const [request] = stage.server.requests;
  return request ? lastUserText(request) : '';
}

beforeEach(() => open(look));
afterEach(() => stage[Symbol.asyncDispose]());

describe('somebody who types ahead', { timeout }, () => {
  test('sends the picture with the message, also when Enter comes before it has arrived', async () => {
    await using it = start();
    await it.until(ready, 'the composer');
    it.type('what is on @cha');
    await it.until(/^ {2}chart\.png$/m, 'the suggestion');
    it.type('\t\r');
    await it.until(new RegExp(colours.join(' ')), 'the answer');
    it.type(`\u001b[200~${join(stage.root, 'chart.png')}\u001b[201~and this?\r`);
    await it.until(() => stage.server.requests.length === 2, 'the second request');
    expect(stage.server.requests.map((request) => picturesIn(request).length)).toEqual([1, 2]);
  });

  test('loses no key that was struck before the screen was there', async () => {
    await using it = start();
    it.type('hello there');
    await it.until(/› hello there/, 'what was typed');
    it.type('\r');
    await it.until(/I see no picture/, 'the answer');
    expect(firstText()).toContain('hello there');
  });

  test('takes what is suggested with Enter, and sends with the next', async () => {
    await using it = start();
    await it.until(ready, 'the composer');
    it.type('/us');
    await it.until(/^ {2}\/usage$/m, 'the command');
    it.type('\r');
    await it.until(/nothing was asked yet/, 'its answer');
    it.type('see @ch');
    await it.until(/^ {2}chart\.png$/m, 'the file');
    it.type('\r');
    await it.until(/1 of 20 pictures/, 'the picture');
    expect(stage.server.requests).toHaveLength(0);
    it.type('\r');
    await it.until(new RegExp(colours.join(' ')), 'the answer');
  });
});

describe('a question that comes up while somebody writes', { timeout }, () => {
  /** Reads the note, then wants to change it, but not before it is told to go on. */
  function editor({ body }: CapturedRequest): Reply {
    const messages: readonly unknown[] =
      isRecord(body) && Array.isArray(body['messages']) ? body['messages'] : [];
    const last = messages.at(-1);
    if (isRecord(last) && last['role'] === 'user') return toolCall('read', { ref: 'note.txt' });
    const token = /token (r1\.[\w-]+)/.exec(JSON.stringify(last))?.[1];
    return token === undefined
      ? text('done')
      : toolCall('edit', { path: 'note.txt', token, old: 'old words', new: 'new words' });
  }

  test('is not answered by a letter of the next message', async () => {
    await stage[Symbol.asyncDispose]();
    await open(editor);
    const note = join(stage.root, 'note.txt');
    await writeFile(note, 'old words\n');
    await using it = start();
    await it.until(ready, 'the composer');
    it.type('change it\r');
    let typed = 0;
    while (!/● Change .*note\.txt/.test(it.screen())) {
      it.type('y');
      typed += 1;
      await sleep(60);
    }
    it.type('yes');
    await it.until(new RegExp(`› y{${typed}}.*yes`), 'the letters in the draft');
    await sleep(300);
    expect(await readFile(note, 'utf8')).toBe('old words\n');
    await sleep(1_200);
    it.type('n');
    await it.until(/› y+es$/m, 'the end of the question');
    expect(await readFile(note, 'utf8')).toBe('old words\n');
  });
});

describe('Ctrl-C', { timeout }, () => {
  test(
    'before there is a screen gives the terminal back',
    { tags: ['f-term-restored'] },
    async () => {
      await using it = start({ shell: true });
      // The first thing that the chat does is to ask the terminal.
      await it.until(() => it.raw.includes('\u001b[c'), 'the probe');
      it.type('\u0003');
      const end = await it.shows(/\[over\]/, 'the shell');
      expect(end).toMatch(/\[ended (130|0)\]/);
      for (const mode of ['icanon', 'isig', 'echo', 'icrnl', 'opost'])
        expect(end).toMatch(new RegExp(`(?<!-)\\b${mode}\\b`));
      expect(end).not.toMatch(/\d+;\d+c\b/);
    },
  );

  test('stops a clipboard that hangs, and gives back what was written', async () => {
    await using it = start({
      env: { SSH_CONNECTION: '192.0.2.1 50000 192.0.2.2 22' },
      // It begins to send its clipboard and never ends.
      onOutput: (data) =>
        data.includes(']5522;type=read') ? '\u001b]5522;type=read:status=OK\u001b\\' : undefined,
    });
    await it.until(ready, 'the composer');
    it.type('\u0016');
    await it.until(/attaching …/, 'the wait');
    it.type('what is it?\r');
    await it.until(/Ctrl-C cancels/, 'the message that waits for it');
    it.type('\u0003');
    const screen = await it.until(/^› what is it\? ?$/m, 'the draft');
    expect(screen).toMatch(/cancelled/);
    expect(screen).not.toMatch(/attaching/);
    expect(stage.server.requests).toHaveLength(0);
  });
});

describe('Ctrl-Z', { timeout }, () => {
  test(
    'gives the shell its terminal, and fg brings the chat back',
    { tags: ['f-term-restored'] },
    async () => {
      await using it = start({ args: ['--version'] });
      await it.exited;
      const shell = spawn('bash', ['--norc', '-i'], {
        cols: 100,
        rows: 32,
        cwd: stage.root,
        env: { ...stage.env, PS1: 'shell> ', TERM: 'xterm-256color', LC_ALL: 'C.UTF-8', CI: '' },
      });
      try {
        let raw = '';
        shell.onData((data) => {
          raw += data;
          // Half blocks, and no wait for a terminal that is not there.
          if (data.includes('\u001b[c')) shell.write('\u001b[?62;c');
        });
        const until = async (wanted: RegExp, from: number): Promise<number> => {
          for (const end = Date.now() + 200_000; ; await sleep(30)) {
            const at = raw.slice(from).search(wanted);
            if (at !== -1) return from + at;
            if (Date.now() > end) throw new Error(`waited for ${wanted}:\n${raw.slice(from)}`);
          }
        };
        shell.write(`${process.execPath} ${command}\r`);
        let at = await until(/write, paste a picture|rite, paste a picture/, 0);
        shell.write('\u001a');
        at = await until(/Stopped/, at);
        shell.write('stty -a\r');
        at = await until(/(?<!-)\bicanon\b[\s\S]*shell> /, at);
        expect(raw.slice(0, at).lastIndexOf('\u001b[?2004l')).toBeGreaterThan(
          raw.slice(0, at).indexOf('paste a picture'),
        );
        shell.write('fg\r');
        at = await until(/paste a picture/, at);
        shell.write('hello\r');
        at = await until(/I see no picture/, at);
        shell.write('\u0003');
        await sleep(200);
        shell.write('\u0003');
        at = await until(/Come back with/, at);
        at = await until(/shell> /, at);
      } finally {
        shell.kill('SIGKILL');
      }
    },
  );

  test('changes nothing where there is no shell to go back to', async () => {
    await using it = start();
    await it.until(ready, 'the composer');
    it.type('\u001a');
    await sleep(500);
    await it.say('hello');
    const screen = await it.until(/I see no picture[\s\S]*write, paste a picture/, 'the answer');
    expect(screen.match(/^› hello$/gm)).toHaveLength(1);
    expect(it.scrollback().match(/write, paste a picture/g)).toHaveLength(1);
  });
});

describe('a terminal', { timeout }, () => {
  test(
    'that never answers is painted at once, and gets half blocks in the end',
    { tags: ['f-term-late-replies'] },
    async () => {
      await using it = start({ replyDelayMs: 10_000_000 });
      await it.until(ready, 'the composer');
      it.paste(join(stage.root, 'chart.png'));
      await it.until(/1 of 20 pictures/, 'the picture');
      const all = await it.shows(/^▀▀▀▀/m, 'the thumbnail');
      expect(all).toMatch(/▸ \[image: .*chart\.png\]/);
    },
  );

  test(
    'that answers after four seconds types nothing',
    { tags: ['f-term-late-replies'] },
    async () => {
      await using it = start({ replyDelayMs: 4_000 });
      await it.until(ready, 'the composer');
      it.paste(join(stage.root, 'chart.png'));
      await it.shows(/^▀▀▀▀/m, 'the thumbnail');
      await sleep(2_500);
      await it.until(ready, 'the composer');
      expect(it.scrollback()).not.toMatch(/\[\?|\d+;\d+[ct]\b|>\|/);
    },
  );

  test('of GNU screen is asked nothing and gets half blocks', async () => {
    const asked: string[] = [];
    await using it = start({
      env: { STY: '1.pts' },
      onOutput: (data) => {
        // oxlint-disable-next-line no-control-regex
        asked.push(...(data.match(/\u001b\[>q|\u001b\[c|\u001b_G|\u001b\]1337/g) ?? []));
        return undefined;
      },
    });
    await it.until(ready, 'the composer');
    it.paste(join(stage.root, 'chart.png'));
    await it.shows(/^▀▀▀▀/m, 'the thumbnail');
    expect(asked).toEqual([]);
  });

  test('of twenty columns and five rows shows what is written, asks and answers', async () => {
    await using it = start({ cols: 20, rows: 5 });
    await it.until(/› write, paste/, 'the composer');
    it.paste(join(stage.root, 'chart.png'));
    await it.until(/› write, paste/, 'the composer with a picture');
    it.type('what is it?');
    const lines = (await it.until(/› what is it\?/, 'the draft')).split('\n');
    expect(lines.length).toBeLessThanOrEqual(5);
    it.type('\r');
    const words = (): string => it.scrollback().replaceAll(/\s+/g, ' ');
    await it.until(new RegExp(colours.join(' ')), 'the answer', words);
    for (const line of it.scrollback().split('\n'))
      expect([...line].length).toBeLessThanOrEqual(20);
  });

  test('with a PERCEPT_GRAPHICS that means nothing says so, and nothing starts', async () => {
    await using it = start({ env: { PERCEPT_GRAPHICS: 'holograms' }, shell: true });
    const end = await it.shows(/\[over\]/, 'the end');
    expect(end).toMatch(/PERCEPT_GRAPHICS takes kitty, sixel, iterm, half, none, not "holograms"/);
    expect(end).toContain('[ended 2]');
  });
});

describe('what is written', { timeout }, () => {
  test('in wide letters breaks at the edge and is edited by the letter', async () => {
    await using it = start({ cols: 40, rows: 20 });
    await it.until(ready, 'the composer');
    it.type('漢字かな交じり文を長く書くと折り返されるはずです');
    await it.until(/^› 漢字かな交じり文を長く書くと折り返さ$/m, 'the first row');
    await it.until(/^ {2}れるはずです$/m, 'the second row');
    it.type('\u007f\u007f👍🏽');
    await it.until(/^ {2}れるはず👍/m, 'the edit');
    it.type('\u001b[A\u001b[HX');
    await it.until(/^› X漢字/m, 'the row above');
    it.type('\r');
    await it.until(/I see no picture/, 'the answer');
    expect(firstText()).toContain('X漢字かな');
  });

  test('goes over several lines with Ctrl-J, and up and down lead through them', async () => {
    await using it = start();
    await it.until(ready, 'the composer');
    it.type('one');
    await it.until(/› one/, 'the first line');
    it.type('\n');
    await it.until(/› one\n {2} *\n/, 'the second line');
    it.type('two');
    await it.until(/› one\n {2}two/, 'its words');
    it.type('\u001b[A');
    it.type('X');
    await it.until(/› oneX ?\n {2}two/, 'the line above');
    it.type('\r');
    await it.until(/I see no picture/, 'the answer');
    expect(firstText()).toContain('oneX\\ntwo');
  });

  test('of a hundred thousand letters is taken in at once and typed on', async () => {
    await using it = start();
    await it.until(ready, 'the composer');
    const long = `${'many words on a line of this text\n'.repeat(3_000)}the end`;
    it.paste(long);
    await it.until(/the end/, 'the end of it');
    const before = coreTimeMs([it.pty.pid]);
    it.type('!');
    await it.until(/the end!/, 'the next letter');
    // Work of the chat, whatever else the machine does; where there is no /proc it is told as none.
    expect(coreTimeMs([it.pty.pid]) - before).toBeLessThan(1_500);
    it.type('\r');
    await it.until(/I see no picture/, 'the answer');
    expect(firstText().length).toBeGreaterThan(100_000);
  });
});

describe('a provider', { timeout }, () => {
  test('that fails says why, and the other one answers', async () => {
    await stage[Symbol.asyncDispose]();
    await open(({ body }) =>
      isRecord(body) && body['model'] === 'other'
        ? text('I am well.')
        : failure(401, 'wrong \u001b[31mkey'),
    );
    await using it = start();
    await it.until(ready, 'the composer');
    await it.say('hello');
    const error = await it.until(
      /answered with status 401[\s\S]*write, paste a picture/,
      'the refusal',
    );
    expect(error).toMatch(/wrong \\u\{1b\}\[31mkey/);
    it.type('/model other\r');
    await it.until(/other at .* answers from now on/, 'the switch');
    await it.say('hello');
    await it.until(/I am well\./, 'the answer');
  });
});
