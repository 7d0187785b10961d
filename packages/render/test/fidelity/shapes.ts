// Basic shapes and every command of a path.
import { each, type Drawing } from './drawing.ts';

const paths: readonly (readonly [name: string, data: string])[] = [
  ['lines', 'M20 20 L180 60 L40 180 Z'],
  ['relative lines', 'm20 20 l160 40 l-140 120 z'],
  ['horizontal and vertical', 'M20 20 H180 V180 H100 V100 H20 Z'],
  ['relative horizontal and vertical', 'm20 20 h160 v160 h-80 v-80 h-80 z'],
  ['cubic', 'M20 180 C20 20 180 20 180 180 Z'],
  ['relative cubic', 'm20 180 c0 -160 160 -160 160 0 z'],
  ['smooth cubic', 'M20 100 C20 20 100 20 100 100 S180 180 180 100'],
  ['relative smooth cubic', 'm20 100 c0 -80 80 -80 80 0 s80 80 80 0'],
  ['smooth cubic after a line', 'M20 100 L100 100 S180 180 180 60'],
  ['quadratic', 'M20 180 Q100 -60 180 180 Z'],
  ['relative quadratic', 'm20 180 q80 -240 160 0 z'],
  ['smooth quadratic', 'M10 100 Q40 20 70 100 T130 100 T190 100'],
  ['relative smooth quadratic', 'm10 100 q30 -80 60 0 t60 0 t60 0'],
  ['smooth quadratic after a line', 'M20 100 L80 100 T180 40'],
  ['arc, small and counter-clockwise', 'M40 100 A70 50 0 0 0 160 100'],
  ['arc, small and clockwise', 'M40 100 A70 50 0 0 1 160 100'],
  ['arc, large and counter-clockwise', 'M60 100 A60 60 0 1 0 140 100'],
  ['arc, large and clockwise', 'M60 100 A60 60 0 1 1 140 100'],
  ['arc, turned', 'M40 60 A90 40 45 1 1 150 150'],
  ['arc, radius too small', 'M40 100 A10 5 0 0 1 160 100'],
  ['arc, radius zero', 'M40 60 A0 50 0 0 1 160 140 L40 140 Z'],
  ['arc, flags without spaces', 'M40 100a60 60 0 11120 0z'],
  ['relative arc', 'm40 100 a60 40 0 1 1 120 0 z'],
  ['lines after a move', 'M20 20 180 60 40 180Z'],
  ['relative lines after a move', 'm20 20 160 40-140 120z'],
  ['numbers without spaces', 'M20.5.5L180-0.5l-.5 180.5H20z'],
  ['numbers with exponents', 'M2e1 2e1L1.8E2 6e+1 400e-1 180Z'],
  ['commas everywhere', 'M20,20,180,60,40,180Z'],
  ['two subpaths', 'M20 20H90V90H20ZM110 110H180V180H110Z'],
  ['subpath after a close', 'M20 20H90V90Zl80 80h60v60z'],
  ['open and filled', 'M20 20L180 60L40 180'],
  ['error in the middle', 'M20 20L180 60L100 180 L 40 x 10 10'],
  ['error at the beginning', 'L20 20 180 60 40 180Z'],
  [
    'many curves',
    'M100 20C140 20 140 60 180 60S140 140 180 140 100 140 100 180 20 140 20 100 60 20 100 20Z',
  ],
];

const star = '100,15 150,180 20,75 180,75 50,180';

