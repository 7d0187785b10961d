// What was tried again, edited or cancelled is no longer part of the history, and is not deleted either.
import { expect, test } from 'vitest';
import { currentEntries } from '../src/record.ts';
import { parseEntry } from '../src/parse/record.ts';
import { type RecordEntry } from '../src/index.ts';

function said(text: string): RecordEntry {
  return { type: 'message', role: 'user', parts: [{ type: 'text', text }] };
}

function numbered(entries: readonly RecordEntry[]) {
  return entries.map((entry, index) => ({ seq: index + 1, entry }));
}

test('superseded entries and their marks are left out, and the rest keep their numbers', () => {
  const stored = numbered([
    { type: 'session-opened' },
    said('first'),
    said('wrong answer'),
    { type: 'superseded', from: 3, through: 3, reason: 'retried' },
    said('better answer'),
    said('second'),
    { type: 'superseded', from: 5, through: 6, reason: 'edited' },
    said('second, edited'),
  ]);
  expect(currentEntries(stored).map(({ seq }) => seq)).toEqual([1, 2, 8]);
});

test('a history without marks is as it was', () => {
  const stored = numbered([{ type: 'session-opened' }, said('first')]);
  expect(currentEntries(stored)).toEqual(stored);
});

test.each([
  [{ from: 2, through: 2, reason: 'cancelled' }, true],
  [{ from: 1, through: 2, reason: 'cancelled' }, false],
  [{ from: 3, through: 2, reason: 'cancelled' }, false],
  [{ from: 2, through: 2, reason: 'disliked' }, false],
  [{ from: 2, reason: 'edited' }, false],
])('a mark %j is taken or refused', (mark, isTaken) => {
  expect(parseEntry({ type: 'superseded', ...mark }).ok).toBe(isTaken);
});
