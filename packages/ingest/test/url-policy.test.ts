import { lookup } from 'node:dns/promises';
import { describe, expect, test } from 'vitest';
import { isPublicAddress } from '../src/sources/address.ts';
import { fetchUrl } from '../src/sources/index.ts';
import { checkRedirect, checkUrl } from '../src/sources/url-policy.ts';
import { kindOf, refusalOf, valueOf } from './fixtures/sources/outcome.ts';
import { serve } from './fixtures/sources/server.ts';

describe('addresses', () => {
  test.each([
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '10.255.255.255',
    '100.64.0.1',
    '100.100.100.200',
    '100.127.255.255',
    '127.0.0.1',
    '127.255.255.254',
    '168.63.129.16',
    '169.254.169.254',
    '169.254.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.1',
    '192.0.0.192',
    '192.0.2.1',
    '192.31.196.1',
    '192.52.193.1',
    '192.88.99.1',
    '192.168.0.1',
    '192.175.48.1',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::127.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::ffff:0:8.8.8.8',
    '64:ff9b::8.8.8.8',
    '64:ff9b::7f00:1',
    '64:ff9b:1::1',
    '100::1',
    '100:0:0:1::1',
    '2001::1',
    '2001:0:4136:e378::1',
    '2001:2::1',
    '2001:10::1',
    '2001:20::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '2002:808:808::1',
    '2620:4f:8000::1',
    '3fff::1',
    '4000::1',
    '5f00::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'febf::1',
    'fec0::1',
    'ff02::1',
    'ffff::1',
    'fe80::1%eth0',
    '2606:4700::1%eth0',
    '',
    'localhost',
    '127.1',
    '0177.0.0.1',
    '0x7f.1',
    '2130706433',
    '1.2.3.4.5',
    '8.8.8.8 ',
    '[::1]',
  ])('%j is not public', { tags: ['f-ingest-ssrf-private'] }, (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  test.each([
    '1.1.1.1',
    '8.8.8.8',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.1',
    '169.253.255.255',
    '169.255.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.0.1.0',
    '192.167.255.255',
    '192.169.0.0',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2606:4700:4700::1111',
    '2001:4860:4860::8888',
    '2a00::1',
    '2001:200::1',
    '2003::1',
  ])('%j is public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
});

describe('spellings of this machine', () => {
  const port = '{port}';
  const spellings = [
    `http://127.0.0.1:${port}/`,
    `http://127.1:${port}/`,
    `http://127.0.1:${port}/`,
    `http://2130706433:${port}/`,
    `http://0x7f000001:${port}/`,
    `http://0x7F.0.0.1:${port}/`,
    `http://0177.0.0.1:${port}/`,
    `http://017700000001:${port}/`,
    `http://0x7f.1:${port}/`,
    `http://127.0.0.1.:${port}/`,
    `http://0:${port}/`,
    `http://0.0.0.0:${port}/`,
    `http://127.127.127.127:${port}/`,
    `http://①②⑦.⓪.⓪.①:${port}/`,
    `http://１２７.０.０.１:${port}/`,
    `http://127。0。0。1:${port}/`,
    `http://%31%32%37.0.0.1:${port}/`,
    `http://localhost:${port}/`,
    `http://LOCALHOST:${port}/`,
    `http://localhost.:${port}/`,
    `http://ｌocalhost:${port}/`,
    `http://a.localhost:${port}/`,
    `http://[::1]:${port}/`,
    `http://[::]:${port}/`,
    `http://[0:0:0:0:0:0:0:1]:${port}/`,
    `http://[::ffff:127.0.0.1]:${port}/`,
    `http://[::ffff:7f00:1]:${port}/`,
    `http://[::127.0.0.1]:${port}/`,
    `http://[64:ff9b::127.0.0.1]:${port}/`,
    `http://[2002:7f00:1::]:${port}/`,
    `http:127.0.0.1:${port}/`,
    `http:///127.0.0.1:${port}/`,
    `http:\\\\127.0.0.1:${port}\\`,
    `  http://127.0.0.1:${port}/  `,
    `HTTP://127.0.0.1:${port}/`,
    `http://example.com@127.0.0.1:${port}/`,
    `http://127.0.0.1:${port}#@example.com/`,
    `http://127.0.0.1:${port}\\@example.com/`,
    `http://metadata.google.internal:${port}/`,
    `http://printer.local:${port}/`,
  ];

  test.each(spellings)(
    '%s reaches nothing',
    { tags: ['f-ingest-ssrf-spelling'] },
    async (spelling) => {
      const server = await serve((_request, response) => response.end('secret'), '0.0.0.0');
      const url = spelling.replace(port, String(server.port));
      const outcome = await fetchUrl(url, {
        maxBytes: 1000,
        timeoutMs: 2000,
        allowPorts: [server.port],
      });
      expect(kindOf(outcome)).toBe('forbidden');
      expect(server.connections()).toBe(0);
    },
  );

  test('a name of this machine that the system itself resolves is refused in the socket', async () => {
    const server = await serve((_request, response) => response.end('secret'));
    const { address } = await lookup('localhost');
    const outcome = await fetchUrl(`http://innocent.test:${server.port}/`, {
      maxBytes: 1000,
      allowPorts: [server.port],
      resolve: (_host, done) => {
        done(null, [{ address, family: address.includes(':') ? 6 : 4 }]);
      },
    });
    expect(kindOf(outcome)).toBe('forbidden');
    expect(server.connections()).toBe(0);
  });
});

describe('a URL', () => {
  test.each([
    'file:///etc/passwd',
    'ftp://example.com/a',
    'gopher://example.com/',
    'data:,x',
    'javascript:1',
    'blob:http://x/y',
    'ws://example.com/',
    'dict://example.com:11211/',
    'jar:http://x!/y',
    'view-source:http://x',
  ])('%s has a scheme that is not fetched', { tags: ['f-ingest-ssrf-scheme'] }, (url) => {
    expect(kindOf(checkUrl(url, {}))).toBe('forbidden');
  });

  test.each([
    'http://user@example.com/',
    'http://user:word@example.com/',
    'https://:word@example.com/',
  ])(
    '%s has credentials, and the refusal does not repeat them',
    { tags: ['f-ingest-ssrf-userinfo'] },
    (url) => {
      const refusal = refusalOf(checkUrl(url, {}));
      expect(refusal.refused).toBe('forbidden');
      expect(JSON.stringify(refusal)).not.toContain('word@');
    },
  );

  test.each([
    '',
    'example.com/a.png',
    'http://',
    'http://[fe80::1%25eth0]/',
    'http://[fe80::1%eth0]/',
    'http://exa mple.com/',
    'http://example.com:99999/',
    'http://1.2.3.4.5/',
    'http://256.1.1.1/',
    'http://exam\nple.com/',
    'http://example.com..//',
    'http://a\u0000b/',
    `http://example.com/${'a'.repeat(9000)}`,
  ])('%j is malformed', (url) => {
    expect(kindOf(checkUrl(url, {}))).toBe('invalid-input');
  });

  test.each([21, 22, 25, 53, 6379, 8080, 11_211, 65_535])(
    'on port %i is refused unless the port is allowed',
    (port) => {
      expect(kindOf(checkUrl(`http://example.com:${port}/`, {}))).toBe('forbidden');
      expect(kindOf(checkUrl(`http://example.com:${port}/`, { allowPorts: [port] }))).toBe(
        'accepted',
      );
    },
  );

  test.each([
    'http://example.com/',
    'https://example.com:443/a?b#c',
    'https://example.com:80/',
    'http://1.1.1.1/',
    'https://[2606:4700::1]/',
  ])('%s passes', (url) => {
    expect(kindOf(checkUrl(url, {}))).toBe('accepted');
  });

  test('is listed as private by exact host and port only', () => {
    const policy = { allowPrivateHosts: ['127.0.0.1:8080', '[::1]:8080', 'nas.local:80'] };
    for (const url of [
      'http://127.0.0.1:8080/',
      'http://127.1:8080/',
      'http://[::1]:8080/',
      'http://nas.local/',
    ]) {
      expect({ url, is: kindOf(checkUrl(url, policy)) }).toEqual({ url, is: 'accepted' });
    }
    for (const url of [
      'http://127.0.0.1:8081/',
      'http://127.0.0.2:8080/',
      'http://nas.local:8080/',
      'http://x.nas.local/',
    ]) {
      expect({ url, is: kindOf(checkUrl(url, policy)) }).toEqual({ url, is: 'forbidden' });
    }
  });
});

describe('a redirect', () => {
  const from = valueOf(checkUrl('https://example.com/a/b.png', {}));

  test(
    'from https to http is refused unless that is allowed',
    { tags: ['f-ingest-ssrf-redirect'] },
    () => {
      expect(kindOf(checkRedirect(from, 'http://example.com/b.png', {}))).toBe('forbidden');
      expect(
        kindOf(checkRedirect(from, 'http://example.com/b.png', { allowDowngrade: true })),
      ).toBe('accepted');
      expect(kindOf(checkRedirect(from, 'https://other.example/b.png', {}))).toBe('accepted');
      const plain = valueOf(checkUrl('http://example.com/', {}));
      expect(kindOf(checkRedirect(plain, 'http://example.com/b', {}))).toBe('accepted');
      expect(kindOf(checkRedirect(plain, 'https://example.com/b', {}))).toBe('accepted');
    },
  );

  test('is resolved against the page it came from', () => {
    expect(valueOf(checkRedirect(from, '../c.png', {})).url.href).toBe('https://example.com/c.png');
    expect(valueOf(checkRedirect(from, '//other.example/c.png', {})).url.href).toBe(
      'https://other.example/c.png',
    );
    expect(kindOf(checkRedirect(from, '//127.0.0.1/c.png', {}))).toBe('forbidden');
    expect(kindOf(checkRedirect(from, 'https://[', {}))).toBe('invalid-input');
  });
});
