// xterm.js, the terminal of VS Code and of many web consoles, in a real browser with a real pty. What the terminal
// answers can be made late, as over a slow line.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { spawn, type IPty } from '@lydell/node-pty';
import { chromium, type Browser } from 'playwright-core';
import sharp from 'sharp';
import { pathOf } from './programs.ts';
import type { Scene } from './scene.ts';
import type { Screenshot } from './screenshot.ts';

export interface BrowserTerminal {
  /** Of the addon: which protocols this terminal speaks. */
  readonly speaks: readonly ('kitty' | 'sixel' | 'iterm')[];
  readonly replyDelayMs?: number;
  /** Lines of text before the picture. */
  readonly lines?: number;
}

const size = { cols: 80, rows: 30 } as const;
const patienceMs = 120_000;

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: pathOf('chromium') ?? '', args: ['--no-sandbox'] });
}

/** The screen when the program is done, and every byte that went to it. */
export async function photographInBrowser(
  browser: Browser,
  scene: Scene,
  { speaks, replyDelayMs = 0, lines = 0 }: BrowserTerminal,
): Promise<{ readonly shot: Screenshot; readonly text: string; readonly sent: string }> {
  const page = await browser.newPage({ viewport: { width: 900, height: 640 } });
  let pty: IPty | undefined;
  let writing = Promise.resolve();
  try {
    await page.setContent('<body style="margin:0"><div id="terminal"></div></body>');
    const require = createRequire(import.meta.url);
    await page.addStyleTag({ path: require.resolve('@xterm/xterm/css/xterm.css') });
    await page.addScriptTag({ path: require.resolve('@xterm/xterm') });
    await page.addScriptTag({ path: require.resolve('@xterm/addon-image') });
    await page.exposeFunction('toProgram', async (data: string) => {
      await sleep(replyDelayMs);
      pty?.write(data);
    });
    await page.evaluate(setUp(speaks));
    const { CI: _ci, TMUX: _tmux, ...env } = process.env;
    const [command = '', ...args] = scene.program;
    pty = spawn(command, [...args, String(lines)], {
      ...size,
      name: 'xterm-256color',
      env: { ...env, LC_ALL: 'C.UTF-8' },
    });
    let sent = '';
    pty.onData((data) => {
      sent += data;
      writing = writing
        .then(() =>
          page.evaluate(`new Promise(done => terminal.write(${JSON.stringify(data)}, done))`),
        )
        .then(() => {});
    });
    await until(() => isThere(scene.done));
    const status = readFileSync(scene.done, 'utf8');
    if (status !== '0') throw new Error(`percept view ended with ${status}`);
    // A late reply would be typed into the line after the program's last.
    await sleep(2 * replyDelayMs + 400);
    await writing;
    const png = await page.screenshot(
      process.env['PERCEPT_SCREENSHOTS']
        ? { path: `${process.env['PERCEPT_SCREENSHOTS']}/${Date.now()}.png` }
        : {},
    );
    const text = await page.evaluate<string>(
      `Array.from({ length: terminal.buffer.active.length }, (_, row) => terminal.buffer.active.getLine(row).translateToString(true)).join('\\n')`,
    );
    return { shot: await screenshotOf(png), text, sent };
  } finally {
    pty?.kill('SIGKILL');
    await writing.catch(() => undefined);
    await page.close();
  }
}

function setUp(speaks: BrowserTerminal['speaks']): string {
  const options = {
    kittySupport: speaks.includes('kitty'),
    sixelSupport: speaks.includes('sixel'),
    iipSupport: speaks.includes('iterm'),
  };
  return `
    globalThis.terminal = new Terminal({ cols: ${size.cols}, rows: ${size.rows}, fontSize: 14, allowProposedApi: true });
    terminal.loadAddon(new ImageAddon.ImageAddon(${JSON.stringify(options)}));
    terminal.open(document.getElementById('terminal'));
    terminal.onData((data) => toProgram(data));
    undefined`;
}

export async function screenshotOf(png: Buffer): Promise<Screenshot> {
  const image = sharp(png).removeAlpha().raw();
  const { data, info } = await image.toBuffer({ resolveWithObject: true });
  return {
    width: info.width,
    height: info.height,
    at: (x, y) => {
      const pixel = (y * info.width + x) * 3;
      return [data[pixel] ?? 0, data[pixel + 1] ?? 0, data[pixel + 2] ?? 0];
    },
  };
}

function isThere(path: string): boolean {
  try {
    readFileSync(path);
    return true;
  } catch {
    return false;
  }
}

async function until(is: () => boolean): Promise<void> {
  const end = Date.now() + patienceMs;
  while (!is()) {
    if (Date.now() > end) throw new Error(`waited ${patienceMs} ms for the program to end`);
    await sleep(50);
  }
}
