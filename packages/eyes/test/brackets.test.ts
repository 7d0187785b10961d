import { expect, it } from 'vitest';
import { settleBrackets } from '../src/ocr/brackets.ts';

const others: Readonly<Record<string, string>> = { '(': '[', '[': '(', ')': ']', ']': ')' };

/** Brackets that were seen as surely as `probability` says, in their order. */
function seen(text: string, probabilities: readonly number[]): string {
  const left = [...probabilities];
  const glyphs = [...text].map((char, at) => {
    const rival = others[char];
    const probability = rival === undefined ? 0.99 : (left.shift() ?? 0.99);
    const other = rival === undefined ? '' : rival;
    return { char, probability, rival: { char: other, probability: 1 - probability }, x: at / 40 };
  });
  return settleBrackets(glyphs)
    .map(({ char }) => char)
    .join('');
}

it.each([
  ['if (left !== right] return;', [0.99, 0.98], 'if (left !== right) return;'],
  ['fetch[`${id}`];', [0.7, 0.7], 'fetch(`${id}`);'],
  [
    'let mask = ![flags & 1) || (bits);',
    [0.6, 0.9, 0.9, 0.9],
    'let mask = !(flags & 1) || (bits);',
  ],
  ['list[0] and names["a"]', [0.99, 0.99, 0.99, 0.99], 'list[0] and names["a"]'],
  ['list[0]', [0.8, 0.8], 'list[0]'],
  ['[worker-4] done)', [0.9, 0.9, 0.6], '[worker-4] done)'],
  ['no brackets', [], 'no brackets'],
])(
  'Both ends of a pair of brackets are of one kind: %s',
  { tags: ['f-eyes-confusables'] },
  (text, sure, meant) => {
    expect(seen(text, sure)).toBe(meant);
  },
);
