// What bytes are, from their first bytes alone. Written apart from the door, so that the judge and the judged cannot
// share a mistake.
import type { Size } from '../profile/shape.ts';

export interface Sniffed {
  readonly mime: string;
  readonly size?: Size;
}

export function sniff(bytes: Uint8Array): Sniffed | undefined {
  if (starts(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))
    return found('image/png', pngSize(bytes));
  if (starts(bytes, [0xff, 0xd8, 0xff])) return found('image/jpeg', jpegSize(bytes));
  if (ascii(bytes, 0, 4) === 'GIF8') return found('image/gif', gifSize(bytes));
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 4) === 'WEBP')
    return found('image/webp', webpSize(bytes));
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 4) === 'WAVE') return { mime: 'audio/wav' };
  if (ascii(bytes, 0, 5) === '%PDF-') return { mime: 'application/pdf' };
  if (/^\uFEFF?\s*(<\?xml|<!--|<!doctype svg|<svg)/i.test(ascii(bytes, 0, 64)))
    return { mime: 'image/svg+xml' };
  return undefined;
}

function found(mime: string, size: Size | undefined): Sniffed {
  return size && size.width > 0 && size.height > 0 ? { mime, size } : { mime };
}

function starts(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, index) => bytes[index] === byte);
}

function ascii(bytes: Uint8Array, offset: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(offset, offset + length));
}

function view(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function pngSize(bytes: Uint8Array): Size | undefined {
  if (bytes.length < 24) return undefined;
  return { width: view(bytes).getUint32(16), height: view(bytes).getUint32(20) };
}

function gifSize(bytes: Uint8Array): Size | undefined {
  if (bytes.length < 10) return undefined;
  return { width: view(bytes).getUint16(6, true), height: view(bytes).getUint16(8, true) };
}

function jpegSize(bytes: Uint8Array): Size | undefined {
  const data = view(bytes);
  for (let offset = 2; offset + 9 < bytes.length;) {
    if (bytes[offset] !== 0xff) return undefined;
    const marker = bytes[offset + 1] ?? 0;
    // Start-of-frame markers are C0 to CF without C4, C8 and CC.
    const frame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (frame) return { width: data.getUint16(offset + 7), height: data.getUint16(offset + 5) };
    offset += marker === 0xff ? 1 : 2 + data.getUint16(offset + 2);
  }
  return undefined;
}

function webpSize(bytes: Uint8Array): Size | undefined {
  if (bytes.length < 30) return undefined;
  const data = view(bytes);
  switch (ascii(bytes, 12, 4)) {
    case 'VP8 ':
      return {
        width: data.getUint16(26, true) & 0x3fff,
        height: data.getUint16(28, true) & 0x3fff,
      };
    case 'VP8L': {
      const packed = data.getUint32(21, true);
      return { width: (packed & 0x3fff) + 1, height: ((packed >> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return { width: 1 + uint24(data, 24), height: 1 + uint24(data, 27) };
    default:
      return undefined;
  }
}

function uint24(data: DataView, offset: number): number {
  return data.getUint16(offset, true) | (data.getUint8(offset + 2) << 16);
}
