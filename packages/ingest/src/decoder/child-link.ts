// A decoder in a process of its own, over its standard streams. Nothing that the process does keeps the host alive, and
// nothing that it prints is kept beyond a few lines.
import { lastWordsTimeoutMs, maxComplaintChars } from '@percept/core/internal';
import { spawn, type ChildProcess } from 'node:child_process';
import { Socket } from 'node:net';
import { killGroup } from '../host-program.ts';
import type { Command } from './command.ts';
import { release } from '../release.ts';
import { frameHead, FrameReader } from './frame.ts';
import type { Ending, Link, LinkEvents } from './link.ts';

export function linkChild(command: Command, { onFrame, onGarbage }: LinkEvents): Link {
  const child: ChildProcess = spawn(command.file, command.args, {
    env: { ...command.env },
    stdio: ['pipe', 'pipe', 'pipe'],
    cwd: '/',
    windowsHide: true,
    // A group and session of its own: bubblewrap is several processes while it starts, and all of them must go at once.
    detached: process.platform !== 'win32',
  });
  // First of all, because a process that cannot be started says so on the next tick, with or without streams.
  const { promise: gone, resolve } = Promise.withResolvers<Ending>();
  child.once('error', (error) => {
    const words = `it could not be started: ${error.message}`;
    resolve({ words, isDenial: /ENOENT|EACCES|EPERM/.test(error.message) });
  });
  const { stdin, stdout, stderr } = child;
  // Without descriptors or processes left there are no streams, and the reason follows.
  if (!stdin || !stdout || !stderr)
    return { gone, maxAnswerBytes: 0, send() {}, end() {}, kill() {} };
  let complaint = '';

  const reader = new FrameReader(() => link.maxAnswerBytes, onFrame);
  stdout.on('data', (chunk: Uint8Array) => {
    const isFrames = reader.push(chunk);
    release(chunk);
    if (isFrames) return;
    stdout.destroy();
    onGarbage();
  });
  stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(0, maxComplaintChars);
    if (complaint.length === maxComplaintChars) stderr.destroy();
  });
  // A broken pipe is told by the exit that it comes with.
  for (const stream of [stdin, stdout, stderr]) stream.on('error', () => {});
  child.unref();
  for (const stream of [stdin, stdout, stderr]) if (stream instanceof Socket) stream.unref();

  child.once('exit', (code, signal) => {
    stdin.destroy();
    // Its last words may still be on their way; a stranger who holds the pipe open is not waited for.
    const tell = (): void => resolve(ending(code, signal, complaint));
    const timer = setTimeout(tell, lastWordsTimeoutMs).unref();
    child.once('close', () => {
      clearTimeout(timer);
      tell();
    });
  });

  const link: Link = {
    maxAnswerBytes: 0,
    gone,
    send(head, body) {
      const parts = body instanceof Uint8Array ? [body] : body;
      const length = parts.reduce((sum, part) => sum + part.length, 0);
      stdin.cork();
      stdin.write(frameHead(head, length));
      for (const part of parts) if (part.length > 0) stdin.write(part);
      stdin.uncork();
    },
    end: () => stdin.end(),
    kill: () => killGroup(child),
  };
  return link;
}

/** bubblewrap reports a signal as 128 plus its number. */
function ending(code: number | null, signal: string | null, complaint: string): Ending {
  const isKilled = signal !== null || code === null || code > 128;
  const how = signal ?? (isKilled ? `signal ${(code ?? 128) - 128}` : `exit code ${code}`);
  const first = complaint.split('\n', 1)[0]?.trim() ?? '';
  const words =
    first === '' ? `it ended with ${how}` : `it ended with ${how} (${first.slice(0, 160)})`;
  return { words, isDenial: !isKilled };
}
