// One browser for one look: started behind walls with a profile that nobody used before, given one page, and killed. It
// never runs without a sandbox: bubblewrap's, or its own where bubblewrap is missing and we are not root.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { killGroup } from '@percept/ingest/internal/host-program';
import { accept, refuse, type Outcome, type Refusal, type Size } from '@percept/core';
import { inside, readText } from '@percept/core/internal';
import { cancelled } from '../engine/refusals.ts';
import { walled, type Program } from '../program/programs.ts';
import type { RenderContext } from '../renderer.ts';
import {
  BrowserGone,
  BrowserPipe,
  BrowserRefused,
  type BrowserEvent,
  type Fields,
} from './pipe.ts';

/** The one address that is answered; what the page asks for beside it is not there. */
const pageUrl = 'https://page.invalid/';

const flags = [
  '--headless=new',
  '--remote-debugging-pipe',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-breakpad',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-dev-shm-usage',
  '--disable-domain-reliability',
  '--disable-extensions',
  '--disable-gpu',
  '--disable-sync',
  '--hide-scrollbars',
  '--js-flags=--max-old-space-size=512',
  '--mute-audio',
  '--no-pings',
  '--force-color-profile=srgb',
  '--font-render-hinting=none',
  // Names lead nowhere and the proxy is one that nobody listens at, walls or not.
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--proxy-server=http://127.0.0.1:9',
  '--proxy-bypass-list=<-loopback>',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
];

/** Opens `html` as a page of this size and hands it to `work`; whatever happens, nothing of it is left. */
export async function withTab<T>(
  program: Program,
  { html, width, height }: Size & { readonly html: string },
  { limits, signal }: RenderContext,
  work: (tab: Tab) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const isRoot = process.getuid?.() === 0;
  if (program.walls === undefined && isRoot) return refuse(unwalled);
  const folder = await mkdtemp(join(tmpdir(), 'percept-browser-'));
  const own = program.walls === undefined ? [] : ['--no-sandbox'];
  const args = [...flags, ...own, `--user-data-dir=${join(folder, 'profile')}`, 'about:blank'];
  const { file, args: all, env } = walled(program, args, folder);
  const stdio = ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] as const;
  const child = spawn(file, all, { cwd: folder, env, stdio: [...stdio], detached: true });
  const deadline = AbortSignal.timeout(limits.browserTimeoutMs);
  const ending = AbortSignal.any([signal, deadline]);
  const tab = new Tab(child, html);
  const onEnd = (): void => tab.end('it was ended');
  ending.addEventListener('abort', onEnd, { once: true });
  try {
    await tab.open(width, height);
    return await work(tab);
  } catch (error) {
    if (deadline.aborted) return refuse(late(limits.browserTimeoutMs));
    if (signal.aborted) return refuse(cancelled);
    if (error instanceof BrowserGone || error instanceof BrowserRefused)
      return refuse(tab.isAbsent ? absent : failed);
    throw error;
  } finally {
    ending.removeEventListener('abort', onEnd);
    tab.end('it was ended');
    await tab.gone;
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  }
}

/** One page of one browser. */
export class Tab {
  readonly gone: Promise<void>;
  /** There is no such program. */
  isAbsent = false;
  /** What the page asked for and did not get. */
  refusedRequests = 0;
  readonly #child: ChildProcess;
  readonly #pipe: BrowserPipe;
  readonly #html: string;
  readonly #seen = new Map<string, PromiseWithResolvers<void>>();
  #session: string | undefined;

  constructor(child: ChildProcess, html: string) {
    this.#child = child;
    this.#html = html;
    const [, , , out, input] = child.stdio;
    if (!(out instanceof Writable) || !(input instanceof Readable)) throw new Error('no pipes');
    this.#pipe = new BrowserPipe(out, input, (event) => this.#heard(event));
    const { promise, resolve } = Promise.withResolvers<void>();
    this.gone = promise;
    child.once('error', () => {
      this.isAbsent = true;
      this.#pipe.end('it could not be started');
      resolve();
    });
    child.once('exit', () => {
      this.#pipe.end('it ended');
      resolve();
    });
  }

