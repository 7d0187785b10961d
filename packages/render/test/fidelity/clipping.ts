// Clipping and masking.
import { each, type Drawing } from './drawing.ts';

const scene =
  '<rect x="10" y="10" width="180" height="85" fill="tomato"/><rect x="10" y="105" width="180" height="85" fill="steelblue"/>';
const clip = (content: string, attributes = ''): string =>
  `<clipPath id="c" ${attributes}>${content}</clipPath><g clip-path="url(#c)">${scene}</g>`;
const mask = (content: string, attributes = ''): string =>
  `<mask id="m" ${attributes}>${content}</mask><g mask="url(#m)">${scene}</g>`;
const circle = '<circle cx="100" cy="100" r="70"/>';
const star = 'M100 15 150 180 20 75 180 75 50 180Z';
const fade =
  '<linearGradient id="f"><stop stop-color="white"/><stop offset="1" stop-color="black"/></linearGradient>';

export const clipping: readonly Drawing[] = [
  ['circle', clip(circle)],
  [
    'two shapes',
    clip('<circle cx="60" cy="60" r="45"/><rect x="90" y="90" width="90" height="60"/>'),
  ],
  [
    'overlapping shapes',
    clip('<circle cx="80" cy="100" r="50"/><circle cx="120" cy="100" r="50"/>'),
  ],
  ...each('clip-rule', ['nonzero', 'evenodd'], (rule) =>
    clip(`<path d="${star}" clip-rule="${rule}"/>`),
  ),
  ['fill-rule does not count', clip(`<path d="${star}" fill-rule="evenodd"/>`)],
  [
    'stroke does not count',
    clip('<circle cx="100" cy="100" r="40" stroke="black" stroke-width="40"/>'),
  ],
  ['colour does not count', clip('<circle cx="100" cy="100" r="70" fill="none" opacity="0.1"/>')],
  ['words', clip('<text x="10" y="140" font-size="100" font-weight="bold">clip</text>')],
  [
    'in parts of the shape',
    '<clipPath id="c" clipPathUnits="objectBoundingBox"><circle cx="0.5" cy="0.5" r="0.4"/></clipPath><rect x="20" y="50" width="160" height="100" fill="teal" clip-path="url(#c)"/>',
  ],
  ['moved', clip(circle, 'transform="translate(40 0)"')],
  [
    'with a turned child',
    clip('<rect x="50" y="50" width="100" height="100" transform="rotate(45 100 100)"/>'),
  ],
  ['of a use', `<defs><circle id="u" r="60"/></defs>${clip('<use href="#u" x="100" y="100"/>')}`],
  [
    'clipped itself',
    `<clipPath id="d"><rect x="100" width="100" height="200"/></clipPath>${clip(circle, 'clip-path="url(#d)"')}`,
  ],
  [
    'with a clipped child',
    `<clipPath id="d"><rect x="100" width="100" height="200"/></clipPath>${clip('<circle cx="100" cy="100" r="70" clip-path="url(#d)"/>')}`,
  ],
  ['empty', `${clip('')}<rect width="9" height="9"/>`],
  [
    'with a child that is not displayed',
    clip(`${circle}<rect width="200" height="60" display="none"/>`),
  ],
  ['with a hidden child', clip(`${circle}<rect width="200" height="60" visibility="hidden"/>`)],
  [
    'that is not there',
    '<g clip-path="url(#none)"><circle cx="100" cy="100" r="70" fill="teal"/></g>',
  ],
  [
    'on a shape with a transform',
    `<clipPath id="c">${circle}</clipPath><rect width="200" height="200" fill="teal" transform="scale(0.5)" clip-path="url(#c)"/>`,
  ],
  [
    'on words',
    '<clipPath id="c"><rect y="60" width="200" height="40"/></clipPath><text x="10" y="120" font-size="90" clip-path="url(#c)">half</text>',
  ],
  [
    'twice on nested groups',
    `<clipPath id="d"><rect x="100" width="100" height="200"/></clipPath><g clip-path="url(#d)">${clip(circle)}</g>`,
  ],
  [
    'with a stroke inside',
    '<clipPath id="c"><rect x="50" y="50" width="100" height="100"/></clipPath><circle cx="100" cy="100" r="50" fill="gold" stroke="black" stroke-width="30" clip-path="url(#c)"/>',
  ],
  [
    'of a line has no inside',
    `${clip('<path d="M20 20L180 180" stroke="black"/>')}<rect width="9" height="9"/>`,
  ],
  ['by style', `<clipPath id="c">${circle}</clipPath><g style="clip-path:url(#c)">${scene}</g>`],
  ['on an edge between pixels', clip('<rect x="50.5" y="50.5" width="99" height="99"/>')],
];

