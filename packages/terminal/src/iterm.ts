// iTerm2's inline images (OSC 1337). The file travels as it is; in parts where one sequence would be too long.
import {
  bound,
  bytes as bytesRule,
  checkFields,
  either,
  oneOf,
  shape,
} from '@percept/core/internal/options';
import type { Size } from '@percept/core';
import { terminalLimits } from './limits.ts';

export interface InlineFile {
  /** PNG, or anything else that the terminal decodes itself. */
  readonly bytes: Uint8Array;
  readonly extent: Extent;
}

/** Pixels where the size of a cell is known, cells where it is not. */
export type Extent =
  | ({ readonly unit: 'pixels' } & Size)
  | { readonly unit: 'cells'; readonly columns: number; readonly rows: number };

/**
 * The picture in iTerm2's protocol, as one sequence.
 *
 * @example stdout.write(encodeIterm({ bytes: png, extent: { unit: 'pixels', width: 640, height: 480 } }));
 */
export function encodeIterm(file: InlineFile): string {
  checkFields('encodeIterm', file, {
    bytes: bytesRule,
    extent: either(
      'has a unit and a size',
      shape({ unit: oneOf(['pixels']), width: bound, height: bound }),
      shape({ unit: oneOf(['cells']), columns: bound, rows: bound }),
    ),
  });
  const { bytes, extent } = file;
  return `\u001b]1337;File=${argumentsOf(bytes, extent)}:${base64Of(bytes)}\u0007`;
}

/** For multiplexers, which drop long sequences: each part stays below `maxChars`. */
export function encodeItermParts(
  { bytes, extent }: InlineFile,
  maxChars: number = terminalLimits.maxPassthroughChars,
): readonly string[] {
  const base64 = base64Of(bytes);
  const parts = [`\u001b]1337;MultipartFile=${argumentsOf(bytes, extent)}\u0007`];
  // Whole groups of four, so that every part can be decoded by itself.
  const size = Math.max(4, maxChars - (maxChars % 4));
  for (let at = 0; at < base64.length; at += size)
    parts.push(`\u001b]1337;FilePart=${base64.slice(at, at + size)}\u0007`);
  return [...parts, '\u001b]1337;FileEnd\u0007'];
}

function argumentsOf(bytes: Uint8Array, extent: Extent): string {
  const [width, height] =
    extent.unit === 'pixels'
      ? [`${extent.width}px`, `${extent.height}px`]
      : [extent.columns, extent.rows];
  return `inline=1;size=${bytes.length};width=${width};height=${height};preserveAspectRatio=1;doNotMoveCursor=1`;
}

function base64Of(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64');
}
