import { expect, it } from 'vitest';
import { markdownOf } from '../src/compose/markdown.ts';
import { namedFirst } from '../src/compose/question.ts';

const code = (text: string, left: number) =>
  ({ format: 'QRCode', text, box: [left, 0, left + 9, 9] }) as const;

const findings = {
  format: 'png',
  size: { width: 100, height: 100 },
  kind: 'screenshot',
  palette: [{ name: 'teal', hex: '#1f8a70', share: 0.9 }],
  codes: [code('ticket 4711', 0), code('invoice 2024', 20)],
  complete: true,
} as const;

const orderOf = (words: string, ...parts: readonly string[]): readonly number[] =>
  parts.map((part) => words.indexOf(part));

it(
  'tells the kind and the words of a picture before its colours',
  { tags: ['f-eyes-answer-order'] },
  () => {
    const places = orderOf(markdownOf(findings), 'Kind', 'ticket', 'invoice', 'Colours');
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(places).not.toContain(-1);
  },
);

it(
  'brings what a question names to the front, and leaves nothing out',
  { tags: ['f-eyes-answer-order'] },
  () => {
    const words = markdownOf(findings, 'What is the number of the invoice?');
    const places = orderOf(words, 'Kind', 'invoice', 'ticket', 'Colours');
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    const [colours = 0, text = 0] = orderOf(
      markdownOf(findings, 'Which colour is it?'),
      'Colours',
      'ticket',
    );
    expect(colours).toBeLessThan(text);
    expect(words.length).toBe(markdownOf(findings).length);
  },
);

it('keeps the order of the page where a question names nothing on it', () => {
  expect(namedFirst(['b', 'a'], 'What does the screen show?')).toEqual(['b', 'a']);
  expect(namedFirst(['one', 'two', 'three two'], 'two?')).toEqual(['two', 'three two', 'one']);
});
