// `percept` as a person runs it: a real process on a real pty, and a real terminal emulator that keeps the screen and
// answers what terminals are asked.
import { setTimeout as sleep } from 'node:timers/promises';
import { spawn, type IPty } from '@lydell/node-pty';
import { Mirror } from './mirror.ts';

export const command = new URL('../../packages/percept/bin/percept.js', import.meta.url).pathname;

export interface ChatOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly args?: readonly string[];
  /** What starts it; this checkout's own unless told. */
  readonly program?: readonly string[];
  readonly cols?: number;
  readonly rows?: number;
  /** What the terminal answers itself, late; 0 unless told. */
  readonly replyDelayMs?: number;
  /** Sees every byte of the program; what it returns is sent back as the terminal's own. */
  readonly onOutput?: (data: string) => string | undefined;
  /** How long `until` waits. */
  readonly patienceMs?: number;
  /** Runs a shell around it, to see what it leaves behind. */
  readonly shell?: boolean;
}

export class ChatProcess extends Mirror implements AsyncDisposable {
  readonly pty: IPty;
  protected override readonly patienceMs: number;
  readonly exited: Promise<{ readonly exitCode: number; readonly signal?: number | undefined }>;
  #isOver = false;

  constructor(options: ChatOptions) {
    const { cols = 100, rows = 32, args = [], replyDelayMs = 0, onOutput } = options;
    super({ cols, rows });
    this.patienceMs = options.patienceMs ?? 200_000;
    const call = [...(options.program ?? [process.execPath, command]), ...args];
    const [file = '', ...rest] = options.shell
      ? ['sh', '-c', '"$0" "$@"; echo "[ended $?]"; stty -a; sleep 1; echo "[over]"', ...call]
      : call;
    this.pty = spawn(file, rest, {
      cols,
      rows,
      cwd: options.cwd,
      name: 'xterm-256color',
      env: { ...options.env, TERM: 'xterm-256color', LC_ALL: 'C.UTF-8', CI: '' },
    });
    this.terminal.onData((data) => {
      void sleep(replyDelayMs).then(() => (this.#isOver ? undefined : this.pty.write(data)));
    });
    this.pty.onData((data) => {
      this.take(data);
      const reply = onOutput?.(data);
      if (reply !== undefined && reply !== '') this.pty.write(reply);
    });
    const { promise, resolve } = Promise.withResolvers<Awaited<ChatProcess['exited']>>();
    this.exited = promise;
    this.pty.onExit((how) => {
      this.#isOver = true;
      resolve(how);
    });
  }

  protected override get isOver(): boolean {
    return this.#isOver;
  }

  /** What the person types; `\r` is Enter. */
  type(text: string): void {
    this.pty.write(text);
  }

  paste(text: string): void {
    this.pty.write(`\u001b[200~${text}\u001b[201~`);
  }

  /** Types, waits until it stands in the composer, and sends. */
  async say(text: string): Promise<void> {
    this.type(text);
    await this.until(new RegExp(`› .*${escaped(text.slice(-20))}`), `the composer to hold ${text}`);
    this.type('\r');
  }

  resize(cols: number, rows: number): void {
    this.terminal.resize(cols, rows);
    this.pty.resize(cols, rows);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#isOver) this.pty.kill('SIGKILL');
    await this.exited;
    this.terminal.dispose();
  }
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
