import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isDataUrl, readDataUrl } from '../src/sources/inline.ts';
import { readBase64 } from '../src/sources/base64.ts';
import { readInline } from '../src/sources/index.ts';
import { kindOf, refusalOf, textOf, valueOf } from './fixtures/sources/outcome.ts';
import { processorMs } from '../../../test/processor-time.ts';

const options = { maxBytes: 1024 };

describe('data URLs', () => {
  test.each([
    ['data:image/png;base64,aGVsbG8=', 'image/png', 'hello'],
    ['DATA:IMAGE/PNG;BASE64,aGVsbG8=', 'image/png', 'hello'],
    ['  data:image/png;base64,aGVsbG8=\n', 'image/png', 'hello'],
    ['data:image/jpg;base64,aGVsbG8', 'image/jpeg', 'hello'],
    ['data:image/png;charset=utf-8;name=a.png;base64,aGVsbG8=', 'image/png', 'hello'],
    ['data:image/png; base64 ,aGVsbG8=', 'image/png', 'hello'],
    ['data:;base64,aGVsbG8=', 'text/plain', 'hello'],
    ['data:,hello', 'text/plain', 'hello'],
    ['data:image/svg+xml,%3Csvg%2F%3E', 'image/svg+xml', '<svg/>'],
    ['data:text/plain;charset=utf-8,%E2%82%AC€', 'text/plain', '€€'],
    ['data:image/png;base64,aGVs\r\n bG8=', 'image/png', 'hello'],
    ['data:image/png;base64,aGVsbG8%3D', 'image/png', 'hello'],
    ['data:image/png;base64,%61GVsbG8%3d%0A', 'image/png', 'hello'],
    ['data:text/plain;base64;x=1,aGVsbG8=', 'text/plain', 'aGVsbG8='],
    ['data:text/plain,a,b', 'text/plain', 'a,b'],
  ])('%j is %s with its bytes', (url, type, text) => {
    expect(isDataUrl(url)).toBe(true);
    const read = readInline(url, options);
    expect(textOf(read)).toBe(text);
    expect(valueOf(read).declaredType).toBe(type);
  });

  test('drop a type that could break out of a header', () => {
    const read = valueOf(readDataUrl('data:image/png\r\nx: y;base64,aGVsbG8=', options));
    expect(read.declaredType).toBeUndefined();
  });

  test.each([
    ['data:', 'invalid-input'],
    ['data:image/png;base64', 'invalid-input'],
    [`data:${'x'.repeat(5000)},aGVsbG8=`, 'invalid-input'],
    ['aGVsbG8=', 'invalid-input'],
    ['data:image/png;base64,', 'empty'],
    ['data:,', 'empty'],
    ['data:image/png;base64,aGVsbG8=#x', 'corrupt'],
    ['data:image/svg+xml,<svg width="100%"/>', 'corrupt'],
    ['data:image/svg+xml,<svg fill="#fff"/>', 'corrupt'],
    ['data:image/png;base64,aGVs%bG8=', 'corrupt'],
    ['data:image/png;base64,aGVs%00bG8=', 'corrupt'],
  ])('%j is refused as %s', { tags: ['f-ingest-data-url'] }, (url, refused) => {
    expect(kindOf(readDataUrl(url, options))).toBe(refused);
  });

  test('say at which character they are wrong', () => {
    expect(refusalOf(readDataUrl('data:image/png;base64,aGVs!bG8=', options)).message).toContain(
      'position 26',
    );
    expect(refusalOf(readDataUrl('data:,100%', options)).message).toContain('position 9');
  });
});

