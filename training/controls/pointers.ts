// Mouse pointers as systems draw them, for pages for training: arrows, hands, beams, crosses and double arrows.
import { tagged } from './tagged.ts';
import type { Dice } from './style.ts';

const shapes: readonly (readonly [share: number, path: string, isLine: boolean])[] = [
  [4, 'M2 1v15.500l3.600-3.300 2.400 5.600 2.600-1.100-2.400-5.500h5z', false],
  [3, 'M2 1v16l4.500-4.200h6.300z', false],
  [2, 'M1.500 1l4.800 15 2.700-6.300 6-2.400z', false],
  [
    2,
    'M7 10V2.500a1.300 1.300 0 0 1 2.600 0V8h.6a1.200 1.200 0 0 1 2.400.3 1.200 1.200 0 0 1 2.300.6 1.100 1.100 0 0 1 2.100.6V14c0 3-1.500 5-4 5h-2.500c-2 0-3-1-4-2.700L3.600 12c-.6-1.200 1-2 1.900-1z',
    false,
  ],
  [
    3,
    'M6 2c2 0 3 .6 3 1.500V18c0 .9-1 1.500-3 1.500M12 2c-2 0-3 .6-3 1.500M12 19.500c-2 0-3-.6-3-1.500',
    true,
  ],
  [1, 'M9 2v16M1 10h16', true],
  [1, 'M1 10l4-4v3h8V6l4 4-4 4v-3H5v3z', false],
  [1, 'M9 1l4 4h-3v10h3l-4 4-4-4h3V5H5z', false],
];

export function pointer(dice: Dice, x: number, y: number): string {
  const all = shapes.flatMap(([share, path, isLine]) =>
    Array.from({ length: share }, () => ({ path, isLine })),
  );
  const { path, isLine } = dice.one(all);
  const size = dice.one([12, 14, 16, 18, 20, 24, 28, 34, 42]);
  const [fill, edge] = dice.one([
    ['#000', '#fff'],
    ['#000', '#fff'],
    ['#fff', '#000'],
    ['#fff', '#000'],
    ['#222', '#eee'],
  ]);
  const shadow = dice.chance(0.4) ? 'filter:drop-shadow(0 1px 1.500px #0007);' : '';
  const drawn = isLine
    ? `<path d="${path}" fill="none" stroke="${edge}" stroke-width="${dice.one([0, 2.6, 3])}"/><path d="${path}" fill="none" stroke="${fill}" stroke-width="1.3" ${tagged({ role: 'cursor' })}/>`
    : `<path d="${path}" fill="${fill}" stroke="${edge}" stroke-width="${dice.real(0.9, 1.6)}" stroke-linejoin="round" ${tagged({ role: 'cursor' })}/>`;
  return `<svg style="position:absolute;left:${x}px;top:${y}px;width:${size}px;height:${size * 1.15}px;pointer-events:none;z-index:99;overflow:visible;${shadow}" viewBox="0 0 19 22">${drawn}</svg>`;
}
