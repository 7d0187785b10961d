// Reads the header of a WebM or Matroska file: its kinds of track and its length. The walk stops at the first cluster of
// unknown length, so a live recording is judged by what stands before its sound.
import { accept, type Outcome } from '@percept/core';
import { u8 } from '../bytes.ts';
import { corrupt } from '../verdict.ts';
import type { Tracks } from './sound.ts';
import { maxEbmlElements, maxWebmTracks } from '../../limits.ts';

const ids = {
  header: 0x1a45dfa3,
  segment: 0x18538067,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  duration: 0x4489,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  trackType: 0x83,
} as const;
const videoTrack = 1;
const soundTrack = 2;

export function readMatroska(bytes: Uint8Array): Tracks | undefined {
  const [header, segment] = readElements(bytes, 0, bytes.length);
  if (header?.id !== ids.header || segment?.id !== ids.segment) return undefined;
  let isWhole = segment.isWhole;
  let info: Element | undefined;
  let tracks: Element | undefined;
  for (const element of readElements(bytes, segment.data, segment.end)) {
    isWhole &&= element.isWhole;
    if (element.id === ids.info) info ??= element;
    if (element.id === ids.tracks) tracks ??= element;
  }
  let hasVideo = false;
  let hasSound = false;
  const entries = tracks ? readElements(bytes, tracks.data, tracks.end) : [];
  let count = 0;
  for (const entry of entries) {
    if (entry.id !== ids.trackEntry || ++count > maxWebmTracks) continue;
    const type = findElement(bytes, entry, ids.trackType);
    const kind = type && readUnsigned(bytes, type);
    hasVideo ||= kind === videoTrack;
    hasSound ||= kind === soundTrack;
  }
  return { isWhole, hasVideo, hasSound, seconds: info && readSeconds(bytes, info) };
}

function readSeconds(bytes: Uint8Array, info: Element): number | undefined {
  const scale = findElement(bytes, info, ids.timestampScale);
  const duration = findElement(bytes, info, ids.duration);
  const ticks = duration && readFloat(bytes, duration);
  // A tick is a million nanoseconds when nothing else is said.
  return ticks === undefined
    ? undefined
    : (ticks * (scale ? readUnsigned(bytes, scale) : 1_000_000)) / 1e9;
}

export function probeWebm(bytes: Uint8Array): Outcome<number | undefined> {
  const file = readMatroska(bytes);
  if (!file) return corrupt('The file is not a whole Matroska or WebM file.');
  if (!file.isWhole) return corrupt('The WebM ends before the length that it names.');
  if (!file.hasSound) return corrupt('The WebM holds no sound.');
  return accept(file.seconds);
}

interface Element {
  readonly id: number;
  readonly data: number;
  readonly end: number;
  readonly isWhole: boolean;
}

/** As with boxes nothing recurses; an element of unknown length reaches to the end of its parent, as live recordings have it. */
export function* readElements(
  bytes: Uint8Array,
  from: number,
  to: number,
  most: number = maxEbmlElements,
): Generator<Element, void, undefined> {
  let at = from;
  for (let count = 0; count < most && at < to; count++) {
    const id = readVariableNumber(bytes, at, to, 4);
    const size = id && readVariableNumber(bytes, id.end, to, 8);
    if (!id || !size) return;
    const claimed = size.isUnknown ? to : size.end + size.value;
    const end = Math.min(claimed, to);
    yield { id: id.raw, data: size.end, end, isWhole: claimed <= to };
    at = end;
  }
}

function findElement(
  bytes: Uint8Array,
  parent: Pick<Element, 'data' | 'end'>,
  id: number,
): Element | undefined {
  for (const element of readElements(bytes, parent.data, parent.end)) {
    if (element.id === id) return element;
  }
  return undefined;
}

/** An unsigned number of up to eight bytes; above 2^53 it rounds. */
export function readUnsigned(bytes: Uint8Array, { data, end }: Element): number {
  let value = 0;
  for (let at = data; at < Math.min(end, data + 8); at++) value = value * 256 + u8(bytes, at);
  return value;
}

function readFloat(bytes: Uint8Array, { data, end }: Element): number | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (end > bytes.length) return undefined;
  if (end - data === 4) return view.getFloat32(data);
  return end - data === 8 ? view.getFloat64(data) : undefined;
}

interface VariableNumber {
  /** With its length marker, as ids are written. */
  readonly raw: number;
  readonly value: number;
  readonly end: number;
  readonly isUnknown: boolean;
}

export function readVariableNumber(
  bytes: Uint8Array,
  at: number,
  to: number,
  maxLength: number,
): VariableNumber | undefined {
  const length = Math.clz32(u8(bytes, at)) - 23;
  if (length > maxLength || at + length > to) return undefined;
  const marker = 1 << (8 - length);
  let raw = u8(bytes, at);
  let value = raw & (marker - 1);
  let isUnknown = value === marker - 1;
  for (let index = 1; index < length; index++) {
    const byte = u8(bytes, at + index);
    raw = raw * 256 + byte;
    value = value * 256 + byte;
    isUnknown &&= byte === 0xff;
  }
  return { raw, value, end: at + length, isUnknown };
}