describe('bare base64', () => {
  test.each([
    'aGVsbG8/Pz8+',
    'aGVsbG8_Pz8-',
    'aGVs\nbG8/\r\nPz8+\n',
    '  aGVsbG8/Pz8+  ',
    'aGVs\tbG8/Pz8+',
  ])('%j is read', (text) => {
    expect(textOf(readInline(text, options))).toBe('hello???>');
  });

  test('is read with and without its padding', () => {
    for (const text of ['aA==', 'aA', 'aGk=', 'aGk', 'aA=\n=']) {
      expect(textOf(readBase64(text, options)).startsWith('h')).toBe(true);
    }
  });

  test.each([
    ['', 'empty'],
    ['   \n', 'empty'],
    ['=', 'corrupt'],
    ['====', 'corrupt'],
    ['a', 'corrupt'],
    ['aGVsbA=', 'corrupt'],
    ['aGVsb===', 'corrupt'],
    ['aA==aA==', 'corrupt'],
    ['aGVs=bG8', 'corrupt'],
    ['aGVsbG8*', 'corrupt'],
    ['"aGVsbG8="', 'corrupt'],
    ['aGVs…bG8=', 'corrupt'],
    ['aGVs\0bG8=', 'corrupt'],
    ['aGVs\u00a0bG8=', 'corrupt'],
    ['a+b/c-d_', 'corrupt'],
    ['ａＧＶｓ', 'corrupt'],
  ])('%j is refused as %s', { tags: ['f-ingest-data-url'] }, (text, refused) => {
    expect(kindOf(readBase64(text, options))).toBe(refused);
  });

  test('of any bytes comes back exactly', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 1, maxLength: 300 }),
        fc.constantFrom('base64', 'base64url'),
        (bytes, alphabet) => {
          const text = Buffer.from(bytes).toString(alphabet);
          expect(Buffer.compare(valueOf(readInline(text, options)).bytes, bytes)).toBe(0);
          const url = `data:application/octet-stream,${[...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')}`;
          expect(Buffer.compare(valueOf(readInline(url, options)).bytes, bytes)).toBe(0);
        },
      ),
    );
  });

  test('of any text never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(typeof readInline(text, options).ok).toBe('boolean');
        expect(typeof readInline(`data:${text}`, options).ok).toBe('boolean');
        expect(typeof readInline(`data:;base64,${text}`, options).ok).toBe('boolean');
      }),
    );
  });
});

describe('the limit', () => {
  test('is exact: the last allowed byte passes, one more does not', () => {
    const at = (bytes: number) => Buffer.alloc(bytes).toString('base64');
    expect(kindOf(readInline(at(1024), options))).toBe('accepted');
    expect(refusalOf(readInline(at(1025), options))).toMatchObject({
      refused: 'too-large',
      limit: { max: 1024, actual: 1025 },
    });
    expect(kindOf(readInline(`data:,${'x'.repeat(1024)}`, options))).toBe('accepted');
    expect(kindOf(readInline(`data:,${'x'.repeat(1025)}`, options))).toBe('too-large');
    expect(kindOf(readInline(at(10), { maxBytes: Number.NaN }))).toBe('too-large');
  });

  test(
    'stops a hundred megabytes of text without decoding them',
    { tags: ['f-ingest-data-url'] },
    () => {
      const huge = 'A'.repeat(128 * 1024 * 1024);
      const before = process.memoryUsage().arrayBuffers;
      const started = processorMs();
      for (const text of [
        huge,
        `data:image/png;base64,${huge}`,
        `data:,${huge}`,
        `data:;base64,%41${huge}`,
      ]) {
        expect(kindOf(readInline(text, { maxBytes: 5 * 1024 * 1024 }))).toBe('too-large');
      }
      expect(processorMs() - started).toBeLessThan(3000);
      expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16 * 1024 * 1024);
    },
  );

  test(
    'costs the same per character whatever the characters are',
    { tags: ['f-ingest-data-url'] },
    () => {
      const size = 3_000_000;
      const limit = { maxBytes: 10_000_000 };
      const started = processorMs();
      for (const text of [
        `${'='.repeat(size)}A`,
        `A${'='.repeat(size)}`,
        '=A'.repeat(size / 2),
        `${' '.repeat(size)}!`,
      ]) {
        expect(kindOf(readInline(text, limit))).toBe('corrupt');
        expect(kindOf(readInline(`data:;base64,${text}`, limit))).toBe('corrupt');
      }
      for (const text of [' '.repeat(size), `data:,${' '.repeat(size)}`]) {
        expect(kindOf(readInline(text, limit))).toBe('empty');
      }
      expect(kindOf(readInline(`data:,${'%41'.repeat(size)}`, limit))).toBe('accepted');
      expect(processorMs() - started).toBeLessThan(5000);
    },
  );

  test('does not count line breaks', () => {
    const text = Buffer.alloc(1024).toString('base64').replaceAll(/.{4}/g, '$&\r\n  ');
    expect(kindOf(readInline(text, options))).toBe('accepted');
  });
});

test('a cancelled request decodes nothing', { tags: ['d-door-abort'] }, () => {
  const signal = AbortSignal.abort();
  expect(kindOf(readInline('aGVsbG8=', { ...options, signal }))).toBe('cancelled');
  expect(kindOf(readInline('data:,x', { ...options, signal }))).toBe('cancelled');
});
