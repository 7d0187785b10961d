// The fence for whatever a stranger said: its edge, to the letter.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fenced, isInert, oneLine, quoted } from '@percept/core/internal';

const templateWords = [
  '<|im_start|>',
  '<|im_end|>',
  '<|endoftext|>',
  '<|start_header_id|>',
  '<|tool_call>',
  '<tool_call|>',
  '<｜begin▁of▁sentence｜>',
  '<｜tool▁calls▁begin｜>',
  '<s>',
  '</s>',
  '<bos>',
  '<think>',
  '</think>',
  '<start_of_turn>',
  '<end_of_turn>',
  '<tool_call>',
  '</tool_response>',
  '[INST]',
  '[/INST]',
  '[TOOL_CALLS]',
  '<<SYS>>',
  '<</SYS>>',
];

const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/u;

/** Tildes come in the lengths at which the rail decides, beside whatever else is there. */
const hostile = fc
  .array(
    fc.oneof(
      fc.string(),
      fc.string({ unit: 'binary', maxLength: 4 }),
      fc.constantFrom(1, 3, 4, 5, 30, 31, 32, 33, 34, 35, 64, 100).map((size) => '~'.repeat(size)),
      fc.constantFrom('\n', '\r', '\r\n', '\u2028', '\u0085', '\t', '`', '\u202e', '\ud800'),
      fc.constantFrom(...templateWords),
    ),
    { maxLength: 24 },
  )
  .map((pieces) => pieces.join(''));

function parts(words: string): { readonly rail: string; readonly inside: readonly string[] } {
  const lines = words.split('\n');
  const rail = /^(~+)untrusted-x$/.exec(lines[0] ?? '')?.[1] ?? '';
  expect(lines.at(-1)).toBe(rail);
  return { rail, inside: lines.slice(1, -1) };
}

describe('the fence', { tags: ['f-bridge-untrusted', 'd-words-fenced'] }, () => {
  test('attack: no text closes it, hides in it, or says a control word of a chat template', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const { rail, inside } = parts(fenced('x', text, Infinity));
        const longest = Math.max(
          0,
          ...inside
            .join('\n')
            .split(/[^~]+/)
            .map((run) => run.length),
        );
        // One more than the longest run inside, and neither less nor more.
        expect(rail.length).toBe(Math.max(4, longest + 1));
        expect(rail.length).toBeLessThanOrEqual(33);
        for (const line of inside) expect(line.replaceAll('\t', '')).not.toMatch(hidden);
        for (const word of templateWords) expect(inside.join('\n')).not.toContain(word);
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    [0, 4],
    [3, 4],
    [4, 5],
    [31, 32],
    [32, 33],
    [33, 33],
    [34, 33],
    [10_000, 33],
  ])('%i tildes inside make a rail of %i', (tildes, rail) => {
    expect(parts(fenced('x', `a${'~'.repeat(tildes)}`)).rail).toHaveLength(rail);
  });

  test('what is fenced twice stays fenced', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const { rail, inside } = parts(fenced('x', fenced('x', text, Infinity), Infinity));
        expect(inside.join('\n')).not.toContain(rail);
        expect(inside[0]).toMatch(/^~+untrusted-x$/);
      }),
    );
  });

  test('keeps code, tables, blank lines and foreign scripts as they were', () => {
    const text =
      'let a = b <| f |> g\n\n\n\tif (x < y || z > 1) {}\n| a | b |\n| - | - |\n<user name="x">価格 ¥1,200</user>\n';
    expect(fenced('ocr-lines', text)).toBe(`~~~~untrusted-ocr-lines\n${text}\n~~~~`);
  });

  test.each([
    ['as long as allowed', 'a'.repeat(16_000), false],
    ['one more', 'a'.repeat(16_001), true],
    ['longer only when spelled', `${'a'.repeat(15_999)}\u200b`, true],
    ['hidden letters only', '\u200b'.repeat(16_000), true],
    ['half an emoji at the edge', `${'a'.repeat(15_999)}😀`, true],
  ])('is bounded to the letter: %s', (_, text, isCut) => {
    const words = fenced('x', text);
    expect(/\n\(cut after 16000 of \d+ characters\)$/.test(words)).toBe(isCut);
    const inside = words.split('\n')[1] ?? '';
    expect(inside.length).toBe(16_000);
    expect(words.isWellFormed()).toBe(true);
  });

  test('leaves out media, references to media and encoded bytes', () => {
    const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk';
    expect(fenced('x', `see data:image/png;base64,${png} here`)).toContain('[media left out]');
    const reference = `media:sha256-${'ab'.repeat(32)}`;
    expect(fenced('x', `look at ${reference}`)).not.toContain(reference);
    const bytes = Buffer.from(Array.from({ length: 900 }, (_, at) => (at * at) % 251));
    expect(fenced('x', bytes.toString('base64'))).toContain(
      '[1200 characters of encoded bytes left out]',
    );
  });
});

describe('words on one line', { tags: ['d-words-fenced'] }, () => {
  test('attack: no name ends its line, hides, or says a control word of a chat template', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        for (const words of [oneLine(text), oneLine(text, 10_000), quoted(text)]) {
          expect(words).not.toMatch(hidden);
          for (const word of templateWords) expect(words).not.toContain(word);
        }
        expect(oneLine(text).length).toBeLessThanOrEqual(121 * 10);
        expect(isInert(text)).toBe(
          !hidden.test(text) && !templateWords.some((word) => text.includes(word)),
        );
      }),
    );
  });

  test('blanks are one, however many there are and whichever', () => {
    expect(oneLine(`a${' '.repeat(2_000_000)}b`)).toBe('a b');
    expect(oneLine(`${'\t'.repeat(1_000)}a${'\r\n'.repeat(1_000)} `)).toBe('a');
    const units = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code));
    for (const blank of units.filter((unit) => /\s/.test(unit)))
      expect(oneLine(`a${blank}${blank}b`)).toBe('a b');
  });
});
