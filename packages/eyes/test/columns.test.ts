import { expect, test } from 'vitest';
import { columnsOf } from '../src/layout/columns.ts';
import type { Row } from '../src/layout/rows.ts';
import type { TextLine } from '../src/ocr/text-line.ts';

/** A line of 18 px in a pitch of 8 px; a run of spaces is as wide as it is long. */
function piece(text: string, left: number, top: number): TextLine {
  const width = text.length * 8;
  return {
    text: text.replaceAll(/\s+/g, ' '),
    characters: [...text].map((char, at) => ({ char, probability: 1, x: at * 8 + 4 })),
    region: { centre: { x: left + width / 2, y: top + 9 }, width, height: 18, angle: 0 },
    box: [left, top, left + width, top + 18],
    confidence: 1,
    weakest: 1,
    ink: '#000000',
    paper: '#ffffff',
  };
}

const textOf = (rows: readonly Row[]): readonly string[] =>
  rows.map((row) => row.map(({ text }) => text).join(' | '));
const partsOf = (rows: readonly Row[]): readonly (readonly string[])[] =>
  columnsOf(rows).map((part) => textOf(part));

const left = ['the first line of one', 'column goes on there,', 'and here is its end.'];
const right = ['another text begins at', 'the right hand side of', 'it, with its own end.'];

test(
  'columns of prose are read one after the other, below what stands over both',
  { tags: ['f-eyes-columns'] },
  () => {
    const title = [piece('A title that stands over both of the columns', 0, 0)];
    const rows = left.map((text, at) => [
      piece(text, 0, 30 + at * 22),
      piece(right[at] ?? '', 210, 30 + at * 22),
    ]);
    expect(partsOf([title, ...rows])).toEqual([textOf([title]), left, right]);
  },
);

test('a line that was cut out across the gutter is parted there', () => {
  const rows: readonly Row[] = [
    [piece(left[0] ?? '', 0, 0), piece(right[0] ?? '', 210, 0)],
    [piece(`${left[1] ?? ''}      ${right[1] ?? ''}`, 0, 22)],
    [piece(left[2] ?? '', 0, 44), piece(right[2] ?? '', 210, 44)],
  ];
  expect(partsOf(rows)).toEqual([left, right]);
});

test('labels beside values, and cells of a table, stay rows', () => {
  const labels = ['Name', 'Time zone of the server', 'Language', 'Region'].map((text, at) => [
    piece(text, 0, at * 22),
    piece('Europe', 400, at * 22),
  ]);
  expect(columnsOf(labels)).toEqual([labels]);
  const table = left.map((_, at) => [0, 100, 200].map((x) => piece(`cell ${at}`, x, at * 22)));
  expect(columnsOf(table)).toEqual([table]);
});

test('a sidebar with base lines of its own is read apart from the page beside it', () => {
  const files = ['index.ts', 'look.ts', 'reader.ts', 'columns.ts', 'rows.ts', 'table.ts'];
  const code = [
    'import a',
    'const one = two(a);',
    'return',
    'export { one };',
    'if (one) {',
    'one();',
  ];
  const rows: Row[] = files.flatMap((name, at) => [
    [piece(name, 0, at * 44)],
    [piece(code[at] ?? '', 160, at * 44 + 22)],
  ]);
  const [first, ...rest] = rows;
  const both: readonly Row[] = [[...(first ?? []), piece('// line', 160, 0)], ...rest];
  expect(partsOf(both)).toEqual([files, ['// line', ...code]]);
});
