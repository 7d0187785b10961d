// `percept` as a person runs it: a real process on a real pty, and a real terminal emulator that keeps the screen and
// answers what terminals are asked.
import { setTimeout as sleep } from 'node:timers/promises';
import { spawn, type IPty } from '@lydell/node-pty';
import headless from '@xterm/headless';

export const command = new URL('../../packages/percept/bin/percept.js', import.meta.url).pathname;

export interface ChatOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly args?: readonly string[];
  readonly cols?: number;
  readonly rows?: number;
  /** What the terminal answers itself, late; 0 unless told. */
  readonly replyDelayMs?: number;
  /** Sees every byte of the program; what it returns is sent back as the terminal's own. */
  readonly onOutput?: (data: string) => string | undefined;
  /** Runs a shell around it, to see what it leaves behind. */
  readonly shell?: boolean;
}

const patienceMs = 60_000;

export class ChatProcess implements AsyncDisposable {
  readonly pty: IPty;
  readonly exited: Promise<{ readonly exitCode: number; readonly signal?: number | undefined }>;
  readonly #terminal: InstanceType<typeof headless.Terminal>;
  readonly #onOutput: ChatOptions['onOutput'];
  #raw = '';
  #writing: Promise<void> = Promise.resolve();
  #isOver = false;

  constructor(options: ChatOptions) {
    const { cols = 100, rows = 32, args = [], replyDelayMs = 0 } = options;
    this.#onOutput = options.onOutput;
    this.#terminal = new headless.Terminal({
      cols,
      rows,
      allowProposedApi: true,
      scrollback: 5000,
    });
    const call = [process.execPath, command, ...args];
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
    this.#terminal.onData((data) => {
      void sleep(replyDelayMs).then(() => (this.#isOver ? undefined : this.pty.write(data)));
    });
    this.pty.onData((data) => this.#take(data));
    const { promise, resolve } = Promise.withResolvers<Awaited<ChatProcess['exited']>>();
    this.exited = promise;
    this.pty.onExit((how) => {
      this.#isOver = true;
      resolve(how);
    });
  }

  /** Every byte that the program wrote. */
  get raw(): string {
    return this.#raw;
  }

  /** The lines that are on the screen now. */
  screen(): string {
    const { active } = this.#terminal.buffer;
    return this.#lines(active.baseY, active.baseY + this.#terminal.rows);
  }

  /** All lines, those that scrolled away included. */
  scrollback(): string {
    return this.#lines(0, this.#terminal.buffer.active.length);
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

  async until(
    wanted: RegExp | ((screen: string) => boolean),
    what: string,
    read: () => string = () => this.screen(),
  ): Promise<string> {
    const is = typeof wanted === 'function' ? wanted : (text: string) => wanted.test(text);
    const end = Date.now() + patienceMs;
    for (;;) {
      await this.#writing;
      const text = read();
      if (is(text)) return text;
      if (Date.now() > end || (this.#isOver && !is(text)))
        throw new Error(`waited for ${what}; the screen is:\n${this.scrollback().slice(-4_000)}`);
      await sleep(30);
    }
  }

  /** Nothing was written for a while. */
  async calm(quietMs = 400): Promise<void> {
    for (let before = -1; before !== this.#raw.length;) {
      before = this.#raw.length;
      await sleep(quietMs);
    }
    await this.#writing;
  }

  resize(cols: number, rows: number): void {
    this.#terminal.resize(cols, rows);
    this.pty.resize(cols, rows);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#isOver) this.pty.kill('SIGKILL');
    await this.exited;
    this.#terminal.dispose();
  }

  #take(data: string): void {
    this.#raw += data;
    const reply = this.#onOutput?.(data);
    if (reply !== undefined && reply !== '') this.pty.write(reply);
    this.#writing = this.#writing.then(
      () => new Promise((done) => this.#terminal.write(data, done)),
    );
  }

  #lines(from: number, to: number): string {
    const { active } = this.#terminal.buffer;
    const lines: string[] = [];
    for (let row = from; row < to; row++)
      lines.push(active.getLine(row)?.translateToString(true) ?? '');
    return lines.join('\n').trimEnd();
  }
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
