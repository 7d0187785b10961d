// Where a picture goes: how many pixels are asked for, and how many cells they cover. Never larger than the picture,
// never larger than the screen, and never a row less than it really covers.
import { bound, checkFields, checkOptions } from '@percept/core/internal/options';
import type { Size } from '@percept/core';
import { graphicsRule, type Graphics } from './graphics.ts';
import { terminalLimits } from './limits.ts';

export interface Screen {
  readonly columns: number;
  readonly rows: number;
}

/** The pixels that a picture may have on this screen. */
export interface DrawingArea {
  readonly maxWidth: number;
  readonly maxHeight: number;
}

export interface Cells {
  readonly columns: number;
  readonly rows: number;
}

/** Rows that stay free: a line of what was before, the words below and the prompt. */
const freeRows = 5;
const sixelRows = 6;

/**
 * The pixels that a picture may have on this screen.
 *
 * @example fitIn({ width: 1024, height: 768 }, drawingArea(process.stdout, graphics));
 */
export function drawingArea(screen: Screen, graphics: Graphics): DrawingArea {
  checkFields('drawingArea', screen, { columns: bound, rows: bound });
  checkOptions('drawingArea', { graphics }, { graphics: graphicsRule });
  const columns = Math.max(1, screen.columns);
  const rows = Math.max(1, screen.rows - freeRows);
  const { cell, maxSixelSize } = graphics;
  switch (graphics.protocol) {
    case 'none':
      return { maxWidth: 0, maxHeight: 0 };
    case 'half':
      return { maxWidth: columns, maxHeight: rows * 2 };
    case 'kitty':
    case 'iterm':
      return { maxWidth: columns * cell.width, maxHeight: rows * cell.height };
    case 'kitty-placeholders': {
      const most = terminalLimits.maxPlaceholderCells;
      const [wide, high] = [Math.min(columns, most), Math.min(rows, most)];
      return { maxWidth: wide * cell.width, maxHeight: high * cell.height };
    }
    case 'sixel': {
      const height = Math.min(rows * cell.height, maxSixelSize?.height ?? Infinity);
      return {
        maxWidth: Math.min(columns * cell.width, maxSixelSize?.width ?? Infinity),
        // Whole bands, for terminals that draw the last one in full.
        maxHeight: height < sixelRows ? height : height - (height % sixelRows),
      };
    }
  }
}

/**
 * The largest size of the same shape that has room; what has room already stays.
 *
 * @example fitIn({ width: 4000, height: 3000 }, { maxWidth: 800, maxHeight: 600 }); // { width: 800, height: 600 }
 */
export function fitIn(size: Size, area: DrawingArea): Size {
  checkFields('fitIn', size, { width: bound, height: bound });
  checkOptions('fitIn', area, { maxWidth: bound, maxHeight: bound });
  const { width, height } = size;
  const { maxWidth, maxHeight } = area;
  const scale = Math.min(1, maxWidth / width, maxHeight / height);
  return {
    width: Math.max(1, Math.min(maxWidth, Math.round(width * scale))),
    height: Math.max(1, Math.min(maxHeight, Math.round(height * scale))),
  };
}

/** The cells that a picture of this size covers. */
export function cellsOf({ width, height }: Size, { protocol, cell }: Graphics): Cells {
  switch (protocol) {
    case 'none':
      return { columns: 0, rows: 0 };
    case 'half':
      return { columns: width, rows: Math.ceil(height / 2) };
    case 'sixel': {
      const drawn = Math.ceil(height / sixelRows) * sixelRows;
      return { columns: Math.ceil(width / cell.width), rows: Math.ceil(drawn / cell.height) };
    }
    case 'kitty':
    case 'kitty-placeholders':
    case 'iterm':
      return { columns: Math.ceil(width / cell.width), rows: Math.ceil(height / cell.height) };
  }
}
