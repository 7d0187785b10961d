// A handle is one spelling, one key, one origin; whatever differs in a bit is nobody's.
import { createSecretKey, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isRecord, parseGrantId, readText } from '@percept/core/internal';
import { type GrantId } from '@percept/core';
import { assert, property, uint8Array, webAuthority } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { redactHandles, signHandle, verifyHandle, type SigningKey } from '../src/assets/handle.ts';

const origin = 'https://media.example';
const key: SigningKey = {
  id: 'k1',
  secret: createSecretKey(Uint8Array.from({ length: 32 }, (_, index) => index)),
};
const other: SigningKey = { id: 'k2', secret: createSecretKey(Buffer.alloc(32, 9)) };
const grant = grantOf('000102030405060708090a0b0c0d0e0f');
const handle = signHandle(key, grant, origin);

function grantOf(hex: string): GrantId {
  const parsed = parseGrantId(hex);
  if (!parsed.ok) throw new Error(parsed.refusal.message);
  return parsed.value;
}

function keys(...known: readonly SigningKey[]) {
  return (id: string): SigningKey | undefined => known.find((one) => one.id === id);
}

function verify(text: string, at = origin): string | undefined {
  return verifyHandle(text, at, keys(key, other))?.grant;
}

test('golden vectors, made by another language, hold', { tags: ['f-grant-golden-vectors'] }, () => {
  const file = new URL('assets-handle-vectors.json', import.meta.url);
  const vectors: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (!isRecord(vectors) || !Array.isArray(vectors['valid']) || !Array.isArray(vectors['refused']))
    throw new Error('The vectors are gone.');
  for (const vector of vectors['valid'].filter(isRecord)) {
    const read = (name: string): string => readText(vector[name]) ?? '';
    const signing = {
      id: read('keyId'),
      secret: createSecretKey(Buffer.from(read('secret'), 'base64url')),
    };
    expect(signHandle(signing, grantOf(read('grant')), read('origin'))).toBe(read('handle'));
    expect(verifyHandle(read('handle'), read('origin'), keys(signing))).toEqual({
      grant: read('grant'),
      keyId: read('keyId'),
    });
  }
  for (const vector of vectors['refused'].filter(isRecord)) {
    const text = readText(vector['handle']) ?? 'missing';
    expect([vector['why'], verifyHandle(text, origin, keys(key))]).toEqual([
      vector['why'],
      undefined,
    ]);
  }
  expect(vectors['valid']).toHaveLength(6);
  expect(vectors['refused']).toHaveLength(13);
});

test('what was signed is verified, whatever the grant and the origin', () => {
  const bits = uint8Array({ minLength: 16, maxLength: 16 });
  assert(
    property(bits, webAuthority(), (id, authority) => {
      const hex = Buffer.from(id).toString('hex');
      const at = `https://${authority}`;
      const signed = signHandle(key, grantOf(hex), at);
      expect(signed).toMatch(/^[A-Za-z0-9._-]{72}$/);
      expect(verify(signed, at)).toBe(hex);
      expect(verify(signed, `${at}.`)).toBeUndefined();
    }),
  );
});

test('every single-character change is refused', { tags: ['f-grant-mutations'] }, () => {
  const letters = Array.from({ length: 0x180 }, (_, code) => String.fromCharCode(code));
  let tried = 0;
  for (let at = 0; at < handle.length; at++) {
    const before = handle.slice(0, at);
    for (const letter of letters) {
      const changed = `${before}${letter}${handle.slice(at + 1)}`;
      if (changed !== handle) expect(verify(changed)).toBeUndefined();
      expect(verify(`${before}${letter}${handle.slice(at)}`)).toBeUndefined();
      tried += 2;
    }
    expect(verify(before)).toBeUndefined();
    expect(verify(`${before}${handle.slice(at + 1)}`)).toBeUndefined();
    expect(verify(handle.slice(at + 1))).toBeUndefined();
  }
  expect(tried).toBeGreaterThan(50_000);
  expect(verify(handle)).toBe(grant);
});

test(
  'every single-bit change of the grant and the MAC is refused',
  { tags: ['f-grant-mutations'] },
  () => {
    const [version, keyId, id = '', mac = ''] = handle.split('.');
    const flipped = (text: string, bit: number): string => {
      const bytes = Buffer.from(text, 'base64url');
      bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      return bytes.toString('base64url');
    };
    for (let bit = 0; bit < 128; bit++)
      expect(verify([version, keyId, flipped(id, bit), mac].join('.'))).toBeUndefined();
    for (let bit = 0; bit < 256; bit++)
      expect(verify([version, keyId, id, flipped(mac, bit)].join('.'))).toBeUndefined();
  },
);

