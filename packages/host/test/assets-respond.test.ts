// The responder as a table over RFC 9110 §13 and §14, and the headers that keep stored bytes from running.
import { parseGrantId } from '@percept/core/internal';
import { parseTenantId, parseBlobId, type Outcome } from '@percept/core';
import type { Grant } from '@percept/store';
import { assert, integer, property, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { etagOf, respond, withoutBody, type AssetAnswer } from '../src/assets/respond.ts';
import { contentDisposition, dispositionOf, typeOf } from '../src/assets/serving.ts';

function value<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value;
  throw new Error(outcome.refusal.message);
}

const now = 1_000_000;
const grant: Grant = {
  id: value(parseGrantId('0'.repeat(32))),
  tenant: value(parseTenantId('acme')),
  blob: value(parseBlobId('ab'.repeat(32))),
  bytes: 1000,
  mime: 'image/png',
  disposition: 'inline',
  signingKey: 'k1',
  createdAt: 0,
};
const etag = etagOf(grant);

type Headers = Readonly<Record<string, string>>;

function ask(headers: Headers = {}, method = 'GET', of: Grant = grant): AssetAnswer {
  const answer = respond(of, { method, header: (name) => headers[name] }, now);
  return method === 'HEAD' ? withoutBody(answer) : answer;
}

/** Status, and the range or the length: `206 0-99/1000`, `200 1000`, `304`. */
function told(headers: Headers, method = 'GET', of: Grant = grant): string {
  const { status, headers: said, body } = ask(headers, method, of);
  const range = said['content-range']?.replace('bytes ', '');
  if (range !== undefined) {
    if (body.kind === 'slice') {
      expect(range).toBe(`${body.start}-${body.end - 1}/${of.bytes}`);
      expect(said['content-length']).toBe(`${body.end - body.start}`);
    }
    return `${status} ${range}`;
  }
  return status === 200 ? `200 ${said['content-length']}` : `${status}`;
}

describe('Range', { tags: ['f-asset-range'] }, () => {
  test.each([
    // §14.1.2: first and last position, both inclusive.
    ['bytes=0-99', '206 0-99/1000'],
    ['bytes=0-0', '206 0-0/1000'],
    ['bytes=999-999', '206 999-999/1000'],
    ['bytes=500-', '206 500-999/1000'],
    ['bytes=0-', '206 0-999/1000'],
    ['bytes=0-999', '206 0-999/1000'],
    // "If the last-pos value is absent, or greater than or equal to the current length: the remainder."
    ['bytes=900-5000', '206 900-999/1000'],
    ['bytes=0-99999999999999999999999', '206 0-999/1000'],
    // Suffix.
    ['bytes=-1', '206 999-999/1000'],
    ['bytes=-100', '206 900-999/1000'],
    ['bytes=-1000', '206 0-999/1000'],
    ['bytes=-5000', '206 0-999/1000'],
    // Cannot be satisfied: §15.5.17.
    ['bytes=1000-', '416 */1000'],
    ['bytes=1000-1001', '416 */1000'],
    ['bytes=99999999999999999999999-', '416 */1000'],
    ['bytes=-0', '416 */1000'],
    // Reversed: invalid, and rejected.
    ['bytes=9-5', '416 */1000'],
    // A unit that is not understood MUST be ignored.
    ['lines=0-9', '200 1000'],
    ['seconds=1-2', '200 1000'],
    ['bytes', '200 1000'],
    ['', '200 1000'],
    // No ranges-specifier at all: ignored.
    ['bytes=', '200 1000'],
    ['bytes=abc', '200 1000'],
    ['bytes=--1', '200 1000'],
    ['bytes=1', '200 1000'],
    ['bytes=-', '200 1000'],
    ['bytes=1-2-3', '200 1000'],
    ['bytes=0x0-0x9', '200 1000'],
    ['bytes=1.0-2', '200 1000'],
    ['bytes=+1-2', '200 1000'],
    ['bytes=٣-٤', '200 1000'],
    ['bytes 0-9', '200 1000'],
    // Several: the whole.
    ['bytes=0-9,20-29', '200 1000'],
    ['bytes=0-0,-1', '200 1000'],
    [`bytes=${'0-1,'.repeat(500)}0-1`, '200 1000'],
    // The unit is case-insensitive, and lists may have blanks and empty members (§5.6.1).
    ['Bytes=0-9', '206 0-9/1000'],
    ['bytes= 0-9 ', '206 0-9/1000'],
    ['bytes=,0-9,', '206 0-9/1000'],
  ])('%s is answered %s', (range, answer) => {
    expect(told({ range })).toBe(answer);
  });

  test('is for GET alone (§14.2), and of an empty asset cannot be satisfied', () => {
    expect(told({ range: 'bytes=0-9' }, 'HEAD')).toBe('200 1000');
    const empty = { ...grant, bytes: 0 };
    for (const range of ['bytes=0-', 'bytes=0-0', 'bytes=-5', 'bytes=-0'])
      expect(told({ range }, 'GET', empty)).toBe('416 */0');
    expect(told({}, 'GET', empty)).toBe('200 0');
  });

  test('of any kind never leaves the asset, and never throws', () => {
    assert(
      property(
        string(),
        integer({ min: 0, max: 3000 }),
        integer({ min: 0, max: 3000 }),
        (text, a, b) => {
          for (const range of [
            text,
            `bytes=${text}`,
            `bytes=${a}-${b}`,
            `bytes=-${a}`,
            `bytes=${b}-`,
          ]) {
            const { status, body } = ask({ range });
            expect([200, 206, 416]).toContain(status);
            if (body.kind !== 'slice') continue;
            expect(body.start).toBeGreaterThanOrEqual(0);
            expect(body.end).toBeLessThanOrEqual(1000);
            expect(body.end).toBeGreaterThan(body.start);
          }
        },
      ),
    );
  });
});

