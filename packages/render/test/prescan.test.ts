// The prescan runs in the host, so it must be linear: four megabytes of whatever a pattern could choke on, in moments.
import { describe, expect, it } from 'vitest';
import { renderLimits } from '../src/index.ts';
import { parseLength } from '../src/svg/root.ts';
import { prescan } from '../src/svg/prescan.ts';
import { refusalOf } from './support/darkroom.ts';
import { processorMs } from '../../../test/processor-time.ts';

const room = renderLimits.maxSvgBytes - 2000;
const root = '<svg xmlns="http://www.w3.org/2000/svg" ';
const fill = (unit: string): string => unit.repeat(Math.floor(room / unit.length));

const pathological: ReadonlyMap<string, string> = new Map([
  ['spaces in a length', `${root}width="1${' '.repeat(room)}!"/>`],
  ['spaces in a reference', `${root}fill="url(${' '.repeat(room)}#"/>`],
  ['dashes', `${root}style="${'-'.repeat(room)}"/>`],
  ['declarations', `${root}><style>${fill('--a:b;')}</style></svg>`],
  [
    'variables that name themselves',
    `${root}style="${fill('--a:var(--a) var(--a);')}" fill="var(--a)"/>`,
  ],
  ['families without an end', `${root}><style>${fill('font-family:')}</style></svg>`],
  ['families', `${root}><style>${fill('a{font-family:x}')}</style></svg>`],
  ['attributes', `${root}${fill('a="1" ')}/>`],
  ['comments that never close', `${root}>${fill('<!--')}`],
  ['sections that never close', `${root}>${fill('<![CDATA[')}`],
  ['imports', `${root}><style>${fill('@import ')}</style>`],
  ['font faces', `${root}><style>${fill('@font-face{')}</style>`],
  ['colons', `${root}><style>${fill(':a;')}var(</style>`],
  ['mixed colours', `${root}><style>${fill('a{b:color-mix(in srgb,red,blue)}')}</style></svg>`],
  ['quotes in a document type', `<!DOCTYPE ${fill('"')}>`],
  ['numbers in a viewBox', `${root}viewBox="${fill('1 ')}"/>`],
]);

describe('the prescan', () => {
  it.each([...pathological])('takes moments for four megabytes of %s', (_, source) => {
    const start = processorMs();
    prescan(source, renderLimits);
    expect(processorMs() - start).toBeLessThan(5_000);
  });

  it.each([
    ['10', 10],
    ['10px', 10],
    ['1in', 96],
    ['2.54cm', 96],
    ['72pt', 96],
    ['+5e1', 50],
    ['100%', undefined],
    ['auto', undefined],
    ['-5', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('reads the length %s as %s pixels', (text, pixels) => {
    const length = parseLength(text);
    expect(length === undefined ? undefined : Math.round(length * 1000) / 1000).toBe(pixels);
  });

  it('says which limit a drawing crosses, by how much', () => {
    const many = `${root}>${'<g/>'.repeat(renderLimits.maxSvgElements)}</svg>`;
    const { limit } = refusalOf(prescan(many, renderLimits));
    expect(limit).toEqual({ name: 'maxSvgElements', max: 50_000, actual: 50_001 });
  });

  it('hands the engine nothing that points outside', () => {
    const source = `<?xml version="1.0"?><?xml-stylesheet href="a.css"?><!DOCTYPE svg>${root} viewBox="0 0 9 9"><style>@import "b.css"; @font-face { src: url(c.woff) } rect { fill: red }</style><image href="d.png"/><use xlink:href="http://e/#f"/><a href="javascript:1"><rect/></a></svg>`;
    const drawn = prescan(source, renderLimits);
    const markup = drawn.ok ? drawn.value.markup : '';
    expect(markup).toMatch(/^<svg /);
    expect(markup).not.toMatch(/a\.css|b\.css|c\.woff|d\.png|http:\/\/e|javascript|DOCTYPE|<\?/);
    expect(markup).toContain('fill: red');
  });
});
