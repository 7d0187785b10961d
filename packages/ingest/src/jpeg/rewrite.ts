// A JPEG written anew from its own coefficients: the pixels stay exactly what they were, and nothing else of the file stays.
// Whatever is unusual (damage, arithmetic coding, four components, missing tables) is not rewritten here: the caller then
// encodes the decoded pixels.
import { u16be, u8 } from '../probe/bytes.ts';
import {
  findAdobeTransform,
  readJpegSegments,
  startOfScan,
  type JpegSegment,
} from '../probe/jpeg-segments.ts';
import { BitReader } from './bits.ts';
import { readFrame, type Frame } from './frame.ts';
import { decoderOf, type HuffmanDecoder } from './huffman.ts';
import { readScan, type Scan } from './scan.ts';
import { writeJpeg, type ColourModel } from './write.ts';
import { maxJpegSegments, maxRewrittenPixels } from '../limits.ts';

interface State {
  frame: Frame | undefined;
  restartInterval: number;
  /** Of the first scan that could not be read to its end. */
  trouble?: 'missing' | 'damaged';
  readonly quantisers: Map<number, Uint16Array>;
  /** As they stood when the first scan of a component began. */
  readonly usedQuantisers: Map<number, Uint16Array>;
  readonly dc: Map<number, HuffmanDecoder>;
  readonly ac: Map<number, HuffmanDecoder>;
}

export function rewriteJpeg(bytes: Uint8Array): Uint8Array | undefined {
  const walked = readJpegSegments(bytes, maxJpegSegments);
  if (!walked.ok) return undefined;
  const { state, isWhole } = readCoefficients(bytes, walked.value);
  if (!isWhole) return undefined;
  const { frame } = state;
  const colour = frame && colourOf(bytes, walked.value, frame);
  if (!frame || !colour) return undefined;
  const quantisers = state.usedQuantisers;
  if (frame.components.some(({ quantiser }) => !quantisers.has(quantiser))) return undefined;
  return writeJpeg({ frame, colour, quantisers, expectedBytes: bytes.length });
}

/** Whether every scan can be read to its last block, or what is wrong; `unknown` is what is too large or too unusual to be sure. */
export function judgeScans(bytes: Uint8Array): 'whole' | 'missing' | 'damaged' | 'unknown' {
  const walked = readJpegSegments(bytes, maxJpegSegments);
  if (!walked.ok) return 'unknown';
  const { state, isWhole } = readCoefficients(bytes, walked.value);
  return isWhole ? 'whole' : (state.trouble ?? 'unknown');
}

function readCoefficients(
  bytes: Uint8Array,
  segments: readonly JpegSegment[],
): { readonly state: State; readonly isWhole: boolean } {
  const state: State = {
    frame: undefined,
    restartInterval: 0,
    quantisers: new Map(),
    usedQuantisers: new Map(),
    dc: new Map(),
    ac: new Map(),
  };
  return { state, isWhole: segments.every((part) => take(bytes, part, state)) };
}

/** Whether the segment could be used. */
function take(bytes: Uint8Array, part: JpegSegment, state: State): boolean {
  switch (part.marker) {
    case 0xc0:
    case 0xc1:
    case 0xc2: {
      const pixels = u16be(bytes, part.data + 1) * u16be(bytes, part.data + 3);
      if (state.frame || pixels > maxRewrittenPixels) return false;
      state.frame = readFrame(bytes, part.data, part.marker === 0xc2);
      return true;
    }
    case 0xc4:
      return takeHuffman(bytes, part, state);
    case 0xdb:
      return takeQuantisers(bytes, part, state);
    case 0xdd:
      state.restartInterval = u16be(bytes, part.data);
      return true;
    case startOfScan:
      return takeScan(bytes, part, state);
    default:
      return true;
  }
}

function takeQuantisers(bytes: Uint8Array, { data, dataEnd }: JpegSegment, state: State): boolean {
  let at = data;
  while (at < dataEnd) {
    const isWide = u8(bytes, at) >> 4 !== 0;
    const number = u8(bytes, at) & 15;
    const start = at + 1;
    at = start + (isWide ? 128 : 64);
    if (at > dataEnd) return false;
    const steps = Uint16Array.from({ length: 64 }, (_, index) =>
      isWide ? u16be(bytes, start + index * 2) : u8(bytes, start + index),
    );
    state.quantisers.set(number, steps);
  }
  return true;
}

function takeHuffman(bytes: Uint8Array, { data, dataEnd }: JpegSegment, state: State): boolean {
  let at = data;
  while (at < dataEnd) {
    const id = u8(bytes, at);
    const counts = bytes.subarray(at + 1, at + 17);
    const total = counts.reduce((sum, count) => sum + count, 0);
    const symbols = bytes.subarray(at + 17, at + 17 + total);
    at += 17 + total;
    if (at > dataEnd || total > 256) return false;
    const decoder = decoderOf({ counts, symbols });
    if (!decoder) return false;
    (id >> 4 === 0 ? state.dc : state.ac).set(id & 15, decoder);
  }
  return true;
}

function takeScan(bytes: Uint8Array, part: JpegSegment, state: State): boolean {
  const { frame } = state;
  const { data, dataEnd } = part;
  const count = u8(bytes, data);
  if (!frame || dataEnd - data < 4 + count * 2) return false;
  const parts = Array.from({ length: count }, (_, index) => {
    const id = u8(bytes, data + 1 + index * 2);
    const tables = u8(bytes, data + 2 + index * 2);
    const component = frame.components.find((candidate) => candidate.id === id);
    return component && { component, dc: state.dc.get(tables >> 4), ac: state.ac.get(tables & 15) };
  }).filter((found) => found !== undefined);
  if (count === 0 || parts.length !== count) return false;
  for (const { component } of parts) {
    const steps = state.quantisers.get(component.quantiser);
    if (!steps) return false;
    if (!state.usedQuantisers.has(component.quantiser))
      state.usedQuantisers.set(component.quantiser, steps);
  }
  const tail = data + 1 + count * 2;
  const approximation = u8(bytes, tail + 2);
  const scan: Scan = {
    parts,
    start: u8(bytes, tail),
    end: u8(bytes, tail + 1),
    high: approximation >> 4,
    low: approximation & 15,
    restartInterval: state.restartInterval,
  };
  const isLegal = frame.progressive
    ? scan.end < 64 && scan.start <= scan.end && (scan.start === 0) === (scan.end === 0)
    : true;
  if (!isLegal || (scan.start > 0 && count > 1)) return false;
  const reader = new BitReader(bytes, dataEnd, part.end);
  const isRead = readScan(reader, frame, scan);
  if (reader.isBroken) state.trouble = reader.isSenseless ? 'damaged' : 'missing';
  return isRead;
}

/** What the components mean, as decoders judge it; undefined for anything but grey, YCbCr and RGB. */
function colourOf(
  bytes: Uint8Array,
  segments: readonly JpegSegment[],
  { components }: Frame,
): ColourModel | undefined {
  if (components.length === 1) return 'grey';
  if (components.length !== 3) return undefined;
  const transform = findAdobeTransform(bytes, segments);
  if (transform !== undefined) return transform === 0 ? 'adobe-rgb' : 'ycc';
  const ids = String.fromCharCode(...components.map(({ id }) => id));
  return ids === 'RGB' && !hasJfif(bytes, segments) ? 'adobe-rgb' : 'ycc';
}

function hasJfif(bytes: Uint8Array, segments: readonly JpegSegment[]): boolean {
  return segments.some(({ marker, data }) => marker === 0xe0 && u8(bytes, data) === 0x4a);
}
