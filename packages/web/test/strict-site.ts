// A site with the strictest policy that we promise to work under, and a browser to look at it. Every request and every
// report of the policy is kept, so that a test can say that there was none.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { build } from 'vite';

/** Facts §4.4. `pictures` is for pages that allow another host on purpose. */
const policy = (pictures: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' blob: ${pictures}`,
    "media-src 'self' blob:",
    "connect-src 'self'",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types lit-html',
    'report-uri /reports',
  ].join('; ');

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.wav': 'audio/wav',
};

export interface Site extends AsyncDisposable {
  readonly origin: string;
  readonly reports: readonly string[];
  readonly requests: readonly string[];
}

export type Files = (path: string) => Promise<string | Uint8Array | undefined>;

/** Files of a folder, and nothing outside it. */
export function folder(root: string): Files {
  return async (path) => {
    const file = normalize(join(root, path));
    return file.startsWith(root) ? readFile(file).catch(() => undefined) : undefined;
  };
}

export async function startSite(files: Files, pictures = ''): Promise<Site> {
  const strict = policy(pictures);
  const reports: string[] = [];
  const requests: string[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = decodeURIComponent((request.url ?? '/').split('?')[0] ?? '/');
    if (path === '/reports') {
      let body = '';
      for await (const chunk of request) body += String(chunk);
      reports.push(body);
      response.writeHead(204).end();
      return;
    }
    requests.push(`${request.method} ${path}`);
    const file = path === '/' ? '/index.html' : path;
    const content = await files(file);
    if (content === undefined) {
      response.writeHead(404, { 'content-security-policy': strict }).end();
      return;
    }
    response.writeHead(200, {
      'content-type': types[extname(file)] ?? 'application/octet-stream',
      'content-security-policy': strict,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'accept-ranges': 'none',
    });
    response.end(request.method === 'HEAD' ? undefined : content);
  };
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    reports,
    requests,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

export function startBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--autoplay-policy=no-user-gesture-required'],
  });
}

export interface Watched {
  readonly page: Page;
  /** Requests that left for another origin, dialogs, errors: all of them should stay empty. */
  readonly foreign: readonly string[];
  readonly dialogs: readonly string[];
  readonly errors: readonly string[];
}

export async function watchedPage(context: BrowserContext, site: Site): Promise<Watched> {
  const foreign: string[] = [];
  const dialogs: string[] = [];
  const errors: string[] = [];
  const page = await context.newPage();
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol !== 'blob:' && origin !== site.origin) foreign.push(request.url());
  });
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  page.on('pageerror', (error) => errors.push(error.message));
  context.on('page', (other) => {
    if (other !== page) foreign.push(`new page ${other.url()}`);
  });
  return { page, foreign, dialogs, errors };
}

const webRoot: string = fileURLToPath(new URL('..', import.meta.url));

export type Build = 'element' | 'gallery';

/** The element, or the gallery, as it is published. */
export async function built(what: Build): Promise<{ readonly folder: string } & AsyncDisposable> {
  const outDir = await mkdtemp(join(tmpdir(), `percept-${what}-`));
  await build({
    configFile: join(webRoot, 'vite.element.config.ts'),
    mode: what,
    build: { outDir, emptyOutDir: true },
  });
  return {
    folder: outDir,
    [Symbol.asyncDispose]: () => rm(outDir, { recursive: true, force: true }),
  };
}
