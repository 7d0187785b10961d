// Core and lens of the packed release where there is nothing of Node: bundled as a page or an edge function bundles them, and tried in an
// edge runtime, in workerd, in a page of Chromium and in a worker of that page.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';
import { readFound, type Found } from './runtimes.ts';

/** A script that leaves the promise of what it found as `tried`. */
export async function bundleOf(folder: string): Promise<string> {
  const entry = join(folder, 'no-node.js');
  writeFileSync(
    entry,
    `import { estimateImageTokens, resolveProfile } from '@percept/core';
     import { lowerRequest } from '@percept/core/lens';
     const profile = resolveProfile({ provider: 'openai.chat', model: 'gpt-3.5-turbo' });
     const { image } = resolveProfile({ provider: 'openai.chat', model: 'gpt-5' });
     const content = [{ type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } }];
     const body = { model: 'gpt-3.5-turbo', messages: [{ role: 'user', content }] };
     globalThis.tried = lowerRequest({ wire: 'chat-completions', body, profile }).then((lowered) => ({
       'tokens and profiles': estimateImageTokens(image.tokens, { width: 64, height: 64 }) > 0 ? 'works' : 'wrong',
       'the lens': JSON.stringify(lowered.body).includes('base64') ? 'wrong' : 'works',
     }));`,
  );
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
  });
  return outputFiles[0]?.text ?? '';
}

export async function tryEdge(modules: string, source: string): Promise<Found> {
  const load = createRequire(join(modules, 'package.json'));
  const edge: { readonly EdgeVM: new () => { evaluate(code: string): unknown } } =
    load('@edge-runtime/vm');
  const vm = new edge.EdgeVM();
  vm.evaluate(source);
  return readFound(await vm.evaluate('globalThis.tried'));
}

/** The runtime of Cloudflare Workers, under the folder in which it is installed. */
export const workerd = {
  title: 'workerd 1.20261104',
  wanted: '@cloudflare/workerd-linux-64@1.20261104.1',
  program: 'node_modules/@cloudflare/workerd-linux-64/bin/workerd',
} as const;

export async function tryWorkerd(folder: string, source: string): Promise<Found> {
  // Nothing may be awaited there before a request came.
  writeFileSync(
    join(folder, 'worker.js'),
    `const run = () => { ${source} };
     export default { async fetch() { run(); return Response.json(await globalThis.tried); } };`,
  );
  writeFileSync(
    join(folder, 'worker.capnp'),
    `using Workerd = import "/workerd/workerd.capnp";
     const config :Workerd.Config = (
       services = [(name = "main", worker = .worker)],
       sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
     );
     const worker :Workerd.Worker = (
       modules = [(name = "main", esModule = embed "worker.js")],
       compatibilityDate = "2026-01-01",
     );`,
  );
  const child = spawn(join(folder, workerd.program), ['serve', 'worker.capnp', '--control-fd=1'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  try {
    const [said] = await Promise.race([once(child.stdout, 'data'), ended]);
    const port = /"port":(\d+)/.exec(String(said))?.[1];
    if (port === undefined) throw new Error(`workerd does not listen: ${String(said)}`);
    const answer = await fetch(`http://127.0.0.1:${port}/`);
    return readFound(await answer.json());
  } finally {
    child.kill();
    await ended;
  }
}

/** What a built page shows in Chromium, with nothing to reach but its own files. */
export async function textOfPage(dist: string, selector: string): Promise<string> {
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
  try {
    const page = await browser.newPage();
    await page.route('**/*', (route) => {
      const { pathname } = new URL(route.request().url());
      return route.fulfill({ path: join(dist, pathname === '/' ? 'index.html' : pathname) });
    });
    await page.goto('http://page.test/');
    return await page.locator(selector).innerText();
  } finally {
    await browser.close();
  }
}

export async function tryChromium(source: string): Promise<readonly (readonly [string, Found])[]> {
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
  try {
    const page = await browser.newPage();
    await page.evaluate(source);
    const inPage = readFound(await page.evaluate('globalThis.tried'));
    const inWorker = readFound(await page.evaluate(inWorkerOf(source)));
    return [
      ['a page', inPage],
      ['a worker of it', inWorker],
    ];
  } finally {
    await browser.close();
  }
}

/** An expression of the page: what the script says in a worker of its own. */
function inWorkerOf(source: string): string {
  const code = `${source}; globalThis.tried.then((found) => postMessage(found), (error) => postMessage({ error: String(error) }));`;
  return `new Promise((resolve, reject) => {
    const code = new Blob([${JSON.stringify(code)}], { type: 'text/javascript' });
    const worker = new Worker(URL.createObjectURL(code));
    worker.addEventListener('message', ({ data }) => resolve(data));
    worker.addEventListener('error', ({ message }) => reject(new Error(message)));
  })`;
}
