// A program with everything that it starts, ended as one. Most of it is in one group; what left the group (browsers do)
// still carries the mark that the program got in its environment, and what threw that away was seen with its parent.
import { lastWordsTimeoutMs, maxComplaintChars, waitFor } from '@percept/core/internal';
import { spawn, type ChildProcess, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { Descendants, isWithoutFiles, processNumbers } from './descendants.ts';
import { inOwnList } from './own-process-list.ts';

export interface GroupCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
}

const isWindows = process.platform === 'win32';
const markName = 'MCP_GUEST_ID';

export class ProcessGroup {
  readonly child: ChildProcessWithoutNullStreams;
  /** Resolved when the program itself has ended, with how and its last words. */
  readonly ended: Promise<string>;
  readonly #mark = randomUUID();
  #watch: ChildProcess | undefined;
  #descendants: Descendants | undefined;

  /** Whether what we started only holds the list that the program is in: then a word to the program is not for it. */
  readonly #isListed: boolean;

  constructor(given: GroupCommand) {
    const { env, cwd } = given;
    const { command, args } = inOwnList(given);
    this.#isListed = command !== given.command;
    this.child = spawn(command, [...args], {
      cwd,
      env: { ...env, [markName]: this.#mark },
      stdio: ['pipe', 'pipe', 'pipe'],
      windowsHide: true,
      detached: !isWindows,
    });
    const { child } = this;
    this.ended = this.#follow();
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.on('error', () => {});
    if (child.pid === undefined || isWindows) return;
    this.#watch = watchOver(child.pid, this.#mark);
    this.#descendants = new Descendants(child.pid);
  }

  /** First asked by the end of its input, then told, then killed: at most three times `timeoutMs`. */
  async close(timeoutMs: number): Promise<void> {
    const { child } = this;
    child.stdin.end();
    if (!(await this.#isOver(timeoutMs))) {
      this.#signal('SIGTERM');
      if (!(await this.#isOver(timeoutMs))) this.kill();
    }
    await this.#isOver(timeoutMs);
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
    child.unref();
  }

  kill(): void {
    this.#signal('SIGKILL');
    this.#watch?.kill('SIGKILL');
    this.#watch = undefined;
    this.#descendants?.forget();
  }

  #follow(): Promise<string> {
    const { child } = this;
    let complaint = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      complaint = (complaint + text).slice(-maxComplaintChars);
    });
    return new Promise((resolve) => {
      child.once('error', (error) => resolve(`it could not be started (${codeOf(error)})`));
      child.once('exit', (code, signal) => {
        // What it started must not outlive it.
        this.kill();
        const tell = (): void => {
          const last = complaint.trim().split('\n').at(-1)?.trim() ?? '';
          const how = signal ?? `exit code ${code}`;
          resolve(last === '' ? `it ended with ${how}` : `it ended with ${how} (${last})`);
        };
        // Its last words may still be on their way; a stranger who holds the pipe open is not waited for.
        const timer = setTimeout(tell, lastWordsTimeoutMs).unref();
        child.once('close', () => {
          clearTimeout(timer);
          tell();
        });
      });
    });
  }

  async #isOver(timeoutMs: number): Promise<boolean> {
    return (await waitFor(this.ended, { timeoutMs })).kind === 'done';
  }

  #signal(signal: NodeJS.Signals): void {
    const { pid } = this.child;
    if (pid === undefined) return;
    if (isWindows) this.child.kill(signal);
    else {
      const seen = this.#descendants?.living() ?? [];
      const targets = new Set([-pid, ...seen, ...marked(`${markName}=${this.#mark}`)]);
      if (this.#isListed && signal !== 'SIGKILL')
        for (const own of [-pid, pid]) targets.delete(own);
      for (const target of targets) send(target, signal);
    }
  }
}

function send(target: number, signal: NodeJS.Signals): void {
  try {
    process.kill(target, signal);
  } catch {
    // Nobody is left there.
  }
}

/** Where the system shows environments, and this process may look; elsewhere the group is all that is known. */
function marked(mark: string): readonly number[] {
  try {
    return processNumbers()
      .filter((name) => environmentOf(name).includes(mark))
      .map(Number);
  } catch (error) {
    if (isWithoutFiles(error)) return [];
    throw error;
  }
}

function environmentOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1');
  } catch {
    return '';
  }
}

function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : error.message;
}

/** $1 is the group, $2 the mark. The end of its input may be enough for a program: two seconds, and then no longer. */
const script = `cat >/dev/null
n=0
while [ $n -lt 20 ] && kill -0 "-$1"; do sleep 0.1; n=$((n + 1)); done
for signal in TERM KILL; do
  kill -s $signal -- "-$1"
  for file in /proc/[0-9]*/environ; do
    if grep -qs -e "$2" "$file"; then file="\${file#/proc/}"; kill -s $signal "\${file%/environ}"; fi
  done
  [ $signal = KILL ] || sleep 1
done`;

/**
 * A watch beside the program: when this process dies without a chance to tidy up (SIGKILL, a crash), its pipe closes, and the
 * watch ends the program and everything that it started, first politely. It is a shell because nothing smaller is everywhere.
 * In a session of its own: what ends this process's group must not end the watch before its work.
 */
function watchOver(group: number, mark: string): ChildProcess {
  const watch = spawn('/bin/sh', ['-c', script, 'percept-watch', String(group), mark], {
    stdio: ['pipe', 'ignore', 'ignore'],
    env: {},
    cwd: '/',
    detached: true,
  });
  watch.on('error', () => {});
  watch.stdin.on('error', () => {});
  watch.unref();
  if (watch.stdin instanceof Socket) watch.stdin.unref();
  return watch;
}
