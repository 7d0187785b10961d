// iTerm2's inline images: whole or in parts, the file is the file.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeIterm } from '../src/index.ts';
import { encodeItermParts } from '../src/iterm.ts';

const extent = { unit: 'pixels', width: 30, height: 20 } as const;
const bytes = fc.uint8Array({ minLength: 1, maxLength: 5_000 });

describe('inline images', () => {
  test('the sequence holds the file', () => {
    fc.assert(
      fc.property(bytes, (bytes) => {
        const sequence = encodeIterm({ bytes, extent });
        const [, keys = '', data = ''] =
          // oxlint-disable-next-line no-control-regex
          /^\u001b\]1337;File=([^:]*):([^\u0007]*)\u0007$/.exec(sequence) ?? [];
        expect(new Uint8Array(Buffer.from(data, 'base64'))).toEqual(bytes);
        expect(keys.split(';')).toEqual([
          'inline=1',
          `size=${bytes.length}`,
          'width=30px',
          'height=20px',
          'preserveAspectRatio=1',
          'doNotMoveCursor=1',
        ]);
      }),
    );
  });

  test('without the size of a cell the extent is in cells', () => {
    const cells = { unit: 'cells', columns: 9, rows: 4 } as const;
    expect(encodeIterm({ bytes: Uint8Array.of(1), extent: cells })).toContain(';width=9;height=4;');
  });

  test('in parts, no part is longer than asked and together they are the file', () => {
    fc.assert(
      fc.property(bytes, fc.integer({ min: 4, max: 900 }), (bytes, maxChars) => {
        const [first = '', ...rest] = encodeItermParts({ bytes, extent }, maxChars);
        const last = rest.pop();
        expect(first.startsWith('\u001b]1337;MultipartFile=inline=1;size=')).toBe(true);
        expect(last).toBe('\u001b]1337;FileEnd\u0007');
        const parts = rest.map((part) => part.slice('\u001b]1337;FilePart='.length, -1));
        expect(parts.every((part) => part.length <= maxChars)).toBe(true);
        expect(new Uint8Array(Buffer.from(parts.join(''), 'base64'))).toEqual(bytes);
      }),
    );
  });
});
