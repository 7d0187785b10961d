import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fenced, shown, shownOnOneLine } from '../src/compose/fence.ts';

describe('The fence around text from a picture', () => {
  it('cannot be closed by any text inside it', { tags: ['f-eyes-untrusted-fence'] }, () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('~', '`', '\n', 'a', ' ') }), (text) => {
        const lines = fenced(text).split('\n');
        const fence = lines[0]?.replace(/[^~]+$/, '') ?? '';
        const inside = lines.slice(1, -1);
        expect(lines.at(-1)).toBe(fence);
        expect(inside.some((line) => line.includes(fence))).toBe(false);
      }),
    );
  });

  it('shows characters that hide or reorder text by number', () => {
    expect(shown('a\u202eb\u200bc\u0007')).toBe('a\\u{202e}b\\u{200b}c\\u{7}');
    expect(shown(`x${String.fromCodePoint(0xe0041)}y`)).toBe('x\\u{e0041}y');
  });

  it('keeps a payload with line breaks on one line', () => {
    expect(shownOnOneLine('first\r\nsecond\nthird')).toBe('first second third');
  });
});
