// WebM to the frames of its first audio track: just enough of EBML, with every size checked against what is there.

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
  walk(bytes, found, 0);
  if (!found.track) return undefined;
  return { codec: found.track.codec, setup: found.track.setup, frames: found.frames };
}

function walk(bytes: Uint8Array, found: Found, depth: number): void {
  for (const { id, body } of elements(bytes)) {
    if (masters.has(id) && depth < 6) walk(body, found, depth + 1);
    else if (id === ids.trackEntry) {
      const track = trackOf(body);
      if (track.type === audioTrack) found.track ??= track;
    } else if (id === ids.simpleBlock || id === ids.block) {
      const number = vint(body, 0, true);
      const flags = number ? (body[number.length + 2] ?? 0) : 0;
      const laced = (flags & 0x06) !== 0;
      if (number && number.value === found.track?.number && !laced)
        found.frames.push(body.subarray(number.length + 3));
    }
  }
}

function trackOf(bytes: Uint8Array): Track {
  const track: Track = { number: 0, type: 0, codec: '', setup: new Uint8Array(0) };
  for (const { id, body } of elements(bytes)) {
    if (id === ids.trackNumber) track.number = body.reduce((sum, byte) => sum * 256 + byte, 0);
    if (id === ids.trackType) track.type = body[0] ?? 0;
    if (id === ids.codecId) track.codec = new TextDecoder().decode(body).replace(/\0+$/, '');
    if (id === ids.codecPrivate) track.setup = body;
  }
  return track;
}

function* elements(
  bytes: Uint8Array,
): Generator<{ readonly id: number; readonly body: Uint8Array }> {
  for (let at = 0; at < bytes.length;) {
    const id = vint(bytes, at, false);
    const size = id && vint(bytes, at + id.length, true);
    if (!id || !size) return;
    const from = at + id.length + size.length;
    // An element of unknown size reaches to the end of its parent.
    const to = size.unknown ? bytes.length : Math.min(bytes.length, from + size.value);
    yield { id: id.value, body: bytes.subarray(from, to) };
    at = to;
  }
}

interface Vint {
  readonly value: number;
  readonly length: number;
  readonly unknown: boolean;
}

function vint(bytes: Uint8Array, at: number, masked: boolean): Vint | undefined {
  const first = bytes[at] ?? 0;
  const length = Math.clz32(first) - 23;
  if (first === 0 || at + length > bytes.length) return undefined;
  let value = masked ? first & (0xff >> length) : first;
  let ones = (first & (0xff >> length)) === 0xff >> length;
  for (let index = 1; index < length; index += 1) {
    const byte = bytes[at + index] ?? 0;
    if (byte !== 0xff) ones = false;
    value = value * 256 + byte;
  }
  return { value, length, unknown: masked && ones };
}
