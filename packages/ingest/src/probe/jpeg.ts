// Probes a JPEG by its segments. A baseline picture is decoded in strips and is cheap at any size; progressive and
// non-interleaved ones keep every coefficient, which is what they are charged for.
import { accept, refuse, type DoorLimits, type Outcome, type Size } from '@percept/core';
import { spells, u16be, u8 } from './bytes.ts';
import { readOrientation, readXmpOrientation } from './orientation.ts';
import {
  isApplication,
  isEndedJpeg,
  keptJpegBytes,
  readJpegSegments,
  startOfScan,
  strayJpegBytes,
  type JpegSegment,
} from './jpeg-segments.ts';
import { stripRows, type Orientation, type Probe } from './picture.ts';
import { cannotFill, corrupt, overBounds, unsupported } from './verdict.ts';
import { maxJpegScans } from '../limits.ts';

const convert = 'Convert it to PNG or to baseline JPEG, and send that.';

interface Frame extends Size {
  readonly components: number;
  readonly progressive: boolean;
  /** 8 × 8 blocks over all components: each holds 64 coefficients of two bytes. */
  readonly blocks: number;
  /** Blocks of the component that is sampled most: every one costs at least a bit in some scan. */
  readonly fullBlocks: number;
}

export function probeJpeg(bytes: Uint8Array, limits: DoorLimits): Outcome<Probe> {
  const walked = readJpegSegments(bytes, limits.maxChunks);
  if (!walked.ok) return walked;
  const segments = walked.value;
  const read = readFrame(bytes, segments);
  if (!read.ok) return read;
  const { width, height, components, progressive, blocks, fullBlocks } = read.value;
  const scans = segments.filter(({ marker }) => marker === startOfScan);
  const [firstScan] = scans;
  if (!firstScan) return corrupt('The JPEG holds no picture data.');
  if (scans.length > maxJpegScans)
    return refuse({
      refused: 'too-large',
      message: `The JPEG has ${scans.length} scans, and at most ${maxJpegScans} are decoded.`,
      hint: convert,
      limit: { name: 'maxScans', max: maxJpegScans, actual: scans.length },
    });
  const isEnded = isEndedJpeg(segments);
  if (!isEnded && !hasAllScans(bytes, scans, read.value))
    return corrupt('The JPEG ends before the last of its scans.');
  const isBuffered = progressive || u8(bytes, firstScan.data) < components;
  const strip = width * components * Math.min(height, stripRows);
  const decoderBytes = isBuffered ? blocks * 128 + strip : strip;
  const ancillaryBytes = segments.reduce(
    (sum, segment) => sum + (isApplication(segment.marker) ? segment.end - segment.start : 0),
    0,
  );
  const refusal = overBounds({ width, height, frames: 1, ancillaryBytes, decoderBytes }, limits);
  if (refusal) return refusal;
  const pixelBytes = scans.reduce((sum, scan) => sum + scan.end - scan.dataEnd, 0);
  // A block of a sequential scan is at least a code for its mean and one for its end; a progressive one only the first.
  if (fullBlocks * (progressive ? 1 : 2) > pixelBytes * 8)
    return cannotFill(width, height, pixelBytes);
  const end = segments.at(-1)?.end ?? bytes.length;
  const kept = keptJpegBytes(bytes, segments);
  const damage = damageOf(bytes, segments);
  return accept({
    mime: 'image/jpeg',
    width,
    height,
    frames: 1,
    orientation: findOrientation(bytes, segments),
    hasAlpha: false,
    metadataBytes: end - kept,
    trailingBytes: bytes.length - end,
    decoderBytes,
    ...(damage.length > 0 && { damage }),
    ...(!isEnded && { breaksOff: true }),
  });
}

function damageOf(bytes: Uint8Array, segments: readonly JpegSegment[]): readonly string[] {
  const stray = strayJpegBytes(segments);
  const isShort = segments.some(
    ({ marker, data }) => isApplication(marker) && u16be(bytes, data - 2) < 2,
  );
  return [
    ...(stray > 0 ? [`${stray} stray bytes between its segments were ignored`] : []),
    ...(isShort ? ['a comment of impossible length was ignored'] : []),
  ];
}

/**
 * Every coefficient of every component is there to its last bit, if the entropy-coded data of these scans is whole: of a picture
 * that breaks off between two scans a decoder would show a coarser one without a word.
 */
