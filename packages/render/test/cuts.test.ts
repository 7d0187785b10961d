// Nothing is left out silently: every bound that takes something off a picture says so in a warning.
import { utils, write } from '@e965/xlsx';
import { afterAll, describe, expect, test } from 'vitest';
import type { WarningKind } from '../src/index.ts';
import { openBench } from './support/develop.ts';
import { paragraph, writeDocx } from './support/write-zip.ts';

/** Patient: what is asked here is what is cut, not how fast. */
const bench = openBench({ drawTimeoutMs: 30_000, layoutTimeoutMs: 30_000 });
afterAll(() => bench.darkroom.close());

function workbook(sheets: number, rows: number, columns: number): Uint8Array {
  const book = utils.book_new();
  const row = Array.from({ length: columns }, (_, index) => index);
  for (let index = 0; index < sheets; index++) {
    const data = Array.from({ length: rows }, () => row);
    utils.book_append_sheet(book, utils.aoa_to_sheet(data), `Sheet ${index + 1}`);
  }
  const written: unknown = write(book, { type: 'buffer', bookType: 'xlsx' });
  if (!(written instanceof Uint8Array)) throw new Error('no workbook was written');
  return written;
}

function notebook(output: object): string {
  const cell = {
    cell_type: 'code',
    source: 'x',
    outputs: [{ output_type: 'display_data', ...output }],
  };
  return JSON.stringify({ cells: [cell], metadata: {}, nbformat: 4 });
}

const long = (chars: number): string => 'word '.repeat(chars / 5);
const deep = (levels: number, inside: string): string =>
  '<div>'.repeat(levels) + inside + '</div>'.repeat(levels);
