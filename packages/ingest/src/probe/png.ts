// Probes a PNG by its chunks. The cost of an interlaced picture is the whole raster, that of any other a strip of rows;
// and deflate cannot expand a byte to more than 1032, so too few bytes for the raster is a lie, whatever the colours.
import { accept, type DoorLimits, type Outcome, type Refused, type Size } from '@percept/core';
import { u16be, u32be, u8 } from './bytes.ts';
import { findPackedText, readOrientation, readTextOrientation } from './orientation.ts';
import { stripRows, type Orientation, type PackedText, type Probe } from './picture.ts';
import { readPngColour } from './png-colour.ts';
import { classifyPngChunks, isEndedPng, readPngChunks, type PngChunk } from './png-chunks.ts';
import { highestPngNumber, sequenceBytes, shownFrame, type PngFrame } from './png-frame.ts';
import { cannotFill, corrupt, overBounds, tooMuch } from './verdict.ts';

interface Header extends Size {
  readonly bitDepth: number;
  readonly colourType: number;
  readonly interlaced: boolean;
}

/** Samples per pixel and the bit depths that the specification allows, by colour type. */
const colourTypes: ReadonlyMap<number, { samples: number; depths: readonly number[] }> = new Map([
  [0, { samples: 1, depths: [1, 2, 4, 8, 16] }],
  [2, { samples: 3, depths: [8, 16] }],
  [3, { samples: 1, depths: [1, 2, 4, 8] }],
  [4, { samples: 2, depths: [8, 16] }],
  [6, { samples: 4, depths: [8, 16] }],
]);

/** The seven passes of Adam7 as [x, y, step x, step y]. */
const adam7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** Programs that play no animation show that one, and browsers nothing where it is broken. */
const besideAnimation = 'it holds another picture beside its animation, which some programs show';

/** Two bits of deflate stand for at most 258 bytes. */
const maxExpansion = 1032;

export function probePng(bytes: Uint8Array, limits: DoorLimits): Outcome<Probe> {
  const walked = readPngChunks(bytes, limits.maxChunks);
  if (!walked.ok) return earlyRefusal(bytes, limits) ?? walked;
  const chunks = walked.value;
  const header = readHeader(bytes, chunks);
  if (!header.ok) return header;
  const survey = surveyChunks(bytes, chunks);
  if (!survey.ok) return survey;
  const { width, height, colourType } = header.value;
  const found = survey.value;
  const hasAlpha = colourType === 4 || colourType === 6 || found.hasTransparency;
  const decoderBytes = decodedBytes(header.value, hasAlpha);
  if (found.claimedFrames > limits.maxFrames)
    return tooMuch('maxFrames', limits, found.claimedFrames);
  const refusal = overBounds({ ...found, width, height, decoderBytes }, limits);
  if (refusal) return refusal;
  if (colourType === 3 && !found.hasPalette)
    return corrupt('The PNG names a palette and has none.');
  const frame = shownFrame(bytes, chunks, { width, height });
  if (frame === 'broken')
    return corrupt(
      'The PNG is an animation whose first frame is broken, and browsers show none of it.',
    );
  const [shown, pixelBytes] =
    frame === 'default'
      ? [header.value, found.pixelBytes]
      : [{ ...header.value, width: frame.width, height: frame.height }, bytesOf(frame)];
  if (pixelBytes === 0) return corrupt('The PNG holds no picture data.');
  if (rawBytes(shown) > (pixelBytes + 1) * maxExpansion)
    return cannotFill(shown.width, shown.height, pixelBytes);
  const isPart = shown.width < width || shown.height < height;
  return accept({
    mime: 'image/png',
    width,
    height,
    frames: found.frames,
    orientation: found.orientation,
    ...(found.packedText && { packedText: found.packedText }),
    hasAlpha: hasAlpha || isPart,
    ...(frame !== 'default' && isPart && { inset: { left: frame.left, top: frame.top } }),
    damage: frame === 'default' ? found.damage : [...found.damage, besideAnimation],
    unknownColour: found.colour.kind === 'unknown' ? found.colour.statement : undefined,
    ...(found.colour.kind === 'bright' && { codePoint: found.colour.codePoint }),
    metadataBytes: found.metadataBytes,
    trailingBytes: bytes.length - found.end,
    decoderBytes,
    ...(!isEndedPng(chunks) && { breaksOff: true }),
  });
}

/** A chunk bomb with impossible dimensions is refused for the dimensions: they are what its sender can act on. */
function earlyRefusal(bytes: Uint8Array, limits: DoorLimits): Refused | undefined {
  if (bytes.length < 33 || u32be(bytes, 12) !== 0x49484452) return undefined;
  const size = { width: u32be(bytes, 16), height: u32be(bytes, 20) };
  return overBounds({ ...size, frames: 1, ancillaryBytes: 0, decoderBytes: 0 }, limits);
}