export const masking: readonly Drawing[] = [
  ['white', mask('<circle cx="100" cy="100" r="70" fill="white"/>')],
  ['grey', mask('<circle cx="100" cy="100" r="70" fill="gray"/>')],
  [
    'black',
    `${mask('<circle cx="100" cy="100" r="70" fill="black"/>')}<rect width="9" height="9"/>`,
  ],
  ...each('of one colour', ['red', 'lime', 'blue', 'yellow'], (colour) =>
    mask(`<circle cx="100" cy="100" r="70" fill="${colour}"/>`),
  ),
  ['fading', `${fade}${mask('<rect width="200" height="200" fill="url(#f)"/>')}`],
  ['with opacity', mask('<circle cx="100" cy="100" r="70" fill="white" opacity="0.5"/>')],
  [
    'with a hole',
    mask(
      '<rect width="200" height="200" fill="white"/><circle cx="100" cy="100" r="50" fill="black"/>',
    ),
  ],
  [
    'of its alpha',
    mask('<circle cx="100" cy="100" r="70" fill="black" fill-opacity="0.6"/>', 'mask-type="alpha"'),
  ],
  [
    'of its luminance by name',
    mask('<circle cx="100" cy="100" r="70" fill="white"/>', 'mask-type="luminance"'),
  ],
  [
    'in user space',
    mask(
      '<rect width="200" height="200" fill="white"/>',
      'maskUnits="userSpaceOnUse" x="40" y="40" width="100" height="120"',
    ),
  ],
  [
    'in parts of the shape',
    mask(
      '<rect width="200" height="200" fill="white"/>',
      'x="0.25" y="0.25" width="0.5" height="0.5"',
    ),
  ],
  [
    'with its content in parts of the shape',
    mask(
      '<circle cx="0.5" cy="0.5" r="0.4" fill="white"/>',
      'maskContentUnits="objectBoundingBox"',
    ),
  ],
  [
    'masked itself',
    `${fade}<mask id="n"><rect width="200" height="200" fill="url(#f)"/></mask>${mask('<circle cx="100" cy="100" r="80" fill="white"/>', 'mask="url(#n)"')}`,
  ],
  [
    'with a masked child',
    `${fade}<mask id="n"><rect width="200" height="200" fill="url(#f)"/></mask>${mask('<circle cx="100" cy="100" r="80" fill="white" mask="url(#n)"/>')}`,
  ],
  [
    'of words',
    mask('<text x="10" y="140" font-size="100" font-weight="bold" fill="white">mask</text>'),
  ],
  [
    'on words',
    `${fade}<mask id="m" maskUnits="userSpaceOnUse" x="0" y="0" width="200" height="200"><rect width="200" height="200" fill="url(#f)"/></mask><text x="10" y="120" font-size="80" mask="url(#m)">words</text>`,
  ],
  [
    'in linear light',
    `${fade}${mask('<rect width="200" height="200" fill="url(#f)"/>', 'color-interpolation="linearRGB"')}`,
  ],
  ['empty', `${mask('')}<rect width="9" height="9"/>`],
  ['that is not there', '<g mask="url(#none)"><circle cx="100" cy="100" r="70" fill="teal"/></g>'],
  [
    'of strokes',
    mask('<circle cx="100" cy="100" r="60" fill="none" stroke="white" stroke-width="30"/>'),
  ],
  [
    'on a turned shape',
    '<mask id="m" maskContentUnits="objectBoundingBox"><rect width="0.5" height="1" fill="white"/></mask><rect x="50" y="50" width="100" height="100" fill="teal" transform="rotate(30 100 100)" mask="url(#m)"/>',
  ],
  [
    'with a clip',
    `<clipPath id="c"><rect y="60" width="200" height="80"/></clipPath><g clip-path="url(#c)">${mask('<circle cx="100" cy="100" r="70" fill="white"/>')}</g>`,
  ],
  [
    'with opacity on the masked',
    `<mask id="m"><circle cx="100" cy="100" r="70" fill="white"/></mask><g mask="url(#m)" opacity="0.4">${scene}</g>`,
  ],
  [
    'on a use',
    '<defs><rect id="u" width="120" height="120" fill="teal"/></defs><mask id="m"><circle cx="100" cy="100" r="60" fill="white"/></mask><g mask="url(#m)"><use href="#u" x="40" y="40"/></g>',
  ],
  [
    'of a pattern',
    `<pattern id="p" patternUnits="userSpaceOnUse" width="20" height="20"><rect width="10" height="20" fill="white"/></pattern>${mask('<rect width="200" height="200" fill="url(#p)"/>')}`,
  ],
];
