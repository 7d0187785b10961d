// Paint servers: linear and radial gradients.
import { each, type Drawing } from './drawing.ts';

const two = '<stop offset="0.1" stop-color="navy"/><stop offset="0.9" stop-color="gold"/>';
const three =
  '<stop offset="0" stop-color="red"/><stop offset="50%" stop-color="white"/><stop offset="1" stop-color="green"/>';
const box = '<rect x="20" y="40" width="160" height="120" fill="url(#g)"/>';

const linear = (attributes: string, stops = two, shape = box): string =>
  `<linearGradient id="g" ${attributes}>${stops}</linearGradient>${shape}`;
const radial = (attributes: string, stops = two, shape = box): string =>
  `<radialGradient id="g" ${attributes}>${stops}</radialGradient>${shape}`;

export const gradients: readonly Drawing[] = [
  ['linear', linear('')],
  ['linear, downwards', linear('x1="0" y1="0" x2="0" y2="1"')],
  ['linear, diagonal', linear('x1="0" y1="0" x2="1" y2="1"')],
  ['linear, in per cent', linear('x1="25%" x2="75%"')],
  ['linear, backwards', linear('x1="1" x2="0"')],
  [
    'linear, in user space',
    linear('gradientUnits="userSpaceOnUse" x1="60" y1="60" x2="140" y2="140"'),
  ],
  [
    'linear, in user space and per cent',
    linear('gradientUnits="userSpaceOnUse" x1="30%" x2="70%"'),
  ],
  ['linear of three stops', linear('', three)],
  ...each('linear with spread', ['pad', 'reflect', 'repeat'], (method) =>
    linear(`x1="0.4" x2="0.6" spreadMethod="${method}"`),
  ),
  ['linear, turned', linear('gradientTransform="rotate(30)"')],
  [
    'linear, moved and scaled',
    linear('gradientTransform="translate(0.2 0) scale(0.5 1)" spreadMethod="repeat"'),
  ],
  [
    'linear, turned in user space',
    linear(
      'gradientUnits="userSpaceOnUse" x1="20" x2="180" gradientTransform="rotate(45 100 100)"',
    ),
  ],
  ['linear of no length', linear('x1="0.5" x2="0.5"')],
  [
    'linear on a stroke',
    linear(
      '',
      three,
      '<circle cx="100" cy="100" r="60" fill="none" stroke="url(#g)" stroke-width="30"/>',
    ),
  ],
  [
    'linear on a line',
    linear(
      'gradientUnits="userSpaceOnUse" x1="20" x2="180"',
      three,
      '<path d="M20 100H180" stroke="url(#g)" stroke-width="30"/>',
    ),
  ],
  [
    'linear on a group',
    linear(
      '',
      three,
      '<g fill="url(#g)"><rect x="20" y="20" width="70" height="160"/><circle cx="140" cy="100" r="45"/></g>',
    ),
  ],
  [
    'linear on a turned shape',
    linear(
      '',
      three,
      '<rect x="40" y="60" width="120" height="80" fill="url(#g)" transform="rotate(30 100 100)"/>',
    ),
  ],
  [
    'linear by reference',
    `<linearGradient id="a">${three}</linearGradient><linearGradient id="g" href="#a" x1="0" y1="0" x2="0" y2="1"/>${box}`,
  ],
  [
    'linear by two references',
    `<linearGradient id="a">${three}</linearGradient><linearGradient id="b" xlink:href="#a" spreadMethod="repeat"/><linearGradient id="g" xlink:href="#b" x2="0.3"/>${box}`,
  ],
  [
    'linear with the stops of a radial',
    `<radialGradient id="a">${three}</radialGradient><linearGradient id="g" href="#a"/>${box}`,
  ],
  ['linear defined after its use', `${box}<linearGradient id="g">${three}</linearGradient>`],
  ['one stop', linear('', '<stop offset="0.5" stop-color="teal"/>')],
  ['no stop', `${linear('', '')}<rect width="20" height="20"/>`],
  [
    'stops without offset',
    linear('', '<stop stop-color="red"/><stop offset="1" stop-color="blue"/>'),
  ],
  [
    'stops out of order',
    linear(
      '',
      '<stop offset="0.6" stop-color="red"/><stop offset="0.2" stop-color="lime"/><stop offset="1" stop-color="blue"/>',
    ),
  ],
  [
    'stops at the same place',
    linear(
      '',
      '<stop offset="0" stop-color="red"/><stop offset="0.5" stop-color="red"/><stop offset="0.5" stop-color="blue"/><stop offset="1" stop-color="cyan"/>',
    ),
  ],
  [
    'stops beyond the ends',
    linear('', '<stop offset="-0.5" stop-color="red"/><stop offset="1.5" stop-color="blue"/>'),
  ],
  [
    'stops with opacity',
    linear(
      '',
      '<stop offset="0" stop-color="red" stop-opacity="0"/><stop offset="1" stop-color="red"/>',
    ),
  ],
  [
    'stops with colours of opacity',
    linear(
      '',
      '<stop offset="0" stop-color="rgba(255,0,0,0.2)"/><stop offset="1" stop-color="#00f8"/>',
    ),
  ],
  [
    'stops in current colour',
    `<g color="purple">${linear('', '<stop offset="0" stop-color="currentColor"/><stop offset="1" stop-color="white"/>')}</g>`,
  ],
  [
    'stops by style',
    linear(
      '',
      '<stop offset="0" style="stop-color:purple"/><stop offset="1" style="stop-color:pink;stop-opacity:0.5"/>',
    ),
  ],
  [
    'fill-opacity over a gradient',
    linear(
      '',
      three,
      '<rect x="20" y="40" width="160" height="120" fill="url(#g)" fill-opacity="0.4"/>',
    ),
  ],
  ['radial', radial('')],
  ['radial, off centre', radial('cx="0.3" cy="0.3" r="0.6"')],
  ['radial with a focus', radial('fx="0.3" fy="0.3"')],
  ['radial with a focus on the edge', radial('r="0.4" fx="0.1" fy="0.5"')],
  ['radial with a focal radius', radial('fr="0.2"')],
  ['radial in user space', radial('gradientUnits="userSpaceOnUse" cx="100" cy="100" r="50"')],
  ['radial of three stops', radial('', three)],
  ...each('radial with spread', ['pad', 'reflect', 'repeat'], (method) =>
    radial(`r="0.2" spreadMethod="${method}"`),
  ),
  ['radial, squeezed', radial('gradientTransform="translate(0 0.25) scale(1 0.5)"')],
  ['radial of radius zero', radial('r="0"')],
  [
    'radial on a stroke',
    radial(
      '',
      three,
      '<circle cx="100" cy="100" r="60" fill="none" stroke="url(#g)" stroke-width="40"/>',
    ),
  ],
  [
    'radial by reference',
    `<radialGradient id="a" cx="0.3">${three}</radialGradient><radialGradient id="g" href="#a" r="0.7"/>${box}`,
  ],
  [
    'server that is not there, with a colour',
    '<rect x="20" y="40" width="160" height="120" fill="url(#none) teal"/>',
  ],
  [
    'server that is not there',
    '<rect x="20" y="40" width="160" height="120" fill="url(#none)"/><rect width="20" height="20"/>',
  ],
  [
    'server on a shape without height',
    `${linear('', two, '<path d="M20 100H180" stroke="url(#g)" stroke-width="20"/>')}<rect width="20" height="20"/>`,
  ],
];
