// Where a box is, in words and in pixels.
import type { Size } from '@percept/core';
import type { Box } from '../pixels/picture.ts';

export function placeOf([left, top, right, bottom]: Box, { width, height }: Size): string {
  if (right - left > width * 0.7 && bottom - top > height * 0.7) return 'whole picture';
  const x = (left + right) / 2 / width;
  const y = (top + bottom) / 2 / height;
  const column = x < 0.36 ? 'left' : x > 0.64 ? 'right' : 'centre';
  const row = y < 0.36 ? 'top' : y > 0.64 ? 'bottom' : 'middle';
  if (right - left > width * 0.7) return row;
  if (row === 'middle') return column === 'centre' ? 'centre' : column;
  return column === 'centre' ? row : `${row} ${column}`;
}

export function spanOf(box: Box): string {
  const [left, top, right, bottom] = box.map((value) => Math.round(value));
  return `x ${left}–${right}, y ${top}–${bottom}`;
}
