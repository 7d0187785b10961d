// What kind of picture it is: a heuristic over how flat the pixels are and what was found in them.
import type { Chart, Kind, MachineCode } from '../description.ts';
import type { ColourShare } from '../colour/palette.ts';
import type { Block } from '../layout/blocks.ts';
import type { Picture } from '../pixels/picture.ts';
import type { FoundText } from './findings.ts';

/** Share of neighbours that are equal up to what a good encoder changes: drawn pictures have many, photographs few. */
function flatness({ width, height, data }: Picture): number {
  let equal = 0;
  let total = 0;
  const step = Math.max(1, Math.floor(height / 400));
  for (let y = 0; y < height; y += step) {
    for (let x = 1; x < width; x += 1) {
      const at = (y * width + x) * 3;
      const difference =
        Math.abs((data[at] ?? 0) - (data[at - 3] ?? 0)) +
        Math.abs((data[at + 1] ?? 0) - (data[at - 2] ?? 0)) +
        Math.abs((data[at + 2] ?? 0) - (data[at - 1] ?? 0));
      if (difference <= 1) equal += 1;
      total += 1;
    }
  }
  return total === 0 ? 1 : equal / total;
}

export interface Clues {
  readonly picture: Picture;
  readonly palette: readonly ColourShare[];
  readonly text: FoundText;
  readonly charts: readonly Chart[];
  readonly codes: readonly MachineCode[];
}

export function kindOf({ picture, palette, text, charts, codes }: Clues): Kind {
  const drawn = flatness(picture) > 0.42;
  const count = text.lines.length + text.unread.length;
  if (charts.length > 0) return 'chart';
  if (count === 0 && codes.length > 0) return 'machine-code';
  if (count === 0 && (palette[0]?.share ?? 0) > 0.995) return 'blank';
  if (!drawn) return count >= 4 ? 'photo-of-text' : 'photo';
  if (count === 0) return 'graphic';
  const rows = rowsIn(text.blocks);
  const isMostly = (type: Block['type']): boolean =>
    rowsIn(text.blocks.filter((block) => block.type === type)) > rows * 0.5;
  if (isMostly('diagram')) return 'diagram';
  if (isMostly('table')) return 'table';
  if (isMostly('code') && isListing(text)) return 'code';
  const colours = palette.filter(({ share }) => share > 0.02).length;
  return colours <= 2 && count > 12 ? 'document' : 'screenshot';
}

function rowsIn(blocks: readonly Block[]): number {
  const counts = blocks.map((block) => (block.type === 'table' ? block.table.rows : block.lines));
  return counts.reduce((sum, { length }) => sum + length, 0);
}

/** Signs of a program, a path or a time: a receipt in a typewriter's font has few. */
const listed = /[{}();=<>\\$|]|\w\/\w*\p{L}|\b\d\d:\d\d:\d\d/u;
const minListed = 0.25;

function isListing({ lines }: FoundText): boolean {
  return lines.filter(({ text }) => listed.test(text)).length >= lines.length * minListed;
}