function hasAllScans(
  bytes: Uint8Array,
  scans: readonly JpegSegment[],
  { components, progressive }: Frame,
): boolean {
  const missing = new Map<number, Set<number>>();
  for (const { data, dataEnd } of scans) {
    const count = u8(bytes, data);
    const at = data + 1 + count * 2;
    if (at + 3 > dataEnd) return false;
    const [from, to, bits] = progressive
      ? [u8(bytes, at), Math.min(63, u8(bytes, at + 1)), u8(bytes, at + 2) & 15]
      : [0, 63, 0];
    for (let index = 0; index < count; index += 1) {
      const id = u8(bytes, data + 1 + index * 2);
      const rest = missing.get(id) ?? new Set(coefficients);
      missing.set(id, rest);
      if (bits > 0) continue;
      for (let one = from; one <= to; one += 1) rest.delete(one);
    }
  }
  return missing.size === components && [...missing.values()].every(({ size }) => size === 0);
}

const coefficients: readonly number[] = Array.from({ length: 64 }, (_, index) => index);

/** C0 to CF are frame headers but for C4 (Huffman tables), C8 (extensions) and CC (arithmetic conditioning). */
function isFrameHeader(marker: number): boolean {
  if (marker === 0xf7) return true;
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

function readFrame(bytes: Uint8Array, segments: readonly JpegSegment[]): Outcome<Frame> {
  const [first, second] = segments.filter(({ marker }) => isFrameHeader(marker));
  if (!first) return corrupt('The JPEG has no frame header.');
  const { marker, data, dataEnd } = first;
  if (marker === 0xf7)
    return unsupported('This is a JPEG-LS picture, which is not taken.', convert);
  if (marker > 0xc2) {
    const coding = marker >= 0xc9 ? 'arithmetic coding' : 'lossless or hierarchical coding';
    return unsupported(`This JPEG uses ${coding}, which is not taken.`, convert);
  }
  if (second) return corrupt('The JPEG has two frame headers.');
  const bitDepth = u8(bytes, data);
  const components = u8(bytes, data + 5);
  if (dataEnd - data !== 6 + components * 3)
    return corrupt('The frame header of the JPEG is damaged.');
  if (bitDepth !== 8) return unsupported(`This JPEG has ${bitDepth} bits per sample.`, convert);
  const height = u16be(bytes, data + 1);
  const width = u16be(bytes, data + 3);
  const size = { width, height, components, progressive: marker === 0xc2 };
  const count = countBlocks(bytes, data + 6, size);
  if (!count) return corrupt('The JPEG has an impossible number or sampling of components.');
  return accept({ ...size, ...count });
}

function countBlocks(
  bytes: Uint8Array,
  at: number,
  { width, height, components }: { width: number; height: number; components: number },
): { blocks: number; fullBlocks: number } | undefined {
  if (components !== 1 && components !== 3 && components !== 4) return undefined;
  const factors = Array.from({ length: components }, (_, index) => u8(bytes, at + index * 3 + 1));
  const across = factors.map((factor) => factor >> 4);
  const down = factors.map((factor) => factor & 15);
  if ([...across, ...down].some((factor) => factor < 1 || factor > 4)) return undefined;
  const unitsAcross = Math.ceil(width / (8 * Math.max(...across)));
  const unitsDown = Math.ceil(height / (8 * Math.max(...down)));
  const perUnit = across.map((factor, index) => factor * (down[index] ?? 1));
  const blocks = perUnit.reduce((sum, count) => sum + count * unitsAcross * unitsDown, 0);
  // A lone component is coded without padding to whole units.
  const fullBlocks =
    components === 1
      ? Math.ceil(width / 8) * Math.ceil(height / 8)
      : Math.max(...perUnit) * Math.max(0, unitsAcross - 1) * Math.max(0, unitsDown - 1);
  return { blocks, fullBlocks };
}

/** The first Exif segment counts, and without one the XMP. */
function findOrientation(bytes: Uint8Array, segments: readonly JpegSegment[]): Orientation {
  const exif = segments.find(
    ({ marker, data }) => marker === 0xe1 && spells(bytes, data, 'Exif\0\0'),
  );
  if (exif) return readOrientation(bytes, exif.data, exif.dataEnd);
  const xmp = segments.find(
    ({ marker, data }) => marker === 0xe1 && spells(bytes, data, 'http://ns.adobe.com/xap/1.0/\0'),
  );
  return xmp ? readXmpOrientation(bytes, xmp.data, xmp.dataEnd) : 1;
}
