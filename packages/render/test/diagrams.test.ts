import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { diagramLanguages } from '../src/diagram/diagram-renderer.ts';
import { drawMermaid } from '../src/diagram/mermaid/draw.ts';
import { openBench } from './support/develop.ts';
import { makePng } from './support/make-png.ts';
import { readPng } from './support/read-png.ts';
import { hasColour } from './support/colours.ts';

const bench = openBench();
afterAll(() => bench.darkroom.close());

const sources = {
  'a.dot': '// c\ndigraph g { a -> b [label="x"]; b -> c }',
  'flow.mmd':
    'flowchart LR\n A[one] -->|yes| B{two}\n B -.-> C((three)) & D[(four)]\n subgraph s [Group]\n C\n end',
  'sequence.mmd':
    'sequenceDiagram\n participant A as Alice\n A->>B: hi\n loop x\n B-->>A: ho\n end\n Note over A,B: n',
  'class.mmd':
    'classDiagram\n Animal <|-- Duck\n Animal : +int age\n class Duck{\n +swim()\n }\n A "1" *-- "2" B : has',
  'state.mmd':
    'stateDiagram-v2\n [*] --> Still\n Still --> Moving : push\n Moving --> [*]\n state Moving {\n [*] --> Slow\n }',
  'entity.mmd': 'erDiagram\n A ||--o{ B : places\n A {\n string name PK\n }',
  'bars.vl.json':
    '{"data":{"values":[{"a":"A","b":28},{"a":"B","b":55}]},"mark":"bar","encoding":{"x":{"field":"a","type":"nominal"},"y":{"field":"b","type":"quantitative"}}}',
  'schema.json':
    '{"$schema":"https://vega.github.io/schema/vega-lite/v6.json","data":{"values":[{"b":28}]},"mark":"point","encoding":{"x":{"field":"b","type":"quantitative"}}}',
  'formula.tex': String.raw`$$\sum_{i=1}^{n} i = \frac{n(n+1)}{2}$$`,
};

test.each(Object.entries(sources))(
  '%s is drawn',
  { tags: ['f-render-diagrams'] },
  async (name, text) => {
    const { pages, warnings } = await bench.show(name, text);
    expect(warnings).toEqual([]);
    expect(pages[0]!.width).toBeGreaterThan(100);
    expect(readPng(pages[0]!.png).rgba.some((value) => value < 64)).toBe(true);
  },
);

test('a line to a group that is named inside itself goes to the first box in it', () => {
  const drawn = (from: string): string =>
    drawMermaid(`stateDiagram-v2\n A --> B : t\n state B {\n ${from} --> C\n }`);
  expect(drawn('B')).toBe(drawn('C'));
});

test.each(['__proto__', 'constructor', 'hasOwnProperty'])(
  'a box that is called %s is one like any other, and leaves nothing behind',
  (name) => {
    const other = drawMermaid('flowchart TD\n A --> B');
    expect(drawMermaid(`flowchart TD\n A --> ${name}[B]`)).toBe(other);
    expect(drawMermaid('flowchart TD\n A --> B')).toBe(other);
  },
);

test('a chart has its bars', async () => {
  const { pages } = await bench.show('bars.vl.json', sources['bars.vl.json']);
  expect(hasColour(readPng(pages[0]!.png), [0x4c, 0x78, 0xa8], 500)).toBe(true);
});

test('a whole LaTeX document is shown as text', async () => {
  const { rendererKey } = await bench.show(
    'a.tex',
    String.raw`\documentclass{article}\begin{document}x\end{document}`,
  );
  expect(rendererKey).toMatch(/^code@/);
});

