// Who is turned away at the door of the server, who becomes somebody, and what is never written into a log.
import { describe, expect, test } from 'vitest';
import { parseTenantId } from '@percept/core';
import { redactUrl } from '../src/access-log.ts';
import { createGate, loopbackHosts } from '../src/gate.ts';
import { readTenants } from '../src/index.ts';
import { SignIn } from '../src/sign-in.ts';

const origin = 'http://127.0.0.1:4600';
const gate = createGate({ origin, otherHosts: loopbackHosts(4600) });
const tenant = (name: string) => {
  const parsed = parseTenantId(name);
  if (!parsed.ok) throw new Error(name);
  return parsed.value;
};

describe('the gate', () => {
  const cases: readonly (readonly [
    string,
    string,
    Readonly<Record<string, string>>,
    number | undefined,
  ])[] = [
    ['GET', '/', { host: '127.0.0.1:4600' }, undefined],
    ['GET', '/', { host: 'localhost:4600' }, undefined],
    ['GET', '/', { host: 'LOCALHOST:4600' }, undefined],
    ['GET', '/', { host: '[::1]:4600' }, undefined],
    ['GET', '/', {}, 421],
    ['GET', '/', { host: '' }, 421],
    ['GET', '/', { host: '127.0.0.1' }, 421],
    ['GET', '/', { host: '127.0.0.1:80' }, 421],
    ['GET', '/', { host: 'rebound.example:4600' }, 421],
    ['GET', '/', { host: '127.0.0.1:4600.rebound.example' }, 421],
    ['GET', '/', { host: '127.0.0.1:4600, evil' }, 421],
    ['GET', 'http://evil.example/api/status', { host: '127.0.0.1:4600' }, 400],
    ['OPTIONS', '*', { host: '127.0.0.1:4600' }, 400],
    ['GET', '/%E0%A4%A', { host: '127.0.0.1:4600' }, 400],
    ['POST', '/api/sessions', { host: '127.0.0.1:4600', origin }, undefined],
    ['POST', '/api/sessions', { host: '127.0.0.1:4600' }, undefined],
    ['POST', '/api/sessions', { host: '127.0.0.1:4600', origin: 'http://127.0.0.1:3000' }, 403],
    ['POST', '/api/sessions', { host: '127.0.0.1:4600', origin: 'https://127.0.0.1:4600' }, 403],
    ['POST', '/api/sessions', { host: '127.0.0.1:4600', origin: 'null' }, 403],
    [
      'POST',
      '/api/sessions',
      { host: '127.0.0.1:4600', origin, 'sec-fetch-site': 'same-origin' },
      undefined,
    ],
    ['POST', '/api/sessions', { host: '127.0.0.1:4600', 'sec-fetch-site': 'same-site' }, 403],
    ['POST', '/api/sessions', { host: '127.0.0.1:4600', 'sec-fetch-site': 'cross-site' }, 403],
    ['DELETE', '/api/sessions/x', { host: '127.0.0.1:4600', 'sec-fetch-site': 'cross-site' }, 403],
    [
      'POST',
      '/v1/chat/completions',
      { host: '127.0.0.1:4600', 'sec-fetch-site': 'cross-site' },
      403,
    ],
    ['GET', '/api/sessions', { host: '127.0.0.1:4600', 'sec-fetch-site': 'cross-site' }, 403],
    ['GET', '/%61pi/sessions', { host: '127.0.0.1:4600', 'sec-fetch-site': 'cross-site' }, 403],
    ['GET', '//api/sessions', { host: '127.0.0.1:4600', 'sec-fetch-site': 'cross-site' }, 403],
    ['GET', '/API/sessions', { host: '127.0.0.1:4600', 'sec-fetch-site': 'cross-site' }, 403],
    ['GET', '/', { host: '127.0.0.1:4600', 'sec-fetch-site': 'cross-site' }, undefined],
    [
      'GET',
      '/v1/assets/a1.x',
      { host: '127.0.0.1:4600', 'sec-fetch-site': 'cross-site' },
      undefined,
    ],
  ];
  test.each(cases)('%s %s with %o is answered as it should be', (method, url, headers, status) => {
    expect(gate({ method, url, headers, headersDistinct: {} })?.status).toBe(status);
  });

  test('two names are one too many', () => {
    const headers = { host: '127.0.0.1:4600' };
    const headersDistinct = { host: ['127.0.0.1:4600', 'evil.example'] };
    expect(gate({ method: 'GET', url: '/', headers, headersDistinct })?.status).toBe(400);
  });
});

