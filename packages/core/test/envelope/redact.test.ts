// Redaction reaches every text of an envelope, and leaves an envelope.
import { describe, expect, test } from 'vitest';
import { parseEnvelope, redactEnvelope } from '../../src/envelope/index.ts';
import { secretRedactor } from '../../src/envelope/redact.ts';
import { envelope, png, pngBytes } from './scene.ts';

const secret = 'correct-horse-battery';
const keys = [
  'sk-abcdefghijklmnop1234',
  'sk_live_abcdefghijklmnop',
  'ghp_abcdefghijklmnopqrst',
  'AKIAABCDEFGHIJKLMNOP',
  'Bearer abcdefghijklmnop',
  'bearer\u00a0abcdefghijklmnop==',
  'eyJhbGciOiJIUzI1.eyJzdWIiOiIxMjM0.SflKxwRJSMeKKF2QT4',
  '-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----',
];

function parsed(changes: Parameters<typeof envelope>[0]) {
  const outcome = parseEnvelope(envelope(changes));
  if (!outcome.ok) throw new Error(outcome.refusal.message);
  return outcome.value;
}

describe('redaction', { tags: ['s001-rendering-no-secrets'] }, () => {
  test.each([secret, ...keys])('takes %j out of the hint, the meta and the payload', (text) => {
    const value = parsed({
      type: 'acme.card',
      payload: { deep: [{ note: `it is ${text}.`, [`key ${text}`]: 1 }] },
      meta: {
        source: 'user',
        ts: '2026-11-15T12:00:00Z',
        label: text,
        traceparent: text,
        rendering: { display: 'code', lang: text, alt: `a ${text} b`, title: text, mimeType: text },
      },
    });
    const redacted = redactEnvelope(value, secretRedactor([secret]));
    expect(JSON.stringify(redacted)).not.toContain(JSON.stringify(text).slice(1, -1));
    expect(redacted.meta.rendering).toMatchObject({ display: 'code', alt: 'a [redacted] b' });
    expect(redacted.meta.ts).toBe(value.meta.ts);
    expect(parseEnvelope(redacted)).toEqual({ ok: true, value: redacted });
  });

  test.each([
    [
      'encrypted',
      'Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-256-CBC,00\n\nMIIEbody\n-----END RSA PRIVATE KEY-----',
    ],
    ['cut', 'MIIEbody'],
    ['in escaped lines', '\\nMIIEbody\\n-----END PRIVATE KEY-----'],
  ])('takes the whole of a key in armour that is %s', (_, rest) => {
    const text = secretRedactor()(`the key: -----BEGIN RSA PRIVATE KEY-----\n${rest}`);
    expect(text).toBe('the key: [redacted]');
  });

  test('keeps what stands around keys in armour', () => {
    const key = '-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----';
    expect(secretRedactor()(`one ${key} two ${key} three`)).toBe(
      'one [redacted] two [redacted] three',
    );
  });

  test('takes a bearer token to its end, whatever stands before and behind it', () => {
    const redact = secretRedactor();
    expect(redact(`Bearer${' \n'.repeat(500)}aaaabbbbcccc.`)).toBe('[redacted]');
    expect(redact('Bearer aaaabbbbcccc=foo')).toBe('[redacted]foo');
    expect(redact('Bearer bearer aaaabbbbcccc==, and more')).toBe('Bearer [redacted], and more');
  });

  test('leaves everything else as it is, bytes included', () => {
    const value = parsed({
      payload: {
        base64: png,
        bytes: pngBytes,
        alt: 'A bearer of news, and a task-force-of-twelve-people',
      },
      meta: { source: 'user', ts: '2026-11-15T12:00:00Z', rendering: { display: 'image' } },
    });
    expect(redactEnvelope(value)).toEqual(value);
  });

  test('does not damage bytes or handles that happen to look like a secret', () => {
    const base64 = '/AKIAABCDEFGHIJKLMNOP/AA';
    const bytes = Buffer.from(base64, 'base64').length;
    const inline = parsed({ payload: { base64, bytes } });
    expect(redactEnvelope(inline)).toEqual(inline);
    const handle = `a1.k1.sk-${'a'.repeat(19)}.sk_${'b'.repeat(40)}`;
    const linked = parsed({
      payload: { url: `https://host.example/v1/assets/${handle}`, bytes: 1 },
    });
    expect(redactEnvelope(linked)).toEqual(linked);
    const told = `https://host.example/?key=sk-abcdefghijklmnop ${handle}`;
    expect(secretRedactor()(told)).toBe(`https://host.example/?key=[redacted] ${handle}`);
    expect(secretRedactor([handle])(handle)).toBe('[redacted]');
  });

  test('takes the longer of two secrets that begin alike', () => {
    expect(secretRedactor(['abc', 'abcdef'])('x abcdef y abc z')).toBe(
      'x [redacted] y [redacted] z',
    );
    expect(secretRedactor([''])('words')).toBe('words');
  });
});