  async open(width: number, height: number): Promise<void> {
    const target = await this.#pipe.send('Target.createTarget', { url: 'about:blank' });
    const page = { targetId: target['targetId'], flatten: true };
    const attached = await this.#pipe.send('Target.attachToTarget', page);
    this.#session = readText(attached['sessionId']);
    await this.#pipe.send('Browser.setDownloadBehavior', { behavior: 'deny' });
    await this.send('Page.enable');
    await this.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] });
    const metrics = { width, height, deviceScaleFactor: 1, mobile: false };
    await this.send('Emulation.setDeviceMetricsOverride', metrics);
    const navigated = await this.send('Page.navigate', { url: pageUrl });
    if (navigated['errorText'] !== undefined) throw new BrowserRefused('the page was not opened');
  }

  send(method: string, params: Fields = {}): Promise<Fields> {
    return this.#pipe.send(method, params, this.#session);
  }

  /** Resolves with the first event of that name, also one that is past. */
  seen(method: string): Promise<void> {
    return this.#event(method).promise;
  }

  end(why: string): void {
    this.#pipe.end(why);
    for (const { resolve } of this.#seen.values()) resolve();
    killGroup(this.#child);
  }

  #event(method: string): PromiseWithResolvers<void> {
    const known = this.#seen.get(method) ?? Promise.withResolvers<void>();
    this.#seen.set(method, known);
    return known;
  }

  #heard({ method, params }: BrowserEvent): void {
    // What a page does to be noticed must not stop it.
    if (method === 'Page.javascriptDialogOpening')
      void this.#tell('Page.handleJavaScriptDialog', { accept: false });
    if (method === 'Inspector.targetCrashed') this.end('the page took its process down');
    if (method === 'Fetch.requestPaused') void this.#answer(params);
    this.#event(method).resolve();
  }

  async #answer({ requestId, request, resourceType }: Fields): Promise<void> {
    const url = readText(inside(request, 'url'));
    if (url === pageUrl && resourceType === 'Document') {
      const body = Buffer.from(this.#html).toString('base64');
      const responseHeaders = [{ name: 'content-type', value: 'text/html; charset=utf-8' }];
      const answer = { requestId, responseCode: 200, responseHeaders, body };
      return this.#tell('Fetch.fulfillRequest', answer);
    }
    this.refusedRequests += 1;
    await this.#tell('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' });
  }

  async #tell(method: string, params: Fields): Promise<void> {
    // A page that is gone meanwhile needs no answer.
    await this.send(method, params).catch(() => undefined);
  }
}

/** @example const png = await picture(tab, { x: 0, y: 0, width: 800, height: 600, scale: 1 }) */
export async function picture(tab: Tab, clip: Fields): Promise<Outcome<Uint8Array>> {
  const asked = { format: 'png', clip, captureBeyondViewport: true };
  const shot = await tab.send('Page.captureScreenshot', asked);
  const data = readText(shot['data']);
  return data === undefined ? refuse(failed) : accept(new Uint8Array(Buffer.from(data, 'base64')));
}

const absent: Refusal = {
  refused: 'renderer-missing',
  message: 'The browser of this host could not be started.',
  hint: 'Install Chromium and bubblewrap (Debian: `apt-get install chromium bubblewrap`).',
};

const unwalled: Refusal = {
  refused: 'renderer-missing',
  message: 'A browser is not run as root without walls around it.',
  hint: 'Install bubblewrap (Debian: `apt-get install bubblewrap`), or run as another user.',
};

export const failed: Refusal = {
  refused: 'worker-failed',
  message: 'The browser of this host gave up on this page.',
  hint: 'Simplify the page, or read it as text.',
};

function late(max: number): Refusal {
  return {
    refused: 'timed-out',
    message: `The page did not come to rest within ${max} ms, and the browser was ended.`,
    hint: 'Simplify the page, or read it as text.',
    limit: { name: 'browserTimeoutMs', max, actual: max },
  };
}
