import { afterAll, describe, expect, test } from 'vitest';
import { amount } from '../../../test/amount.ts';
import { openBench } from './support/develop.ts';

/** A tenth of the largest texts is still far beyond what anybody draws. */
const share = amount(10, 1);

// A busy machine is no reason to fail here: that deadlines hold is shown below and in the engine's own tests.
const bench = openBench({ layoutTimeoutMs: 30_000, drawTimeoutMs: 20_000 });
const hasty = openBench({ layoutTimeoutMs: 2000 });
afterAll(async () => {
  await bench.darkroom.close();
  await hasty.darkroom.close();
});

const repeat = (text: string, count: number): Uint8Array => Buffer.from(text.repeat(count));

describe('A text that is too much is bounded', { timeout: 240_000 }, () => {
  test.each([
    ['one endless line', 'a.txt', () => repeat('abc def ', 11_250_000 / share), 10_000 / share],
    [
      'lines upon lines',
      'a.log',
      () => repeat('a line of words\n', 1_000_000 / share),
      10_000 / share,
    ],
    ['millions of empty lines', 'a.txt', () => repeat('\n', 50_000_000 / share), 100_000 / share],
    [
      'characters on characters',
      'a.txt',
      () => repeat('e\u0301\u0301\u0301\u0301\u0301', 10_000),
      1,
    ],
    ['controls only', 'a.txt', () => repeat('\u0001\u0002\u001c\u007f', 5000), 1],
    ['joined pictures', 'a.txt', () => repeat('👩‍👩‍👧‍👦', 3000), 0],
    ['escapes without end', 'a.log', () => repeat('\u001b[38;5;1', 100_000), 1],
    ['a minified bundle', 'a.js', () => repeat('function a(b){return b+1};', 40_000), 100],
    ['quotations in quotations', 'a.md', () => repeat('> ', 20_000), 0],
    [
      'lists in lists',
      'b.md',
      () =>
        Buffer.from(
          Array.from({ length: 400 }, (_, index) => `${'  '.repeat(index)}- a\n`).join(''),
        ),
      0,
    ],
    ['brackets that never close', 'c.md', () => repeat('[', 50_000), 0],
    ['stars that never close', 'd.md', () => repeat('*a **a ', 10_000), 0],
    [
      'a table of 5000 rows',
      'e.md',
      () => Buffer.concat([Buffer.from('|a|b|\n|-|-|\n'), repeat('|x|y|\n', 5000)]),
      50,
    ],
    ['boxes in boxes', 'a.html', () => repeat('<div>', 100_000), 0],
    ['a page without end', 'b.html', () => repeat('<p>word <b>bold</b></p>', 100_000), 50],
    ['millions of fields', 'a.csv', () => repeat(',\n', 10_000_000 / share), 1000 / share],
  ])('%s', async (_, name, make, atLeast) => {
    const { pageCount, pages } = await bench.show(name, make());
    expect(pages).toHaveLength(1);
    expect(pageCount).toBeGreaterThan(atLeast);
  });
});

test(
  'a line that keeps its grammar busy is drawn without colours, and the next text has a new engine',
  { tags: ['f-render-instance-discarded'] },
  async () => {
    const hostile = `${'a '.repeat(1900)}\n`.repeat(40);
    const rendering = await hasty.show('a.sv', hostile, { pages: { first: 12, last: 12 } });
    expect(rendering.warnings.map(({ kind }) => kind)).toEqual(['not-highlighted']);
    expect(rendering.reproducible).toBe(false);
    const next = await hasty.show('b.ts', 'const a = 1;');
    expect(next.warnings).toEqual([]);
  },
);

test('a caller who leaves is told that they left', { tags: ['s003-refusal-typed'] }, async () => {
  const leaving = new AbortController();
  const asked = bench.darkroom.develop(
    { bytes: repeat('x\n', 20_000_000), name: 'a.ts' },
    {},
    leaving.signal,
  );
  leaving.abort();
  expect(await asked).toMatchObject({ ok: false, refusal: { refused: 'cancelled' } });
});

test('the host is as small after the siege as threads let it be', async () => {
  await bench.show('a.ts', 'const a = 1;');
  expect(process.memoryUsage().heapUsed).toBeLessThan(400 * 1024 * 1024);
});

test('code in a document that keeps its grammar busy is drawn without colours', async () => {
  const hostile = `${'a '.repeat(950)}\n`.repeat(9);
  // Each takes a second and a half where nothing else runs; together they are too much for any machine.
  const source = `# Title\n\n${`\`\`\`system-verilog\n${hostile}\`\`\`\n\n`.repeat(7)}`;
  const { warnings, reproducible, pages } = await hasty.show('a.md', source);
  expect(warnings.map(({ kind }) => kind)).toEqual(['not-highlighted']);
  expect(reproducible).toBe(false);
  expect(pages).toHaveLength(1);
});