describe('conditions', { tags: ['f-asset-conditional'] }, () => {
  const stale = '"sha256-stale"';
  test.each<[Headers, string]>([
    // §13.1.2 If-None-Match: weak comparison, a list, a star.
    [{ 'if-none-match': etag }, '304'],
    [{ 'if-none-match': `W/${etag}` }, '304'],
    [{ 'if-none-match': `${stale}, ${etag}` }, '304'],
    [{ 'if-none-match': `${stale},W/${etag},"x"` }, '304'],
    [{ 'if-none-match': '*' }, '304'],
    [{ 'if-none-match': ' * ' }, '304'],
    [{ 'if-none-match': stale }, '200 1000'],
    [{ 'if-none-match': '' }, '200 1000'],
    [{ 'if-none-match': etag.replaceAll('"', '') }, '200 1000'],
    [{ 'if-none-match': `x${etag}` }, '200 1000'],
    [{ 'if-none-match': `"a${etag}b"` }, '200 1000'],
    // A comma inside a tag is part of it.
    [{ 'if-none-match': `"a,${etag.slice(1)}` }, '200 1000'],
    // §13.1.1 If-Match: strong comparison.
    [{ 'if-match': etag }, '200 1000'],
    [{ 'if-match': `${stale}, ${etag}` }, '200 1000'],
    [{ 'if-match': '*' }, '200 1000'],
    [{ 'if-match': stale }, '412'],
    [{ 'if-match': `W/${etag}` }, '412'],
    [{ 'if-match': '' }, '412'],
    // §13.2.2: If-Match before If-None-Match before Range.
    [{ 'if-match': stale, 'if-none-match': etag }, '412'],
    [{ 'if-match': etag, 'if-none-match': etag }, '304'],
    [{ 'if-none-match': etag, range: 'bytes=0-9' }, '304'],
    [{ 'if-none-match': etag, range: 'bytes=5000-' }, '304'],
    [{ 'if-none-match': stale, range: 'bytes=0-9' }, '206 0-9/1000'],
    [{ 'if-match': stale, range: 'bytes=5000-' }, '412'],
    // §13.1.5 If-Range: one strong tag, or the whole.
    [{ 'if-range': etag, range: 'bytes=0-9' }, '206 0-9/1000'],
    [{ 'if-range': etag, range: 'bytes=5000-' }, '416 */1000'],
    [{ 'if-range': stale, range: 'bytes=0-9' }, '200 1000'],
    [{ 'if-range': stale, range: 'bytes=5000-' }, '200 1000'],
    [{ 'if-range': `W/${etag}`, range: 'bytes=0-9' }, '200 1000'],
    [{ 'if-range': `${etag}, ${stale}`, range: 'bytes=0-9' }, '200 1000'],
    [{ 'if-range': '*', range: 'bytes=0-9' }, '200 1000'],
    [{ 'if-range': 'Sun, 15 Nov 2026 12:00:00 GMT', range: 'bytes=0-9' }, '200 1000'],
    [{ 'if-range': etag }, '200 1000'],
    // Dates say nothing about an asset without one (§13.1.3, §13.1.4).
    [{ 'if-modified-since': 'Sun, 15 Nov 2099 12:00:00 GMT' }, '200 1000'],
    [{ 'if-unmodified-since': 'Sun, 15 Nov 1999 12:00:00 GMT' }, '200 1000'],
  ])('%j is answered %s', (headers, answer) => {
    expect(told(headers)).toBe(answer);
  });

  test('of any kind never throw', () => {
    assert(
      property(string(), (text) => {
        for (const name of ['if-match', 'if-none-match', 'if-range'])
          expect([200, 206, 304, 412]).toContain(ask({ [name]: text, range: 'bytes=0-9' }).status);
      }),
    );
  });

  test('in a long list take time in proportion', () => {
    const list = Array.from({ length: 20_000 }, (_, index) => `"${index}"`).join(', ');
    expect(told({ 'if-none-match': list })).toBe('200 1000');
    expect(told({ 'if-none-match': `${list}, ${etag}` })).toBe('304');
    expect(told({ 'if-none-match': '"'.repeat(100_000) })).toBe('200 1000');
  });
});

