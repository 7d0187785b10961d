import { describe, expect, test } from 'vitest';
import { paperOf } from '../src/grid/paper.ts';
import { defaultOptions, type PageRange } from '../src/options.ts';
import type { Laid } from '../src/text-renderer/order.ts';
import { sniffDelimiter } from '../src/table/table-page.ts';
import { layTable } from '../src/table/table-page.ts';

const paper = paperOf(defaultOptions.target, 'legible');

function lay(text: string | Uint8Array, pages: PageRange = { first: 1, last: 1 }): Laid {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  const outcome = layTable({ kind: 'table', bytes, label: 'a.csv', paper, theme: 'light', pages });
  if (!outcome.ok) throw new Error(outcome.refusal.message);
  return outcome.value;
}

function textsOf({ pages }: Laid): readonly string[] {
  return pages.flatMap(({ text }) => text.split('\n'));
}

describe('The delimiter', () => {
  test.each([
    [',', 'a,b,c\n1,2,3\n'],
    [';', 'a;b;c\n1,5;2,5;3,5\n4,5;5,5;6,5\n'],
    ['\t', 'a\tb\n1, 2\t3\n'],
    ['|', 'a|b|c\n1|2|3\n'],
    [',', 'name,note\n"x; y; z",1\n"a; b; c",2\n'],
    [',', 'just words\nand more\n'],
  ])('is found to be %j', (delimiter, text) => {
    expect(sniffDelimiter(text)).toBe(delimiter);
  });
});

describe('A table', () => {
  test('shows its header and rows, quotes resolved', { tags: ['f-render-markdown-table'] }, () => {
    const texts = textsOf(lay('id,name\n1,"a ""b"", c"\n2,"two\nlines"\n'));
    expect(texts).toContain('name');
    expect(texts).toContain('a "b", c');
    expect(texts).toContain('two / lines');
    expect(texts[1]).toBe('rows 1-2 of 2 · columns 1-2 of 2 · page 1/1');
  });

  test('goes to the right before it goes down', { tags: ['f-render-pages'] }, () => {
    const wide = ['a', 'b', 'c', 'd', 'e'].map((name) => name.repeat(40)).join(',');
    const text = `${wide}\n${'1,2,3,4,5\n'.repeat(100)}`;
    const first = lay(text);
    expect(first.pageCount).toBe(6);
    expect(textsOf(lay(text, { first: 2, last: 2 }))[1]).toContain(
      'rows 1-70 of 100 · columns 3-4 of 5',
    );
  });

  test('says that long fields were cut', () => {
    const laid = lay(`a,b,c\n${'x'.repeat(300)},${'y'.repeat(300)},z\n`);
    expect(laid.warnings).toEqual([
      { kind: 'truncated', message: '2 fields are longer than their column, and end in "…".' },
    ]);
  });

  test('of a million columns is bounded and says so', () => {
    const laid = lay(`${'c,'.repeat(1_000_000)}\n${'1,'.repeat(1_000_000)}\n`);
    expect(laid.pages).toHaveLength(1);
    expect(laid.warnings.at(-1)?.message).toContain('1000001 columns');
  });

  test('of a million rows is walked and not kept', () => {
    const laid = lay(`a,b\n${'1,2\n'.repeat(1_000_000)}`, { first: 10_000, last: 10_000 });
    expect(laid.pageCount).toBe(14_286);
    expect(textsOf(laid)[1]).toContain('rows 699931-700000 of 1000000');
  });

  test.each([
    ['a quote that never ends', '"abc,\n1,2\n'],
    ['rows of different length', 'a,b\n1\n1,2,3,4\n'],
    ['one empty line', '\n'],
    ['no bytes that are text', Uint8Array.of(0xff, 0x2c, 0xfe)],
    ['carriage returns', 'a,b\r\n1,2\r\n'],
  ])('with %s is drawn', (_, text) => {
    expect(lay(text).pages).toHaveLength(1);
  });
});
