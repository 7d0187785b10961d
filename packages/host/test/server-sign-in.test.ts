// How a browser becomes somebody, for how long, and how it ends.
import { appendFile, mkdir, mkdtemp, readFile, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseTenantId } from '@percept/core';
import { openMemory } from '@percept/store';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { keyLifetimeMs, SignIn } from '../src/sign-in.ts';
import { SharedSignedOut } from '../src/shared-signed-out.ts';
import { signInRoutes } from '../src/sign-in-routes.ts';
import { SignedOut } from '../src/signed-out.ts';

const origin = 'http://127.0.0.1:4600';
const key = new Uint8Array(32).fill(7);
const signedOut = { has: () => false, add: async () => undefined };

const clock = { now: 1_700_000_000_000 };
const memory = await openMemory({
  clock: () => clock.now,
  directory: await mkdtemp(join(tmpdir(), 'percept-marks-')),
});
const { marks } = memory;
afterAll(async () => {
  await memory.close();
  await rm(memory.directory, { recursive: true, force: true });
});

const tenant = (name: string) => {
  const parsed = parseTenantId(name);
  if (!parsed.ok) throw new Error(name);
  return parsed.value;
};

async function freshFolder(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'percept-signed-out-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

describe('signing in', () => {
  const open = (own = key, at = origin) =>
    new SignIn({ key: own, origin: at, signedOut, marks, clock: () => clock.now });
  const signedIn = async (signIn: SignIn, key: string) => {
    const redeemed = await signIn.redeem(key);
    if (redeemed.kind !== 'signed-in') throw new Error(`The key is ${redeemed.kind}.`);
    return redeemed;
  };
  const cookieOf = async (signIn: SignIn, name = 'local') =>
    (await signedIn(signIn, signIn.issue(tenant(name)))).setCookie.split(';')[0] ?? '';

  test('a key works once, and its cookie is only for this site and only for the server', async () => {
    const signIn = open();
    const key = signIn.issue(tenant('acme'));
    const redeemed = await signedIn(signIn, key);
    expect(redeemed.tenant).toBe('acme');
    expect(redeemed.setCookie).toMatch(/HttpOnly/);
    expect(redeemed.setCookie).toMatch(/SameSite=Strict/);
    expect(redeemed.setCookie).not.toContain(key);
    expect((await signIn.redeem(key)).kind).toBe('unknown');
    expect((await signIn.redeem('')).kind).toBe('unknown');
    expect(signIn.identify(redeemed.setCookie.split(';')[0])).toBe('acme');
  });

  test('a cookie survives a restart, and neither another server, another port nor time', async () => {
    const cookie = await cookieOf(open());
    expect(open().identify(cookie)).toBe('local');
    expect(open(new Uint8Array(32).fill(8)).identify(cookie)).toBeUndefined();
    expect(open(undefined, 'http://localhost:4600').identify(cookie)).toBeUndefined();
    const later = clock.now;
    clock.now += 31 * 24 * 60 * 60 * 1000;
    expect(open().identify(cookie)).toBeUndefined();
    clock.now = later;
  });

  test('no single letter of a cookie can be changed', async () => {
    const signIn = open();
    const cookie = await cookieOf(signIn);
    const start = cookie.indexOf('=') + 1;
    for (let at = start; at < cookie.length; at++)
      for (const letter of ['A', '0', '.', '-', '~', '%']) {
        if (cookie[at] === letter) continue;
        const changed = cookie.slice(0, at) + letter + cookie.slice(at + 1);
        expect(signIn.identify(changed), `${at} ${letter}`).toBeUndefined();
      }
    expect(signIn.identify(`${cookie}A`)).toBeUndefined();
    expect(signIn.identify(cookie.replace('.local.', '.acme.'))).toBeUndefined();
    expect(signIn.identify(`other=1; ${cookie}; more=2`)).toBe('local');
    for (const none of [
      undefined,
      null,
      '',
      '=',
      ';;;',
      'percept-4600=',
      `percept-4600=${'x'.repeat(9999)}`,
    ])
      expect(signIn.identify(none)).toBeUndefined();
  });

  test('over TLS the cookie is bound to this host', async () => {
    const signIn = open(undefined, 'https://percept.example');
    const made = (await signedIn(signIn, signIn.issue(tenant('local')))).setCookie;
    expect(made).toMatch(/^__Host-percept=/);
    expect(made).toMatch(/; Secure/);
  });

  test('a key that nobody used in ten minutes is over, is told once that it is, and gives no cookie', async () => {
    const signIn = open();
    const [soon, late] = [signIn.issue(tenant('acme')), signIn.issue(tenant('acme'))];
    const before = clock.now;
    clock.now += keyLifetimeMs - 1;
    expect((await signIn.redeem(soon)).kind).toBe('signed-in');
    clock.now += 1;
    expect(await signIn.redeem(late)).toEqual({ kind: 'expired', tenant: 'acme' });
    expect(await signIn.redeem(late)).toEqual({ kind: 'unknown' });
    clock.now = before;
    expect(keyLifetimeMs).toBe(600_000);
  });

  test(
    'a key of one server is good at another that shares the memory, once in all',
    { tags: ['f-host-many-servers'] },
    async () => {
      const [one, other] = [open(), open()];
      const key = one.issue(tenant('acme'));
      expect((await open(new Uint8Array(32).fill(9)).redeem(key)).kind).toBe('unknown');
      expect((await open(undefined, 'http://localhost:4600').redeem(key)).kind).toBe('unknown');
      const redeemed = await Promise.all([other.redeem(key), one.redeem(key), other.redeem(key)]);
      expect(redeemed.map(({ kind }) => kind).toSorted()).toEqual([
        'signed-in',
        'unknown',
        'unknown',
      ]);
      expect((await one.redeem(key.replace('.acme.', '.local.'))).kind).toBe('unknown');
    },
  );

  test(
    'a cookie that was taken back at one server is over at the others',
    { tags: ['f-host-many-servers'] },
    async () => {
      const at = async () => {
        const ended = await SharedSignedOut.open(marks);
        onTestFinished(() => ended.close());
        return new SignIn({ key, origin, signedOut: ended, marks, clock: () => clock.now });
      };
      const [one, other] = [await at(), await at()];
      const cookie = await cookieOf(one);
      expect([one.identify(cookie), other.identify(cookie)]).toEqual(['local', 'local']);
      await one.signOut(cookie);
      expect(one.identify(cookie)).toBeUndefined();
      await expect.poll(() => other.identify(cookie), { timeout: 5000 }).toBeUndefined();
      expect((await at()).identify(cookie)).toBeUndefined();
    },
  );

  test('a cookie that was taken back is over also after a restart, and no other one is', async () => {
    const directory = await freshFolder();
    const at = () => {
      const ended = new SignedOut(directory, () => clock.now);
      return new SignIn({ key, origin, signedOut: ended, marks, clock: () => clock.now });
    };
    const signIn = at();
    const [one, other] = [await cookieOf(signIn), await cookieOf(signIn)];
    expect(await signIn.signOut(`a=b; ${one}`)).toMatch(/^percept-4600=; .*Max-Age=0/);
    for (const server of [signIn, at()]) {
      expect(server.identify(one)).toBeUndefined();
      expect(server.identify(other)).toBe('local');
    }
    // What is signed out already, or was never a cookie, changes nothing.
    const file = join(directory, 'signed-out');
    at();
    const held = await readFile(file, 'utf8');
    await at().signOut(one);
    await at().signOut('percept-4600=nonsense');
    expect(await readFile(file, 'utf8')).toBe(held);
    // A line that a crash or a full disk cut off is no line, and takes no other one with it.
    const running = at();
    await appendFile(file, 'torn');
    await running.signOut(other);
    for (const ended of [one, other]) expect(at().identify(ended)).toBeUndefined();
    expect(await readFile(file, 'utf8')).not.toContain('torn');
    // What is over is forgotten.
    clock.now += 31 * 24 * 60 * 60 * 1000;
    at();
    expect(await readFile(file, 'utf8')).toBe('');
    clock.now -= 31 * 24 * 60 * 60 * 1000;
  });

  test('a cookie that could not be taken back for good is still to be taken back', async () => {
    const directory = await freshFolder();
    const ended = new SignedOut(directory, () => clock.now);
    const signIn = new SignIn({ key, origin, signedOut: ended, marks, clock: () => clock.now });
    const cookie = await cookieOf(signIn);
    await mkdir(join(directory, 'signed-out'));
    await expect(signIn.signOut(cookie)).rejects.toThrow(/EISDIR/);
    await rmdir(join(directory, 'signed-out'));
    await signIn.signOut(cookie);
    expect(new SignedOut(directory, () => clock.now).has(cookie.split('.')[3] ?? '')).toBe(true);
  });
});

test('attack: a link that another site opens signs nobody in before they say so', async () => {
  const signIn = new SignIn({ key, origin, signedOut, marks, clock: () => clock.now });
  const routes = signInRoutes({
    signIn,
    origin,
    clock: () => clock.now,
    identify: () => undefined,
  });
  const link = signIn.issue(tenant('acme'));
  const open = (site: string | undefined, given = link) =>
    routes.request(`${origin}/?key=${encodeURIComponent(given)}`, {
      headers: { host: '127.0.0.1:4600', ...(site !== undefined && { 'sec-fetch-site': site }) },
    });
  for (const site of ['cross-site', 'same-site', 'odd']) {
    const sent = await open(site);
    expect(sent.headers.getSetCookie()).toEqual([]);
    expect(await sent.text()).toContain(`<a href="/?key=${link}">`);
  }
  const nasty = await open('cross-site', '"><script>alert(1)</script>');
  expect(await nasty.text()).not.toContain('<script>');
  const meant = await open('same-origin');
  expect(meant.status).toBe(303);
  expect(meant.headers.getSetCookie()).toHaveLength(1);
});
