// One source for every row of the input matrix, small enough to be read here.
import { readFileSync } from 'node:fs';
import { encodePng } from '../../packages/ingest/src/png/raster-png.ts';
import { line, pagesPdf } from '../../packages/render/test/support/write-pdf.ts';
import {
  paragraph,
  writeDocx,
  writePptx,
  writeXlsx,
} from '../../packages/render/test/support/write-zip.ts';
import { livePage, readme, webPage } from './texts.ts';

export interface Exhibit {
  readonly title: string;
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Has its pixels already. */
  readonly raster?: boolean;
  /** Drawn by a program of the host. */
  readonly program?: boolean;
}

const text = (title: string, name: string, source: string): Exhibit => ({
  title,
  name,
  bytes: Buffer.from(source),
});

const file = (path: string): string =>
  readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

const gradient = (width: number, height: number): Buffer => {
  const rgba = new Uint8Array(width * height * 4);
  for (let at = 0; at < rgba.length; at += 4) {
    const [x, y] = [(at / 4) % width, Math.floor(at / 4 / width)];
    rgba.set([Math.round((x / width) * 255), Math.round((y / height) * 255), 160, 255], at);
  }
  return Buffer.from(encodePng({ width, height, channels: 4, data: rgba }));
};

const chart = {
  data: {
    values: [
      ['Mo', 28],
      ['Tu', 55],
      ['We', 43],
      ['Th', 91],
      ['Fr', 81],
    ].map(([day, value]) => ({ day, value })),
  },
  mark: 'bar',
  width: 320,
  height: 260,
  title: 'Looks per day',
  encoding: {
    x: { field: 'day', type: 'nominal', sort: null },
    y: { field: 'value', type: 'quantitative' },
    color: { field: 'day', type: 'nominal', legend: null },
  },
};

const notebook = {
  cells: [
    { cell_type: 'markdown', source: '## A notebook\nCells **and** outputs.' },
    {
      cell_type: 'code',
      execution_count: 1,
      source: 'for i in range(2):\n    print(i)',
      outputs: [{ output_type: 'stream', text: '0\n1\n' }],
    },
    {
      cell_type: 'code',
      execution_count: 2,
      source: 'plot(x)',
      outputs: [
        {
          output_type: 'display_data',
          data: { 'image/png': gradient(320, 120).toString('base64') },
        },
      ],
    },
    {
      cell_type: 'code',
      execution_count: 3,
      source: '1 / 0',
      outputs: [
        {
          output_type: 'error',
          ename: 'ZeroDivisionError',
          evalue: 'division by zero',
          traceback: [],
        },
      ],
    },
  ],
  metadata: { language_info: { name: 'python' } },
};

