// Sixel: the exact colours where the registers hold them all, a quantised and dithered picture where they do not. The
// colour grid of sixel itself is percent, so "exact" means to the nearest percent.
import { bound, checkOptions, maybe } from '@percept/core/internal/options';
import { terminalLimits } from '../limits.ts';
import { rasterRule, type Raster } from '../raster.ts';
import { writeBands } from './bands.ts';
import { ByteWriter } from './byte-writer.ts';
import { indexDithered } from './dither.ts';
import { indexExactly, type Indexed } from './indexed.ts';
import { choosePalette } from './palette.ts';

export interface SixelOptions {
  /** The colour registers that the terminal says it has. */
  readonly maxColours?: number;
}

/**
 * The picture as sixel: exact up to 256 colours, dithered beyond.
 *
 * @example stdout.write(encodeSixel(raster));
 */
export function encodeSixel(raster: Raster, options: SixelOptions = {}): string {
  checkOptions('encodeSixel', { raster }, { raster: rasterRule });
  checkOptions('encodeSixel', options, { maxColours: maybe(bound) });
  const wanted = options.maxColours ?? terminalLimits.maxSixelColours;
  const maxColours = Math.max(2, Math.min(terminalLimits.maxSixelColours, Math.floor(wanted)));
  const picture =
    indexExactly(raster, maxColours) ?? indexDithered(raster, choosePalette(raster, maxColours));
  return writeSixel(picture);
}

function writeSixel(picture: Indexed): string {
  const { width, height, palette } = picture;
  const out = new ByteWriter(width * height);
  // P2=1: what is not drawn stays as it was. Raster attributes: square pixels, and the true size.
  out.text(`\u001bP0;1;0q"1;1;${width};${height}`);
  for (let at = 0; at < palette.length; at += 3) {
    const [red, green, blue] = [
      percent(palette[at]),
      percent(palette[at + 1]),
      percent(palette[at + 2]),
    ];
    out.text(`#${at / 3};2;${red};${green};${blue}`);
  }
  writeBands(picture, out);
  out.text('\u001b\\');
  return out.toString();
}

function percent(level: number | undefined): number {
  return Math.round(((level ?? 0) * 100) / 255);
}
