// Hostile drawings by class, generated: what each tries, and how it may end. Every class that the measured engines fell
// for is here; `canary` stands for a file and a host that nothing may reach.
import { deflateSync, gzipSync } from 'node:zlib';

export interface Canary {
  /** A picture on this machine, all of one colour that no drawing here has. */
  readonly file: string;
  /** A server that counts. */
  readonly url: string;
}

export interface Hostile {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** `refused`: before any engine. `bounded`: a picture or a refusal, within the deadline. */
  readonly ends: 'refused' | 'picture' | 'bounded';
}

const namespaces = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';
const svg = (body: string, attributes = 'width="200" height="200"', prologue = ''): string =>
  `${prologue}<svg ${namespaces} ${attributes}><rect width="200" height="200" fill="#eee"/>${body}</svg>`;

function repeat(count: number, make: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => make(index)).join('');
}

/** A PNG header that claims a raster far larger than its data. */
function pngBomb(edge: number): string {
  const crcTable = Array.from({ length: 256 }, (_, index) => {
    let value = index;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
    return value >>> 0;
  });
  const crc = (bytes: Uint8Array): number =>
    (bytes.reduce((sum, byte) => (crcTable[(sum ^ byte) & 0xff] ?? 0) ^ (sum >>> 8), 0xffffffff) ^
      0xffffffff) >>>
    0;
  const chunk = (type: string, data: Uint8Array): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const head = Buffer.alloc(4);
    head.writeUInt32BE(data.length);
    const tail = Buffer.alloc(4);
    tail.writeUInt32BE(crc(body));
    return Buffer.concat([head, body, tail]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(edge, 0);
  header.writeUInt32BE(edge, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const data = deflateSync(Buffer.alloc((edge / 8 + 1) * edge), { level: 9 });
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]).toString('base64');
}

function entities(kind: 'laughs' | 'quadratic'): string {
  if (kind === 'quadratic') {
    return `<!DOCTYPE svg [<!ENTITY a "${'x'.repeat(50_000)}">]>${svg(`<text>${'&a;'.repeat(20_000)}</text>`)}`;
  }
  const rows = repeat(10, (index) => `<!ENTITY l${index + 1} "${`&l${index};`.repeat(10)}">`);
  return `<!DOCTYPE svg [<!ENTITY l0 "ha">${rows}]>${svg('<text>&l10;</text>')}`;
}

/** Each level uses the level below twice or more. */
function tower(
  element: string,
  levels: number,
  use: (id: string) => string,
  attributes = '',
): string {
  const rows = repeat(
    levels,
    (index) =>
      `<${element} id="n${index + 1}" ${attributes}>${use(`n${index}`)}${use(`n${index}`)}</${element}>`,
  );
  return `<defs><g id="n0"><rect width="9" height="9"/></g>${rows}</defs>`;
}

function maskBomb(): string {
  const rows = repeat(
    24,
    (index) =>
      `<mask id="m${index + 1}"><g mask="url(#m${index})"><g mask="url(#m${index})"><rect width="200" height="200" fill="#fff"/></g></g></mask>`,
  );
  return svg(
    `<defs><mask id="m0"><rect width="99" height="99" fill="#fff"/></mask>${rows}</defs><rect width="200" height="200" mask="url(#m24)"/>`,
  );
}

