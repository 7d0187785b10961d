// How a browser becomes somebody, for how long, and how it ends.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { parseTenantId } from '@percept/core';
import { openMemory, type Marks } from '@percept/store';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { SignIn } from '../src/sign-in.ts';
import { signInRoutes } from '../src/sign-in-routes.ts';
import { SignedOut } from '../src/signed-out.ts';
import { keyLifetimeMs } from '../src/limits.ts';

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
        const ended = await SignedOut.open(marks, { isShared: true });
        onTestFinished(() => ended.close());
        return new SignIn({ key, origin, signedOut: ended, marks, clock: () => clock.now });
      };
      const [one, other] = [await at(), await at()];
      const cookie = await cookieOf(one);
      expect([one.identify(cookie), other.identify(cookie)]).toEqual(['local', 'local']);
      await one.signOut(cookie);
      expect(one.identify(cookie)).toBeUndefined();
      await expect.poll(() => other.identify(cookie)).toBeUndefined();
      expect((await at()).identify(cookie)).toBeUndefined();
    },
  );

  test('a look that began before a cookie was taken back does not bring it back', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const [begun, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let looks = 0;
    const slow: Marks = {
      set: (...asked) => marks.set(...asked),
      has: (...asked) => marks.has(...asked),
      list: async (purpose) => {
        const seen = await marks.list(purpose);
        looks += 1;
        if (looks !== 2) return seen;
        begun.resolve();
        await answered.promise;
        return seen;
      },
    };
    const ended = await SignedOut.open(slow, { isShared: true });
    onTestFinished(() => ended.close());
    vi.advanceTimersByTime(1_000);
    await begun.promise;
    await ended.add('a-nonce', clock.now + 1_000);
    answered.resolve();
    await nextTurn();
    expect(ended.has('a-nonce')).toBe(true);
    vi.advanceTimersByTime(1_000);
    await expect.poll(() => looks).toBe(3);
    expect(ended.has('a-nonce')).toBe(true);
  });

  const start = async (directory: string) => {
    const own = await openMemory({ clock: () => clock.now, directory });
    onTestFinished(() => own.close());
    const ended = await SignedOut.open(own.marks, { isShared: false });
    const parts = { key, origin, signedOut: ended, marks: own.marks, clock: () => clock.now };
    return { signIn: new SignIn(parts), own };
  };

  test('a cookie that was taken back is over also after a restart, and no other one is', async () => {
    const directory = await freshFolder();
    const { signIn, own } = await start(directory);
    const [one, other] = [await cookieOf(signIn), await cookieOf(signIn)];
    expect(await signIn.signOut(`a=b; ${one}`)).toMatch(/^percept-4600=; .*Max-Age=0/);
    // What is signed out already, or was never a cookie, changes nothing.
    await signIn.signOut(one);
    await signIn.signOut('percept-4600=nonsense');
    const held = await own.marks.list('sign-out');
    expect(held.ok && held.value).toHaveLength(1);
    await own.close();
    const again = await start(directory);
    for (const server of [signIn, again.signIn]) {
      expect(server.identify(one)).toBeUndefined();
      expect(server.identify(other)).toBe('local');
    }
    // What is over is forgotten.
    clock.now += 31 * 24 * 60 * 60 * 1000;
    expect(await again.own.marks.list('sign-out')).toEqual({ ok: true, value: [] });
    clock.now -= 31 * 24 * 60 * 60 * 1000;
  });

  test('a cookie that could not be taken back for good is still to be taken back', async () => {
    const directory = await freshFolder();
    const { signIn, own } = await start(directory);
    const cookie = await cookieOf(signIn);
    await own.close();
    await expect(signIn.signOut(cookie)).rejects.toThrow('The memory was closed');
    expect(signIn.identify(cookie)).toBe('local');
    const again = await start(directory);
    await again.signIn.signOut(cookie);
    expect(again.signIn.identify(cookie)).toBeUndefined();
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
