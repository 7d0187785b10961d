// Figures in filters by which a few bytes ask for hours of work, and the value from which on nothing visible changes.
import { maxBlurPx, maxKernelOrder, maxMorphologyPx, maxOctaves } from '../limits.ts';

const highest: ReadonlyMap<string, number> = new Map([
  ['feTurbulence numOctaves', maxOctaves],
  ['feMorphology radius', maxMorphologyPx],
  ['feGaussianBlur stdDeviation', maxBlurPx],
  ['feDropShadow stdDeviation', maxBlurPx],
  ['feConvolveMatrix order', maxKernelOrder],
]);

/** The lowered value, or undefined where the value may stay. */
export function clampAttribute(element: string, name: string, value: string): string | undefined {
  const max = highest.get(`${element} ${name}`);
  if (max === undefined) return undefined;
  const parts = value.trim().split(/[\s,]+/);
  const lowered = parts.map((part) => (Number(part) > max ? String(max) : part));
  return lowered.some((part, index) => part !== parts[index]) ? lowered.join(' ') : undefined;
}
