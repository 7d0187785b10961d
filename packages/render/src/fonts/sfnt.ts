// Reads the container of a font: TTF and OTF as they are, WOFF unpacked table by table, because not every engine takes a
// compressed font. Only fonts from installed packages come here, and lengths are still believed only up to a cap.
import { inflateSync } from 'node:zlib';
import { maxFontTableBytes } from '../limits.ts';

const woffMark = 0x774f4646;
const headerBytes = 12;
const recordBytes = 16;

interface Table {
  readonly tag: number;
  readonly checksum: number;
  readonly data: Uint8Array;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** The font as plain sfnt; what is not WOFF comes back as it is. */
export function toSfnt(bytes: Uint8Array): Uint8Array {
  const view = viewOf(bytes);
  if (bytes.length < 44 || view.getUint32(0) !== woffMark) return bytes;
  const count = view.getUint16(12);
  const tables: Table[] = [];
  for (let index = 0; index < count; index++) {
    const record = 44 + index * 20;
    const offset = view.getUint32(record + 4);
    const packed = view.getUint32(record + 8);
    const length = view.getUint32(record + 12);
    const part = bytes.subarray(offset, offset + packed);
    const data = packed < length ? inflateSync(part, { maxOutputLength: maxFontTableBytes }) : part;
    tables.push({ tag: view.getUint32(record), checksum: view.getUint32(record + 16), data });
  }
  return assemble(view.getUint32(4), tables);
}

function assemble(flavour: number, tables: readonly Table[]): Uint8Array {
  const padded = (length: number): number => (length + 3) & ~3;
  const start = headerBytes + tables.length * recordBytes;
  const total = tables.reduce((sum, { data }) => sum + padded(data.length), start);
  const out = new Uint8Array(total);
  const view = viewOf(out);
  const power = 2 ** Math.floor(Math.log2(tables.length));
  view.setUint32(0, flavour);
  view.setUint16(4, tables.length);
  view.setUint16(6, power * recordBytes);
  view.setUint16(8, Math.log2(power));
  view.setUint16(10, (tables.length - power) * recordBytes);
  let at = start;
  for (const [index, { tag, checksum, data }] of tables.entries()) {
    const record = headerBytes + index * recordBytes;
    view.setUint32(record, tag);
    view.setUint32(record + 4, checksum);
    view.setUint32(record + 8, at);
    view.setUint32(record + 12, data.length);
    out.set(data, at);
    at += padded(data.length);
  }
  return out;
}

/** One table of a plain sfnt, by its four letters as a number. */
export function tableOf(sfnt: Uint8Array, tag: number): Uint8Array | undefined {
  const view = viewOf(sfnt);
  for (let index = 0; index < view.getUint16(4); index++) {
    const record = headerBytes + index * recordBytes;
    if (view.getUint32(record) !== tag) continue;
    const offset = view.getUint32(record + 8);
    return sfnt.subarray(offset, offset + view.getUint32(record + 12));
  }
  return undefined;
}
