// What a tool may change is asked first, in the chat; and the same chat inside tmux.
import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isRecord } from '@percept/core/internal';
import { afterEach, describe, expect, test } from 'vitest';
import { text, toolCall, type CapturedRequest, type Reply } from 'percept/conformance';
import { openStage, type Stage } from '../acp/agent-process.ts';
import { look } from '../acp/seeing-server.ts';
import { needs } from '../terminals/programs.ts';
import { drawPalette, drawQuadrants } from '../wires/quadrants.ts';
import { ChatProcess, command } from './chat-process.ts';

const timeout = 600_000;
const ready = /› .*write, paste a picture/;
let stage: Stage;
afterEach(() => stage[Symbol.asyncDispose]());

/** Reads the note, takes the token from what it read, and changes the note with it. */
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

describe('an edit', { timeout }, () => {
  test('is shown and asked for, and happens only after yes', async () => {
    stage = await openStage(editor);
    const note = join(stage.root, 'note.txt');
    await writeFile(note, 'first\nold words\nlast\n');
    await using it = new ChatProcess({ cwd: stage.root, env: stage.env });
    await it.until(ready, 'the composer');
    await it.say('change it');
    // What is asked stands above the keys that answer, and may be printed a moment after them.
    await it.shows(/- old words\s+\+ new words/, 'the question');
    expect(await readFile(note, 'utf8')).toContain('old words');
    // An answer counts once the question has been in sight for a moment.
    await sleep(1_500);
    it.type('n');
    await it.until(/Answered: no/, 'the answer');
    await it.until(ready, 'the end of the turn');
    expect(await readFile(note, 'utf8')).toContain('old words');
    await it.say('change it');
    await it.shows(/● Change .*note\.txt[\s\S]*● Change .*note\.txt/, 'the question');
    await sleep(1_500);
    it.type('y');
    await it.until(/● edit note\.txt/, 'the edit');
    await it.until(ready, 'the end of the turn');
    expect(await readFile(note, 'utf8')).toBe('first\nnew words\nlast\n');
  });
});

describe('the chat inside tmux', { timeout }, () => {
  test('shows its picture in half blocks, and the answer below it', async (context) => {
    needs(context, ['tmux']);
    stage = await openStage(look);
    const colours = drawPalette(9);
    await writeFile(join(stage.root, 'chart.png'), await drawQuadrants(colours));
    const socket = `percept-chat-${process.pid}`;
    const env = { ...stage.env, TERM: 'xterm-256color', LC_ALL: 'C.UTF-8' };
    const tmux = (...args: readonly string[]): string =>
      spawnSync('tmux', ['-L', socket, '-f', '/dev/null', ...args], {
        encoding: 'utf8',
        env,
        cwd: stage.root,
      }).stdout;
    // Before the stage is taken down, in whose folder it runs.
    using _server = { [Symbol.dispose]: () => void tmux('kill-server') };
    tmux('new-session', '-d', '-x', '100', '-y', '40', process.execPath, command);
    const until = async (wanted: RegExp, what: string): Promise<string> => {
      const end = Date.now() + 60_000;
      for (;;) {
        const screen = tmux('capture-pane', '-p');
        if (wanted.test(screen)) return screen;
        if (Date.now() > end) throw new Error(`waited for ${what}:\n${screen}`);
        await sleep(100);
      }
    };
    await until(ready, 'the composer');
    tmux('set-buffer', join(stage.root, 'chart.png'));
    tmux('paste-buffer', '-p');
    await until(/▀▀▀▀[\s\S]*1 of 20 pictures/, 'the picture');
    tmux('send-keys', '-l', 'what is it?');
    tmux('send-keys', 'Enter');
    const screen = await until(new RegExp(colours.join(' ')), 'the answer');
    expect(screen).toMatch(/^▸ \[image: .*chart\.png\]/m);
    expect(screen).toMatch(/▀\n[\s\S]*› what is it\?/);
  });
});
