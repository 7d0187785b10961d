// Units, windows and transforms.
import { each, type Drawing } from './drawing.ts';

const quarters =
  '<rect width="50" height="50" fill="tomato"/><rect x="50" width="50" height="50" fill="gold"/><rect y="50" width="50" height="50" fill="teal"/><rect x="50" y="50" width="50" height="50" fill="navy"/>';
const flag = '<path d="M0 0H60V20H20V40H60V60H0Z" fill="teal"/>';
const alignments = [
  'xMinYMin meet',
  'xMidYMid meet',
  'xMaxYMax meet',
  'xMinYMin slice',
  'xMidYMid slice',
  'xMaxYMax slice',
  'none',
];

export const units: readonly Drawing[] = [
  ...each(
    'length',
    ['60', '60px', '60pt', '5pc', '20mm', '2cm', '1in', '4em', '6ex', '40%', '6e1', '+60', '60.5'],
    (length) => `<rect x="10" y="10" width="${length}" height="${length}" fill="teal"/>`,
  ),
  ['em of a font', '<g font-size="20"><rect width="5em" height="3em" fill="teal"/></g>'],
  [
    'per cent of a wide window',
    '<rect x="10%" y="10%" width="80%" height="30%" fill="teal"/><circle cx="50%" cy="70%" r="20%" fill="none" stroke="navy" stroke-width="5%"/>',
    'width="200" height="100" viewBox="0 0 200 100"',
  ],
  [
    'per cent of a nested window',
    '<svg viewBox="0 0 50 50"><rect x="10%" y="10%" width="50%" height="50%" fill="teal"/></svg>',
  ],
  ['window with an offset', quarters, 'width="200" height="200" viewBox="-50 -50 200 200"'],
  ['window of a part', quarters, 'width="200" height="200" viewBox="25 25 50 50"'],
  ['window of fractions', quarters, 'width="200" height="200" viewBox="12.5,12.5,75.5,75.5"'],
  ['window alone', quarters, 'viewBox="0 0 100 100"'],
  ['width alone', quarters, 'width="200" viewBox="0 0 100 100"'],
  ['no window', quarters, 'width="200" height="200"'],
  ...alignments.map((fit): Drawing => [
    `wide root, ${fit}`,
    quarters,
    `width="200" height="100" viewBox="0 0 100 100" preserveAspectRatio="${fit}"`,
  ]),
  ...alignments.map((fit): Drawing => [
    `high root, ${fit}`,
    quarters,
    `width="100" height="200" viewBox="0 0 100 100" preserveAspectRatio="${fit}"`,
  ]),
];

const operations = [
  'translate(60)',
  'translate(60 40)',
  'translate(60,-20)',
  'scale(2)',
  'scale(2 0.5)',
  'scale(-1 1)',
  'rotate(30)',
  'rotate(-45)',
  'rotate(30 30 30)',
  'skewX(30)',
  'skewY(-20)',
  'matrix(1 0.3 -0.3 1 20 10)',
  'translate(40 10) rotate(20)',
  'rotate(20) translate(40 10)',
  'translate(50,50)scale(0.8)rotate(45)skewX(10)',
  'scale(1.5), translate(10 20)',
  'rotate(1e1)',
  'scale(0)',
  '',
];

export const transforms: readonly Drawing[] = [
  ...each(
    'attribute',
    operations,
    (operation) =>
      `<g transform="translate(60 60)"><path d="M-60 0H140M0 -60V140" stroke="silver"/><g transform="${operation}">${flag}</g></g>`,
  ),
  ...each(
    'style',
    [
      'translate(60px, 40px)',
      'scale(1.5)',
      'rotate(30deg)',
      'rotate(0.1turn)',
      'skewX(20deg)',
      'matrix(1, 0.3, -0.3, 1, 20, 10)',
      'translateX(40px) rotate(20deg)',
      'scaleY(0.5)',
    ],
    (operation) =>
      `<g transform="translate(60 60)"><g style="transform:${operation}">${flag}</g></g>`,
  ),
  [
    'style with an origin',
    `<g style="transform:rotate(45deg);transform-origin:100px 100px"><rect x="60" y="60" width="80" height="80" fill="teal"/></g>`,
  ],
  [
    'attribute with an origin',
    '<rect x="60" y="60" width="80" height="80" fill="teal" transform="rotate(45)" transform-origin="100 100"/>',
  ],
  [
    'origin in the box of the shape',
    '<rect x="50" y="60" width="90" height="60" fill="teal" style="transform:rotate(30deg);transform-box:fill-box;transform-origin:center"/>',
  ],
  ['attribute that is no transform', `<g transform="twist(3)">${flag}</g>`],
  [
    'stroke is scaled',
    '<g transform="scale(4 1)"><path d="M10 20V180" stroke="navy" stroke-width="6"/></g>',
  ],
  [
    'stroke is not scaled',
    '<g transform="scale(4 1)"><path d="M25 20V180" stroke="navy" stroke-width="6" vector-effect="non-scaling-stroke"/></g>',
  ],
];
