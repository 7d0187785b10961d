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

interface Found {
  track: Track | undefined;
  readonly frames: Uint8Array[];
}

export function soundOfWebm(bytes: Uint8Array): WebmSound | undefined {
  const found: Found = { track: undefined, frames: [] };
  walk(bytes, found, 0, bytes.length, 0);
  if (!found.track) return undefined;
  return { codec: found.track.codec, setup: found.track.setup, frames: found.frames };
}

function walk(bytes: Uint8Array, found: Found, from: number, to: number, depth: number): void {
  for (const element of readElements(bytes, from, to, Infinity)) {
    const { id, data, end } = element;
    if (masters.has(id) && depth < 6) walk(bytes, found, data, end, depth + 1);
    else if (id === ids.trackEntry) {
      const track = trackOf(bytes, data, end);
      if (track.type === audioTrack) found.track ??= track;
    } else if (id === ids.simpleBlock || id === ids.block) {
      const number = readVariableNumber(bytes, data, end, 8);
      const flags = number ? (bytes[number.end + 2] ?? 0) : 0;
      const laced = (flags & 0x06) !== 0;
      if (number && number.value === found.track?.number && !laced)
        found.frames.push(bytes.subarray(number.end + 3, end));
    }
  }
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
