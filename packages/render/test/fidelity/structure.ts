// Groups, uses, symbols, nested drawings, pictures, switches, and what is not shown.
import { encodePng } from '@percept/ingest/internal/png';
import { each, type Drawing } from './drawing.ts';

const quarters =
  '<rect width="50" height="50" fill="tomato"/><rect x="50" width="50" height="50" fill="gold"/><rect y="50" width="50" height="50" fill="teal"/><rect x="50" y="50" width="50" height="50" fill="navy"/>';
/** Two by two pixels, four colours. */
const pixels = [255, 0, 0, 255, 255, 215, 0, 255, 0, 128, 128, 255, 0, 0, 128, 255];
const raster = encodePng({ width: 2, height: 2, channels: 4, data: Uint8Array.from(pixels) });
const png = `data:image/png;base64,${Buffer.from(raster).toString('base64')}`;
const inner =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='100' height='50' viewBox='0 0 100 50'%3E%3Crect width='100' height='50' fill='gold'/%3E%3Ccircle cx='50' cy='25' r='20' fill='navy'/%3E%3C/svg%3E";

const alignments = [
  'xMinYMin',
  'xMidYMin',
  'xMaxYMin',
  'xMinYMid',
  'xMidYMid',
  'xMaxYMid',
  'xMinYMax',
  'xMidYMax',
  'xMaxYMax',
];
const fits = [...alignments.flatMap((align) => [`${align} meet`, `${align} slice`]), 'none'];