test('the ETag is strong and is the content', { tags: ['f-asset-etag-hash'] }, () => {
  expect(etag).toBe(`"sha256-${Buffer.alloc(32, 0xab).toString('base64url')}"`);
  const same = etagOf({ ...grant, id: value(parseGrantId('1'.repeat(32))), mime: 'image/gif' });
  expect(same).toBe(etag);
  const other = etagOf({ ...grant, blob: value(parseBlobId('cd'.repeat(32))) });
  expect(other).not.toBe(etag);
  expect(other.startsWith('"')).toBe(true);
});

test('HEAD is answered as GET, without the body', { tags: ['f-asset-head'] }, () => {
  const conditions: readonly Headers[] = [{}, { 'if-none-match': etag }, { 'if-match': '"x"' }];
  for (const headers of conditions) {
    const head = ask(headers, 'HEAD');
    const get = ask(headers);
    expect([head.status, head.headers]).toEqual([get.status, get.headers]);
    expect(head.body).toEqual({ kind: 'none' });
  }
  const ended = { ...grant, revokedAt: 1 };
  expect(ask({}, 'HEAD', ended).headers).toEqual(ask({}, 'GET', ended).headers);
});

describe('headers', { tags: ['f-asset-headers'] }, () => {
  const guarded = {
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'cross-origin',
    'access-control-allow-origin': '*',
  };

  test('of a whole asset are exactly these', () => {
    expect(ask().headers).toEqual({
      ...guarded,
      etag,
      'accept-ranges': 'bytes',
      'cache-control': 'private, max-age=300, immutable',
      'access-control-expose-headers':
        'accept-ranges, content-disposition, content-length, content-range, etag',
      'content-type': 'image/png',
      'content-disposition': 'inline',
      'content-length': '1000',
    });
  });

  test('guard every answer, and never name credentials', () => {
    const answers = [
      ask(),
      ask({ range: 'bytes=0-9' }),
      ask({ range: 'bytes=5000-' }),
      ask({ 'if-none-match': etag }),
      ask({ 'if-match': '"x"' }),
      ask({}, 'GET', { ...grant, revokedAt: 1 }),
    ];
    for (const { headers } of answers) {
      expect(headers).toMatchObject(guarded);
      expect(headers).not.toHaveProperty('access-control-allow-credentials');
      expect(headers).not.toHaveProperty('last-modified');
    }
    expect(answers[3]?.headers).not.toHaveProperty('content-type');
  });

  test.each([
    [undefined, 300],
    [now + 900_000, 300],
    [now + 300_000, 300],
    [now + 299_999, 299],
    [now + 10_000, 10],
    [now + 999, 0],
  ])('let a cache keep it no longer than its grant: %s', (expiresAt, seconds) => {
    const { headers } = ask({}, 'GET', { ...grant, ...(expiresAt !== undefined && { expiresAt }) });
    expect(headers['cache-control']).toBe(`private, max-age=${seconds}, immutable`);
  });
});

