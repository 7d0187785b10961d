// A decoder in a process of its own, over its standard streams. Nothing that the process does keeps the host alive, and
// nothing that it prints is kept beyond a few lines.
import { spawn } from 'node:child_process';
import { Socket } from 'node:net';
import type { Command } from './command.ts';
import { frameHead, FrameReader } from './frame.ts';
import type { Link, LinkEvents } from './link.ts';

const maxComplaintChars = 2_000;

export function linkChild(command: Command, { onFrame, onGarbage }: LinkEvents): Link {
  const child = spawn(command.file, command.args, {
    env: { ...command.env },
    stdio: ['pipe', 'pipe', 'pipe'],
    cwd: '/',
    windowsHide: true,
  });
  const { stdin, stdout, stderr } = child;
  let complaint = '';

  const reader = new FrameReader(() => link.maxAnswerBytes, onFrame);
  stdout.on('data', (chunk: Uint8Array) => {
    if (reader.push(chunk)) return;
    stdout.destroy();
    onGarbage();
  });
  stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(0, maxComplaintChars);
    if (complaint.length === maxComplaintChars) stderr.destroy();
  });
  // A broken pipe is told by the exit that it comes with.
  for (const stream of [stdin, stdout, stderr]) stream.on('error', () => {});
  for (const handle of [child, stdin, stdout, stderr]) letGo(handle);

  const gone = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(`it could not be started: ${error.message}`));
    child.once('exit', (code, signal) => {
      stdin.destroy();
      stderr.destroy();
      resolve(ending(code, signal, complaint));
    });
  });

  const link: Link = {
    maxAnswerBytes: 0,
    gone,
    send(head, body) {
      stdin.cork();
      stdin.write(frameHead(head, body.length));
      if (body.length > 0) stdin.write(body);
      stdin.uncork();
    },
    end: () => stdin.end(),
    kill: () => {
      child.kill('SIGKILL');
    },
    memoryBytes: () => undefined,
  };
  return link;
}

function letGo(handle: object): void {
  if (handle instanceof Socket) handle.unref();
  else if ('unref' in handle && typeof handle.unref === 'function') handle.unref();
}

/** bubblewrap reports a signal as 128 plus its number. */
function ending(code: number | null, signal: string | null, complaint: string): string {
  const how =
    signal ?? (code !== null && code > 128 ? `signal ${code - 128}` : `exit code ${code}`);
  const first = complaint.split('\n', 1)[0]?.trim() ?? '';
  return first === '' ? `it ended with ${how}` : `it ended with ${how} (${first.slice(0, 160)})`;
}
