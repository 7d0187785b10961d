// Writes short sounds in every container that the door takes, with headers that say a known length.
import { be16, be32, join, le16, le32, repeat, text } from './bytes.ts';
import { riffChunk } from './make-webp.ts';

export function wav(
  seconds: number,
  { rate = 8_000, channels = 1, claim }: { rate?: number; channels?: number; claim?: number } = {},
): Uint8Array {
  const data = new Uint8Array(seconds * rate * channels * 2);
  const format = join(
    le16(1),
    le16(channels),
    le32(rate),
    le32(rate * channels * 2),
    le16(channels * 2),
    le16(16),
  );
  const sound = join('data', le32(claim ?? data.length), data);
  const body = join('WAVE', riffChunk('fmt ', format), sound);
  return join('RIFF', le32(body.length), body);
}

/** MPEG 1 layer III, 128 kbit/s, 44.1 kHz, stereo: 417 bytes and 1152 samples per frame. */
export function mp3Frame(content: Uint8Array = new Uint8Array()): Uint8Array {
  const frame = new Uint8Array(417);
  frame.set([0xff, 0xfb, 0x90, 0x00]);
  frame.set(content, 4);
  return frame;
}

export function xing(frames: number): Uint8Array {
  return mp3Frame(join(new Uint8Array(32), 'Xing', be32(1), be32(frames)));
}

export function vbri(frames: number): Uint8Array {
  return mp3Frame(join(new Uint8Array(32), 'VBRI', new Uint8Array(10), be32(frames)));
}

export function id3(size: number, content = size): Uint8Array {
  const sizes = [21, 14, 7, 0].map((shift) => (size >>> shift) & 0x7f);
  return join('ID3', [4, 0, 0], sizes, new Uint8Array(content));
}

/** AAC at 44.1 kHz, stereo, 1024 samples per frame. */
export function adtsFrame(length = 100): Uint8Array {
  const frame = new Uint8Array(length);
  frame.set([
    0xff,
    0xf1,
    0x50,
    0x80 | (length >> 11),
    (length >> 3) & 255,
    ((length & 7) << 5) | 0x1f,
    0xfc,
  ]);
  return frame;
}

function oggPage(granule: number, data: Uint8Array, kind = 0): Uint8Array {
  const lacing = [
    ...Array.from({ length: Math.floor(data.length / 255) }, () => 255),
    data.length % 255,
  ];
  const position = join(le32(granule % 0x1_0000_0000), le32(Math.floor(granule / 0x1_0000_0000)));
  return join(
    'OggS',
    [0, kind],
    position,
    le32(7),
    le32(0),
    le32(0),
    [lacing.length],
    lacing,
    data,
  );
}

export const oggHeads: Readonly<Record<'vorbis' | 'opus' | 'flac' | 'theora', Uint8Array>> = {
  vorbis: join('\x01vorbis', le32(0), [2], le32(44_100), new Uint8Array(14)),
  opus: join('OpusHead', [1, 2], le16(312), le32(48_000), [0, 0, 0]),
  flac: join('\x7fFLAC', [1, 0, 0, 1], 'fLaC', [0, 0, 0, 34], streamInfo(44_100, 2, 0)),
  theora: join('\x80theora', new Uint8Array(34)),
};

export function ogg(head: Uint8Array, granule: number): Uint8Array {
  return join(oggPage(0, head, 2), oggPage(granule, new Uint8Array(4_000), 4));
}

function streamInfo(rate: number, channels: number, samples: number): Uint8Array {
  const packed = [
    rate >> 12,
    (rate >> 4) & 255,
    ((rate & 15) << 4) | ((channels - 1) << 1),
    0xf0 | Math.floor(samples / 0x1_0000_0000),
  ];
  return join(
    be16(4096),
    be16(4096),
    [0, 0, 0, 0, 0, 0],
    packed,
    be32(samples % 0x1_0000_0000),
    new Uint8Array(16),
  );
}

