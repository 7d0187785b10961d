// Strokes: ends, corners, dashes, and where they meet the fill.
import { each, type Drawing } from './drawing.ts';

const corner = 'M30 160 L100 40 L170 160';

export const strokes: readonly Drawing[] = [
  ...each(
    'width',
    ['0', '0.5', '1', '5', '40', '10%'],
    (width) =>
      `<path d="${corner}" fill="none" stroke="black" stroke-width="${width}"/><rect width="9" height="9"/>`,
  ),
  ...each(
    'linecap',
    ['butt', 'round', 'square'],
    (cap) =>
      `<path d="${corner}" fill="none" stroke="black" stroke-width="24" stroke-linecap="${cap}"/>`,
  ),
  ...each(
    'linejoin',
    ['miter', 'round', 'bevel'],
    (join) =>
      `<path d="${corner}" fill="none" stroke="black" stroke-width="24" stroke-linejoin="${join}"/>`,
  ),
  ...each(
    'miterlimit',
    ['1', '2', '4', '10'],
    (limit) =>
      `<path d="M40 150 L100 40 L130 150" fill="none" stroke="black" stroke-width="16" stroke-miterlimit="${limit}"/>`,
  ),
  ...each(
    'dasharray',
    ['20', '20 10', '20,10,5', '0 15', '5%', 'none', '0', '20 -5', '10 5 2 5'],
    (dashes) =>
      `<path d="${corner}" fill="none" stroke="black" stroke-width="8" stroke-dasharray="${dashes}"/>`,
  ),
  ...each(
    'dashoffset',
    ['10', '-10', '5%', '1000'],
    (offset) =>
      `<path d="${corner}" fill="none" stroke="black" stroke-width="8" stroke-dasharray="30 12" stroke-dashoffset="${offset}"/>`,
  ),
  ...each(
    'round dots',
    ['0 16', '1 20'],
    (dashes) =>
      `<path d="${corner}" fill="none" stroke="black" stroke-width="10" stroke-linecap="round" stroke-dasharray="${dashes}"/>`,
  ),
  [
    'dashes over subpaths',
    '<path d="M20 40H180M20 100H180M20 160H180" stroke="black" stroke-width="10" stroke-dasharray="25 15"/>',
  ],
  [
    'dashes on a circle',
    '<circle cx="100" cy="100" r="70" fill="none" stroke="black" stroke-width="12" stroke-dasharray="30 14"/>',
  ],
  [
    'dashes with a path length',
    '<path d="M20 100H180" stroke="black" stroke-width="20" pathLength="100" stroke-dasharray="10 10"/>',
  ],
  ['closed corner', '<path d="M50 50H150V150H50Z" fill="none" stroke="black" stroke-width="20"/>'],
  [
    'corner that is only touched',
    '<path d="M50 50H150V150H50V50" fill="none" stroke="black" stroke-width="20"/>',
  ],
  [
    'curve with a sharp turn',
    '<path d="M30 170C200 20 0 20 170 170" fill="none" stroke="black" stroke-width="14"/>',
  ],
  [
    'on a rect with round corners',
    '<rect x="30" y="30" width="140" height="140" rx="40" fill="#cde" stroke="#036" stroke-width="14"/>',
  ],
  [
    'half over the fill',
    '<circle cx="100" cy="100" r="60" fill="gold" stroke="black" stroke-opacity="0.5" stroke-width="30"/>',
  ],
  [
    'under the fill by paint-order',
    '<circle cx="100" cy="100" r="60" fill="gold" fill-opacity="0.6" stroke="black" stroke-width="30" paint-order="stroke"/>',
  ],
  [
    'opacity of the whole',
    '<circle cx="100" cy="100" r="60" fill="gold" stroke="black" stroke-width="30" opacity="0.5"/>',
  ],
  [
    'scaled with its shape',
    '<g transform="scale(3 1)"><circle cx="33" cy="100" r="20" fill="none" stroke="black" stroke-width="8"/></g>',
  ],
  [
    'inherited',
    '<g stroke="red" stroke-width="12" stroke-linecap="round" fill="none"><path d="M40 60H160"/><path d="M40 120H160" stroke="blue"/></g>',
  ],
  [
    'subpath of length zero with square ends',
    '<path d="M100 100h0" stroke="black" stroke-width="50" stroke-linecap="square"/>',
  ],
  [
    'subpath of length zero with butt ends',
    '<path d="M100 100h0" stroke="red" stroke-width="50"/><rect width="20" height="20"/>',
  ],
  ['hairline at an angle', '<path d="M10 20L190 70M10 100L190 110M20 190L60 120" stroke="black"/>'],
];
