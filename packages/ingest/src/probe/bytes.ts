// Readers over untrusted bytes. They are total: a read past the end gives zeros and never throws, so a walker that
// forgets a bounds check can be wrong, and cannot crash. Walkers still compare with the length before they trust a field.

export function u8(bytes: Uint8Array, at: number): number {
  return bytes[at] ?? 0;
}

export function u16be(bytes: Uint8Array, at: number): number {
  return (u8(bytes, at) << 8) | u8(bytes, at + 1);
}

export function u16le(bytes: Uint8Array, at: number): number {
  return u8(bytes, at) | (u8(bytes, at + 1) << 8);
}

export function u24be(bytes: Uint8Array, at: number): number {
  return (u16be(bytes, at) << 8) | u8(bytes, at + 2);
}

export function u24le(bytes: Uint8Array, at: number): number {
  return u16le(bytes, at) | (u8(bytes, at + 2) << 16);
}

export function u32be(bytes: Uint8Array, at: number): number {
  return u16be(bytes, at) * 0x1_0000 + u16be(bytes, at + 2);
}

export function u32le(bytes: Uint8Array, at: number): number {
  return u16le(bytes, at) + u16le(bytes, at + 2) * 0x1_0000;
}

/** Exact up to 2^53; above that it rounds, which is far over any file and so still fails every bounds check. */
export function u64be(bytes: Uint8Array, at: number): number {
  return u32be(bytes, at) * 0x1_0000_0000 + u32be(bytes, at + 4);
}

export function u64le(bytes: Uint8Array, at: number): number {
  return u32le(bytes, at) + u32le(bytes, at + 4) * 0x1_0000_0000;
}

/** True when the bytes at `at` spell `text`, one byte per character. */
export function spells(bytes: Uint8Array, at: number, text: string): boolean {
  if (at < 0 || at + text.length > bytes.length) return false;
  for (let index = 0; index < text.length; index++) {
    if (bytes[at + index] !== text.charCodeAt(index)) return false;
  }
  return true;
}

/** How files of one kind begin, or what stands at one place in them. */
export interface Magic {
  readonly text: string;
  readonly at?: number;
}

export function findMagic<T extends Magic>(bytes: Uint8Array, magics: readonly T[]): T | undefined {
  return magics.find(({ text, at = 0 }) => spells(bytes, at, text));
}

/** Four bytes as a tag: a chunk type, a box type, a brand. */
export function fourCc(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(
    u8(bytes, at),
    u8(bytes, at + 1),
    u8(bytes, at + 2),
    u8(bytes, at + 3),
  );
}

/** Where `text` starts at or after `from` and before `to`, or -1. Linear for the short needles it is used with. */
export function findText(bytes: Uint8Array, text: string, from: number, to: number): number {
  const last = Math.min(to, bytes.length) - text.length;
  for (let at = from; at <= last; at++) {
    if (spells(bytes, at, text)) return at;
  }
  return -1;
}
