// Figures in filters by which a few bytes ask for hours of work, and the value from which on nothing visible changes.
import { maxBlurPx, maxKernelOrder, maxMorphologyPx, maxOctaves } from '../limits.ts';

/** The lowered value, or undefined where the value may stay. */
export function clampAttribute(element: string, name: string, value: string): string | undefined {
  switch (`${element} ${name}`) {
    case 'feTurbulence numOctaves':
      return lower(value, maxOctaves);
    case 'feMorphology radius':
      return lower(value, maxMorphologyPx);
    case 'feGaussianBlur stdDeviation':
    case 'feDropShadow stdDeviation':
      return lower(value, maxBlurPx);
    case 'feConvolveMatrix order':
      return lower(value, maxKernelOrder);
    default:
      return undefined;
  }
}

function lower(value: string, max: number): string | undefined {
  const parts = value.trim().split(/[\s,]+/);
  const lowered = parts.map((part) => (Number(part) > max ? String(max) : part));
  return lowered.some((part, index) => part !== parts[index]) ? lowered.join(' ') : undefined;
}
