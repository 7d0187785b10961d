// The chat in a real terminal on a real screen: what it writes is mirrored as text, what the terminal answers is heard, and
// what a person would see is photographed.
import { spawn, type ChildProcess } from 'node:child_process';
import { createServer, type Server, type Socket } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { isRecord, readCount, readText } from '@percept/core/internal';
import { type Size } from '@percept/core';
import type { Screenshot } from '../terminals/screenshot.ts';
import { endGroup, startXServer, type XServer } from '../terminals/x-server.ts';
import { command } from './chat-process.ts';
import { Mirror } from './mirror.ts';

export interface TerminalChatOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Starts a terminal which runs the program. `folder` is its own, for sockets. */
  readonly launch: (program: readonly string[], folder: string) => readonly [string, ...string[]];
  readonly args?: readonly string[];
  /** Of the X screen, in pixels. */
  readonly screen?: string;
}

const typist = new URL('child/typist.ts', import.meta.url).pathname;
const startsWithinMs = 30_000;
/** What stays behind is what the shell of the person would find. */
const shell = ['sh', '-c', '"$0" "$@"; echo "[ended $?]"; stty -a; sleep 600'] as const;

interface Parts {
  readonly folder: string;
  readonly server: XServer;
  readonly listener: Server;
  readonly terminal: ChildProcess;
  readonly socket: Socket;
}

export class TerminalChat extends Mirror implements AsyncDisposable {
  readonly #parts: Parts;
  #heard = '';
  #isOver = false;

  private constructor(parts: Parts) {
    super({ cols: 80, rows: 24 });
    this.#parts = parts;
    createInterface({ input: parts.socket }).on('line', (line) => this.#hear(JSON.parse(line)));
  }

  static async open(options: TerminalChatOptions): Promise<TerminalChat> {
    const { cwd, env, launch, args = [], screen = '1000x760' } = options;
    const folder = mkdtempSync(join(tmpdir(), 'percept-typist-'));
    const path = join(folder, 'socket');
    const listener = createServer();
    const connected = new Promise<Socket>((resolve) => listener.once('connection', resolve));
    await new Promise<void>((resolve) => listener.listen(path, resolve));
    const server = await startXServer(folder, screen);
    const call = [process.execPath, typist, path, ...shell, process.execPath, command, ...args];
    const [file, ...rest] = launch(call, folder);
    const terminal = spawn(file, rest, {
      stdio: 'ignore',
      detached: true,
      cwd,
      env: { ...env, DISPLAY: server.display, LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' },
    });
    const socket = await Promise.race([
      connected,
      sleep(startsWithinMs, undefined, { ref: false }),
    ]);
    if (!socket) {
      if (terminal.pid !== undefined) endGroup(terminal.pid);
      server[Symbol.dispose]();
      throw new Error(`${file} did not start its program`);
    }
    return new TerminalChat({ folder, server, listener, terminal, socket });
  }

  protected override get isOver(): boolean {
    return this.#isOver;
  }

  /** For whatever else wants to use this screen, such as its clipboard. */
  get display(): string {
    return this.#parts.server.display;
  }

  get folder(): string {
    return this.#parts.folder;
  }

  get size(): { readonly cols: number; readonly rows: number } {
    return { cols: this.terminal.cols, rows: this.terminal.rows };
  }

  /** As the terminal said when the chat asked; tmux does not. */
  get cell(): Size | undefined {
    // oxlint-disable-next-line no-control-regex
    const [, height, width] = /\u001b\[6;(\d+);(\d+)t/.exec(this.#heard) ?? [];
    return width === undefined ? undefined : { width: Number(width), height: Number(height) };
  }

  /** On which row of the screen a line stands. */
  row(wanted: RegExp): number {
    const row = this.screen()
      .split('\n')
      .findIndex((line) => wanted.test(line));
    if (row === -1) throw new Error(`${wanted} is not on the screen:\n${this.screen()}`);
    return row;
  }

  type(text: string): void {
    this.#order({ type: text });
  }

  paste(text: string): void {
    this.type(`\u001b[200~${text}\u001b[201~`);
  }

  /** A sequence for the terminal itself. */
  command(sequence: string): void {
    this.#order({ command: sequence });
  }

  /** When the screen stands still; `path` keeps it for the eye. */
  async photograph(path?: string): Promise<Screenshot> {
    await this.calm();
    // The terminal draws what it has read in its own time.
    let before = '';
    for (;;) {
      const shot = this.#parts.server.screenshot();
      const now = sum(shot);
      if (now === before) {
        if (path !== undefined) await this.#parts.server.keep(path);
        return shot;
      }
      before = now;
      await sleep(400);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const { folder, server, listener, terminal, socket } = this.#parts;
    socket.destroy();
    if (terminal.pid !== undefined) endGroup(terminal.pid);
    server[Symbol.dispose]();
    await new Promise((resolve) => listener.close(resolve));
    this.terminal.dispose();
    rmSync(folder, { recursive: true, force: true });
  }

  #order(order: object): void {
    this.#parts.socket.write(`${JSON.stringify(order)}\n`);
  }

  #hear(news: unknown): void {
    if (!isRecord(news)) return;
    this.#heard += readText(news['input']) ?? '';
    const output = readText(news['output']);
    if (output !== undefined) this.take(output);
    const size = news['size'];
    if (isRecord(size)) this.#resized(readCount(size['cols']), readCount(size['rows']));
    if (news['over'] === true) this.#isOver = true;
  }

  #resized(cols: number | undefined, rows: number | undefined): void {
    if (cols && rows) this.terminal.resize(cols, rows);
  }
}

/** A number for a picture; equal ones stand still. */
function sum({ width, height, at }: Screenshot): string {
  let all = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [red, green, blue] = at(x, y);
      all = (all * 31 + (red << 16) + (green << 8) + blue) % 4_294_967_291;
    }
  }
  return String(all);
}