describe('signing in', () => {
  const clock = { now: 1_700_000_000_000 };
  const open = (key = new Uint8Array(32).fill(7), at = origin) =>
    new SignIn({ key, origin: at, clock: () => clock.now });
  const cookieOf = (signIn: SignIn, name = 'local') =>
    signIn.redeem(signIn.issue(tenant(name)))?.setCookie.split(';')[0] ?? '';

  test('a key works once, and its cookie is only for this site and only for the server', () => {
    const signIn = open();
    const key = signIn.issue(tenant('acme'));
    const redeemed = signIn.redeem(key);
    expect(redeemed?.tenant).toBe('acme');
    expect(redeemed?.setCookie).toMatch(/HttpOnly/);
    expect(redeemed?.setCookie).toMatch(/SameSite=Strict/);
    expect(redeemed?.setCookie).not.toContain(key);
    expect(signIn.redeem(key)).toBeUndefined();
    expect(signIn.redeem('')).toBeUndefined();
    expect(signIn.identify(redeemed?.setCookie.split(';')[0])).toBe('acme');
  });

  test('a cookie survives a restart, and neither another server, another port nor time', () => {
    const cookie = cookieOf(open());
    expect(open().identify(cookie)).toBe('local');
    expect(open(new Uint8Array(32).fill(8)).identify(cookie)).toBeUndefined();
    expect(open(undefined, 'http://localhost:4600').identify(cookie)).toBeUndefined();
    const later = clock.now;
    clock.now += 31 * 24 * 60 * 60 * 1000;
    expect(open().identify(cookie)).toBeUndefined();
    clock.now = later;
  });

  test('no single letter of a cookie can be changed', () => {
    const signIn = open();
    const cookie = cookieOf(signIn);
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

  test('over TLS the cookie is bound to this host', () => {
    const signIn = open(undefined, 'https://percept.example');
    const made = signIn.redeem(signIn.issue(tenant('local')))?.setCookie;
    expect(made).toMatch(/^__Host-percept=/);
    expect(made).toMatch(/; Secure/);
  });

  test('keys that nobody uses do not pile up', () => {
    const signIn = open();
    const first = signIn.issue(tenant('local'));
    for (let count = 0; count < 64; count++) signIn.issue(tenant('local'));
    expect(signIn.redeem(first)).toBeUndefined();
  });
});

test(
  'a log line holds no handle, no token and no value of a query',
  { tags: ['f-grant-not-in-logs'] },
  () => {
    expect(redactUrl('/v1/assets/a1.kid.abcdef.0123456789')).toBe('/v1/assets/redacted');
    expect(redactUrl('/v1/host/sample/assets/a1.kid.abcdef.0123?x=1')).toBe(
      '/v1/host/sample/assets/redacted?x=…',
    );
    expect(redactUrl('/v1/interrupts/abc.def')).toBe('/v1/interrupts/redacted');
    expect(redactUrl('/assets/main-Ab12Cd34.js')).toBe('/assets/main-Ab12Cd34.js');
    expect(redactUrl('/?key=secret-key&a=b')).toBe('/?key=…&a=…');
    expect(redactUrl('/\u001b[31m')).not.toContain('\u001b');
    expect(redactUrl(`/${'x'.repeat(9999)}`).length).toBeLessThan(300);
  },
);

test('a file of tenants with a short, double or missing token is not taken', () => {
  const good = { name: 'acme', token: 'x'.repeat(24) };
  expect(readTenants({ tenants: [good] })).toMatchObject({
    ok: true,
    value: { credentials: [{ tenant: 'acme' }] },
  });
  for (const bad of [
    undefined,
    [],
    {},
    { tenants: [] },
    { tenants: [{ name: 'acme' }] },
    { tenants: [{ ...good, token: 'short' }] },
    { tenants: [{ ...good, token: `${'x'.repeat(30)} ` }] },
    { tenants: [{ ...good, name: '../up' }] },
    { tenants: [{ ...good, name: 'local' }] },
    { tenants: [good, { ...good, name: 'other' }] },
  ]) {
    const read = readTenants(bad);
    expect(read.ok).toBe(false);
    expect(JSON.stringify(read)).not.toContain('x'.repeat(24));
  }
});
