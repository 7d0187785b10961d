// Text that is no UTF-8 and still reads like text: in an encoding of one byte each from before UTF-8, or UTF-8 with broken
// places. Which encoding of one byte it is cannot be known, so whoever decodes it says which was taken.

export type LegacyText = 'one-byte' | 'broken-utf-8';

/** How much of a file is looked at. */
const legacyWindow = 1024 * 1024;
/** One stray control among this many bytes is a slip; more is no text. */
const bytesPerControl = 1000;
/** Letters with accents are a part of a text, never most of it. */
const maxHighShare = 0.4;
/** Typographic signs of windows-1252, and the controls of ISO 8859. */
const maxSignShare = 0.1;

/** Bell, backspace, tab, ends of line and page, escape: what logs and terminals write. */
const common: ReadonlySet<number> = new Set([7, 8, 9, 10, 12, 13, 27]);

/** Only for bytes that `sniff` does not know; undefined when they are no text. */
export function sniffLegacyText(bytes: Uint8Array): LegacyText | undefined {
  // A NUL anywhere: the rest of a file that starts like text may be anything.
  if (bytes.includes(0)) return undefined;
  const head = bytes.subarray(0, legacyWindow);
  const { length } = head;
  const { controls, stray, signs, longer } = tally(head);
  if (controls > length / bytesPerControl) return undefined;
  if (longer > 0 && longer >= stray) return 'broken-utf-8';
  const high = head.reduce((sum, byte) => sum + (byte >= 0x80 ? 1 : 0), 0);
  const isText = high > 0 && high <= length * maxHighShare && signs <= length * maxSignShare;
  return isText ? 'one-byte' : undefined;
}

interface Tally {
  readonly controls: number;
  /** High bytes that are part of no UTF-8. */
  readonly stray: number;
  /** Those of them that are no letters in any encoding of one byte. */
  readonly signs: number;
  /** Characters of several bytes that are UTF-8. */
  readonly longer: number;
}

function tally(bytes: Uint8Array): Tally {
  let [controls, stray, signs, longer] = [0, 0, 0, 0];
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x80) {
      if (byte === 0x7f || (byte < 0x20 && !common.has(byte))) controls++;
      continue;
    }
    const length = lengthAt(bytes, at);
    if (length > 1) {
      longer++;
      at += length - 1;
    } else {
      stray++;
      if (byte < 0xa0) signs++;
    }
  }
  return { controls, stray, signs, longer };
}

/** Of the UTF-8 character that starts here; 1 when none does. Surrogates and overlong forms are close enough to count. */
function lengthAt(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0;
  if (first < 0xc2 || first > 0xf4) return 1;
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  for (let next = at + 1; next < at + length; next++) {
    if (((bytes[next] ?? 0) & 0xc0) !== 0x80) return 1;
  }
  return length;
}
