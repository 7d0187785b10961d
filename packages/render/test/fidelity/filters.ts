// Every filter primitive, with the figures that change its picture.
import { blendModes, each, type Drawing } from './drawing.ts';

const shape =
  '<rect x="55" y="55" width="70" height="70" fill="tomato"/><circle cx="120" cy="120" r="35" fill="steelblue"/>';
const filter = (content: string, attributes = '', drawn = shape): string =>
  `<filter id="f" ${attributes}>${content}</filter><g filter="url(#f)">${drawn}</g>`;
const flood = '<feFlood flood-color="gold" flood-opacity="0.8" result="b"/>';
const spread =
  '<linearGradient id="l"><stop stop-color="red"/><stop offset="0.5" stop-color="lime"/><stop offset="1" stop-color="blue"/></linearGradient>';
const spectrum = '<rect x="20" y="20" width="160" height="160" fill="url(#l)"/>';
const srgb = 'color-interpolation-filters="sRGB"';
const whole = 'filterUnits="userSpaceOnUse" x="0" y="0" width="200" height="200"';
const hill = '<circle cx="100" cy="100" r="70" fill="black"/>';
const light = (kind: string, source: string, attributes: string): string =>
  filter(
    `<feGaussianBlur in="SourceAlpha" stdDeviation="8"/><fe${kind}Lighting surfaceScale="6" lighting-color="#ffd890" ${attributes}>${source}</fe${kind}Lighting>`,
    whole,
    hill,
  );

