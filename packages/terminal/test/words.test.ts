// Words: one line, in the form that is promised, and without a way to command a terminal.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { describeImage } from '../src/index.ts';

const chart = { width: 1024, height: 768, mime: 'image/png', bytes: 234_000 } as const;

test(
  'a picture in words names its size, type, weight, name and alternative',
  { tags: ['s002-text-fallback'] },
  () => {
    expect(describeImage({ ...chart, name: 'chart.png', alt: 'Sales by month' })).toBe(
      '[image: 1024x768 png, 234 KB, chart.png — Sales by month]',
    );
  },
);

test('what is not known is left out', () => {
  expect(describeImage(chart)).toBe('[image: 1024x768 png, 234 KB]');
  expect(describeImage({ ...chart, bytes: 347, alt: 'A dot' })).toBe(
    '[image: 1024x768 png, 347 B — A dot]',
  );
});

test('no name and no alternative can emit an escape sequence or a second line', () => {
  const evil = fc.string({ unit: 'binary', maxLength: 60 });
  fc.assert(
    fc.property(evil, evil, evil, (name, alt, mime) => {
      const words = describeImage({ ...chart, name, alt, mime });
      expect(words).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u);
    }),
  );
  const attack = '\u001b]0;owned\u0007\u001b[2J\u009b31m\r\n';
  expect(describeImage({ ...chart, name: attack, alt: attack })).not.toMatch(/\p{Cc}/u);
});
