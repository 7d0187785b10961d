// The chunks of a PNG, and what its header promises. Whatever does not add up is undefined, never a guess.
import { terminalLimits } from '../limits.ts';

const bitDepths = [1, 2, 4, 8, 16] as const;
const colourTypes = [0, 2, 3, 4, 6] as const;

export interface PngHeader {
  readonly width: number;
  readonly height: number;
  readonly bitDepth: (typeof bitDepths)[number];
  /** 0 grey, 2 RGB, 3 palette, 4 grey and alpha, 6 RGBA. */
  readonly colourType: (typeof colourTypes)[number];
  readonly interlaced: boolean;
}

export interface PngParts {
  readonly header: PngHeader;
  readonly palette: Uint8Array;
  readonly transparency: Uint8Array;
  readonly compressed: readonly Uint8Array[];
}

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] as const;
const nothing: Uint8Array = new Uint8Array(0);

export function readPng(bytes: Uint8Array): PngParts | undefined {
  if (signature.some((byte, index) => bytes[index] !== byte)) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let header: PngHeader | undefined;
  let palette = nothing;
  let transparency = nothing;
  const compressed: Uint8Array[] = [];
  for (let at = signature.length; at + 12 <= bytes.length;) {
    const length = view.getUint32(at);
    const end = at + 8 + length;
    if (end + 4 > bytes.length) return undefined;
    const data = bytes.subarray(at + 8, end);
    switch (Buffer.from(bytes.subarray(at + 4, at + 8)).toString('latin1')) {
      case 'IHDR':
        header = readHeader(data);
        break;
      case 'PLTE':
        palette = data;
        break;
      case 'tRNS':
        transparency = data;
        break;
      case 'IDAT':
        compressed.push(data);
        break;
      case 'IEND':
        return header && { header, palette, transparency, compressed };
    }
    at = end + 4;
  }
  return undefined;
}

function readHeader(data: Uint8Array): PngHeader | undefined {
  if (data.length !== 13) return undefined;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const width = view.getUint32(0);
  const height = view.getUint32(4);
  const [depth, colours, compression, filter, interlace] = data.subarray(8);
  const bitDepth = bitDepths.find((known) => known === depth);
  const colourType = colourTypes.find((known) => known === colours);
  if (width < 1 || height < 1 || width * height > terminalLimits.maxRasterPixels) return undefined;
  if (compression !== 0 || filter !== 0 || (interlace !== 0 && interlace !== 1)) return undefined;
  if (colourType === undefined || bitDepth === undefined) return undefined;
  const small = bitDepth < 8;
  if (colourType === 3 ? bitDepth === 16 : small && colourType !== 0) return undefined;
  return { width, height, bitDepth, colourType, interlaced: interlace === 1 };
}
