import { describe, expect, test } from 'vitest';
import { sniff } from '../src/index.ts';
import { sniffLegacyText } from '../src/probe/legacy-text.ts';

const latin = (text: string): Buffer => Buffer.from(text, 'latin1');

describe('Bytes that are no UTF-8', () => {
  test.each([
    ['German', latin('Schöne Grüße aus Österreich\r\n'), 'one-byte'],
    ['French', latin('é'.repeat(30) + 'a'.repeat(50)), 'one-byte'],
    ['a log with colours', latin('\u001b[31mfehlgeschlagen: größer als 5\u001b[0m\n'), 'one-byte'],
    [
      'UTF-8 with a broken place',
      Buffer.concat([Buffer.from('Grüße'), latin('\xe9\n')]),
      'broken-utf-8',
    ],
    [
      'UTF-8 that was cut',
      Buffer.concat([Buffer.from('Grüße, 20 €').subarray(0, -1), latin('\n')]),
      'broken-utf-8',
    ],
    ['a NUL', latin('Grüße\0'), undefined],
    ['a NUL far away', latin(`Grüße${'x'.repeat(2_000_000)}\0`), undefined],
    ['controls', latin('Grüße\x01\x02\x03'), undefined],
    ['mostly high bytes', latin('ÀÁÂÃÄÅÆÇÈÉabcdef'), undefined],
    [
      'every byte but NUL',
      Buffer.from(Array.from({ length: 255 }, (_, index) => index + 1)),
      undefined,
    ],
  ])('as %s', (_, bytes, kind) => {
    expect(sniff(bytes).kind).toBe('unknown');
    expect(sniffLegacyText(bytes)).toBe(kind);
  });
});