export const filters: readonly Drawing[] = [
  ...each('blur', ['0', '1', '5', '20', '10 0', '0 10', '3 12'], (deviation) =>
    filter(`<feGaussianBlur stdDeviation="${deviation}"/>`),
  ),
  ['blur in sRGB', filter(`<feGaussianBlur stdDeviation="8" ${srgb}/>`)],
  [
    'blur cut by its region',
    filter('<feGaussianBlur stdDeviation="12"/>', 'x="0" y="0" width="1" height="1"'),
  ],
  ['blur of the alpha', filter('<feGaussianBlur in="SourceAlpha" stdDeviation="6"/>')],
  ['offset', filter('<feOffset dx="30" dy="-20"/>')],
  [
    'offset in parts of the shape',
    filter('<feOffset dx="0.25" dy="0.1"/>', 'primitiveUnits="objectBoundingBox"'),
  ],
  ['flood', filter('<feFlood flood-color="teal" flood-opacity="0.5"/>')],
  ['flood in a part', filter('<feFlood x="60" y="60" width="50" height="90" flood-color="teal"/>')],
  [
    'drop shadow by hand',
    filter(
      '<feGaussianBlur in="SourceAlpha" stdDeviation="4"/><feOffset dx="8" dy="8"/><feMerge><feMergeNode/><feMergeNode in="SourceGraphic"/></feMerge>',
    ),
  ],
  [
    'drop shadow',
    filter(
      '<feDropShadow dx="8" dy="10" stdDeviation="4" flood-color="navy" flood-opacity="0.7"/>',
    ),
  ],
  ...each('blend', blendModes, (mode) =>
    filter(`${flood}<feBlend in="SourceGraphic" in2="b" mode="${mode}"/>`),
  ),
  ...each('composite', ['over', 'in', 'out', 'atop', 'xor', 'lighter'], (operator) =>
    filter(
      `<feFlood x="80" y="80" width="80" height="80" flood-color="gold" flood-opacity="0.8" result="b"/><feComposite in="SourceGraphic" in2="b" operator="${operator}"/>`,
    ),
  ),
  [
    'composite arithmetic',
    filter(
      `${flood}<feComposite in="SourceGraphic" in2="b" operator="arithmetic" k1="0.5" k2="0.5" k3="0.2" k4="0.1"/>`,
    ),
  ],
  ...each(
    'colour matrix: saturate',
    ['0', '0.5', '1', '2'],
    (value) =>
      `${spread}${filter(`<feColorMatrix type="saturate" values="${value}"/>`, '', spectrum)}`,
  ),
  ...each(
    'colour matrix: hueRotate',
    ['0', '90', '180', '-45'],
    (value) =>
      `${spread}${filter(`<feColorMatrix type="hueRotate" values="${value}"/>`, '', spectrum)}`,
  ),
  [
    'colour matrix: luminanceToAlpha',
    `${spread}${filter('<feColorMatrix type="luminanceToAlpha"/>', '', spectrum)}`,
  ],
  [
    'colour matrix: channels swapped',
    `${spread}${filter('<feColorMatrix values="0 0 1 0 0 1 0 0 0 0 0 1 0 0 0 0 0 0 1 0"/>', '', spectrum)}`,
  ],
  [
    'colour matrix in sRGB',
    `${spread}${filter(`<feColorMatrix ${srgb} values="0.3 0.3 0.3 0 0 0.3 0.3 0.3 0 0 0.3 0.3 0.3 0 0 0 0 0 1 0"/>`, '', spectrum)}`,
  ],
  ['colour matrix without values', filter('<feColorMatrix/>')],
  ...each(
    'transfer',
    [
      'type="identity"',
      'type="table" tableValues="1 0"',
      'type="table" tableValues="0 0.8 0.2 1"',
      'type="discrete" tableValues="0 0.5 1"',
      'type="linear" slope="0.5" intercept="0.3"',
      'type="gamma" amplitude="1" exponent="2.5" offset="0.1"',
    ],
    (how) =>
      `${spread}${filter(`<feComponentTransfer><feFuncR ${how}/><feFuncG ${how}/><feFuncB ${how}/></feComponentTransfer>`, '', spectrum)}`,
  ),
  [
    'transfer of alpha',
    filter('<feComponentTransfer><feFuncA type="linear" slope="0.4"/></feComponentTransfer>'),
  ],
  [
    'merge',
    filter(
      `${flood}<feOffset in="SourceGraphic" dx="20" dy="20" result="o"/><feMerge><feMergeNode in="b"/><feMergeNode in="o"/><feMergeNode in="SourceGraphic"/></feMerge>`,
    ),
  ],
  ...each('morphology', ['erode 3', 'erode 10', 'dilate 3', 'dilate 10', 'dilate 2 8'], (how) => {
    const [operator, ...radius] = how.split(' ');
    return filter(`<feMorphology operator="${operator}" radius="${radius.join(' ')}"/>`);
  }),
  ['tile', filter('<feOffset x="60" y="60" width="30" height="30" dx="0" dy="0"/><feTile/>')],
  ...each(
    'turbulence',
    [
      'turbulence 0.02 1',
      'turbulence 0.05 3',
      'fractalNoise 0.02 1',
      'fractalNoise 0.05 4',
      'fractalNoise 0.1,0.02 2',
    ],
    (how) => {
      const [type, frequency, octaves] = how.split(' ');
      return filter(
        `<feTurbulence type="${type}" baseFrequency="${frequency}" numOctaves="${octaves}" seed="3"/>`,
        whole,
      );
    },
  ),
  [
    'turbulence that stitches',
    filter('<feTurbulence baseFrequency="0.05" numOctaves="2" stitchTiles="stitch"/>', whole),
  ],
  ...each(
    'convolution',
    [
      '1 1 1 1 1 1 1 1 1',
      '0 -1 0 -1 5 -1 0 -1 0',
      '-2 -1 0 -1 1 1 0 1 2',
      '-1 -1 -1 -1 8 -1 -1 -1 -1',
    ],
    (kernel) =>
      `${spread}${filter(`<feConvolveMatrix order="3" kernelMatrix="${kernel}" preserveAlpha="true"/>`, whole, shape)}`,
  ),
  ...each('convolution at the edge', ['duplicate', 'wrap', 'none'], (mode) =>
    filter(
      `<feConvolveMatrix order="3" kernelMatrix="1 1 1 1 1 1 1 1 1" edgeMode="${mode}"/>`,
      whole,
    ),
  ),
  [
    'convolution with bias and divisor',
    filter(
      '<feConvolveMatrix order="3" kernelMatrix="1 0 0 0 1 0 0 0 1" divisor="4" preserveAlpha="true"/>',
      whole,
    ),
  ],
  [
    'displacement',
    `${spread}${filter('<feTurbulence baseFrequency="0.04" numOctaves="2" result="n"/><feDisplacementMap in="SourceGraphic" in2="n" scale="30" xChannelSelector="R" yChannelSelector="G"/>', whole, spectrum)}`,
  ],
  [
    'displacement by a flood',
    filter(
      '<feFlood flood-color="#ff8000" result="n"/><feDisplacementMap in="SourceGraphic" in2="n" scale="40" xChannelSelector="R" yChannelSelector="B"/>',
      `${whole} ${srgb}`,
    ),
  ],
  [
    'diffuse light from far',
    light('Diffuse', '<feDistantLight azimuth="225" elevation="45"/>', 'diffuseConstant="1.2"'),
  ],
  ['diffuse light from a point', light('Diffuse', '<fePointLight x="40" y="40" z="60"/>', '')],
  [
    'diffuse light from a spot',
    light(
      'Diffuse',
      '<feSpotLight x="40" y="40" z="90" pointsAtX="120" pointsAtY="120" pointsAtZ="0" specularExponent="4"/>',
      '',
    ),
  ],
  [
    'diffuse light from a spot with a cone',
    light(
      'Diffuse',
      '<feSpotLight x="60" y="60" z="120" pointsAtX="110" pointsAtY="110" pointsAtZ="0" limitingConeAngle="25"/>',
      '',
    ),
  ],
  [
    'specular light from far',
    light('Specular', '<feDistantLight azimuth="225" elevation="45"/>', 'specularExponent="12"'),
  ],
  [
    'specular light from a point',
    light(
      'Specular',
      '<fePointLight x="40" y="40" z="60"/>',
      'specularExponent="8" specularConstant="1.5"',
    ),
  ],
  [
    'specular light from a spot',
    light(
      'Specular',
      '<feSpotLight x="40" y="40" z="90" pointsAtX="120" pointsAtY="120" pointsAtZ="0"/>',
      'specularExponent="5"',
    ),
  ],
  [
    'image of data',
    filter(
      `<feImage x="50" y="50" width="100" height="100" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='10' height='10'%3E%3Ccircle cx='5' cy='5' r='4' fill='teal'/%3E%3C/svg%3E"/>`,
      whole,
    ),
  ],
  [
    'region in user space',
    filter(
      '<feFlood flood-color="teal"/>',
      'filterUnits="userSpaceOnUse" x="30" y="50" width="60" height="90"',
    ),
  ],
  [
    'region in parts',
    filter('<feFlood flood-color="teal"/>', 'x="0.2" y="0.3" width="0.5" height="0.4"'),
  ],
  ['region of its own default', filter('<feFlood flood-color="teal"/>')],
  ['empty filter', `${filter('')}<rect width="9" height="9"/>`],
  ['filter that is not there', `<g filter="url(#none)">${shape}</g>`],
  [
    'filter on a shape',
    '<filter id="f"><feGaussianBlur stdDeviation="5"/></filter><circle cx="100" cy="100" r="50" fill="teal" filter="url(#f)"/>',
  ],
  [
    'filter on words',
    '<filter id="f"><feGaussianBlur stdDeviation="2"/></filter><text x="20" y="120" font-size="70" filter="url(#f)">blur</text>',
  ],
  [
    'filter on a turned shape',
    '<filter id="f"><feOffset dx="20"/></filter><rect x="60" y="60" width="60" height="60" fill="teal" transform="rotate(30 100 100)" filter="url(#f)"/>',
  ],
  [
    'filter on a scaled shape',
    '<g transform="scale(2)"><filter id="f"><feGaussianBlur stdDeviation="4"/></filter><circle cx="50" cy="50" r="25" fill="teal" filter="url(#f)"/></g>',
  ],
  [
    'filter with opacity and clip',
    `<clipPath id="c"><rect y="50" width="200" height="90"/></clipPath><g clip-path="url(#c)" opacity="0.6">${filter('<feGaussianBlur stdDeviation="6"/>')}</g>`,
  ],
  [
    'filter in a filter',
    `<filter id="o"><feOffset dx="15" dy="15"/></filter><g filter="url(#o)">${filter('<feGaussianBlur stdDeviation="4"/>')}</g>`,
  ],
  ...each(
    'filter function',
    [
      'blur(5px)',
      'grayscale(1)',
      'sepia(0.8)',
      'saturate(3)',
      'hue-rotate(90deg)',
      'invert(1)',
      'brightness(0.5)',
      'contrast(2)',
      'opacity(0.4)',
      'drop-shadow(6px 8px 4px navy)',
      'blur(3px) invert(0.7)',
    ],
    (value) => `<g style="filter:${value}">${shape}</g>`,
  ),
];
