// The chat in xterm.js in a real browser, with its pictures drawn: what a person sees in VS Code and in web consoles.
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { spawn, type IPty } from '@lydell/node-pty';
import type { Browser, Page } from 'playwright-core';
import { command } from './chat-process.ts';
import { screenshotOf } from '../terminals/browser-terminal.ts';
import type { Screenshot } from '../terminals/screenshot.ts';

export interface BrowserChatOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly args?: readonly string[];
  readonly speaks: readonly ('kitty' | 'sixel' | 'iterm')[];
  readonly cols?: number;
  readonly rows?: number;
  readonly replyDelayMs?: number;
}

const patienceMs = 60_000;

export class BrowserChat implements AsyncDisposable {
  readonly #page: Page;
  readonly #pty: IPty;
  #raw = '';
  #writing: Promise<void> = Promise.resolve();

  private constructor(page: Page, pty: IPty) {
    this.#page = page;
    this.#pty = pty;
  }

  static async open(browser: Browser, options: BrowserChatOptions): Promise<BrowserChat> {
    const { cols = 100, rows = 36, args = [], speaks, replyDelayMs = 0 } = options;
    const page = await browser.newPage({ viewport: { width: 1000, height: 760 } });
    const require = createRequire(import.meta.url);
    await page.setContent(
      '<body style="margin:0;background:#000"><div id="terminal"></div></body>',
    );
    await page.addStyleTag({ path: require.resolve('@xterm/xterm/css/xterm.css') });
    await page.addScriptTag({ path: require.resolve('@xterm/xterm') });
    await page.addScriptTag({ path: require.resolve('@xterm/addon-image') });
    const pty = spawn(process.execPath, [command, ...args], {
      cols,
      rows,
      cwd: options.cwd,
      name: 'xterm-256color',
      env: { ...options.env, TERM: 'xterm-256color', LC_ALL: 'C.UTF-8', CI: '' },
    });
    const chat = new BrowserChat(page, pty);
    await page.exposeFunction('toProgram', async (data: string) => {
      await sleep(replyDelayMs);
      pty.write(data);
    });
    const images = {
      kittySupport: speaks.includes('kitty'),
      sixelSupport: speaks.includes('sixel'),
      iipSupport: speaks.includes('iterm'),
    };
    await page.evaluate(`
      globalThis.terminal = new Terminal({ cols: ${cols}, rows: ${rows}, fontSize: 14, allowProposedApi: true, scrollback: 5000 });
      terminal.loadAddon(new ImageAddon.ImageAddon(${JSON.stringify(images)}));
      terminal.open(document.getElementById('terminal'));
      terminal.onData((data) => toProgram(data));
      undefined`);
    pty.onData((data) => chat.#take(data));
    return chat;
  }

  get raw(): string {
    return this.#raw;
  }

  type(text: string): void {
    this.#pty.write(text);
  }

  paste(text: string): void {
    this.#pty.write(`\u001b[200~${text}\u001b[201~`);
  }

  async resize(cols: number, rows: number): Promise<void> {
    await this.#page.evaluate(`terminal.resize(${cols}, ${rows})`);
    this.#pty.resize(cols, rows);
  }

  async scroll(lines: number): Promise<void> {
    await this.#page.evaluate(`terminal.scrollLines(${lines})`);
  }

  async text(): Promise<string> {
    await this.#writing;
    return this.#page.evaluate<string>(
      `Array.from({ length: terminal.buffer.active.length }, (_, row) => terminal.buffer.active.getLine(row).translateToString(true)).join('\\n')`,
    );
  }

  async until(wanted: RegExp, what: string): Promise<string> {
    const end = Date.now() + patienceMs;
    for (;;) {
      const text = await this.text();
      if (wanted.test(text)) return text;
      if (Date.now() > end) throw new Error(`waited for ${what}; the screen is:\n${text}`);
      await sleep(50);
    }
  }

  async calm(quietMs = 500): Promise<void> {
    for (let before = -1; before !== this.#raw.length;) {
      before = this.#raw.length;
      await sleep(quietMs);
    }
    await this.#writing;
  }

  /** As it is on the screen; `path` keeps it for the eye. */
  async photograph(path?: string): Promise<Screenshot> {
    await this.calm();
    // Let the renderer paint what the parser took.
    await this.#page.evaluate(
      'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))',
    );
    return screenshotOf(await this.#page.screenshot(path === undefined ? {} : { path }));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#pty.kill('SIGKILL');
    await this.#page.close();
  }

  #take(data: string): void {
    this.#raw += data;
    this.#writing = this.#writing
      .then(() =>
        this.#page.evaluate(`new Promise(done => terminal.write(${JSON.stringify(data)}, done))`),
      )
      .then(() => {})
      .catch(() => {});
  }
}
