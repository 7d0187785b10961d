// Two pixels in one cell: the upper half block in the colour of the one, on the colour of the other. Exact at that size,
// and possible wherever there is colour and Unicode.
import { checkOptions, oneOf } from '@percept/core/internal/options';
import { opaqueFrom, rasterRule, type Raster } from './raster.ts';
import { nearestOf256 } from './xterm-colours.ts';

export type ColourDepth = 'true-colour' | '256-colours';

const transparent = -1;
const upper = '\u2580';
const lower = '\u2584';

/**
 * One line of text for each two rows of pixels; every line ends with the colours reset.
 *
 * @example for (const line of encodeHalfBlocks(raster, 'true-colour')) stdout.write(`${line}\n`);
 */
export function encodeHalfBlocks(raster: Raster, depth: ColourDepth): readonly string[] {
  const rules = { raster: rasterRule, depth: oneOf(['true-colour', '256-colours']) };
  checkOptions('encodeHalfBlocks', { raster, depth }, rules);
  const lines: string[] = [];
  for (let y = 0; y < raster.height; y += 2) lines.push(lineOf(raster, y, depth));
  return lines;
}

function lineOf(raster: Raster, y: number, depth: ColourDepth): string {
  let line = '';
  let foreground = transparent;
  let background = transparent;
  for (let x = 0; x < raster.width; x++) {
    const top = colourAt(raster, x, y);
    const bottom = y + 1 < raster.height ? colourAt(raster, x, y + 1) : transparent;
    const [ink, paper] = top === transparent ? [bottom, transparent] : [top, bottom];
    if (paper !== background) line += select(48, paper, depth);
    if (ink !== foreground && ink !== transparent) {
      line += select(38, ink, depth);
      foreground = ink;
    }
    background = paper;
    line += ink === transparent ? ' ' : top === transparent ? lower : upper;
  }
  return `${line}\u001b[0m`;
}

function colourAt({ data, width }: Raster, x: number, y: number): number {
  const at = (y * width + x) * 4;
  if ((data[at + 3] ?? 0) < opaqueFrom) return transparent;
  return ((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0);
}

/** SGR 38 is the foreground, 48 the background, and one more of each is the terminal's own. */
function select(ground: 38 | 48, colour: number, depth: ColourDepth): string {
  if (colour === transparent) return `\u001b[${ground + 1}m`;
  const [red, green, blue] = [(colour >> 16) & 255, (colour >> 8) & 255, colour & 255];
  switch (depth) {
    case 'true-colour':
      return `\u001b[${ground};2;${red};${green};${blue}m`;
    case '256-colours':
      return `\u001b[${ground};5;${nearestOf256(red, green, blue)}m`;
  }
}
