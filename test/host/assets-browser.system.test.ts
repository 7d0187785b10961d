// A real browser on the origin of the host itself, with every way to make it run a stored byte. None of them runs, and
// the same bytes served as a page do: the trap works.
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseTenantId, type Outcome } from '@percept/core';
import { openMemory } from '@percept/store';
import { chromium, type Page } from 'playwright-core';
import { expect, onTestFinished, test, type TestContext } from 'vitest';
import { Assets, openKeyRing } from '../../packages/host/src/assets/index.ts';

const browserPath = '/usr/bin/chromium';

function needsChromium(context: TestContext): void {
  if (existsSync(browserPath)) return;
  const why = 'Chromium is not installed (apt package: chromium)';
  if (process.env['CI'] === 'true') throw new Error(why);
  context.skip(why);
}

const shout = (who: string): string => `fetch('/ran?${who}');`;
const page = (who: string): string => `<!doctype html><script>${shout(who)}</script>`;

/** Bytes that would run if a browser took them for what they pretend to be. */
const hostile: Readonly<Record<string, string>> = {
  html: page('html'),
  svg: `<svg xmlns="http://www.w3.org/2000/svg"><script>${shout('svg')}</script></svg>`,
  xhtml: `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><script>${shout('xhtml')}</script></html>`,
  script: shout('script'),
  gif: `GIF89a/*\0\0*/=1;${shout('gif')}`,
  png: `\x89PNG\r\n\x1a\n${page('png')}`,
  wave: `RIFF=1;${shout('wave')}//WAVE`,
  pdf: `%PDF-1.4\n1 0 obj<</Type/Catalog/OpenAction<</S/JavaScript/JS(app.launchURL("/ran?pdf"))>>>>endobj`,
  style: `@import url(/ran?style);body{background:url(/ran?style)}`,
  noise: `\0\0\0\0${page('noise')}`,
};

interface Plain {
  readonly type: string;
  readonly body: string;
}

function value<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value;
  throw new Error(outcome.refusal.message);
}

/** Everything that a page can do with a URL but run code of its own on it. */
function attacks(url: string): string {
  return `<!doctype html><title>attacks</title><body>
    <img src="${url}"><iframe src="${url}"></iframe><embed src="${url}"><object data="${url}"></object>
    <audio src="${url}" autoplay></audio><video src="${url}" autoplay></video>
    <link rel="stylesheet" href="${url}"><link rel="import" href="${url}"><link rel="manifest" href="${url}">
    <script src="${url}"></script><script type="module" src="${url}"></script>
    <svg><use href="${url}#a"></use><image href="${url}"></image></svg>
    <script>
      const done = Promise.allSettled([
        import('${url}'),
        navigator.serviceWorker.register('${url}'),
        new Promise((resolve) => { const worker = new Worker('${url}'); worker.onerror = resolve; worker.onmessage = resolve; }),
      ]);
      addEventListener('load', () => done.then(() => { document.title = 'done'; }));
    </script>`;
}

test(
  'no stored byte runs on the origin of the host, whatever a page does with its URL',
  {
    tags: ['f-asset-active-attachment', 'f-asset-headers', 'f-asset-type-sniffed'],
    timeout: 240_000,
  },
  async (context) => {
    needsChromium(context);
    const directory = await mkdtemp(join(tmpdir(), 'percept-browser-'));
    onTestFinished(() => rm(directory, { recursive: true, force: true }));
    const memory = await openMemory({ directory });
    onTestFinished(() => memory.close());
    let origin = '';
    const assets = new Assets({ memory, keys: openKeyRing({ directory }), origin: () => origin });
    const ran: string[] = [];
    const pages = new Map<string, Plain>();
    const server = createServer((request, response) => {
      if (assets.node(request, response)) return;
      const path = request.url ?? '';
      if (path.startsWith('/ran?')) ran.push(path.slice('/ran?'.length));
      const found = pages.get(path);
      const type = found?.type ?? 'text/plain';
      response.writeHead(found ? 200 : 404, { 'content-type': type }).end(found?.body);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    });
    const address = server.address();
    if (typeof address !== 'object' || !address) throw new Error('The server has no port.');
    origin = `http://127.0.0.1:${address.port}`;

    const tenant = value(parseTenantId('acme'));
    const { id: run } = value(await memory.sessions.open({ tenant }));
    const browser = await chromium.launch({ executablePath: browserPath, args: ['--no-sandbox'] });
    onTestFinished(() => browser.close());
    const visit = async (url: string): Promise<Page> => {
      const visited = await browser.newPage();
      // A download ends the visit with an error, as it should.
      await visited.goto(url, { timeout: 240_000 }).catch(() => undefined);
      return visited;
    };

    for (const [name, text] of Object.entries(hostile)) {
      const blob = value(await memory.put(Buffer.from(text, 'latin1')));
      const entry = { type: 'custom', name: 'upload', data: null, blobs: [blob] } as const;
      value(await memory.sessions.append(run, entry));
      const { url } = value(
        await assets.mint({ tenant, run, blob, name: `a.${name}`, mime: 'text/html' }),
      );
      pages.set(`/attack-${name}`, { type: 'text/html', body: attacks(url) });
      const attacked = await visit(`${origin}/attack-${name}`);
      await attacked.waitForFunction(`document.title === 'done'`, undefined, {
        timeout: 240_000,
      });
      await attacked.close();
      await (await visit(url)).close();
    }
    expect(ran).toEqual([]);

    // The trap works: the same bytes and the same page, with the types that they pretend to have.
    const types = { html: 'text/html', svg: 'image/svg+xml', script: 'text/javascript' };
    for (const [name, type] of Object.entries(types)) {
      pages.set(`/plain-${name}`, { type, body: hostile[name] ?? '' });
      pages.set(`/control-${name}`, {
        type: 'text/html',
        body: attacks(`${origin}/plain-${name}`),
      });
      const control = await visit(`${origin}/control-${name}`);
      await expect.poll(() => ran).toContain(name);
      await control.close();
    }
  },
);
