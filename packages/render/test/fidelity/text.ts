// Words: where they stand, how they look, and what they follow. Every renderer is given the same two families.
import { each, type Drawing } from './drawing.ts';

const words = (attributes: string, content = 'Hamburg'): string =>
  `<path d="M0 100H200M100 0V200" stroke="silver"/><text x="100" y="100" font-family="Noto Sans" font-size="30" ${attributes}>${content}</text>`;
const left = (content: string, attributes = ''): string =>
  `<text x="15" y="110" font-family="Noto Sans" font-size="32" ${attributes}>${content}</text>`;

export const text: readonly Drawing[] = [
  ...each('anchor', ['start', 'middle', 'end'], (anchor) =>
    words(`text-anchor="${anchor}"`, 'Anchor'),
  ),
  ...each(
    'size',
    ['8', '14', '24px', '2em', '150%', '18pt', 'large'],
    (size) => `<text x="10" y="100" font-family="Noto Sans" font-size="${size}">Size</text>`,
  ),
  ...each('weight', ['normal', 'bold', '400', '700', 'bolder'], (weight) =>
    left('Weight', `font-weight="${weight}"`),
  ),
  ...each('style', ['normal', 'italic'], (style) => left('Style', `font-style="${style}"`)),
  ['bold and italic', left('Both', 'font-weight="bold" font-style="italic"')],
  [
    'monospace',
    '<text x="10" y="110" font-family="JetBrains Mono" font-size="26">mono 0O1l</text>',
  ],
  [
    'families in order',
    '<text x="10" y="110" font-family="No Such Font, Noto Sans" font-size="32">Family</text>',
  ],
  [
    'families in quotes',
    `<text x="10" y="110" font-family="'Noto Sans'" font-size="32">Quoted</text>`,
  ],
  ['font shorthand', '<text x="10" y="110" style="font: bold 30px Noto Sans">Short</text>'],
  ['tspan', left('one <tspan fill="red">two</tspan>')],
  ['tspan in bold', left('one <tspan font-weight="bold">two</tspan>')],
  ['tspan of another size', left('one <tspan font-size="50">two</tspan>')],
  [
    'tspan on a new line',
    left('one<tspan x="15" dy="40">two</tspan><tspan x="15" dy="40">three</tspan>'),
  ],
  ['tspan in a tspan', left('a<tspan fill="red">b<tspan fill="blue">c</tspan>d</tspan>e')],
  [
    'x for each character',
    '<text x="20 60 100 140" y="100" font-family="Noto Sans" font-size="40">abcd</text>',
  ],
  [
    'y for each character',
    '<text x="20" y="60 90 120 150" font-family="Noto Sans" font-size="40">abcd</text>',
  ],
  ['dx for each character', left('abcd', 'dx="0 10 20 5"')],
  ['dy for each character', left('abcd', 'dy="0 -20 20 20"')],
  ['one turn for all', left('turned', 'rotate="20"')],
  ['a turn for each', left('turned', 'rotate="0 15 30 45 60"')],
  ...each('letter-spacing', ['5', '-2', '0.2em', 'normal'], (value) =>
    left('spaced', `letter-spacing="${value}"`),
  ),
  ...each('word-spacing', ['20', '-4'], (value) => left('a b c', `word-spacing="${value}"`)),
  ...each(
    'decoration',
    ['underline', 'overline', 'line-through', 'underline line-through'],
    (value) => left('Lines', `text-decoration="${value}"`),
  ),
  ['decoration of a tspan', left('a <tspan text-decoration="underline" fill="red">b</tspan> c')],
  [
    'decoration in the colour of its parent',
    '<g text-decoration="underline" fill="green" font-family="Noto Sans" font-size="36"><text x="15" y="110">a<tspan fill="red">b</tspan>c</text></g>',
  ],
  ['stroke', left('Ink', 'style="font-size:90px" fill="none" stroke="navy" stroke-width="2"')],
  [
    'stroke and fill',
    left('Ink', 'style="font-size:90px" fill="gold" stroke="navy" stroke-width="4"'),
  ],
  ['opacity', left('Faint', 'opacity="0.4"')],
  ['fill-opacity on overlapping letters', left('oooo', 'letter-spacing="-8" fill-opacity="0.5"')],
  [
    'gradient',
    `<linearGradient id="g"><stop stop-color="red"/><stop offset="1" stop-color="blue"/></linearGradient>${left('Gradient', 'fill="url(#g)" font-weight="bold"')}`,
  ],
  ['turned by a transform', words('transform="rotate(30 100 100)" text-anchor="middle"')],
  [
    'scaled by a transform',
    '<text x="10" y="50" transform="scale(1 2)" font-family="Noto Sans" font-size="30">Scaled</text>',
  ],
  [
    'skewed by a transform',
    '<text x="10" y="110" transform="skewX(-20)" font-family="Noto Sans" font-size="34">Skew</text>',
  ],
  [
    'on a path',
    '<path id="p" d="M20 130Q100 20 180 130" fill="none" stroke="silver"/><text font-family="Noto Sans" font-size="24"><textPath href="#p">Along a curve</textPath></text>',
  ],
  ...each(
    'on a path from',
    ['40', '25%'],
    (offset) =>
      `<path id="p" d="M20 130Q100 20 180 130" fill="none" stroke="silver"/><text font-family="Noto Sans" font-size="22"><textPath xlink:href="#p" startOffset="${offset}">Along</textPath></text>`,
  ),
  [
    'on a path, centred',
    '<path id="p" d="M20 130Q100 20 180 130" fill="none" stroke="silver"/><text font-family="Noto Sans" font-size="22" text-anchor="middle"><textPath href="#p" startOffset="50%">Middle</textPath></text>',
  ],
  [
    'on a path that is too short',
    '<path id="p" d="M20 100H90" fill="none" stroke="silver"/><text font-family="Noto Sans" font-size="24"><textPath href="#p">Too long for it</textPath></text>',
  ],
  [
    'on a straight path with tspan',
    '<path id="p" d="M20 100L180 60" fill="none" stroke="silver"/><text font-family="Noto Sans" font-size="24"><textPath href="#p">up <tspan fill="red">hill</tspan></textPath></text>',
  ],
  ...each(
    'dominant-baseline',
    ['auto', 'middle', 'central', 'hanging', 'alphabetic', 'ideographic', 'mathematical'],
    (value) => words(`dominant-baseline="${value}"`, 'xg'),
  ),
  ...each('baseline-shift', ['sub', 'super', '10', '-30%'], (value) =>
    left(`a<tspan baseline-shift="${value}" font-size="20">b</tspan>`),
  ),
  ['spaces collapse', left('a    b\n   c')],
  ['spaces are kept', left('a    b   c', 'xml:space="preserve"')],
  ['spaces around a tspan', left('a <tspan> b </tspan> c')],
  ['entities', left('&lt;a&gt; &amp; &#169; &#xe9;')],
  ['accents', left('Zoë Łódź')],
  ['Greek and Cyrillic', left('Ωμέγα Жук')],
  ['character data', left('<![CDATA[a < b]]>')],
  ['comment inside', left('one<!-- nothing -->two')],
  ['empty', '<text x="10" y="50"></text><rect width="20" height="20"/>'],
  ['outside', '<text x="150" y="195" font-family="Noto Sans" font-size="60">Cut off</text>'],
  ['hidden tspan', left('a<tspan visibility="hidden">b</tspan>c')],
  ['tspan that is not displayed', left('a<tspan display="none">b</tspan>c')],
  ...each('textLength', ['170', '80'], (value) => left('Length', `textLength="${value}"`)),
  ['textLength by glyphs', left('Length', 'textLength="170" lengthAdjust="spacingAndGlyphs"')],
  [
    'anchor of several chunks',
    '<text font-family="Noto Sans" font-size="24" text-anchor="middle"><tspan x="100" y="60">first</tspan><tspan x="100" y="120">the second</tspan></text>',
  ],
  [
    'link',
    '<a href="#x"><text x="15" y="110" font-family="Noto Sans" font-size="40" fill="blue">Link</text></a>',
  ],
  ['link inside', left('a <a href="#x" fill="blue">link</a>')],
  [
    'inherited from a group',
    '<g font-family="Noto Sans" font-size="36" fill="teal" font-style="italic"><text x="15" y="110">Group</text></g>',
  ],
  [
    'upright in a column',
    '<text x="100" y="20" writing-mode="tb" font-family="Noto Sans" font-size="28">Down</text>',
  ],
  ['kerning', left('AVAToLT')],
  ['ligatures', left('office fl')],
  [
    'long line',
    '<text x="5" y="100" font-family="Noto Sans" font-size="12">The quick brown fox jumps over the dog</text>',
  ],
  [
    'many lines',
    Array.from(
      { length: 12 },
      (_, index) =>
        `<text x="8" y="${16 + index * 16}" font-family="Noto Sans" font-size="13">Line ${index} of figures 0123456789</text>`,
    ).join(''),
  ],
];
