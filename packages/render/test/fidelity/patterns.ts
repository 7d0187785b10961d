// Paint servers: patterns.
import type { Drawing } from './drawing.ts';

const tile =
  '<rect width="10" height="10" fill="teal"/><rect x="10" y="10" width="10" height="10" fill="gold"/>';
const user = 'patternUnits="userSpaceOnUse" width="20" height="20"';
const box = '<rect x="20" y="40" width="160" height="120" fill="url(#p)"/>';
const pattern = (attributes: string, content = tile, shape = box): string =>
  `<pattern id="p" ${attributes}>${content}</pattern>${shape}`;

export const patterns: readonly Drawing[] = [
  ['in user space', pattern(user)],
  ['in parts of the shape', pattern('width="0.25" height="0.25"')],
  ['in per cent of the shape', pattern('width="25%" height="50%"')],
  [
    'with its content in parts of the shape',
    pattern(
      'width="0.2" height="0.2" patternContentUnits="objectBoundingBox"',
      '<rect width="0.1" height="0.1" fill="teal"/><circle cx="0.15" cy="0.15" r="0.04" fill="gold"/>',
    ),
  ],
  ['with a viewBox', pattern('width="0.25" height="0.25" viewBox="0 0 20 20"')],
  [
    'with a viewBox, stretched',
    pattern('width="0.25" height="0.5" viewBox="0 0 20 20" preserveAspectRatio="none"'),
  ],
  [
    'with a viewBox, sliced',
    pattern('width="0.25" height="0.5" viewBox="0 0 20 20" preserveAspectRatio="xMidYMid slice"'),
  ],
  ['moved', pattern(`${user} x="5" y="5"`)],
  ['turned', pattern(`${user} patternTransform="rotate(30)"`)],
  ['scaled', pattern(`${user} patternTransform="scale(2 0.5)"`)],
  ['skewed', pattern(`${user} patternTransform="skewX(30)"`)],
  [
    'by reference',
    `<pattern id="a" ${user}>${tile}</pattern><pattern id="p" href="#a" patternTransform="rotate(45)"/>${box}`,
  ],
  [
    'by reference to the content',
    `<pattern id="a">${tile}</pattern><pattern id="p" xlink:href="#a" ${user}/>${box}`,
  ],
  [
    'in a pattern',
    `<pattern id="a" patternUnits="userSpaceOnUse" width="4" height="4"><rect width="2" height="4" fill="crimson"/></pattern>${pattern('patternUnits="userSpaceOnUse" width="40" height="40"', '<rect width="24" height="24" fill="url(#a)"/>')}`,
  ],
  [
    'of gradients',
    `<linearGradient id="a"><stop stop-color="red"/><stop offset="1" stop-color="blue"/></linearGradient>${pattern('patternUnits="userSpaceOnUse" width="40" height="40"', '<rect width="30" height="30" fill="url(#a)"/>')}`,
  ],
  [
    'on a stroke',
    pattern(
      user,
      tile,
      '<circle cx="100" cy="100" r="60" fill="none" stroke="url(#p)" stroke-width="40"/>',
    ),
  ],
  [
    'on words',
    pattern(
      'patternUnits="userSpaceOnUse" width="8" height="8"',
      '<rect width="8" height="5" fill="teal"/>',
      '<text x="10" y="140" font-size="110" font-weight="bold" fill="url(#p)">ink</text>',
    ),
  ],
  [
    'on a turned shape',
    pattern(
      user,
      tile,
      '<rect x="50" y="50" width="100" height="100" fill="url(#p)" transform="rotate(45 100 100)"/>',
    ),
  ],
  [
    'with opacity',
    pattern(
      user,
      tile,
      '<rect x="20" y="40" width="160" height="120" fill="url(#p)" opacity="0.4"/>',
    ),
  ],
  [
    'with content that is larger',
    pattern(user, '<circle cx="10" cy="10" r="14" fill="none" stroke="teal" stroke-width="2"/>'),
  ],
  [
    'of width zero',
    `${pattern('patternUnits="userSpaceOnUse" width="0" height="20"')}<rect width="20" height="20"/>`,
  ],
  ['without content', `${pattern(user, '')}<rect width="20" height="20"/>`],
  [
    'of fractions',
    pattern(
      'patternUnits="userSpaceOnUse" width="13.3" height="7.7"',
      '<circle cx="5" cy="4" r="3" fill="navy"/>',
    ),
  ],
  [
    'of dots',
    pattern(
      'patternUnits="userSpaceOnUse" width="12" height="12"',
      '<circle cx="6" cy="6" r="3.5" fill="navy"/>',
    ),
  ],
  [
    'of lines',
    pattern(
      'patternUnits="userSpaceOnUse" width="10" height="10" patternTransform="rotate(45)"',
      '<path d="M0 5H10" stroke="navy" stroke-width="3"/>',
    ),
  ],
  [
    'of a use',
    `<defs><circle id="c" r="5" fill="purple"/></defs>${pattern(user, '<use href="#c" x="10" y="10"/>')}`,
  ],
];