const svg = (inside: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90">${inside}</svg>`;
const cells = (count: number): object[] =>
  Array.from({ length: count }, () => ({ cell_type: 'code', input: '1', outputs: [] }));

const cuts: readonly (readonly [
  what: string,
  name: string,
  source: () => string | Uint8Array,
  kind: WarningKind,
  words: RegExp,
])[] = [
  [
    'columns of a sheet',
    'a.xlsx',
    () => workbook(1, 2, 620),
    'truncated',
    /"Sheet 1" has 620 columns, and the first 500 /,
  ],
  [
    'rows of a sheet',
    'a.xlsx',
    () => workbook(1, 5200, 1),
    'truncated',
    /"Sheet 1" has more than 5000 rows/,
  ],
  [
    'sheets of a workbook',
    'a.xlsx',
    () => workbook(53, 1, 1),
    'truncated',
    /has 53 sheets, and the first 50 /,
  ],
  [
    'columns of a table',
    'a.csv',
    () => `${'a,'.repeat(20_500)}a\n1`,
    'truncated',
    /has 20501 columns, and the first 20000 /,
  ],
  [
    'fields of a table',
    'a.csv',
    () => `a,b\n${'x'.repeat(900)},1\n`,
    'truncated',
    /1 fields are longer/,
  ],
  [
    'a long Markdown document',
    'a.md',
    () => 'A line of words.\n\n'.repeat(25_000),
    'truncated',
    /very long/,
  ],
  ['a long Markdown line', 'a.md', () => 'x'.repeat(410_000), 'truncated', /very long/],
  ['a long page', 'a.html', () => `<p>${long(160_000)}</p><p>end</p>`, 'truncated', /very long/],
  ['many elements of a page', 'a.html', () => '<p>x</p>'.repeat(6100), 'truncated', /very long/],
  [
    'a page of great depth',
    'a.html',
    () => deep(120, 'words'),
    'part-not-drawn',
    /deeper than 100/,
  ],
  [
    'a long style sheet',
    'a.html',
    () => `<style>${'p{color:red}'.repeat(17_000)}</style><p>x</p>`,
    'truncated',
    /style sheet is very long/,
  ],
  [
    'a long style attribute',
    'a.html',
    () => `<p style="${'color:red;'.repeat(450)}">x</p>`,
    'truncated',
    /style attribute is very long/,
  ],
  [
    'cells of a notebook',
    'a.ipynb',
    () => JSON.stringify({ cells: cells(2100), metadata: {} }),
    'truncated',
    /first 2000 of 2100 cells/,
  ],
  [
    'cells of an old notebook',
    'a.ipynb',
    () => JSON.stringify({ worksheets: [{ cells: cells(2100) }], metadata: {} }),
    'truncated',
    /first 2000 of 2100 cells/,
  ],
  [
    'a long output',
    'a.ipynb',
    () => notebook({ data: { 'text/plain': long(30_000) } }),
    'truncated',
    /long output/,
  ],
  [
    'a long output of HTML',
    'a.ipynb',
    () => notebook({ data: { 'text/html': `<i title="${'x'.repeat(210_000)}">x</i>` } }),
    'truncated',
    /long output/,
  ],
  [
    'a long output of JSON',
    'a.ipynb',
    () => notebook({ data: { 'application/json': long(30_000) } }),
    'truncated',
    /long output/,
  ],
  [
    'colours of a long line',
    'a.ts',
    () => `const a = "${'x'.repeat(5000)}";`,
    'not-highlighted',
    /more than 4000 bytes/,
  ],
  [
    'colours of long code in a document',
    'a.md',
    () => `\`\`\`ts\n${'const a = 1;\n'.repeat(2000)}\`\`\`\n`,
    'not-highlighted',
    /long pieces of code/,
  ],
  [
    'terminal output of many lines',
    'a.ansi',
    () => '\u001b[31mred\u001b[0m\n'.repeat(1_500_000),
    'truncated',
    /very long/,
  ],
  [
    'a terminal line',
    'a.ansi',
    () => `\u001b[31m${'x'.repeat(70_000)}\n`,
    'truncated',
    /very long/,
  ],
  [
    'JSON that is too long to be laid out',
    'a.json',
    () => `[${'1234567890,'.repeat(800_000)}1]`,
    'part-not-drawn',
    /too long to be laid out/,
  ],
  [
    'elements of a Word document',
    'a.docx',
    () => writeDocx(`${paragraph('a')}<w:p><w:unknownThing/></w:p>`),
    'part-not-drawn',
    /Parts of the Word document/,
  ],
  [
    'calls in one value',
    'a.svg',
    () => svg(`<rect width="9" height="9" fill="${'var(--a,'.repeat(40)}red${')'.repeat(40)}"/>`),
    'clamped',
    /CSS variables/,
  ],
  [
    'names of fonts',
    'a.svg',
    () =>
      svg(
        Array.from({ length: 12 }, (_, index) => `<text font-family="Font ${index}">x</text>`).join(
          '',
        ),
      ),
    'fonts-substituted',
    /and more/,
  ],
  [
    'drawings inside drawings',
    'a.svg',
    () => svg(nested(3)),
    'part-not-drawn',
    /in a drawing in a drawing/,
  ],
  [
    'characters without a font',
    'a.txt',
    () => Array.from({ length: 60 }, (_, index) => String.fromCodePoint(0x12000 + index)).join(' '),
    'font-missing',
    /No font has 60 .*…$/,
  ],
];

function nested(levels: number): string {
  if (levels === 0) return '<rect width="9" height="9"/>';
  const inner = Buffer.from(svg(nested(levels - 1))).toString('base64');
  return `<image width="9" height="9" href="data:image/svg+xml;base64,${inner}"/>`;
}

describe('A bound', { timeout: 240_000 }, () => {
  test.each(cuts)('on %s is said', async (_, name, source, kind, words) => {
    const { warnings } = await bench.show(name, source());
    expect(warnings).toContainEqual({ kind, message: expect.stringMatching(words) });
  });

  test('that nothing reaches is not said', async () => {
    for (const [name, source] of [
      ['a.xlsx', workbook(2, 3, 4)],
      ['a.csv', 'a,b\n1,2\n'],
      ['a.md', '# a\n\n```ts\nconst a = 1;\n```\n'],
      ['a.html', '<p style="color:red">x</p>'],
      ['a.ipynb', notebook({ data: { 'text/plain': '1' } })],
      ['a.ts', 'const a = 1;'],
      ['a.docx', writeDocx(paragraph('a'))],
    ] as const) {
      expect({ name, warnings: (await bench.show(name, source)).warnings }).toEqual({
        name,
        warnings: [],
      });
    }
  });
});
