// The packed release in the hands of a stranger: the starters as `percept create` makes them, the short programs of the docs, and every
// part in every runtime that npm brings. Needs npm's registry or its cache.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startCaptureServer, text, toolCall } from 'percept/conformance';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { addPackages } from '../../scripts/pack/install.ts';
import { packTarballs, type Tarball } from '../../scripts/pack/tarballs.ts';
import { unless } from '../needs.ts';
import { bundleOf, textOfPage, tryChromium, tryEdge, tryWorkerd, workerd } from './no-node.ts';
import { nextPackages, startNext } from './next-app.ts';
import { runtimes, tableOf, tryParts, type Found } from './runtimes.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));
const home = mkdtempSync(join(tmpdir(), 'percept-installed-'));
const folder = join(home, 'my-agent');
const timeout = 600_000;
let tarballs: readonly Tarball[];

/** The tarballs that a starter needs, in place of packages that are not published. */
function filesOf(name: string): readonly string[] {
  const family = tarballs.find((tarball) => tarball.name === name)?.family ?? [];
  return tarballs.filter((tarball) => family.includes(tarball.name)).map(({ file }) => file);
}

function create(name: string, template: string): Promise<unknown> {
  const command = join(root, 'packages/percept/bin/percept.js');
  const args = [command, 'create', name, '--template', template];
  return run(process.execPath, args, { cwd: home });
}

beforeAll(async () => {
  tarballs = await packTarballs(join(home, 'tarballs'));
  await create('my-agent', 'agent');
  addPackages(folder, filesOf('percept'));
}, 1_800_000);
afterAll(() => rmSync(home, { recursive: true, force: true }), timeout);

describe('a starter runs from the packed release', { tags: ['d-starters'], timeout }, () => {
  const env = { PATH: process.env['PATH'], HOME: home };

  test('agent: it looks at the file that the model asks for', async () => {
    const replies = [toolCall('view', { ref: 'plan.svg' }), text('A kitchen.')];
    await using server = await startCaptureServer({ script: () => replies.shift() ?? text('') });
    const own = { OPENAI_API_KEY: 'unused', OPENAI_BASE_URL: server.baseUrl('responses') };
    const options = { cwd: folder, env: { ...env, ...own } };
    const { stdout } = await run(process.execPath, ['agent.ts'], options);
    expect(stdout.trim()).toBe('A kitchen.');
    expect(server.requests).toHaveLength(2);
    expect(server.requests[1]?.raw).toContain('data:image/');
  });

  test('uploads: it stores a picture, draws it small, and answers what it refuses', async () => {
    cpSync(join(root, 'packages/percept/templates/uploads/server.ts'), join(folder, 'server.ts'));
    const port = 20_000 + (process.pid % 20_000);
    const options = { cwd: folder, env: { ...env, PORT: String(port) } };
    const server = spawn(process.execPath, ['server.ts'], { ...options, stdio: 'inherit' });
    onTestFinished(() => void server.kill());
    const origin = `http://127.0.0.1:${port}`;
    await expect.poll(() => answers(`${origin}/`)).toBe(true);
    const body = readFileSync(join(root, 'docs/pictures/sample.png'));
    const stored = await fetch(origin, { method: 'POST', body });
    expect(stored.status).toBe(201);
    const named: unknown = await stored.json();
    const name = String(Object(named).name);
    const small = await fetch(`${origin}/${name}`);
    expect(small.headers.get('content-type')).toMatch(/^image\//);
    expect((await small.arrayBuffer()).byteLength).toBeGreaterThan(100);
    expect((await fetch(`${origin}/package.json`)).status).toBe(400);
    expect((await fetch(`${origin}/${'0'.repeat(64)}`)).status).toBe(404);
    const broken = body.subarray(0, 2000);
    const refused = await fetch(origin, { method: 'POST', body: broken });
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({ refused: expect.any(String) });
    server.kill();
    await once(server, 'exit');
  });

  test('page: it is built with the element in it, and Chromium shows what is in the envelope', async () => {
    await create('my-page', 'page');
    const page = join(home, 'my-page');
    addPackages(page, filesOf('@percept/web'));
    await run('npm', ['run', 'build'], { cwd: page });
    const html = readFileSync(join(page, 'dist/index.html'), 'utf8');
    const script = /src="([^"]+\.js)"/.exec(html)?.[1] ?? '';
    expect(readFileSync(join(page, 'dist', script), 'utf8')).toContain('media-envelope');
    expect(await textOfPage(join(page, 'dist'), 'media-envelope [role=heading]')).toBe('It works');
  });

  test('the example that teaches a format', async () => {
    cpSync(join(root, 'docs/examples/teach-a-format.ts'), join(folder, 'teach.ts'));
    const { stdout } = await run(process.execPath, ['teach.ts'], { cwd: folder, env });
    expect(stdout).toContain('1 page');
  });
});