test(
  'a chart that asks for a file or a host gets nothing and says so',
  { tags: ['f-render-diagrams', 's003-no-write-no-network'] },
  async () => {
    let visits = 0;
    const server = createServer((_, response) => {
      visits++;
      response.end('[]');
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    for (const url of [`http://127.0.0.1:${port}/d.json`, 'file:///etc/passwd', '/etc/passwd']) {
      const chart = {
        data: { url },
        mark: 'bar',
        encoding: { x: { field: 'a', type: 'nominal' } },
      };
      const { warnings } = await bench.show('a.vl.json', JSON.stringify(chart));
      expect(warnings.map(({ kind }) => kind)).toContain('external-not-loaded');
    }
    server.close();
    expect(visits).toBe(0);
  },
);

test(
  'a drawing, a flow and a formula that ask for a picture or a file get nothing',
  { tags: ['f-render-diagrams', 's003-no-write-no-network'] },
  async () => {
    let visits = 0;
    const server = createServer((_, response) => {
      visits++;
      response.end();
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const ended: string[] = [];
    const folder = mkdtempSync(join(tmpdir(), 'percept-diagram-'));
    const canary = join(folder, 'canary.png');
    writeFileSync(canary, makePng(40, 40, [255, 0, 255]));
    for (const url of [`http://127.0.0.1:${port}/d.png`, pathToFileURL(canary).href, canary])
      for (const [name, text] of [
        ['a.dot', `digraph { a [shape=none, label="a", image="${url}"]; a -> b }`],
        ['b.dot', `digraph { a [label=<<TABLE><TR><TD><IMG SRC="${url}"/></TD></TR></TABLE>>] }`],
        ['a.mmd', `flowchart LR\n A["<img src='${url}'>"] --> B\n click A "${url}"`],
        ['a.tex', String.raw`\includegraphics{${url}} + \href{${url}}{x}`],
        ['b.tex', String.raw`\input{${url}}`],
      ] as const) {
        const outcome = await bench.darkroom.develop({ bytes: Buffer.from(text), name });
        ended.push(`${name} ${outcome.ok ? 'drawn' : outcome.refusal.refused}`);
        for (const { png } of outcome.ok ? outcome.value.pages : [])
          expect([name, hasColour(readPng(png), [255, 0, 255], 1)]).toEqual([name, false]);
      }
    server.close();
    rmSync(folder, { recursive: true });
    expect(visits).toBe(0);
    expect(ended.filter((how) => !/ (?:drawn|corrupt)$/.test(how))).toEqual([]);
  },
);

describe('What cannot be drawn', () => {
  test.each([
    ['a.dot', 'digraph { a -> '],
    ['b.mmd', 'flowchart TD\n ???'],
    ['c.mmd', 'sequenceDiagram\n what is this'],
    ['a.vl.json', '{"mark":'],
    ['b.vl.json', '{"a":1}'],
    ['c.vl.json', '[]'],
    ['a.tex', String.raw`\frac{1`],
    ['b.tex', String.raw`\def\a{\a\a}\a`],
  ])('%s is refused with the reason', { tags: ['s003-refusal-typed'] }, async (name, text) => {
    expect(await bench.refusal(name, text)).toMatchObject({ refused: 'corrupt' });
  });
});

test('an expression in a chart cannot reach the host', async () => {
  const chart = {
    data: { values: [{ a: 1 }] },
    transform: [{ calculate: "datum.constructor.constructor('return process')().pid", as: 'p' }],
    mark: 'text',
    encoding: { text: { field: 'p' } },
  };
  expect(await bench.refusal('a.vl.json', JSON.stringify(chart))).toMatchObject({
    refused: 'corrupt',
  });
});

describe('Mermaid', () => {
  test.each([
    ['chains and groups', 'graph TD\nA & B --> C --> D', 3],
    ['words in the line', 'graph LR\nA -- some words --> B', 1],
    ['every sign', 'graph LR\nA --- B; B ==> C; C -.-> D; D --o E; E --x F; F <--> G', 6],
  ])('reads %s', (_, text, lines) => {
    expect(
      drawMermaid(text).match(/<path d="M[^"]*" fill="none" stroke="#1f2937" stroke-width/g),
    ).toHaveLength(lines);
  });

  test('shows words as words, whatever is in them', () => {
    const svg = drawMermaid('graph LR\nA["<script>alert(1)</script> & 1 < 2"] --> B');
    expect(svg).not.toContain('<script');
    expect(svg).toContain('1 &lt; 2');
  });

  test('refuses more boxes than anyone can look at', () => {
    const many = Array.from({ length: 1000 }, (_, index) => `A${index} --> B${index}`).join('\n');
    expect(() => drawMermaid(`graph LR\n${many}`)).toThrow('too many');
  });
});

test('the languages carry the versions that the package pins', async () => {
  const { default: manifest } = await import('../package.json', { with: { type: 'json' } });
  const version = (kind: string) =>
    diagramLanguages.find((language) => language.kind === kind)?.version;
  expect(version('graphviz')).toBe(manifest.peerDependencies['@hpcc-js/wasm-graphviz']);
  expect(version('mermaid')).toBe(`dagre${manifest.dependencies['@dagrejs/dagre']}`);
  expect(version('vega-lite')).toBe(
    `${manifest.peerDependencies['vega-lite']}-${manifest.peerDependencies.vega}`,
  );
  expect(version('latex')).toBe(manifest.peerDependencies['@mathjax/src']);
});
