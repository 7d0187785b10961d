// The app's files: what is in the folder is served with the strict policy, and nothing else is, however it is asked for.
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Hono } from 'hono';
import { openSecret } from '../src/server-secret.ts';
import { serveApp } from '../src/static-files.ts';

let folder = '';
let app: Hono;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'percept-static-'));
  await mkdir(join(folder, 'app', 'assets'), { recursive: true });
  await writeFile(join(folder, 'secret.txt'), 'outside');
  await writeFile(join(folder, 'app', 'index.html'), '<!doctype html><title>x</title>');
  await writeFile(join(folder, 'app', 'assets', 'main-Ab12Cd34.js'), 'export {};');
  await writeFile(join(folder, 'app', 'assets', 'odd.xyz'), '<script>1</script>');
  await symlink(join(folder, 'secret.txt'), join(folder, 'app', 'link.txt'));
  app = await serveApp(join(folder, 'app'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('files of the app', () => {
  test('have the strict policy, their type, and a life that fits their name', async () => {
    const page = await app.request('/');
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('cache-control')).toBe('no-cache');
    expect(page.headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; media-src 'self' blob:; connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types lit-html",
    );
    for (const [name, value] of [
      ['x-content-type-options', 'nosniff'],
      ['referrer-policy', 'no-referrer'],
      ['cross-origin-resource-policy', 'same-origin'],
      ['cross-origin-opener-policy', 'same-origin'],
    ])
      expect(page.headers.get(name ?? '')).toBe(value);
    const script = await app.request('/assets/main-Ab12Cd34.js');
    expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    const odd = await app.request('/assets/odd.xyz');
    expect(odd.headers.get('content-type')).toBe('application/octet-stream');
    expect(odd.headers.get('content-disposition')).toBe('attachment');
    const known = page.headers.get('etag') ?? '';
    expect((await app.request('/', { headers: { 'if-none-match': known } })).status).toBe(304);
    const head = await app.request('/', { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect((await app.request('/', { method: 'POST' })).status).toBe(404);
  });

  test.each([
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/assets/%2e%2e%5c%2e%2e%5csecret.txt',
    '/link.txt',
    '//etc/passwd',
    '/index.html%00.js',
    '/.git/config',
    '/assets/',
    '/assets',
    '/session/../secret.txt',
  ])('%s is not there', async (path) => {
    const response = await app.request(`http://x${path}`);
    expect(response.status === 404 || (await response.text()).includes('<title>x')).toBe(true);
    expect(response.headers.get('content-type') ?? '').not.toContain('octet');
  });
});

test('the server key is made once, is its owner’s alone, and two at once agree', async () => {
  const place = join(folder, 'data');
  const [one, two] = await Promise.all([openSecret(place), openSecret(place)]);
  if (!one.ok || !two.ok) throw new Error('No key was made.');
  expect(one.value.derive('cookies')).toEqual(two.value.derive('cookies'));
  expect(one.value.derive('cookies')).not.toEqual(one.value.derive('local-token'));
  const { stat, writeFile: write } = await import('node:fs/promises');
  expect((await stat(join(place, 'server.key'))).mode & 0o777).toBe(0o600);
  await write(join(place, 'server.key'), 'damaged');
  expect(await openSecret(place)).toMatchObject({ ok: false, refusal: { refused: 'corrupt' } });
});
