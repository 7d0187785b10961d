// Figures as people read them. One place, so that the same number never appears in two spellings.

const units = ['B', 'KB', 'MB', 'GB'] as const;

/** @example bytesInWords(8_300_000) // '8.3 MB' */
export function bytesInWords(bytes: number): string {
  let value = Math.max(0, bytes);
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const digits = unit === 0 || value >= 99.95 ? 0 : 1;
  return `${trimmed(value.toFixed(digits))} ${units[unit] ?? 'B'}`;
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

function trimmed(figure: string): string {
  return figure.endsWith('.0') ? figure.slice(0, -2) : figure;
}