test('a route of Next answers for the tenant', { tags: ['d-mounted'], timeout }, async () => {
  const app = join(home, 'my-next');
  addPackages(app, [...filesOf('@percept/host'), ...nextPackages]);
  await using next = await startNext(app, 20_001 + (process.pid % 20_000));
  const { origin } = next;
  await expect.poll(() => answers(`${origin}/healthz`), { timeout: 240_000 }).toBe(true);
  expect((await fetch(`${origin}/healthz`)).status).toBe(200);
  const sessions = `${origin}/api/sessions`;
  const headers = { 'content-type': 'application/json' };
  expect((await fetch(sessions, { method: 'POST', headers, body: '{}' })).status).toBe(201);
  expect(await (await fetch(sessions)).json()).toMatchObject({ sessions: [{}] });
  expect((await fetch(`${origin}/v1/assets/nothing`)).status).toBe(404);
  const upload = await fetch(`${origin}/api/uploads`, {
    method: 'POST',
    headers: { 'content-type': 'image/png', 'x-upload-name': 'sample.png' },
    body: readFileSync(join(root, 'docs/pictures/sample.png')),
  });
  expect(await upload.text()).toContain('"type":"done"');
});

test(
  'import of percept loads at most 130 modules of the packed release, all of them ours',
  { tags: ['d-light-import'], timeout },
  async () => {
    const program = `
      import { registerHooks } from 'node:module';
      const loaded = [];
      registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
      await import('percept');
      console.log(JSON.stringify(loaded.filter((url) => url.startsWith('file:'))));
    `;
    const args = ['--no-warnings', '--input-type=module', '-e', program];
    const { stdout } = await run(process.execPath, args, { cwd: folder });
    const loaded: readonly unknown[] = [JSON.parse(stdout)].flat();
    const foreign = loaded.filter(
      (url) => !/node_modules\/(@percept\/[^/]+|percept)\//.test(String(url)),
    );
    expect(foreign).toEqual([]);
    expect(loaded.length).toBeLessThanOrEqual(130);
    expect(loaded.length).toBeGreaterThan(65);
  },
);

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).status > 0;
  } catch {
    return false;
  }
}

const noRuntimes =
  process.platform === 'linux' && process.arch === 'x64'
    ? undefined
    : 'the runtimes are packages for Linux on x64';

test(
  'docs/runtimes.md says what runs where, as it was tried',
  { tags: ['d-runtimes'], ...unless(noRuntimes), timeout },
  async () => {
    const other = join(home, 'runtimes');
    addPackages(other, [
      ...runtimes.map(({ wanted }) => wanted),
      '@edge-runtime/vm@5.0.0',
      workerd.wanted,
    ]);
    const columns = new Map<string, Found>();
    for (const runtime of runtimes)
      columns.set(runtime.title, await tryParts(folder, join(other, 'node_modules'), runtime));
    const source = await bundleOf(folder);
    columns.set('edge', await tryEdge(other, source));
    columns.set(workerd.title, await tryWorkerd(other, source));
    for (const [title, found] of await tryChromium(source)) columns.set(title, found);
    expect(readFileSync(join(root, 'docs/runtimes.md'), 'utf8')).toContain(tableOf(columns));
  },
);
