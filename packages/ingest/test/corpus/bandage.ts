// Right checksums again for every PNG chunk that can still be walked, so that the damage reaches deeper than the first check.
import { crc32 } from 'node:zlib';

export function bandage(mutant: Uint8Array): Uint8Array {
  const bytes = Buffer.from(mutant);
  if (bytes.length < 8 || bytes.readUInt32BE(0) !== 0x89504e47) return mutant;
  for (let at = 8; at + 12 <= bytes.length;) {
    const end = at + 8 + bytes.readUInt32BE(at);
    if (end + 4 > bytes.length) break;
    bytes.writeUInt32BE(crc32(bytes.subarray(at + 4, end)), end);
    at = end + 4;
  }
  return new Uint8Array(bytes);
}
