// The few files that are wanted out of an npm tarball. Names are matched exactly, so no path in an archive can point
// anywhere; nothing is written here.
import { gunzipSync } from 'node:zlib';
import { maxUnpackedTarBytes } from '../limits.ts';

const blockBytes = 512;

/** By their path in the archive; what is not there is not in the map. Throws when the bytes are not a gzip. */
export function filesOfTarball(
  tarball: Uint8Array,
  wanted: ReadonlySet<string>,
): ReadonlyMap<string, Uint8Array> {
  const archive = gunzipSync(tarball, { maxOutputLength: maxUnpackedTarBytes });
  const found = new Map<string, Uint8Array>();
  for (let at = 0; at + blockBytes <= archive.length;) {
    const header = archive.subarray(at, at + blockBytes);
    const name = textOf(header, 0, 100);
    if (name === '') break;
    const prefix = textOf(header, 345, 155);
    const size = Number.parseInt(textOf(header, 124, 12), 8);
    if (!Number.isSafeInteger(size) || size < 0) break;
    const path = prefix === '' ? name : `${prefix}/${name}`;
    const from = at + blockBytes;
    const isFile = header[156] === 0x30 || header[156] === 0;
    if (isFile && wanted.has(path) && from + size <= archive.length)
      found.set(path, archive.subarray(from, from + size));
    at = from + Math.ceil(size / blockBytes) * blockBytes;
  }
  return found;
}

function textOf(header: Uint8Array, at: number, length: number): string {
  const field = header.subarray(at, at + length);
  const end = field.indexOf(0);
  return new TextDecoder().decode(end < 0 ? field : field.subarray(0, end)).trim();
}
