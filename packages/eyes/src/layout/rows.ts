// Pieces of text that stand on one base line become a row, in reading order. Works along the direction of the text
// itself, so a photograph taken at an angle has the same rows as the screen that it shows.
import { median } from '../median.ts';
import type { TextLine } from '../ocr/text-line.ts';

/** Left to right, on one base line. */
export type Row = readonly TextLine[];

/** How far a piece may be off the line that its neighbour continues, in heights. */
const maxOffset = 0.45;

export function rowsOf(lines: readonly TextLine[]): readonly Row[] {
  const tilt = tiltOf(lines);
  const along = ({ region: { centre } }: TextLine): number =>
    centre.x * Math.cos(tilt) + centre.y * Math.sin(tilt);
  const across = ({ region: { centre } }: TextLine): number =>
    centre.y * Math.cos(tilt) - centre.x * Math.sin(tilt);
  const rows: TextLine[][] = [];
  for (const line of lines.toSorted((a, b) => along(a) - along(b) || across(a) - across(b))) {
    let nearest: TextLine[] | undefined;
    let least = Infinity;
    for (const row of rows) {
      const last = row.at(-1);
      if (!last || !similar(last, line)) continue;
      const offset = offsetOf(last, line, tilt);
      if (offset < maxOffset && offset < least && !overlaps(last, line)) {
        least = offset;
        nearest = row;
      }
    }
    if (nearest) nearest.push(line);
    else rows.push([line]);
  }
  const heightOf = (row: Row): number => Math.min(...row.map(across));
  return rows.toSorted((a, b) => heightOf(a) - heightOf(b));
}

/** The median direction of the longer half of the lines. */
function tiltOf(lines: readonly TextLine[]): number {
  const long = lines
    .toSorted((a, b) => b.region.width - a.region.width)
    .slice(0, Math.ceil(lines.length / 2));
  return median(long.map(({ region }) => region.angle));
}

function similar(a: TextLine, b: TextLine): boolean {
  const ratio = a.region.height / b.region.height;
  return ratio > 0.35 && ratio < 2.9;
}

/** The longer piece knows the direction best. */
function offsetOf(a: TextLine, b: TextLine, tilt: number): number {
  const longer = a.region.width > b.region.width ? a.region : b.region;
  const angle = longer.width > longer.height * 4 ? longer.angle : tilt;
  const dx = b.region.centre.x - a.region.centre.x;
  const expected = a.region.centre.y + dx * Math.tan(angle);
  return Math.abs(expected - b.region.centre.y) / ((a.region.height + b.region.height) / 2);
}

function overlaps(a: TextLine, b: TextLine): boolean {
  const shared = Math.min(a.box[2], b.box[2]) - Math.max(a.box[0], b.box[0]);
  return shared > Math.min(a.region.width, b.region.width) * 0.5;
}