test(
  'an expired or revoked grant is gone, whatever else is asked',
  { tags: ['f-grant-410'] },
  () => {
    const ended: readonly Grant[] = [
      { ...grant, expiresAt: now },
      { ...grant, expiresAt: now - 1 },
      { ...grant, expiresAt: 0 },
      { ...grant, revokedAt: 0 },
      { ...grant, revokedAt: now + 5, expiresAt: now + 5 },
    ];
    const conditions: readonly Headers[] = [
      {},
      { 'if-none-match': '*' },
      { range: 'bytes=0-9' },
      { 'if-match': etag },
    ];
    for (const of of ended)
      for (const headers of conditions) {
        const answer = ask(headers, 'GET', of);
        expect(answer.status).toBe(410);
        expect(answer.headers).not.toHaveProperty('etag');
        expect(answer.headers['cache-control']).toBe('no-store');
      }
    expect(told({}, 'GET', { ...grant, expiresAt: now + 1 })).toBe('200 1000');
  },
);

describe('types', { tags: ['f-asset-type-sniffed', 'f-asset-active-attachment'] }, () => {
  const text = (words: string): Uint8Array => new TextEncoder().encode(words);
  const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]);

  test.each<[string, Uint8Array, string, 'inline' | 'attachment']>([
    ['a picture', png, 'image/png', 'inline'],
    ['a GIF that is a script as well', text('GIF89a=1;alert(1)//'), 'image/gif', 'inline'],
    ['a sound', text('RIFF\0\0\0\0WAVEfmt '), 'audio/wav', 'inline'],
    [
      'an SVG',
      text('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'),
      'image/svg+xml',
      'attachment',
    ],
    [
      'an SVG after a comment',
      text('<?xml version="1.0"?><!-- a --><svg xmlns="http://www.w3.org/2000/svg"/>'),
      'image/svg+xml',
      'attachment',
    ],
    ['a page', text('<!doctype html><script>alert(1)</script>'), 'text/plain', 'attachment'],
    ['a script', text('alert(1)'), 'text/plain', 'attachment'],
    ['a style', text('body{background:url(https://evil.example)}'), 'text/plain', 'attachment'],
    ['a PDF', text('%PDF-1.7\n%âãÏÓ\n1 0 obj'), 'application/pdf', 'attachment'],
    [
      'noise',
      Uint8Array.from([0, 1, 2, 3, 255, 254, 0, 9]),
      'application/octet-stream',
      'attachment',
    ],
    ['nothing', new Uint8Array(), 'application/octet-stream', 'attachment'],
  ])('%s is what its bytes are', (_what, bytes, mime, disposition) => {
    expect(typeOf(bytes)).toBe(mime);
    expect(dispositionOf(mime, 'inline')).toBe(disposition);
    expect(dispositionOf(mime, 'attachment')).toBe('attachment');
  });

  test('a row that claims otherwise does not make a browser run it', () => {
    const claims = [
      'text/html',
      'image/svg+xml',
      'application/xhtml+xml',
      'text/javascript',
      'application/pdf',
      'application/octet-stream',
      'image/jpg',
    ];
    for (const mime of claims) {
      const { headers } = ask({}, 'GET', { ...grant, mime });
      expect(headers['content-disposition']).toBe('attachment');
    }
    expect(ask({}, 'GET', { ...grant, mime: 'text/plain' }).headers['content-type']).toBe(
      'text/plain; charset=utf-8',
    );
  });
});

test.each([
  [undefined, 'inline'],
  ['', 'inline'],
  ['chart.png', 'inline; filename="chart.png"'],
  ['a b.png', 'inline; filename="a b.png"'],
  ['a"b.png', `inline; filename="a_b.png"; filename*=UTF-8''a%22b.png`],
  ['a\\..\\b', 'inline; filename="a_.._b"'],
  ['../../etc/passwd', 'inline; filename=".._.._etc_passwd"'],
  ['a\r\nset-cookie: x', 'inline; filename="aset-cookie: x"'],
  ['Überblick.png', `inline; filename="_berblick.png"; filename*=UTF-8''%C3%9Cberblick.png`],
  ['a%41.png', `inline; filename="a_41.png"; filename*=UTF-8''a%2541.png`],
  ["it's (1)*.png", `inline; filename="it's (1)*.png"`],
  ['\u202egnp.exe', 'inline; filename="gnp.exe"'],
  ['\ud800x', 'inline; filename="x"'],
  ['日本', `inline; filename="__"; filename*=UTF-8''%E6%97%A5%E6%9C%AC`],
])('the name %j becomes %s', (name, header) => {
  expect(contentDisposition('inline', name)).toBe(header);
  expect(header).toMatch(/^[\x20-\x7e]*$/);
});
