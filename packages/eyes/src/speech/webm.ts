// WebM to the frames of its first audio track: just enough of EBML, with every size checked against what is there.
import { readElements, readUnsigned, readVariableNumber } from '@percept/ingest/internal/probe';

const ids = {
  segment: 0x18538067,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  trackNumber: 0xd7,
  trackType: 0x83,
  codecId: 0x86,
  codecPrivate: 0x63a2,
  cluster: 0x1f43b675,
  blockGroup: 0xa0,
  block: 0xa1,
  simpleBlock: 0xa3,
} as const;
const masters: ReadonlySet<number> = new Set([
  ids.segment,
  ids.tracks,
  ids.cluster,
  ids.blockGroup,
]);
const audioTrack = 2;

export interface WebmSound {
  readonly codec: string;
  readonly setup: Uint8Array;
  readonly frames: readonly Uint8Array[];
}

interface Track {
  number: number;
  type: number;
  codec: string;
  setup: Uint8Array;
}

/**
 * Element after element, and into each that holds others: so one of unknown length, as live recordings have them, ends where the next
 * one begins.
 */
export function soundOfWebm(bytes: Uint8Array): WebmSound | undefined {
  let track: Track | undefined;
  const frames: Uint8Array[] = [];
  for (let at = 0; at < bytes.length;) {
    const [element] = readElements(bytes, at, bytes.length, 1);
    if (!element) break;
    const { id, data, end } = element;
    at = masters.has(id) ? data : end;
    if (id === ids.trackEntry) {
      const own = trackOf(bytes, data, end);
      if (own.type === audioTrack) track ??= own;
    } else if (id === ids.simpleBlock || id === ids.block) {
      const number = readVariableNumber(bytes, data, end, 8);
      const flags = number ? (bytes[number.end + 2] ?? 0) : 0;
      const laced = (flags & 0x06) !== 0;
      if (number && number.value === track?.number && !laced)
        frames.push(bytes.subarray(number.end + 3, end));
    }
  }
  return track && { codec: track.codec, setup: track.setup, frames };
}

function trackOf(bytes: Uint8Array, from: number, to: number): Track {
  const track: Track = { number: 0, type: 0, codec: '', setup: new Uint8Array(0) };
  for (const element of readElements(bytes, from, to)) {
    const body = bytes.subarray(element.data, element.end);
    if (element.id === ids.trackNumber) track.number = readUnsigned(bytes, element);
    if (element.id === ids.trackType) track.type = body[0] ?? 0;
    if (element.id === ids.codecId)
      track.codec = new TextDecoder().decode(body).replace(/\0+$/, '');
    if (element.id === ids.codecPrivate) track.setup = body;
  }
  return track;
}
