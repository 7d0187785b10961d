// The small words and figures of the app, and the readers that must not stumble over half of something.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EventLines } from '../src/app/api/event-lines.ts';
import { actionInWords } from '../src/app/saw/slot-words.ts';
import { agoInWords, bytesInWords, dollarsInWords, plural } from '../src/app/words/figures.ts';

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1 KB'],
  [240_000, '240 KB'],
  [999_999, '1 MB'],
  [8_300_000, '8.3 MB'],
  [2_000_000_000, '2 GB'],
])('%i bytes are said as %s', (bytes, words) => {
  expect(bytesInWords(bytes)).toBe(words);
});

test.each([
  [0, '$0'],
  [0.00001, '< $0.0001'],
  [0.0042, '$0.0042'],
  [1.5, '$1.50'],
])('%f dollars are said as %s', (usd, words) => {
  expect(dollarsInWords(usd)).toBe(words);
});

test('counts and times past are said as people say them', () => {
  expect(plural(1, 'picture')).toBe('1 picture');
  expect(plural(2000, 'picture')).toBe('2,000 pictures');
  expect(agoInWords(0, 30_000)).toBe('just now');
  expect(agoInWords(0, 3 * 60_000)).toBe('3 min ago');
  expect(agoInWords(0, 26 * 3_600_000)).toBe('1 d ago');
});

test('events are read once each, wherever the stream is cut', () => {
  const events = fc.array(fc.string({ minLength: 1 }).filter((text) => !/[\r\n]/.test(text)));
  fc.assert(
    fc.property(events, fc.array(fc.nat()), (data, cuts) => {
      const stream = data.map((text) => `: beat\n\nid: 1\ndata: ${text}\n\n`).join('');
      const places = [...cuts.map((cut) => cut % (stream.length + 1)), stream.length];
      const lines = new EventLines();
      const read = places
        .toSorted((one, other) => one - other)
        .flatMap((place) => lines.take(stream.slice(0, place)));
      expect(read).toEqual(data);
    }),
  );
});

test.each([
  ['pixels', 'Sent as it is'],
  ['pages', 'Sent as it is drawn'],
  ['text', 'Sent as text'],
])('what was kept as %s is said to be %s', (form, words) => {
  const slot = {
    message: 0,
    kind: 'file',
    action: 'keep',
    reason: 'fits',
    place: 'here',
    estimatedTokensBefore: 1,
    estimatedTokens: 1,
    bytesBefore: 1,
    bytes: 1,
  } as const;
  expect(actionInWords({ ...slot, form }, true)).toBe(words);
});