const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="360" height="300"><defs><linearGradient id="g"><stop stop-color="#4f7cff"/><stop offset="1" stop-color="#c04fff"/></linearGradient></defs><circle cx="180" cy="150" r="110" fill="url(#g)"/><text x="180" y="158" text-anchor="middle" font-family="sans-serif" font-size="28" fill="#fff">drawing</text></svg>`;

const log =
  '\u001b[1m$ npm test\u001b[0m\n\u001b[32m✓\u001b[0m door.test.ts \u001b[2m(12 tests)\u001b[0m\n\u001b[31m✗ lens.test.ts\u001b[0m\n  \u001b[31mAssertionError\u001b[0m: expected \u001b[32m1\u001b[0m to be \u001b[31m2\u001b[0m\n\u001b[44;97m INFO \u001b[0m 10%\r100% done\n\u001b[33mwarning\u001b[0m: slow test\n';

const hidden =
  "const role = 'user\u202e \u2066// admin\u2069 \u2066';\nif (role === 'admin\u200b') allow();\nconst name = '日本語 🎉 שלום';\n\u0007bell and a very long line that does not fit the page and goes on behind the mark at the edge, so it does\n";

export const exhibits: readonly Exhibit[] = [
  { title: 'PNG, JPEG, WebP, GIF', name: 'a.png', bytes: gradient(360, 300), raster: true },
  text('SVG', 'a.svg', svg),
  text('Code', 'packages/render/src/geometry.ts', file('packages/render/src/geometry.ts')),
  text('Characters that hide', 'trojan.ts', hidden),
  text('Terminal output', 'test.log', log),
  text(
    'Diff',
    'fix.diff',
    'diff --git a/a.ts b/a.ts\n--- a/a.ts\n+++ b/a.ts\n@@ -1,4 +1,4 @@\n const a = 1;\n-const b = a == 2;\n+const b = a === 2;\n export { b };\n',
  ),
  text('Markdown', 'guide.md', readme),
  text(
    'CSV',
    'orders.csv',
    `id;customer;total;note\n${Array.from({ length: 30 }, (_, index) => `${index + 1};Customer ${index + 1};${(index * 13.7).toFixed(2)};"a; b"`).join('\n')}`,
  ),
  text(
    'JSON',
    'minified.json',
    JSON.stringify({
      name: 'percept',
      sizes: [1, 2.5, 1e9],
      nested: { ok: true, none: null },
      text: 'x'.repeat(120),
      list: Array.from({ length: 9 }, (_, id) => ({ id })),
    }),
  ),
  text('Static HTML', 'page.html', webPage),
  {
    title: 'PDF',
    name: 'a.pdf',
    bytes: pagesPdf([
      {
        content: Array.from({ length: 24 }, (_, index) =>
          line(`Line ${index + 1} of a page of a PDF file`, 60, 720 - index * 24, 18),
        ).join(''),
      },
    ]),
  },
  text('Notebook', 'a.ipynb', JSON.stringify(notebook)),
  text(
    'Graphviz',
    'a.dot',
    'digraph { rankdir=LR; node [shape=box]; bytes -> ingest -> store; store -> tools; tools -> render [style=dashed]; render -> store; store -> lens -> model }',
  ),
  text(
    'Mermaid: flowchart',
    'flow.mmd',
    'flowchart TD\n A[Bytes] -->|sniff| B{Pixels?}\n B -->|yes| C([Door])\n B -->|no| D[[Darkroom]]\n C --> E[(Store)]\n D -.-> E\n subgraph look [On request]\n D\n end',
  ),
  text(
    'Mermaid: sequence',
    'sequence.mmd',
    'sequenceDiagram\n participant A as Agent\n participant V as view\n A->>V: look(plan.pdf)\n V-->>A: page 1 of 3\n loop until clear\n A->>V: region\n end\n Note over A,V: pixels on request',
  ),
  text(
    'Mermaid: class',
    'class.mmd',
    'classDiagram\n Renderer <|-- Svg\n Renderer <|-- Pdf\n Renderer : +id\n Renderer : +render()\n Darkroom "1" *-- "many" Renderer : asks',
  ),
  text(
    'Mermaid: state',
    'state.mmd',
    'stateDiagram-v2\n [*] --> Idle\n Idle --> Busy : job\n Busy --> Idle : answer\n Busy --> Spent : trap\n Spent --> [*]',
  ),
  text(
    'Mermaid: entity',
    'entity.mmd',
    'erDiagram\n SESSION ||--o{ ENTRY : holds\n ENTRY }o--|| BLOB : names\n BLOB {\n string sha256 PK\n int bytes\n }',
  ),
  text('Vega-Lite', 'a.vl.json', JSON.stringify(chart)),
  text(
    'LaTeX',
    'a.tex',
    String.raw`$$\int_{-\infty}^{\infty} e^{-x^2}\,dx = \sqrt{\pi}$$ $$\begin{pmatrix} a & b \\ c & d \end{pmatrix}^{-1} = \frac{1}{ad-bc}\begin{pmatrix} d & -b \\ -c & a \end{pmatrix}$$`,
  ),
  {
    title: 'Word',
    name: 'a.docx',
    bytes: writeDocx(
      paragraph('A report', 'Heading1') +
        paragraph('Structure from the file, without an office program.') +
        paragraph('Findings', 'Heading2') +
        paragraph('Words in a paragraph. '.repeat(8)),
    ),
  },
  {
    title: 'Excel',
    name: 'a.xlsx',
    bytes: writeXlsx([
      ['Quarter', 'Income', 'Cost'],
      ['Q1', 1200, 800],
      ['Q2', 1450, 910],
      ['Q3', 1610, 980],
    ]),
  },
  {
    title: 'PowerPoint (LibreOffice)',
    name: 'a.pptx',
    bytes: writePptx(['Slides as they look']),
    program: true,
  },
  {
    ...text('Live HTML (Chromium)', 'live.html', livePage),
    program: true,
  },
  {
    ...text(
      'Mermaid, other kinds (Chromium)',
      'b.mmd',
      'pie title Where pixels come from\n "Screens" : 46\n "Documents" : 31\n "Photos" : 23',
    ),
    program: true,
  },
];