export function hostileDrawings({ file, url }: Canary): readonly Hostile[] {
  const rows: Hostile[] = [];
  const add = (name: string, ends: Hostile['ends'], source: string | Uint8Array): void => {
    rows.push({
      name,
      ends,
      bytes: typeof source === 'string' ? new TextEncoder().encode(source) : source,
    });
  };
  const image = (href: string): string => svg(`<image href="${href}" width="200" height="200"/>`);

  add('image by absolute path', 'picture', image(file));
  add('image by relative path', 'picture', image(`../../../../../../../../..${file}`));
  add('image by file URL', 'picture', image(`file://${file}`));
  add(
    'image by xlink path',
    'picture',
    svg(`<image xlink:href="${file}" width="200" height="200"/>`),
  );
  add(
    'feImage by path',
    'picture',
    svg(
      `<filter id="f"><feImage href="${file}"/></filter><rect width="200" height="200" filter="url(#f)"/>`,
    ),
  );
  add('use of a file', 'picture', svg(`<use href="file://${file}#a"/>`));
  add(
    'style sheet by path',
    'picture',
    svg('', 'width="200" height="200"', `<?xml-stylesheet href="${file}"?>`),
  );
  add('image by URL', 'picture', image(`${url}/image.png`));
  add('image without a scheme', 'picture', image(url.replace('http:', '')));
  add(
    'feImage by URL',
    'picture',
    svg(
      `<filter id="f"><feImage href="${url}/fe.png"/></filter><rect width="200" height="200" filter="url(#f)"/>`,
    ),
  );
  add('use by URL', 'picture', svg(`<use href="${url}/sprite.svg#a"/>`));
  add(
    'import in a style sheet',
    'picture',
    svg(`<style>@import url(${url}/a.css); rect { fill: #ddd }</style>`),
  );
  add(
    'font by URL',
    'picture',
    svg(
      `<style>@font-face { font-family: x; src: url(${url}/x.woff2) }</style><text y="50" font-family="x">a</text>`,
    ),
  );
  add(
    'style sheet by instruction',
    'picture',
    svg('', 'width="200" height="200"', `<?xml-stylesheet type="text/css" href="${url}/b.css"?>`),
  );
  add('fill by URL', 'picture', svg(`<rect width="99" height="99" fill="url(${url}/p.svg#g)"/>`));
  add(
    'frame in foreignObject',
    'picture',
    svg(
      `<foreignObject width="200" height="200"><iframe xmlns="http://www.w3.org/1999/xhtml" src="${url}/frame"/></foreignObject>`,
    ),
  );
  add('script by URL', 'picture', svg(`<script href="${url}/s.js"/>`));
  add(
    'script that loops',
    'picture',
    svg('<script>for (;;) {}</script>', 'width="200" height="200" onload="for (;;) {}"'),
  );
  add(
    'document type by URL',
    'picture',
    svg('', 'width="200" height="200"', `<!DOCTYPE svg SYSTEM "${url}/x.dtd">`),
  );
  add(
    'XInclude',
    'picture',
    svg(
      `<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="file://${file}" parse="text"/>`,
    ),
  );
  add(
    'drawing in a drawing by URL',
    'picture',
    image(`data:image/svg+xml;base64,${Buffer.from(image(`${url}/inner.png`)).toString('base64')}`),
  );

  add(
    'external entity, file',
    'refused',
    `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/hostname">]>${svg('<text y="50">&x;</text>')}`,
  );
  add(
    'external entity, URL',
    'refused',
    `<!DOCTYPE svg [<!ENTITY x SYSTEM "${url}/x">]>${svg('<text y="50">&x;</text>')}`,
  );
  add(
    'parameter entity',
    'refused',
    `<!DOCTYPE svg [<!ENTITY % p SYSTEM "${url}/p"> %p;]>${svg('')}`,
  );
  add('billion laughs', 'refused', entities('laughs'));
  add('quadratic blow-up', 'refused', entities('quadratic'));
  add(
    'entities in a drawing inside',
    'refused',
    image(`data:image/svg+xml;base64,${Buffer.from(entities('laughs')).toString('base64')}`),
  );

  add(
    'fifty thousand levels',
    'refused',
    `<svg ${namespaces}>${'<g>'.repeat(50_000)}${'</g>'.repeat(50_000)}</svg>`,
  );
  add('levels that never close', 'refused', `<svg ${namespaces}>${'<g>'.repeat(300_000)}`);
  add('sixty thousand elements', 'refused', svg('<path d="M0 0"/>'.repeat(60_000)));
  add(
    'forty thousand shapes',
    'bounded',
    svg(
      repeat(
        40_000,
        (index) => `<circle cx="${index % 200}" cy="${index % 199}" r="3" opacity=".5"/>`,
      ),
    ),
  );
  add(
    'use tower',
    'bounded',
    svg(`${tower('g', 30, (id) => `<use href="#${id}"/>`)}<use href="#n30"/>`),
  );
  add('use of itself', 'bounded', svg('<g id="a"><use href="#a"/></g>'));
  add(
    'use in a circle',
    'bounded',
    svg('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>'),
  );
  add('mask tower', 'bounded', maskBomb());
  add(
    'clip tower',
    'bounded',
    svg(
      `<defs>${repeat(60, (index) => `<clipPath id="c${index + 1}" clip-path="url(#c${index})"><rect width="99" height="99"/></clipPath>`)}<clipPath id="c0"><rect width="9" height="9"/></clipPath></defs><rect width="200" height="200" clip-path="url(#c60)"/>`,
    ),
  );
  add(
    'pattern tower',
    'bounded',
    svg(
      `<defs><pattern id="p0" width="2" height="2" patternUnits="userSpaceOnUse"><rect width="1" height="1"/></pattern>${repeat(12, (index) => `<pattern id="p${index + 1}" width="2" height="2" patternUnits="userSpaceOnUse"><rect width="200" height="200" fill="url(#p${index})"/></pattern>`)}</defs><rect width="200" height="200" fill="url(#p12)"/>`,
    ),
  );
  add(
    'pattern of itself',
    'bounded',
    svg(
      '<pattern id="p" width="9" height="9" patternUnits="userSpaceOnUse"><rect width="9" height="9" fill="url(#p)"/></pattern><rect width="200" height="200" fill="url(#p)"/>',
    ),
  );
  add(
    'gradient circle',
    'bounded',
    svg(
      '<linearGradient id="a" href="#b"/><linearGradient id="b" href="#a"/><rect width="200" height="200" fill="url(#a)"/>',
    ),
  );
  add(
    'marker of itself',
    'bounded',
    svg(
      '<marker id="m" markerWidth="9" markerHeight="9"><path d="M0 0L9 9" stroke="#000" marker-mid="url(#m)" marker-end="url(#m)"/></marker><path d="M0 0L99 99L0 99" stroke="#000" marker-mid="url(#m)" marker-end="url(#m)"/>',
    ),
  );

  add(
    'turbulence of many octaves',
    'bounded',
    svg(
      '<filter id="f"><feTurbulence baseFrequency=".01" numOctaves="100000"/></filter><rect width="200" height="200" filter="url(#f)"/>',
    ),
  );
  add(
    'morphology of huge radius',
    'bounded',
    svg(
      '<filter id="f"><feMorphology operator="dilate" radius="99999"/></filter><rect width="99" height="99" filter="url(#f)"/>',
    ),
  );
  add(
    'convolution of huge order',
    'bounded',
    svg(
      `<filter id="f"><feConvolveMatrix order="500" kernelMatrix="${'1 '.repeat(250_000)}"/></filter><rect width="200" height="200" filter="url(#f)"/>`,
    ),
  );
  add(
    'blur without end',
    'bounded',
    svg(
      '<filter id="f"><feGaussianBlur stdDeviation="1e9"/></filter><rect width="200" height="200" filter="url(#f)"/>',
    ),
  );
  add(
    'filter region without end',
    'bounded',
    svg(
      '<filter id="f" x="-1e6" y="-1e6" width="1e7" height="1e7" filterUnits="userSpaceOnUse"><feGaussianBlur stdDeviation="5"/></filter><rect width="200" height="200" filter="url(#f)"/>',
    ),
  );
  add(
    'a thousand filter steps',
    'bounded',
    svg(
      `<filter id="f">${'<feGaussianBlur stdDeviation="3"/>'.repeat(1000)}</filter><rect width="200" height="200" filter="url(#f)"/>`,
    ),
  );
  add(
    'filters on filters',
    'bounded',
    svg(
      `<filter id="f"><feGaussianBlur stdDeviation="3"/></filter>${'<g filter="url(#f)">'.repeat(200)}<rect width="99" height="99"/>${'</g>'.repeat(200)}`,
    ),
  );
  add(
    'lighting on noise',
    'bounded',
    svg(
      '<filter id="f"><feTurbulence baseFrequency=".9" numOctaves="9"/><feDiffuseLighting surfaceScale="1e9"><feDistantLight/></feDiffuseLighting></filter><rect width="200" height="200" filter="url(#f)"/>',
    ),
  );

  add('a megabyte of text', 'refused', svg(`<text y="50">${'wide '.repeat(220_000)}</text>`));
  add('text under the limit', 'bounded', svg(`<text y="50">${'wide '.repeat(30_000)}</text>`));
  add(
    'ten thousand spans',
    'bounded',
    svg(
      `<text y="50">${repeat(10_000, (index) => `<tspan x="${index % 200}" dy="0.01">a</tspan>`)}</text>`,
    ),
  );
  add(
    'text on a long path',
    'bounded',
    svg(
      `<path id="p" d="M0 0${repeat(20_000, (index) => `L${index % 200} ${index % 199}`)}"/><text><textPath href="#p">${'along '.repeat(2000)}</textPath></text>`,
    ),
  );

  add('picture bomb in data', 'refused', image(`data:image/png;base64,${pngBomb(29_000)}`));
  add(
    'picture of broken data',
    'picture',
    image('data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAE'),
  );
  add('picture of no data', 'picture', image('data:image/png;base64,%%%'));
  add(
    'drawings five deep',
    'picture',
    image(
      `data:image/svg+xml;base64,${repeat(5, () => '')}${[1, 2, 3, 4, 5].reduce((inner) => Buffer.from(image(`data:image/svg+xml;base64,${inner}`)).toString('base64'), Buffer.from(svg('')).toString('base64'))}`,
    ),
  );
  add(
    'compressed bomb',
    'refused',
    gzipSync(Buffer.concat([Buffer.from(svg('')), Buffer.alloc(50 * 1024 * 1024, 0x20)])),
  );
  add('compressed drawing', 'picture', gzipSync(svg('')));
  add('compressed and cut', 'refused', gzipSync(svg('<rect/>'.repeat(999))).subarray(0, 60));

  add('huge aspect', 'refused', svg('', 'width="10" height="10000000"'));
  add('huge size', 'picture', svg('', 'width="1e9" height="1e9" viewBox="0 0 200 200"'));
  add('no size', 'refused', svg('', 'width="0" height="0"'));
  add(
    'size that is no number',
    'picture',
    svg('', 'width="NaN" height="Infinity" viewBox="0 0 1e-30 1e-30"'),
  );
  add(
    'huge coordinates',
    'bounded',
    svg('<path d="M-1e308 -1e308L1e308 1e308Z" stroke="#000" stroke-width="1e300"/>'),
  );
  add(
    'dashes without end',
    'bounded',
    svg('<path d="M0 0H1e7V1e7" stroke="#000" stroke-dasharray="0.0001" fill="none"/>'),
  );
  add(
    'megabytes of path',
    'bounded',
    svg(
      `<path d="M0 0${repeat(250_000, (index) => `L${index % 200} ${(index * 7) % 199}`)}" stroke="#000"/>`,
    ),
  );

  add(
    'variables in a circle',
    'picture',
    svg(
      '<rect width="99" height="99" fill="var(--a)"/>',
      'width="200" height="200" style="--a:var(--b);--b:var(--a)"',
    ),
  );
  add(
    'variables that double',
    'picture',
    svg(
      '<rect width="99" height="99" fill="var(--v30)"/>',
      `width="200" height="200" style="--v0:red;${repeat(30, (index) => `--v${index + 1}:var(--v${index}) var(--v${index});`)}"`,
    ),
  );
  add(
    'a hundred thousand rules',
    'bounded',
    svg(`<style>${repeat(60_000, (index) => `.c${index} g>rect{fill:red}`)}</style>`),
  );
  add(
    'style that never closes',
    'bounded',
    `<svg ${namespaces} width="9" height="9"><style>${'a{'.repeat(100_000)}`,
  );
  add(
    'attributes without end',
    'bounded',
    svg(`<rect ${repeat(50_000, (index) => `a${index}="1" `)}/>`),
  );
  add(
    'comments without end',
    'bounded',
    `<svg ${namespaces} width="9" height="9">${'<!--'.repeat(200_000)}`,
  );
  add(
    'invalid UTF-8',
    'bounded',
    Buffer.concat([
      Buffer.from(svg('').slice(0, -6)),
      Buffer.from([0xff, 0xfe, 0xc0, 0x80]),
      Buffer.from('</svg>'),
    ]),
  );
  add('only a tag', 'bounded', '<svg');
  return rows;
}
