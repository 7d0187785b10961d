// Ogg pages to packets. Only the first logical stream is followed; a page that lies about its size ends the walk.
import { concatenate } from '@percept/core/internal';

export function packetsOfOgg(bytes: Uint8Array): readonly Uint8Array[] {
  const packets: Uint8Array[] = [];
  let open: Uint8Array[] = [];
  let serial: number | undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at + 27 <= bytes.length;) {
    if (view.getUint32(at) !== 0x4f676753) break;
    const segments = bytes[at + 26] ?? 0;
    const stream = view.getUint32(at + 14, true);
    serial ??= stream;
    let body = at + 27 + segments;
    for (let segment = 0; segment < segments; segment += 1) {
      const size = bytes[at + 27 + segment] ?? 0;
      if (body + size > bytes.length) return packets;
      if (stream === serial) {
        open.push(bytes.subarray(body, body + size));
        if (size < 255) {
          packets.push(concatenate(open));
          open = [];
        }
      }
      body += size;
    }
    at = body;
  }
  return packets;
}
