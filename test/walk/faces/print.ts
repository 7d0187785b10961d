// `percept -p`, one process for each message: the next one goes on with the session of the one before (`--resume`).
import { spawn } from 'node:child_process';
import { isRecord, readText } from '@percept/core/internal';
import { command } from '../../chat/chat-process.ts';
import type { FaceKind, Told } from '../face.ts';
import type { ModelName, WalkStage } from '../stage.ts';
import { readEnd, readUsage } from './read-told.ts';

export const print: FaceKind = {
  name: 'print',
  remembers: true,
  async open(stage) {
    const logs: string[] = [];
    let session: string | undefined;
    let model: ModelName = 'sees';
    let running: ReturnType<typeof spawn> | undefined;
    return {
      async ask({ text, attach }) {
        for (const medium of attach) await stage.place(medium);
        const files = attach.map(({ name }) => name);
        const goOn = session === undefined ? [] : ['--resume', session];
        const args = ['-p', text, ...files, '--json', '--model', model, ...goOn];
        const ended = await percept(args, stage, (child) => (running = child));
        logs.push(ended.stderr);
        const answer: unknown = ended.stdout === '' ? {} : JSON.parse(ended.stdout);
        session ??= isRecord(answer) ? readText(answer['session']) : undefined;
        // What was not even recorded has no session.
        return { ...toldOf(answer, ended), isLost: session === undefined };
      },
      switchModel: async (name) => {
        model = name;
      },
      cancel: async () => {
        running?.kill('SIGINT');
      },
      // It tells nobody before; what it takes is judged all the same.
      advertised: async () => ({}),
      logs: () => logs.join('\n'),
      async [Symbol.asyncDispose]() {},
    };
  },
};

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function percept(
  args: readonly string[],
  { folder, env }: WalkStage,
  started: (child: ReturnType<typeof spawn>) => void,
): Promise<Ended> {
  const child = spawn(process.execPath, [command, ...args], { cwd: folder, env });
  started(child);
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (data) => (stdout += String(data)));
  child.stderr.on('data', (data) => (stderr += String(data)));
  child.stdin.end();
  return new Promise((resolve) => {
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
}

function toldOf(answer: unknown, { code, stdout, stderr }: Ended): Told {
  const { end, usage } = isRecord(answer) ? answer : {};
  const events = [stdout, stderr];
  if (code === 130) return { end: 'cancelled', events, refused: [] };
  return {
    end: code === 0 ? readEnd(end) : 'failed',
    events,
    usage: readUsage(usage),
    refused: [],
  };
}