export const shapes: readonly Drawing[] = [
  ['rect', '<rect x="30" y="40" width="120" height="90" fill="teal"/>'],
  [
    'rect with round corners',
    '<rect x="30" y="40" width="120" height="90" rx="30" ry="15" fill="teal"/>',
  ],
  ['rect with rx alone', '<rect x="30" y="40" width="120" height="90" rx="25" fill="teal"/>'],
  ['rect with ry alone', '<rect x="30" y="40" width="120" height="90" ry="25" fill="teal"/>'],
  [
    'rect with rx larger than half',
    '<rect x="30" y="40" width="120" height="90" rx="300" ry="10" fill="teal"/>',
  ],
  [
    'rect with rx in per cent',
    '<rect x="30" y="40" width="120" height="90" rx="10%" fill="teal"/>',
  ],
  ['rect in per cent', '<rect x="10%" y="20%" width="60%" height="50%" fill="teal"/>'],
  [
    'rect without width',
    '<rect x="30" y="40" height="90" fill="teal"/><circle cx="20" cy="20" r="10"/>',
  ],
  [
    'rect of width zero',
    '<rect x="30" y="40" width="0" height="90" stroke="red" stroke-width="9"/><circle cx="20" cy="20" r="10"/>',
  ],
  [
    'rect of negative height',
    '<rect x="30" y="40" width="90" height="-9" fill="red"/><circle cx="20" cy="20" r="10"/>',
  ],
  [
    'rect on half pixels',
    '<rect x="30.5" y="40.5" width="99" height="79" fill="none" stroke="black"/>',
  ],
  ['rect partly outside', '<rect x="-50" y="150" width="120" height="120" fill="teal"/>'],
  ['circle', '<circle cx="100" cy="100" r="70" fill="crimson"/>'],
  ['circle without centre', '<circle r="120" fill="crimson"/>'],
  ['circle with r in per cent', '<circle cx="50%" cy="50%" r="30%" fill="crimson"/>'],
  [
    'circle of radius zero',
    '<circle cx="50" cy="50" r="0" stroke="red" stroke-width="9"/><rect width="20" height="20"/>',
  ],
  ['ellipse', '<ellipse cx="100" cy="100" rx="80" ry="40" fill="navy"/>'],
  [
    'ellipse with rx alone',
    '<ellipse cx="100" cy="100" rx="60" fill="navy"/><rect width="20" height="20"/>',
  ],
  [
    'ellipse, stroked',
    '<ellipse cx="100" cy="100" rx="40" ry="80" fill="none" stroke="navy" stroke-width="12"/>',
  ],
  ['line', '<line x1="20" y1="30" x2="180" y2="170" stroke="black" stroke-width="8"/>'],
  [
    'line without a stroke',
    '<line x1="20" y1="30" x2="180" y2="170"/><rect width="20" height="20"/>',
  ],
  [
    'line of length zero with round ends',
    '<line x1="100" y1="100" x2="100" y2="100" stroke="black" stroke-width="40" stroke-linecap="round"/>',
  ],
  [
    'polyline',
    '<polyline points="20,180 60,40 100,160 140,40 180,180" fill="none" stroke="purple" stroke-width="6"/>',
  ],
  ['polyline, filled', '<polyline points="20,180 60,40 100,160 140,40 180,180" fill="plum"/>'],
  [
    'polyline of an odd number of figures',
    '<polyline points="20,180 60,40 100,160 140" fill="none" stroke="purple" stroke-width="6"/>',
  ],
  [
    'polygon',
    '<polygon points="100,20 180,80 150,180 50,180 20,80" fill="orange" stroke="black" stroke-width="5"/>',
  ],
  [
    'polygon without commas',
    '<polygon points="100 20 180 80 150 180 50 180 20 80" fill="orange"/>',
  ],
  ...each(
    'polygon with fill-rule',
    ['nonzero', 'evenodd'],
    (rule) => `<polygon points="${star}" fill="green" fill-rule="${rule}"/>`,
  ),
  [
    'path with fill-rule evenodd',
    '<path d="M20 20H180V180H20ZM60 60H140V140H60Z" fill="green" fill-rule="evenodd"/>',
  ],
  [
    'path with a hole by direction',
    '<path d="M20 20H180V180H20ZM60 60V140H140V60Z" fill="green"/>',
  ],
  ...paths.map(([name, data]): Drawing => [
    `path: ${name}`,
    `<path d="${data}" fill="gold" stroke="black" stroke-width="4"/>`,
  ]),
];
