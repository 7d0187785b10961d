// The chat in a terminal, as a person uses it: a real process on a real pty, keys in, lines out. A restart is a kill and
// `percept --continue`; what was taken, said, billed and seen is read from the lines that were printed.
import { setTimeout as sleep } from 'node:timers/promises';
import { ChatProcess } from '../../chat/chat-process.ts';
import type { FaceKind } from '../face.ts';
import type { WalkStage } from '../stage.ts';
import { readTurn } from './read-chat.ts';

const ready = /› .*write, paste a picture/;
const question = /^ {2}y .*\n(?:.*\n)*? {2}n No/m;
/** Two Ctrl-C within two seconds leave the chat. */
const leavesWithinMs = 2_100;

export const chat: FaceKind = {
  name: 'chat',
  remembers: true,
  async open(stage) {
    const before: string[] = [];
    let it = await start(stage);
    let cancelledAt = -Infinity;
    /** Lines are printed in their order: once a command is answered, all that came before it is there. */
    const run = async (command: string, answered: RegExp): Promise<string> => {
      const from = rowOf(it);
      it.type(`${command}\r`);
      const read = (): string => textFrom(it, from);
      await it.until(answered, command, read);
      // The row of the session stands below that of the last turn: with it, the bill has been drawn to its end.
      return it.until(/^Usage$[^]*^\s*session\b/m, '/usage', (it.type('/usage\r'), read));
    };
    return {
      async ask({ text, attach }) {
        await it.until(ready, 'the composer');
        const from = rowOf(it);
        for (const medium of attach) {
          await stage.place(medium);
          // Dropped onto the window, or named in words.
          if (medium.mark % 2 === 0) it.paste(`${stage.folder}/${medium.name}`);
          else it.type(`/attach ${medium.name}\r`);
        }
        await it.say(text);
        const isOver = (): string => `${it.screen()}\n${textFrom(it, from)}`;
        const over = new RegExp(`${ready.source}[^]*^› ${text.replace('?', '\\?')}`, 'm');
        for (;;) {
          const screen = await it.until(
            (now) => over.test(now) || question.test(it.screen()),
            'the end of the turn',
            isOver,
          );
          if (over.test(screen)) break;
          it.type('y');
          await it.until((now) => !question.test(now), 'the question to go');
        }
        await run('/saw', /^(What .* saw|No model has seen)/m);
        const told = readTurn(it.linesFrom(from), text, attach);
        if (told.end === 'cancelled') cancelledAt = Date.now();
        return told;
      },
      async switchModel(model) {
        await run(`/model ${model}`, new RegExp(`${model} at .* answers from now on`));
      },
      async cancel() {
        await sleep(Math.max(0, cancelledAt + leavesWithinMs - Date.now()));
        it.type('\u0003');
      },
      async resume() {
        const listed = await run('/sessions', /\/resume ID|There are no sessions/);
        const [id] = /^[0-9a-f-]{36}/m.exec(listed) ?? [];
        if (id !== undefined) await run(`/resume ${id}`, new RegExp(`Session ${id}`));
      },
      async restart() {
        before.push(it.raw);
        await it[Symbol.asyncDispose]();
        it = await start(stage, ['--continue']);
      },
      async advertised() {
        const [, most] = /\d+ of (\d+) pictures in this message/.exec(it.raw) ?? [];
        return most === undefined ? {} : { maxImages: Number(most) };
      },
      logs: () => [...before, it.raw].join('\n'),
      [Symbol.asyncDispose]: () => it[Symbol.asyncDispose](),
    };
  },
};

async function start(
  { folder, env }: WalkStage,
  args: readonly string[] = [],
): Promise<ChatProcess> {
  const it = new ChatProcess({
    cwd: folder,
    env: { ...env, COLORTERM: 'truecolor', PERCEPT_GRAPHICS: 'half' },
    args,
    patienceMs: 240_000,
  });
  await it.until(ready, 'the composer');
  return it;
}

/** Where the part begins that is drawn anew: everything above it stays as it is. */
function rowOf(it: ChatProcess): number {
  return it.linesFrom(0).findLastIndex(({ text }) => /^─{20,}$/.test(text));
}

function textFrom(it: ChatProcess, row: number): string {
  return it
    .linesFrom(row)
    .map(({ text }) => text)
    .join('\n');
}