export const structure: readonly Drawing[] = [
  [
    'group',
    '<g fill="teal"><rect x="20" y="20" width="60" height="60"/><rect x="100" y="100" width="60" height="60" fill="red"/></g>',
  ],
  [
    'groups in groups',
    '<g transform="translate(20 20)"><g transform="scale(2)"><g fill="teal"><rect width="60" height="60"/></g></g></g>',
  ],
  [
    'order of drawing',
    '<rect x="20" y="20" width="100" height="100" fill="red"/><rect x="60" y="60" width="100" height="100" fill="blue"/>',
  ],
  [
    'definitions are not drawn',
    '<defs><rect width="200" height="200" fill="red"/></defs><rect width="40" height="40"/>',
  ],
  [
    'unknown element',
    '<thing><rect width="200" height="200" fill="red"/></thing><rect width="40" height="40"/>',
  ],
  [
    'metadata, title and description',
    '<title>t</title><desc>d</desc><metadata>m</metadata><rect width="40" height="40"/>',
  ],
  [
    'comments',
    '<!-- <rect width="200" height="200" fill="red"/> --><rect width="40" height="40"/>',
  ],
  [
    'display none',
    '<g display="none"><rect width="200" height="200" fill="red"/></g><rect width="40" height="40"/>',
  ],
  [
    'visibility hidden',
    '<g visibility="hidden"><rect width="200" height="200" fill="red"/><rect width="40" height="40" visibility="visible"/></g>',
  ],
  [
    'use',
    '<defs><rect id="u" width="60" height="60"/></defs><use href="#u" x="30" y="30"/><use href="#u" x="110" y="110" fill="red"/>',
  ],
  [
    'use by xlink',
    '<defs><circle id="u" r="40" fill="teal"/></defs><use xlink:href="#u" x="100" y="100"/>',
  ],
  [
    'use with a transform',
    '<defs><rect id="u" width="60" height="60"/></defs><use href="#u" x="30" y="30" transform="rotate(20) scale(1.5)"/>',
  ],
  [
    'use of a group',
    '<defs><g id="u"><rect width="50" height="50" fill="gold"/><circle cx="50" cy="50" r="30" fill="navy"/></g></defs><use href="#u" x="10" y="10"/><use href="#u" x="100" y="90"/>',
  ],
  [
    'use of a use',
    '<defs><rect id="a" width="40" height="40" fill="teal"/><use id="b" href="#a" x="30"/></defs><use href="#b" y="80"/>',
  ],
  [
    'use of what is drawn',
    '<circle id="u" cx="50" cy="50" r="30" fill="teal"/><use href="#u" x="90" y="90"/>',
  ],
  ['use of what is not there', '<use href="#none"/><rect width="40" height="40"/>'],
  ['use of itself', '<g id="u"><use href="#u"/><rect width="40" height="40"/></g>'],
  [
    'use inherits',
    '<defs><rect id="u" width="60" height="60"/></defs><g fill="teal" stroke="red" stroke-width="8"><use href="#u" x="70" y="70"/></g>',
  ],
  [
    'use does not override',
    '<defs><rect id="u" width="60" height="60" fill="teal"/></defs><use href="#u" x="70" y="70" fill="red"/>',
  ],
  [
    'use with opacity',
    '<defs><g id="u"><rect width="80" height="80" fill="red"/><rect x="40" y="40" width="80" height="80" fill="blue"/></g></defs><use href="#u" x="40" y="40" opacity="0.5"/>',
  ],
  [
    'symbol',
    `<symbol id="s" viewBox="0 0 100 100">${quarters}</symbol><use href="#s" x="20" y="20" width="80" height="80"/>`,
  ],
  [
    'symbol is not drawn alone',
    `<symbol id="s">${quarters}</symbol><rect width="40" height="40"/>`,
  ],
  [
    'symbol twice',
    `<symbol id="s" viewBox="0 0 100 100">${quarters}</symbol><use href="#s" width="60" height="60"/><use href="#s" x="80" y="80" width="110" height="110"/>`,
  ],
  [
    'symbol that is cut',
    '<symbol id="s" viewBox="0 0 100 100"><circle cx="50" cy="50" r="70" fill="teal"/></symbol><use href="#s" x="40" y="40" width="120" height="120"/>',
  ],
  [
    'symbol that overflows',
    '<symbol id="s" viewBox="0 0 100 100" overflow="visible"><circle cx="50" cy="50" r="70" fill="teal"/></symbol><use href="#s" x="60" y="60" width="80" height="80"/>',
  ],
  [
    'symbol without a size',
    `<symbol id="s" viewBox="0 0 100 100">${quarters}</symbol><use href="#s"/>`,
  ],
  [
    'symbol that is stretched',
    `<symbol id="s" viewBox="0 0 100 100" preserveAspectRatio="none">${quarters}</symbol><use href="#s" y="50" width="200" height="60"/>`,
  ],
  ['nested drawing', `<svg x="40" y="60" width="100" height="100">${quarters}</svg>`],
  [
    'nested drawing is cut',
    '<svg x="40" y="40" width="80" height="80"><circle cx="40" cy="40" r="60" fill="teal"/></svg>',
  ],
  [
    'nested drawing overflows',
    '<svg x="60" y="60" width="80" height="80" overflow="visible"><circle cx="40" cy="40" r="60" fill="teal"/></svg>',
  ],
  [
    'nested drawing in per cent',
    '<svg x="25%" y="25%" width="50%" height="50%"><rect width="50%" height="50%" fill="teal"/></svg>',
  ],
  [
    'nested drawing in a nested drawing',
    '<svg width="120" height="120" viewBox="0 0 60 60"><svg x="10" y="10" width="40" height="40" viewBox="0 0 10 10"><circle cx="5" cy="5" r="5" fill="teal"/></svg></svg>',
  ],
  [
    'nested drawing of width zero',
    '<svg width="0" height="80"><rect width="200" height="200" fill="red"/></svg><rect width="40" height="40"/>',
  ],
  ...each(
    'nested drawing, wide,',
    fits,
    (fit) =>
      `<rect x="10" y="60" width="180" height="80" fill="silver"/><svg x="10" y="60" width="180" height="80" viewBox="0 0 100 100" preserveAspectRatio="${fit}">${quarters}</svg>`,
  ),
  ...each(
    'picture',
    ['xMidYMid meet', 'xMidYMid slice', 'none', 'xMinYMin meet'],
    (fit) =>
      `<rect x="10" y="60" width="180" height="80" fill="silver"/><image x="10" y="60" width="180" height="80" preserveAspectRatio="${fit}" href="${inner}"/>`,
  ),
  ['picture of its own size', `<image x="30" y="30" href="${inner}"/>`],
  ['picture with one side', `<image x="30" y="30" width="140" href="${inner}"/>`],
  [
    'picture, turned',
    `<image x="50" y="75" width="100" height="50" transform="rotate(30 100 100)" href="${inner}"/>`,
  ],
  [
    'picture with opacity',
    `<image x="20" y="20" width="160" height="160" opacity="0.4" href="${inner}"/>`,
  ],
  [
    'picture of pixels, crisp',
    `<image x="20" y="20" width="160" height="160" style="image-rendering:pixelated" href="${png}"/>`,
  ],
  [
    'picture that cannot be read',
    '<image width="100" height="100" href="data:image/png;base64,AAAA"/><rect x="150" y="150" width="40" height="40"/>',
  ],
  [
    'switch',
    '<switch><rect systemLanguage="xx" width="200" height="200" fill="red"/><rect x="40" y="40" width="100" height="100" fill="teal"/><rect width="200" height="200" fill="red"/></switch>',
  ],
  [
    'switch by language',
    '<switch><rect systemLanguage="en" x="40" y="40" width="100" height="100" fill="teal"/><rect width="200" height="200" fill="red"/></switch>',
  ],
  ['link', '<a href="#x"><rect x="40" y="40" width="100" height="100" fill="teal"/></a>'],
  [
    'background of the root by style',
    '<circle cx="100" cy="100" r="60" fill="teal"/>',
    'width="200" height="200" viewBox="0 0 200 200" style="background:#fde"',
  ],
  [
    'fill on the root',
    '<circle cx="100" cy="100" r="60"/>',
    'width="200" height="200" viewBox="0 0 200 200" fill="teal" stroke="navy" stroke-width="9"',
  ],
  ['empty', '', 'width="200" height="200"'],
];
