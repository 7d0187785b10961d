// Walks one level of EBML elements (Matroska, WebM). As with boxes nothing recurses; an element of unknown length reaches
// to the end of its parent, as live recordings have it.
import { u8 } from '../bytes.ts';
import { maxEbmlElements } from '../../limits.ts';

export interface Element {
  readonly id: number;
  readonly data: number;
  readonly end: number;
  readonly isWhole: boolean;
}

export function* readElements(
  bytes: Uint8Array,
  from: number,
  to: number,
): Generator<Element, void, undefined> {
  let at = from;
  for (let count = 0; count < maxEbmlElements && at < to; count++) {
    const id = readNumber(bytes, at, to, 4);
    const size = id && readNumber(bytes, id.end, to, 8);
    if (!id || !size) return;
    const claimed = size.isUnknown ? to : size.end + size.value;
    const end = Math.min(claimed, to);
    yield { id: id.raw, data: size.end, end, isWhole: claimed <= to };
    at = end;
  }
}

export function findElement(
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

export function readFloat(bytes: Uint8Array, { data, end }: Element): number | undefined {
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

function readNumber(
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
