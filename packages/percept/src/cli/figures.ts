// Figures as people read them.
import { bytesText } from '@percept/core/internal';

interface MediaFacts {
  readonly mime: string;
  readonly bytes: number;
  readonly width?: number;
  readonly height?: number;
}

/** `800×500 image/png 12.3 KB`; a size where there is one. */
export function mediaText({ mime, bytes, width, height }: MediaFacts): string {
  const size = width === undefined ? [] : [`${width}×${height}`];
  return [...size, mime, bytesText(bytes)].join(' ');
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
