import { describe, expect, it } from 'vitest';
import { settleConfusables } from '../src/ocr/confusables.ts';
import type { Glyph } from '../src/ocr/recogniser.ts';

function glyphs(text: string, doubt: Readonly<Record<number, string>> = {}): readonly Glyph[] {
  return [...text].map((char, index) => ({
    char,
    probability: 0.99,
    x: index * 10,
    rival: doubt[index] ?? '',
    rivalProbability: doubt[index] === undefined ? 0 : 0.2,
    spaceBefore: 0,
  }));
}

function settled(text: string, doubt?: Readonly<Record<number, string>>): string {
  return settleConfusables(glyphs(text, doubt))
    .map(({ char }) => char)
    .join('');
}

describe('Look-alike characters', () => {
  it.each([
    ['ERR_ASSERTI0N', 'ERR_ASSERTION'],
    ['INF0 ready', 'INFO ready'],
    ['1O5 items', '105 items'],
    ['sha1sum', 'sha1sum'],
    ['requestld: 4', 'requestId: 4'],
    ['world field', 'world field'],
    ['O2', 'O2'],
    ['v1alpha', 'v1alpha'],
    ['0x5f3a', '0x5f3a'],
    ['（ok）', '(ok)'],
    ['a 丨 b', 'a | b'],
    ['“half open', '"half open'],
  ])('are decided by their neighbours: %s', { tags: ['f-eyes-confusables'] }, (seen, meant) => {
    expect(settled(seen)).toBe(meant);
  });

  it('are changed inside a word only where the network itself had a doubt', () => {
    expect(settled('fi1e', { 2: 'l' })).toBe('file');
    expect(settled('fi1e')).toBe('fi1e');
  });

  it('leaves full-width signs alone in Chinese', () => {
    expect(settled('文件（一）')).toBe('文件（一）');
  });
});
