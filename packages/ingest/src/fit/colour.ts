// What leaves is 8-bit sRGB. A source that is that already, also when it says so in a profile, needs no conversion.
import type { Metadata } from 'sharp';

export function needsConversion(header: Metadata): boolean {
  if (header.depth !== 'uchar') return true;
  if (header.space !== 'srgb' && header.space !== 'b-w') return true;
  return header.icc !== undefined && !isSrgbProfile(header.icc);
}

// ICC.1:2022 §7.2: the tag table starts at byte 128 with a count, then 12 bytes per tag: signature, offset, size.
const tagTable = 128;
const maxTags = 64;
const srgbNames = /^(s ?RGB|IEC ?61966-2[.-]1|c2\b|GIMP built-in sRGB|Artifex.*sRGB)/i;

/** By its description, which every writer of sRGB sets; a liar only loses its own colours. */
function isSrgbProfile(icc: Uint8Array): boolean {
  const name = profileName(icc);
  return name !== undefined && srgbNames.test(name);
}

function profileName(icc: Uint8Array): string | undefined {
  const view = new DataView(icc.buffer, icc.byteOffset, icc.byteLength);
  if (icc.length < tagTable + 4) return undefined;
  const count = Math.min(view.getUint32(tagTable), maxTags);
  for (let index = 0; index < count; index += 1) {
    const entry = tagTable + 4 + index * 12;
    if (entry + 12 > icc.length) return undefined;
    if (view.getUint32(entry) !== signature('desc')) continue;
    const offset = view.getUint32(entry + 4);
    const size = view.getUint32(entry + 8);
    if (size < 16 || offset + size > icc.length) return undefined;
    return description(icc.subarray(offset, offset + size));
  }
  return undefined;
}

/** `desc` (version 2) holds ASCII at 12; `mluc` (version 4) holds UTF-16BE where its first record points. */
function description(tag: Uint8Array): string | undefined {
  const view = new DataView(tag.buffer, tag.byteOffset, tag.byteLength);
  const type = view.getUint32(0);
  if (type === signature('desc')) {
    return text(tag.subarray(12, 12 + Math.min(view.getUint32(8), 64)), 1);
  }
  if (type !== signature('mluc') || tag.length < 28) return undefined;
  const length = Math.min(view.getUint32(20), 128);
  const start = view.getUint32(24);
  return start + length <= tag.length ? text(tag.subarray(start, start + length), 2) : undefined;
}

function text(bytes: Uint8Array, stride: 1 | 2): string {
  let out = '';
  for (let index = stride - 1; index < bytes.length; index += stride) {
    const code = bytes[index] ?? 0;
    if (code === 0) break;
    out += String.fromCharCode(code);
  }
  return out;
}

function signature(four: string): number {
  return [...four].reduce((sum, char) => sum * 256 + char.charCodeAt(0), 0);
}
