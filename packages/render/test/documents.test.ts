import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makePng } from './support/make-png.ts';
import { openBench } from './support/develop.ts';
import { readPng } from './support/read-png.ts';
import { hasColour } from './support/colours.ts';

const bench = openBench();
afterAll(() => bench.darkroom.close());

/** Counts whoever comes; nobody should. */
const visits = { count: 0, port: 0 };
const server = createServer((_, response) => {
  visits.count++;
  response.end();
});
beforeAll(async () => {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  visits.port = typeof address === 'object' && address ? address.port : 0;
});
afterAll(() => void server.close());

const kinds = (rendering: { warnings: readonly { kind: string }[] }): readonly string[] =>
  rendering.warnings.map(({ kind }) => kind);

describe('Markdown', () => {
  const sections = Array.from(
    { length: 60 },
    (_, index) => `## Part ${index}\n\nSome *words* here.\n`,
  );

  test(
    'is laid out and cut into pages',
    { tags: ['f-render-markdown-table', 'f-render-pages'] },
    async () => {
      const { pages, pageCount } = await bench.show('a.md', sections.join('\n'));
      expect(pageCount).toBeGreaterThan(2);
      expect(pages).toHaveLength(1);
      expect(pages[0]).toMatchObject({ page: 1, width: 924 });
      expect((pages[0]?.height ?? 0) % 28).toBe(0);
    },
  );

  test('has its code coloured on whatever page is asked for', async () => {
    const code = '```ts\nconst word: string = "text";\n```\n';
    const source = `${sections.join('\n')}\n${code}`;
    const { pageCount } = await bench.show('a.md', source);
    const last = { pages: { first: pageCount, last: pageCount } };
    const [warm] = (await bench.show('a.md', source, last)).pages;
    const [cold] = (await bench.show('a.md', `${source}\n`, last)).pages;
    for (const page of [warm, cold]) {
      // The red of a keyword on light paper.
      expect(hasColour(readPng(page?.png ?? new Uint8Array()), [160, 17, 31], 10)).toBe(true);
    }
    const [first] = (await bench.show('a.md', source)).pages;
    expect(hasColour(readPng(first?.png ?? new Uint8Array()), [160, 17, 31], 1)).toBe(false);
  });

  test('has a page only where there is one', { tags: ['s003-refusal-typed'] }, async () => {
    const refusal = await bench.refusal('a.md', '# One', { pages: { first: 2, last: 2 } });
    expect(refusal).toMatchObject({
      refused: 'invalid-input',
      limit: { name: 'pageCount', max: 1 },
    });
  });

  test(
    'fetches no picture and runs no script',
    { tags: ['f-render-no-remote-images', 's003-no-write-no-network'] },
    async () => {
      const there = `http://127.0.0.1:${visits.port}/x.png`;
      const rendering = await bench.show(
        'a.md',
        `![a](${there}) <img src="${there}"> <script>fetch("${there}")</script>\n\n<img src="${there}">\n`,
      );
      expect(kinds(rendering)).toEqual(['script-not-run', 'external-not-loaded']);
      expect(visits.count).toBe(0);
    },
  );

  test('draws a picture that it brings along', async () => {
    const red = makePng(40, 40, [255, 0, 0]);
    const { pages } = await bench.show(
      'a.md',
      `![r](data:image/png;base64,${red.toString('base64')})`,
    );
    expect(hasColour(readPng(pages[0]!.png), [255, 0, 0], 1500)).toBe(true);
  });

  test('draws a picture whose address has its bytes percent-coded', async () => {
    const red = makePng(40, 40, [255, 0, 0]);
    const coded = Array.from(red, (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
    const mixed = coded.replace('%50%4e%47', 'PNG');
    const { pages } = await bench.show('a.md', `![r](data:image/png,${mixed})`);
    expect(hasColour(readPng(pages[0]!.png), [255, 0, 0], 1500)).toBe(true);
  });

  test('draws a drawing whose address has a lone percent sign', async () => {
    const svg = "<svg xmlns='http://www.w3.org/2000/svg' width='60' height='60'>";
    const red = "<rect width='100%' height='100%' fill='%23f00'/></svg>";
    const { pages } = await bench.show(
      'a.html',
      `<img src="data:image/svg+xml;utf8,${svg}${red}">`,
    );
    expect(hasColour(readPng(pages[0]!.png), [255, 0, 0], 3000)).toBe(true);
  });

  test('draws a picture behind one that is too large', async () => {
    const huge = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
    huge.writeUInt16LE(5000, 6);
    huge.writeUInt16LE(5000, 8);
    const red = makePng(40, 40, [255, 0, 0]);
    const { pages, warnings } = await bench.show(
      'a.md',
      `![h](data:image/gif;base64,${huge.toString('base64')}) ![r](data:image/png;base64,${red.toString('base64')})`,
    );
    expect(warnings.map(({ kind }) => kind)).toEqual(['part-not-drawn']);
    expect(hasColour(readPng(pages[0]!.png), [255, 0, 0], 1500)).toBe(true);
  });

  test('names characters that no font has', { tags: ['f-render-missing-glyphs'] }, async () => {
    expect(kinds(await bench.show('a.md', 'a \u{13000} b'))).toEqual(['font-missing']);
  });

  test(
    'gives the same bytes again, whatever was drawn between',
    { tags: ['f-render-deterministic'] },
    async () => {
      const first = await bench.show('a.md', sections.join('\n'));
      await bench.show('b.md', '日本語 🎉');
      const second = await bench.show('a.md', sections.join('\n'));
      expect(Buffer.compare(first.pages[0]!.png, second.pages[0]!.png)).toBe(0);
    },
  );

  test(
    'shows more of a part that is looked at closer, and says by how much',
    { tags: ['f-render-region-original', 'f-render-factor'] },
    async () => {
      const region = { unit: 'permille', left: 0, top: 0, width: 250, height: 100 } as const;
      const { pages } = await bench.show('a.md', sections.join('\n'), { region });
      const [page] = pages;
      expect(page?.shown).toMatchObject({ left: 0, top: 0, width: 231 });
      expect(page!.width / page!.shown.width).toBeGreaterThan(4);
    },
  );
});

describe('Static HTML', () => {
  test.each([
    'transform:rotate(1e39deg)',
    'transform:matrix(1e39,0,0,1,0,0)',
    'display:grid;grid-template-columns:1e39fr',
  ])('is drawn where a box is beyond all numbers (%s)', async (style) => {
    const { pages, warnings } = await bench.show(
      'a.html',
      `<div style="${style}">a <b>b</b></div>`,
    );
    expect(warnings).toEqual([]);
    expect(pages).toHaveLength(1);
  });

  test.each(['height:1e39px', 'display:grid;grid-template-rows:1e39fr'])(
    'has no more pages than anyone looks at, and says so (%s)',
    async (style) => {
      const rendering = await bench.show('a.html', `<div style="${style}">x</div>`.repeat(9));
      expect(rendering.pageCount).toBeLessThan(4_000);
      expect(kinds(rendering)).toEqual(['truncated']);
    },
  );

  test('is drawn with its own styles', { tags: ['f-render-markdown-table'] }, async () => {
    const html =
      '<style>.x{background:#00ff00;height:200px}</style><body style="margin:0"><div class="x">hi</div>';
    const { pages } = await bench.show('a.html', html);
    expect(hasColour(readPng(pages[0]!.png), [0, 255, 0], 100_000)).toBe(true);
  });

  test('runs nothing and loads nothing', { tags: ['f-render-no-remote-images'] }, async () => {
    const there = `http://127.0.0.1:${visits.port}/x`;
    const rendering = await bench.show(
      'a.html',
      `<link rel=stylesheet href=${there}><style>@import "${there}";p{background:url(${there})}</style>
       <body onload="x()"><img src=${there}><iframe src=${there}></iframe><script src=${there}></script>
       <p style="background:url('${there}')">x</p><object data=${there}></object><video src=${there}></video>`,
    );
    expect(new Set(kinds(rendering))).toEqual(
      new Set(['script-not-run', 'external-not-loaded', 'part-not-drawn']),
    );
    expect(visits.count).toBe(0);
  });

  test('survives styles that are none', async () => {
    const css =
      '@media{ }}} {{{ .x{color:var(--y);width:calc(1px*/0)} @layer x; :has(b){x:y} \u00e9{}';
    const { pages } = await bench.show(
      'a.html',
      `<style>${css}</style><p style="width:calc(;color:;;:">hi</p>`,
    );
    expect(pages).toHaveLength(1);
  });

  test('is cut between its lines', { tags: ['f-render-pages'] }, async () => {
    const html = `<body>${'<p>A line of text.</p>'.repeat(200)}`;
    const { pageCount } = await bench.show('a.html', html);
    expect(pageCount).toBeGreaterThan(4);
  });
});

describe('A notebook', () => {
  const cell = (outputs: readonly object[]): object => ({
    cell_type: 'code',
    execution_count: 1,
    source: ['print(1)\n', 'x'],
    outputs,
  });
  const notebook = (...cells: readonly object[]): string =>
    JSON.stringify({ cells, metadata: { language_info: { name: 'python' } }, nbformat: 4 });

  test('is drawn with the outputs of its cells', { tags: ['f-render-notebook'] }, async () => {
    const png = makePng(60, 60, [0, 0, 255]).toString('base64');
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="60"><rect width="60" height="60" fill="#f0f"/></svg>';
    const { pages, warnings } = await bench.show(
      'a.ipynb',
      notebook(
        { cell_type: 'markdown', source: '# Title' },
        cell([{ output_type: 'display_data', data: { 'image/png': png, 'text/plain': 'x' } }]),
        cell([{ output_type: 'display_data', data: { 'image/svg+xml': [svg] } }]),
        cell([{ output_type: 'stream', text: ['\u001b[32mgreen\u001b[0m\n'] }]),
        cell([
          {
            output_type: 'execute_result',
            execution_count: 2,
            data: { 'text/html': '<table><tr><td>1</td></tr></table>' },
          },
        ]),
        cell([
          { output_type: 'error', ename: 'E', evalue: 'v', traceback: ['\u001b[31mE\u001b[0m: v'] },
        ]),
      ),
    );
    const pixels = readPng(pages[0]!.png);
    expect(warnings).toEqual([]);
    expect(hasColour(pixels, [0, 0, 255], 3000)).toBe(true);
    expect(hasColour(pixels, [255, 0, 255], 3000)).toBe(true);
    expect(hasColour(pixels, [0xff, 0xe2, 0xe0], 1000)).toBe(true);
  });

  test('never runs its scripts', { tags: ['f-render-notebook'] }, async () => {
    const there = `http://127.0.0.1:${visits.port}/x`;
    const data = {
      'text/html': `<script>fetch("${there}")</script><img src="${there}"><iframe src="${there}"></iframe>`,
      'application/javascript': `fetch("${there}")`,
    };
    const rendering = await bench.show(
      'a.ipynb',
      notebook(cell([{ output_type: 'display_data', data }])),
    );
    expect(kinds(rendering)).toEqual(['script-not-run', 'external-not-loaded']);
    expect(visits.count).toBe(0);
  });

  test.each([
    ['no JSON', '{"cells": ['],
    ['no cells', '{"a":1}'],
    ['half a million brackets', `{"cells":${'['.repeat(500_000)}`],
  ])('with %s is refused as corrupt', { tags: ['s003-refusal-typed'] }, async (_, text) => {
    expect(await bench.refusal('a.ipynb', text)).toMatchObject({ refused: 'corrupt' });
  });
});