function readHeader(bytes: Uint8Array, chunks: readonly PngChunk[]): Outcome<Header> {
  const [first] = chunks;
  if (first?.length !== 13) return corrupt('The IHDR chunk of the PNG has the wrong length.');
  const bitDepth = u8(bytes, first.data + 8);
  const colourType = u8(bytes, first.data + 9);
  const interlace = u8(bytes, first.data + 12);
  const isAllowed = colourTypes.get(colourType)?.depths.includes(bitDepth) ?? false;
  if (!isAllowed)
    return corrupt(`The PNG has no valid form (colour type ${colourType}, ${bitDepth} bits).`);
  if (u16be(bytes, first.data + 10) !== 0 || interlace > 1)
    return corrupt('The PNG names a compression, a filter or an interlacing that does not exist.');
  const width = u32be(bytes, first.data);
  const height = u32be(bytes, first.data + 4);
  return accept({ width, height, bitDepth, colourType, interlaced: interlace === 1 });
}

function surveyChunks(bytes: Uint8Array, chunks: readonly PngChunk[]) {
  const kinds = classifyPngChunks(bytes, chunks);
  const seen = new Set<string>();
  let orientation: Orientation = 1;
  let packedText: PackedText | undefined;
  let frameControls = 0;
  let claimedFrames = 0;
  let ancillaryBytes = 0;
  let metadataBytes = 0;
  let pixelBytes = 0;
  let end = 0;
  for (const [index, chunk] of chunks.entries()) {
    const { type, data, length } = chunk;
    const kind = kinds[index];
    end = chunk.end;
    if (type === 'IHDR' && seen.has(type)) return corrupt('The PNG has two headers.');
    if (!isKnown(type))
      return corrupt(`The PNG has a critical chunk ${type} that no decoder knows.`);
    if (type === 'IDAT' && kind === 'picture') pixelBytes += length;
    if (type === 'fcTL') frameControls++;
    if (type === 'acTL' && length >= 4)
      claimedFrames = Math.max(claimedFrames, possibleFrames(u32be(bytes, data)));
    if (type === 'eXIf' && !seen.has(type))
      orientation = readOrientation(bytes, data, data + length);
    if ((type === 'iTXt' || type === 'tEXt') && orientation === 1 && !seen.has('eXIf'))
      orientation = readTextOrientation(bytes, data, data + length);
    packedText ??= findPackedText(bytes, chunk);
    if (isAncillary(type) && kind !== 'animation') ancillaryBytes += length + 12;
    if (kind === 'metadata' || kind === 'damaged') metadataBytes += length + 12;
    seen.add(type);
  }
  return accept({
    frames: Math.max(1, frameControls, claimedFrames),
    claimedFrames,
    orientation,
    ...(packedText && orientation === 1 && !seen.has('eXIf') && { packedText }),
    hasTransparency: seen.has('tRNS'),
    hasPalette: seen.has('PLTE'),
    ancillaryBytes,
    metadataBytes,
    pixelBytes,
    colour: readPngColour(
      bytes,
      chunks.filter(({ type }, index) => kinds[index] === 'colour' || type === 'cLLI'),
    ),
    damage: chunks
      .filter((_, index) => kinds[index] === 'damaged')
      .map(({ type }) => `its ${type} chunk is damaged and was ignored`),
    end,
  });
}

function possibleFrames(stated: number): number {
  return stated > highestPngNumber ? 0 : stated;
}

function bytesOf({ data }: PngFrame): number {
  return data.reduce((sum, { length }) => sum + length - sequenceBytes, 0);
}

function isAncillary(type: string): boolean {
  return (type.charCodeAt(0) & 0x20) !== 0;
}

function isKnown(type: string): boolean {
  return (
    isAncillary(type) || type === 'IHDR' || type === 'PLTE' || type === 'IDAT' || type === 'IEND'
  );
}

/** What inflating all IDAT data must give: a filter byte and the samples of every row of every pass. */
function rawBytes({ width, height, bitDepth, colourType, interlaced }: Header): number {
  const bits = bitDepth * (colourTypes.get(colourType)?.samples ?? 1);
  const passBytes = (columns: number, rows: number): number =>
    columns < 1 || rows < 1 ? 0 : rows * (1 + Math.ceil((columns * bits) / 8));
  if (!interlaced) return passBytes(width, height);
  let total = 0;
  for (const [x, y, stepX, stepY] of adam7)
    total += passBytes(Math.ceil((width - x) / stepX), Math.ceil((height - y) / stepY));
  return total;
}

function decodedBytes(header: Header, hasAlpha: boolean): number {
  const colours = header.colourType === 0 || header.colourType === 4 ? 1 : 3;
  const pixel = (colours + (hasAlpha ? 1 : 0)) * (header.bitDepth === 16 ? 2 : 1);
  const rows = header.interlaced ? header.height : Math.min(header.height, stripRows);
  return header.width * rows * pixel;
}
