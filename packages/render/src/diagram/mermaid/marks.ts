// The signs at the ends of lines, drawn where the line meets its box and turned with it.
import type { Mark } from './graph.ts';
import type { Point } from './layout.ts';

const ink = '#1f2937';

/** `end` is on the box; `before` is the point of the line that it comes from. */
export function markAt(mark: Mark, end: Point, before: Point): string {
  const angle = (Math.atan2(end.y - before.y, end.x - before.x) * 180) / Math.PI;
  const shape = shapes[mark];
  if (shape === '') return '';
  const place = `translate(${end.x.toFixed(2)} ${end.y.toFixed(2)}) rotate(${angle.toFixed(2)})`;
  return `<g transform="${place}" stroke="${ink}" stroke-width="1.5" fill="white">${shape}</g>`;
}

/** Drawn as if the line came from the left and ended at 0,0. */
const shapes: Readonly<Record<Mark, string>> = {
  none: '',
  arrow: `<path d="M0 0 L-11 -5 L-11 5 Z" fill="${ink}"/>`,
  'open-arrow': '<path d="M-11 -6 L0 0 L-11 6" fill="none"/>',
  triangle: '<path d="M0 0 L-15 -8 L-15 8 Z"/>',
  diamond: '<path d="M0 0 L-10 -6 L-20 0 L-10 6 Z"/>',
  'filled-diamond': `<path d="M0 0 L-10 -6 L-20 0 L-10 6 Z" fill="${ink}"/>`,
  circle: '<circle cx="-5" cy="0" r="5"/>',
  cross: '<path d="M-11 -5 L-1 5 M-11 5 L-1 -5" fill="none"/>',
  one: '<path d="M-8 -7 L-8 7 M-13 -7 L-13 7" fill="none"/>',
  'zero-or-one': '<path d="M-8 -7 L-8 7" fill="none"/><circle cx="-16" cy="0" r="5"/>',
  many: '<path d="M-14 0 L0 -8 M-14 0 L0 8 M-14 -7 L-14 7" fill="none"/>',
  'zero-or-many': '<path d="M-14 0 L0 -8 M-14 0 L0 8" fill="none"/><circle cx="-19" cy="0" r="5"/>',
};
