// Figures as people read them. One place, so that the same number never appears in two spellings.
import { bytesText } from '@percept/core/internal';

/** @example bytesInWords(8_300_000) // '8.3 MB' */
export function bytesInWords(bytes: number): string {
  return bytesText(bytes).replace('.0 ', ' ');
}

export function countInWords(count: number): string {
  return new Intl.NumberFormat('en').format(count);
}

/** @example plural(2, 'picture') // '2 pictures' */
export function plural(count: number, noun: string): string {
  return `${countInWords(count)} ${noun}${count === 1 ? '' : 's'}`;
}

export function sizeInWords(width: number, height: number): string {
  return `${width}×${height}`;
}

/** Small amounts keep the digits that matter. */
export function dollarsInWords(usd: number): string {
  if (usd === 0) return '$0';
  if (usd < 0.0001) return '< $0.0001';
  return `$${usd < 0.01 ? usd.toFixed(4) : usd.toFixed(2)}`;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** @example agoInWords(Date.now() - 120_000, Date.now()) // '2 min ago' */
export function agoInWords(then: number, now: number): string {
  const passed = Math.max(0, now - then);
  if (passed < minute) return 'just now';
  if (passed < hour) return `${Math.floor(passed / minute)} min ago`;
  if (passed < day) return `${Math.floor(passed / hour)} h ago`;
  if (passed < 7 * day) return `${Math.floor(passed / day)} d ago`;
  return new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric' }).format(
    then,
  );
}
