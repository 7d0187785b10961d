// Probes an AVIF by its boxes: the size of the primary item, how it is turned, what its colours mean. The decoder turns and
// crops by itself, so what it shows is upright.
import { accept, type DoorLimits, type Outcome } from '@percept/core';
import { describeCodePoint, isBright } from '../colour/code-point.ts';
import { findBox, readBoxes, type Box } from './audio/boxes.ts';
import { findText, fourCc, u16be, u32be, u8 } from './bytes.ts';
import type { Probe } from './picture.ts';
import { cannotFill, corrupt, overBounds, tooMuch } from './verdict.ts';
import { maxAvifProperties } from '../limits.ts';

/** Planes of the codec, the converted picture, and a second buffer while it is scaled: measured at 9 to 11. */
const decoderBytesPerPixel = 12;
/** A block of 128 × 128 pixels is at least a bit. */
const pixelsPerBit = 128 * 128;
const fullBoxBytes = 4;
/** From this one on the numbers come from the primaries or mean other things, and browsers show them as they are. */
const derivedMatrix = 12;

export function probeAvif(bytes: Uint8Array, limits: DoorLimits): Outcome<Probe> {
  const file = { data: 0, end: bytes.length };
  const top = [...readBoxes(bytes, 0, bytes.length)];
  if (top.some(({ isWhole }) => !isWhole)) return corrupt('The AVIF ends inside one of its boxes.');
  const meta = findBox(bytes, file, 'meta');
  const item = meta && readPrimary(bytes, { data: meta.data + fullBoxBytes, end: meta.end });
  if (!meta || !item) return corrupt('The AVIF does not say which picture it shows.');
  const { isTurned } = item;
  const width = isTurned ? item.height : item.width;
  const height = isTurned ? item.width : item.height;
  const frames = countFrames(bytes, file);
  const decoderBytes = width * height * decoderBytesPerPixel;
  if (frames > limits.maxFrames) return tooMuch('maxFrames', limits, frames);
  const ancillaryBytes = meta.end - meta.data;
  const refusal = overBounds({ width, height, frames, ancillaryBytes, decoderBytes }, limits);
  if (refusal) return refusal;
  if (width * height > bytes.length * 8 * pixelsPerBit)
    return cannotFill(width, height, bytes.length);
  const { hasProfile, coding } = item;
  const stated = !hasProfile && coding ? statedColour(bytes, coding, item.brightness) : undefined;
  return accept({
    mime: 'image/avif',
    width,
    height,
    frames,
    orientation: 1,
    hasAlpha: findText(bytes, 'auxiliary:alpha', meta.data, meta.end) >= 0,
    metadataBytes: 0,
    trailingBytes: 0,
    decoderBytes,
    ...stated,
  });
}

function readPrimary(bytes: Uint8Array, meta: Pick<Box, 'data' | 'end'>) {
  const named = findBox(bytes, meta, 'pitm');
  const properties = findBox(bytes, meta, 'iprp');
  const list = properties && findBox(bytes, properties, 'ipco');
  const links = properties && findBox(bytes, properties, 'ipma');
  if (!named || !list || !links) return undefined;
  const isLong = u8(bytes, named.data) > 0;
  const id = isLong ? u32be(bytes, named.data + 4) : u16be(bytes, named.data + 4);
  const all = [...readBoxes(bytes, list.data, list.end)].slice(0, maxAvifProperties);
  const own = linkedTo(bytes, links, id).flatMap((index) => all[index - 1] ?? []);
  const find = (type: string): Box | undefined => own.find((box) => box.type === type);
  const size = find('ispe');
  if (!size) return undefined;
  const turn = find('irot');
  const colours = own.filter(({ type }) => type === 'colr');
  const kindOf = (box: Box): string => fourCc(bytes, box.data);
  return {
    width: u32be(bytes, size.data + 4),
    height: u32be(bytes, size.data + 8),
    isTurned: turn !== undefined && (u8(bytes, turn.data) & 1) === 1,
    hasProfile: colours.some((box) => kindOf(box) === 'prof' || kindOf(box) === 'rICC'),
    coding: colours.find((box) => kindOf(box) === 'nclx'),
    brightness: find('clli'),
  };
}

/** The properties of one item, by their place in the list, counted from 1. */
function linkedTo(bytes: Uint8Array, links: Box, id: number): readonly number[] {
  const hasLongIds = u8(bytes, links.data) > 0;
  const hasLongLinks = (u8(bytes, links.data + 3) & 1) === 1;
  const entries = u32be(bytes, links.data + 4);
  let at = links.data + 8;
  for (let entry = 0; entry < entries && at < links.end; entry += 1) {
    const item = hasLongIds ? u32be(bytes, at) : u16be(bytes, at);
    at += hasLongIds ? 4 : 2;
    const count = u8(bytes, at);
    at += 1;
    const step = hasLongLinks ? 2 : 1;
    if (item === id) {
      const indices = Array.from({ length: count }, (_, index) =>
        hasLongLinks ? u16be(bytes, at + index * 2) & 0x7fff : u8(bytes, at + index) & 0x7f,
      );
      return at + count * step <= links.end ? indices : [];
    }
    at += count * step;
  }
  return [];
}

/** A sequence says how many pictures its first track has. */
function countFrames(bytes: Uint8Array, file: Pick<Box, 'data' | 'end'>): number {
  let box: Pick<Box, 'data' | 'end'> | undefined = file;
  for (const type of ['moov', 'trak', 'mdia', 'minf', 'stbl', 'stsz'])
    box = box && findBox(bytes, box, type);
  return box ? Math.max(1, u32be(bytes, box.data + 8)) : 1;
}

/**
 * ITU-T H.273: unspecified and BT.709 primaries with a curve near sRGB's are sRGB here, as in browsers; of anything else what
 * can be converted is a code point, and the rest is named.
 */
function statedColour(
  bytes: Uint8Array,
  { data }: Box,
  brightness: Box | undefined,
): Pick<Probe, 'codePoint' | 'unknownColour'> | undefined {
  const codePoint = { primaries: u16be(bytes, data + 4), transfer: u16be(bytes, data + 6) };
  const { primaries, transfer } = codePoint;
  const isUsualMatrix = u16be(bytes, data + 8) < derivedMatrix;
  const isUsual = [0, 1, 2].includes(primaries) && [0, 1, 2, 6, 13, 14, 15].includes(transfer);
  if (isUsual) return undefined;
  if (describeCodePoint(codePoint)) return { codePoint };
  const maxNits = (brightness && u16be(bytes, brightness.data)) || undefined;
  if (isBright(codePoint) && isUsualMatrix)
    return { codePoint: { ...codePoint, ...(maxNits && { maxNits }) } };
  return { unknownColour: `nclx ${primaries}/${transfer}` };
}
