// One picture as one string, written once and appended: rows are made first, the picture goes into them, and the cursor
// ends at the beginning of the line below. Nothing is ever drawn over or drawn again.
import { bytes, checkOptions, either, positive, shape } from '@percept/core/internal/options';
import type { Size } from '@percept/core';
import { graphicsRule, type Graphics } from './graphics.ts';
import { encodeHalfBlocks } from './half-blocks.ts';
import { encodeIterm, encodeItermParts, type Extent } from './iterm.ts';
import { encodeKitty } from './kitty/direct.ts';
import { encodePlaceholders } from './kitty/placeholders.ts';
import { cellsOf, type Cells } from './placement.ts';
import { decodePng } from './png/decode.ts';
import { encodePng } from './png/encode.ts';
import { padTo, rasterRule, type Raster } from './raster.ts';
import { encodeSixel } from './sixel/encode.ts';
import { passThroughTmux } from './tmux.ts';

/** Pixels that came through the door, already of the size that is drawn. */
export type Pixels = Size & ({ readonly png: Uint8Array } | { readonly raster: Raster });

export type Drawable = Pixels & {
  /** A number from 1 to 16777215 that nobody else on this terminal uses. */
  readonly id: number;
};

const drawable = either(
  'has width, height, an id, and png or raster',
  shape({ width: positive, height: positive, id: positive, png: bytes }),
  shape({ width: positive, height: positive, id: positive, raster: rasterRule }),
);

/**
 * Undefined where no picture can be drawn: the words are all there is.
 *
 * @example stdout.write(drawPicture({ ...size, png, id: 4711 }, graphics) ?? describeImage(facts));
 */
export function drawPicture(picture: Drawable, graphics: Graphics): string | undefined {
  checkOptions('drawPicture', { picture, graphics }, { picture: drawable, graphics: graphicsRule });
  const { id } = picture;
  const { protocol, cell, multiplexer } = graphics;
  const cells = cellsOf(picture, graphics);
  switch (protocol) {
    case 'none':
      return undefined;
    case 'half': {
      const raster = rasterOf(picture);
      return raster && linesBelow(encodeHalfBlocks(raster, graphics.depth));
    }
    case 'sixel': {
      const raster = rasterOf(picture);
      if (!raster) return undefined;
      const sixel = encodeSixel(raster, { maxColours: graphics.maxSixelColours });
      // Without the size of a cell the rows are unknown here, and the terminal's own scrolling knows them.
      return cell.known ? into(cells, sixel) : `\r${sixel}\r\n`;
    }
    case 'kitty': {
      const chunks = encodeKitty({ png: pngOf(picture), id, ...(!cell.known && { cells }) });
      return into(cells, chunks.join(''));
    }
    case 'kitty-placeholders': {
      const png = cell.known ? wholeCells(picture, cells, cell) : pngOf(picture);
      const { transmission, lines } = encodePlaceholders({ png, id, cells });
      return transmission.map(past(multiplexer)).join('') + linesBelow(lines);
    }
    case 'iterm': {
      const bytes = pngOf(picture);
      const extent = extentOf(picture, cells, cell.known);
      if (multiplexer === 'none') return into(cells, encodeIterm({ bytes, extent }));
      return into(cells, encodeItermParts({ bytes, extent }).map(past(multiplexer)).join(''));
    }
  }
}

function rasterOf(picture: Pixels): Raster | undefined {
  return 'raster' in picture ? picture.raster : decodePng(picture.png);
}

function pngOf(picture: Pixels): Uint8Array {
  return 'png' in picture ? picture.png : encodePng(picture.raster);
}

/** Placeholders stretch a picture over their cells: one that fills them exactly is shown pixel for pixel. */
function wholeCells(picture: Pixels, { columns, rows }: Cells, cell: Size): Uint8Array {
  const size = { width: columns * cell.width, height: rows * cell.height };
  const isWhole = size.width === picture.width && size.height === picture.height;
  const raster = isWhole ? undefined : rasterOf(picture);
  return raster ? encodePng(padTo(raster, size)) : pngOf(picture);
}

function extentOf({ width, height }: Size, cells: Cells, known: boolean): Extent {
  return known ? { unit: 'pixels', width, height } : { unit: 'cells', ...cells };
}

function past(multiplexer: Graphics['multiplexer']): (sequence: string) => string {
  return (sequence) => (multiplexer === 'tmux' ? passThroughTmux(sequence) : sequence);
}

/** Makes room by scrolling first, so that the picture cannot; the cursor is kept, because terminals leave it anywhere. */
function into({ rows }: Cells, sequence: string): string {
  return `\r${'\n'.repeat(rows)}\u001b[${rows}A\u001b7${sequence}\u001b8\u001b[${rows}B\r`;
}

function linesBelow(lines: readonly string[]): string {
  return lines.map((line) => `\r${line}\r\n`).join('');
}
