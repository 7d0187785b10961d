// Figures as people read them.

const units = ['B', 'KB', 'MB', 'GB', 'TB'] as const;

/** @example bytesText(8_700_000) // '8.7 MB' */
export function bytesText(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  const digits = unit === 0 || value >= 99.95 ? 0 : 1;
  return `${value.toFixed(digits)} ${units[unit] ?? ''}`;
}

export function sizeText(size: { readonly width?: number; readonly height?: number }): string {
  return size.width === undefined ? '' : `${size.width}×${size.height}`;
}

/** Total: a moment that no calendar has is said to be one. */
export function timeText(at: number): string {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return 'no known time';
  return date.toISOString().replace('T', ' ').slice(0, 16);
}

/** Columns that line up; the last one is as long as it likes. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, column) => {
      widths[column] = Math.max(widths[column] ?? 0, cell.length);
    });
  }
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
