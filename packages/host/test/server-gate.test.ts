// Who is turned away at the door of the server, and what is never written into a log.
import { describe, expect, test } from 'vitest';
import { redactUrl } from '../src/access-log.ts';
import { createGate, loopbackHosts } from '../src/gate.ts';
import { readTenants } from '../src/index.ts';

const origin = 'http://127.0.0.1:4600';
const gate = createGate({ origin, otherHosts: loopbackHosts(4600) });

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
    ['GET', '/api?x', { host: '127.0.0.1:4600', 'sec-fetch-site': 'cross-site' }, 403],
    ['GET', '/session/a.b..c', { host: '127.0.0.1:4600' }, undefined],
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

  test.each([
    '/x/../api/status',
    '/x/%2e%2e/api/status',
    '/x/.%2E/api/status',
    '/./api/status',
    '/%2e/api/status',
    '/x/..',
    '\\api\\status',
    '/\\api/status',
    '/x\\..\\api/status',
    '/a\tpi/status',
    '/api\t/status',
    '/.\n./api/status',
  ])('a path that can be read in two ways is no path: %j', (url) => {
    for (const headers of [
      { host: '127.0.0.1:4600' },
      { host: '127.0.0.1:4600', 'sec-fetch-site': 'cross-site' },
      { host: '127.0.0.1:4600', origin: 'https://evil.example' },
    ])
      expect(gate({ method: 'GET', url, headers, headersDistinct: {} })?.status).toBe(400);
  });

  test('two names are one too many', () => {
    const headers = { host: '127.0.0.1:4600' };
    const headersDistinct = { host: ['127.0.0.1:4600', 'evil.example'] };
    expect(gate({ method: 'GET', url: '/', headers, headersDistinct })?.status).toBe(400);
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