test('a handle of another key or another origin is refused', { tags: ['f-grant-404-same'] }, () => {
  const theirs = signHandle(
    { ...key, secret: createSecretKey(Buffer.alloc(32, 1)) },
    grant,
    origin,
  );
  expect(verify(theirs)).toBeUndefined();
  expect(verify(signHandle(other, grant, origin))).toBe(grant);
  expect(verify(signHandle(other, grant, origin).replace('.k2.', '.k1.'))).toBeUndefined();
  expect(verify(signHandle(key, grant, 'https://evil.example'))).toBeUndefined();
  expect(verify(handle, 'https://media.example.evil.example')).toBeUndefined();
});

test('no encoded or Unicode form of a valid handle is one', { tags: ['f-grant-encodings'] }, () => {
  const percent = (text: string): string =>
    Array.from(text, (letter) => `%${letter.charCodeAt(0).toString(16).padStart(2, '0')}`).join('');
  const wide = (text: string): string =>
    Array.from(text, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)).join('');
  const forms = [
    percent(handle),
    percent(percent(handle)),
    handle.replace('a', '%61'),
    handle.replaceAll('.', '%2e'),
    handle.replaceAll('.', '%2E'),
    handle.replaceAll('.', '%252e'),
    handle.replaceAll('.', '。'),
    handle.replaceAll('.', '\u2024'),
    wide(handle),
    `${handle}%00`,
    `${handle}\0`,
    `\0${handle}`,
    `${handle}%2f`,
    `${handle}/`,
    `/${handle}`,
    `./${handle}`,
    `${handle}/../${handle}`,
    `${handle}%2f..%2f${handle}`,
    `${handle}?`,
    `${handle}?a=1`,
    `${handle};a`,
    `${handle}#`,
    `${handle}\u200b`,
    `\ufeff${handle}`,
    `${handle}\u0301`,
    ` ${handle}`,
    `${handle}\r\n`,
    handle.toUpperCase(),
    handle.toLowerCase(),
    handle.replace('a1', 'а1'),
    handle.normalize('NFKD').replace('1', '¹'),
    handle.replaceAll('-', '+').replaceAll('_', '/').concat('='),
  ].filter((form) => form !== handle);
  expect(forms.length).toBeGreaterThan(28);
  for (const form of forms) expect([form, verify(form)]).toEqual([form, undefined]);
});

test(
  'a hundred thousand guesses with the right key id hit nothing',
  { tags: ['s001-url-unguessable'], timeout: 300_000 },
  () => {
    const guesses = 100_000;
    const perDraw = 48;
    let hits = 0;
    for (let done = 0; done < guesses;) {
      const random = randomBytes(perDraw * 1000);
      for (let at = 0; at < random.length; at += perDraw, done++) {
        const id = random.toString('base64url', at, at + 16);
        const mac = random.toString('base64url', at + 16, at + perDraw);
        if (verifyHandle(`a1.k1.${id}.${mac}`, origin, keys(key))) hits++;
      }
    }
    expect(hits).toBe(0);
  },
);

test(
  'a handle shows neither tenant nor content, and two grants share nothing',
  { tags: ['f-grant-opaque'] },
  () => {
    const one = signHandle(key, grantOf(randomBytes(16).toString('hex')), origin);
    const two = signHandle(key, grantOf(randomBytes(16).toString('hex')), origin);
    expect(one.split('.').slice(2)).not.toEqual(two.split('.').slice(2));
    expect(one.split('.')).toHaveLength(4);
  },
);

describe('redaction', { tags: ['f-grant-not-in-logs'] }, () => {
  test.each([
    [`GET /v1/assets/${handle} 200`, 'GET /v1/assets/redacted 200'],
    [`${origin}/v1/assets/${handle}?a=1`, `${origin}/v1/assets/redacted?a=1`],
    [`/v1/host/sample/assets/${handle}`, '/v1/host/sample/assets/redacted'],
    [`handle=${handle};`, 'handle=a1.k1.redacted;'],
    [`"${handle}","${handle}"`, '"a1.k1.redacted","a1.k1.redacted"'],
    [`/v1/assets/${encodeURIComponent(handle).replaceAll('.', '%2e')}`, '/v1/assets/redacted'],
    ['nothing to hide', 'nothing to hide'],
    ['/v1/assets/', '/v1/assets/'],
  ])('of %j', (text, shown) => {
    expect(redactHandles(text)).toBe(shown);
    expect(redactHandles(text)).not.toContain(handle.slice(-20));
  });

  test('leaves an absolute URL that leads nowhere', () => {
    const shown = redactHandles(`${origin}/v1/assets/${handle}`);
    expect(URL.canParse(shown)).toBe(true);
    expect(verify(shown.split('/').at(-1) ?? '')).toBeUndefined();
  });
});
