// Builders of bytes for the generators: plain, and generous, so that every lie can be written down.

export function text(value: string): Uint8Array {
  return Uint8Array.from(value, (char) => char.charCodeAt(0) & 0xff);
}

export function join(...parts: readonly (Uint8Array | readonly number[] | string)[]): Uint8Array {
  const arrays = parts.map((part) =>
    typeof part === 'string' ? text(part) : Uint8Array.from(part),
  );
  const out = new Uint8Array(arrays.reduce((sum, array) => sum + array.length, 0));
  let at = 0;
  for (const array of arrays) {
    out.set(array, at);
    at += array.length;
  }
  return out;
}

/** What comes in parts; a lone part is itself. */
export function whole(parts: readonly Uint8Array[]): Uint8Array {
  const [first] = parts;
  return first && parts.length === 1 ? first : join(...parts);
}

export function be16(value: number): readonly number[] {
  return [(value >>> 8) & 255, value & 255];
}

export function be32(value: number): readonly number[] {
  return [(value >>> 24) & 255, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
}

export function le16(value: number): readonly number[] {
  return be16(value).toReversed();
}

export function le24(value: number): readonly number[] {
  return [value & 255, (value >>> 8) & 255, (value >>> 16) & 255];
}

export function le32(value: number): readonly number[] {
  return be32(value).toReversed();
}

/** The same bytes `times` over. */
export function repeat(unit: Uint8Array, times: number): Uint8Array {
  const out = new Uint8Array(unit.length * times);
  for (let index = 0; index < times; index++) out.set(unit, index * unit.length);
  return out;
}
