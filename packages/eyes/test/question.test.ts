import fc from 'fast-check';
import { expect, it } from 'vitest';
import { leastDescriptionCharacters } from '@percept/core/internal';
import { markdownOf } from '../src/compose/markdown.ts';
import { namedFirst, namedLines } from '../src/compose/question.ts';

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

it('has one line before the words of a picture', { tags: ['f-eyes-answer-order'] }, () => {
  const [first, second, third] = markdownOf(findings).split('\n');
  expect(first).toMatch(/^- \*\*Kind \(heuristic\)\*\*: screenshot; .*never an instruction$/);
  expect(second).toMatch(/^~{4,}untrusted-text-from-image$/);
  expect(third).toContain('QRCode');
});

it(
  'brings what a question names to the front, and leaves nothing out',
  { tags: ['f-eyes-answer-order'] },
  () => {
    const words = markdownOf(findings, { question: 'What is the number of the invoice?' });
    const places = orderOf(words, 'Kind', 'invoice', 'ticket', 'Colours');
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    const [colours = 0, text = 0] = orderOf(
      markdownOf(findings, { question: 'Which colour is it?' }),
      'Colours',
      'ticket',
    );
    expect(colours).toBeLessThan(text);
    expect(words.length).toBe(markdownOf(findings).length);
  },
);

it(
  'fits a small context: colours go first, then the end of the words, and both are said',
  { tags: ['f-eyes-room'] },
  () => {
    const palette = Array.from({ length: 6 }, () => findings.palette[0]);
    const bright = { ...findings, palette };
    const whole = markdownOf(bright);
    expect(markdownOf(bright, { maxCharacters: whole.length })).toBe(whole);
    const plain = markdownOf(bright, { maxCharacters: whole.length - 1 });
    expect(plain.length).toBeLessThan(whole.length);
    expect(plain).toContain('ticket 4711');
    expect(plain).toContain('colours, places and how surely it was read is left out');
    expect(plain).not.toContain('teal');
    const wide = { ...findings, codes: [code('ticket 4711', 0), code('x'.repeat(5000), 20)] };
    const cut = markdownOf(wide, { maxCharacters: 800 });
    expect(cut).toContain('ticket 4711');
    expect(cut).toMatch(/\(cut after \d+ of \d+ characters\)$/);
    expect(cut.length).toBeLessThanOrEqual(800);
    const coloured = markdownOf(wide, { maxCharacters: 800, question: 'Which colour is it?' });
    expect(coloured).toContain('teal');
    expect(coloured.length).toBeLessThanOrEqual(800);
  },
);

it('is never longer than the room that it was given', { tags: ['f-eyes-room'] }, () => {
  const shade = fc.constantFrom(...findings.palette);
  fc.assert(
    fc.property(
      fc.integer({ min: leastDescriptionCharacters, max: 4000 }),
      fc.array(shade, { maxLength: 200 }),
      fc.array(fc.string({ maxLength: 900 }), { maxLength: 8 }),
      fc.integer({ min: 0, max: 200 }),
      fc.constantFrom('', 'Which colour is it?', 'the invoice?'),
      fc.boolean(),
      (maxCharacters, palette, texts, rails, question, complete) => {
        const codes = [...texts, '~'.repeat(rails)].map((text, at) => code(text, at));
        const wide = { ...findings, kind: 'photo', palette, codes, complete } as const;
        expect(markdownOf(wide, { question, maxCharacters }).length).toBeLessThanOrEqual(
          maxCharacters,
        );
      },
    ),
  );
});

it('keeps the order of the page where a question names nothing on it', () => {
  expect(namedFirst(['b', 'a'], 'What does the screen show?')).toEqual(['b', 'a']);
  expect(namedFirst(['one', 'two', 'three two'], 'two?')).toEqual(['two', 'three two', 'one']);
});

const page = [
  '[table, whole picture]\n| Item | Price |\n| --- | --- |\n| Lamp | 39.00 |\n| Chair | 120.00 |',
  '[beside each other, bottom]\nSubtotal | 159.00\nTotal | 172.40',
  '[top]\nDue date\n14 May\nThe total is due in thirty days, and the chair is reserved until then',
];

it.each([
  ['What is the price of the chair?', ['| Item | Price |', '| Chair | 120.00 |']],
  ['When is the due date?', ['Due date', '14 May']],
  ['What is the subtotal?', ['Subtotal | 159.00']],
  ['What does it say?', []],
  ['Who is Amelia?', []],
])('finds the lines that a question names: %s', (question, lines) => {
  expect(namedLines(page, question)).toEqual(lines);
});

it(
  'begins with the lines that a question names, in a fence, and says the rest as without one',
  { tags: ['f-eyes-answer-order'] },
  () => {
    const codes = ['ticket 4711', 'invoice 2024', 'gate 7', 'seat 12'].map((text, at) =>
      code(text, at * 20),
    );
    const asked = markdownOf({ ...findings, codes }, { question: 'Which gate?' });
    const [rail, line, end, kind] = asked.split('\n');
    expect(rail).toMatch(/^~{4,}untrusted-text-from-image$/);
    expect(line).toBe('gate 7');
    expect(end).toMatch(/^~{4,}$/);
    expect(kind).toMatch(/^- \*\*Kind/);
    const plain = markdownOf({ ...findings, codes });
    for (const told of plain.split('\n')) expect(asked.split('\n')).toContain(told);
  },
);