export function flac(
  rate: number,
  channels: number,
  samples: number,
  soundBytes = 400,
): Uint8Array {
  return join(
    'fLaC',
    [0x80, 0, 0, 34],
    streamInfo(rate, channels, samples),
    [0xff, 0xf8],
    new Uint8Array(soundBytes),
  );
}

export function box(
  type: string,
  ...content: readonly (Uint8Array | readonly number[] | string)[]
): Uint8Array {
  const data = join(...content);
  return join(be32(data.length + 8), type, data);
}

export function fileType(major: string, ...compatible: readonly string[]): Uint8Array {
  return box('ftyp', text(major), new Uint8Array(4), ...compatible.map(text));
}

export function movie(milliseconds: number, ...kinds: readonly string[]): Uint8Array {
  const header = box(
    'mvhd',
    new Uint8Array(12),
    Uint8Array.from(be32(1000)),
    Uint8Array.from(be32(milliseconds)),
    new Uint8Array(80),
  );
  const tracks = kinds.map((kind) => {
    const handler = box('hdlr', new Uint8Array(8), text(kind), new Uint8Array(13));
    const entry = box(
      'mp4a',
      new Uint8Array(16),
      Uint8Array.from(be16(2)),
      new Uint8Array(6),
      Uint8Array.from(be16(44_100)),
      new Uint8Array(2),
    );
    const description = box('stsd', new Uint8Array(8), entry);
    return box('trak', box('mdia', handler, box('minf', box('stbl', description))));
  });
  return box('moov', header, ...tracks);
}

function element(id: readonly number[], ...content: readonly Uint8Array[]): Uint8Array {
  const data = join(...content);
  return join(
    id,
    [
      0x10 | (data.length >>> 24),
      (data.length >>> 16) & 255,
      (data.length >>> 8) & 255,
      data.length & 255,
    ],
    data,
  );
}

export function webm(milliseconds: number, ...trackTypes: readonly number[]): Uint8Array {
  const float = new Uint8Array(8);
  new DataView(float.buffer).setFloat64(0, milliseconds);
  const rate = new Uint8Array(4);
  new DataView(rate.buffer).setFloat32(0, 48_000);
  const head = element([0x1a, 0x45, 0xdf, 0xa3], element([0x42, 0x82], text('webm')));
  const info = element(
    [0x15, 0x49, 0xa9, 0x66],
    element([0x2a, 0xd7, 0xb1], Uint8Array.of(0x0f, 0x42, 0x40)),
    element([0x44, 0x89], float),
  );
  const entries = trackTypes.map((type) =>
    element(
      [0xae],
      element([0x83], Uint8Array.of(type)),
      element([0xe1], element([0xb5], rate), element([0x9f], Uint8Array.of(2))),
    ),
  );
  const tracks = element([0x16, 0x54, 0xae, 0x6b], ...entries);
  const cluster = element([0x1f, 0x43, 0xb6, 0x75], new Uint8Array(64));
  return join(head, element([0x18, 0x53, 0x80, 0x67], info, tracks, cluster));
}

/** One of each, a second or so long. */
export function sounds(): ReadonlyArray<{ name: string; bytes: Uint8Array }> {
  return [
    { name: 'wav', bytes: wav(1) },
    { name: 'mp3 bare', bytes: repeat(mp3Frame(), 38) },
    { name: 'mp3 with ID3 and Xing', bytes: join(id3(100), xing(38), repeat(mp3Frame(), 38)) },
    { name: 'aac', bytes: repeat(adtsFrame(), 43) },
    { name: 'ogg vorbis', bytes: ogg(oggHeads.vorbis, 44_100) },
    { name: 'ogg opus', bytes: ogg(oggHeads.opus, 48_312) },
    { name: 'ogg flac', bytes: ogg(oggHeads.flac, 44_100) },
    { name: 'flac', bytes: flac(44_100, 2, 44_100) },
    {
      name: 'm4a',
      bytes: join(fileType('M4A ', 'mp42'), movie(1000, 'soun'), box('mdat', new Uint8Array(64))),
    },
    { name: 'webm', bytes: webm(1000, 2) },
  ];
}
