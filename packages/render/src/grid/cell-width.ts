// How many cells a character takes on the grid. What is invisible by nature takes the cells of its number, because a page
// of text must show every character that a compiler or a model would meet.
import { maxMarksPerCell } from '../limits.ts';

/** Bytes that are no UTF-8 stand in a text as lone surrogates, `escapeBase` plus the byte. */
export const escapeBase = 0xdc00;

export const tabWidth = 4;

/** What the characters before say about the next one. */
export interface Before {
  code: number;
  marks: number;
}

export function nothingBefore(): Before {
  return { code: 0, marks: 0 };
}

function isEscapedByte(code: number): boolean {
  return code >= escapeBase + 0x80 && code <= escapeBase + 0xff;
}

/** The characters shown for one that is hidden, or undefined where it shows itself. */
export function nameOf(code: number, before: Before): string | undefined {
  if (code < 0x20) return `^${String.fromCodePoint(0x40 + code)}`;
  if (code < 0x7f) return undefined;
  if (code === 0x7f) return '^?';
  if (isEscapedByte(code)) return `<0x${hex(code - escapeBase, 2)}>`;
  return isHidden(code, before) ? `<U+${hex(code, 4)}>` : undefined;
}

function hex(code: number, digits: number): string {
  return code.toString(16).toUpperCase().padStart(digits, '0');
}

/** Cells of a character that is neither a tab nor the end of a line; moves `before` on. */
export function widthOf(code: number, before: Before): number {
  const name = code < 0x20 || code >= 0x7f ? nameOf(code, before) : undefined;
  const width = name?.length ?? visibleWidth(code, before);
  before.marks = width === 0 ? before.marks + 1 : 0;
  before.code = code;
  return width;
}

function visibleWidth(code: number, before: Before): number {
  if (code < 0x300) return 1;
  if (isMark(code) || code === 0x200d || code === 0x200c) return 0;
  if (code >= 0x1f3fb && code <= 0x1f3ff && isPictograph(before.code)) return 0;
  // The second of two joined pictures is part of the first.
  if (before.code === 0x200d && isPictograph(code)) return 0;
  return isWide(code) ? 2 : 1;
}

function isHidden(code: number, before: Before): boolean {
  if (code <= 0x9f || code === 0xad || (code >= 0xd800 && code <= 0xdfff)) return true;
  if (code < 0x300) return false;
  if (code === 0x200d || code === 0x200c) return before.code < 0x600 || before.code === code;
  if (isMark(code)) return before.marks >= maxMarksPerCell || before.code === 0;
  if (code >= 0x1f3fb && code <= 0x1f3ff) return false;
  return invisible.test(String.fromCodePoint(code));
}

/** Marks that are drawn on the character before; the second row of selectors can carry hidden data. */
function isMark(code: number): boolean {
  if (code >= 0xfe00 && code <= 0xfe0f) return true;
  if (code >= 0xe0100 && code <= 0xe01ef) return false;
  return code >= 0x300 && code !== 0x200d && marks.test(String.fromCodePoint(code));
}

const marks = /^[\p{Mn}\p{Me}]$/u;
/** Format, separators, unassigned, private use, and letters that have no ink. */
const invisible = /^[\p{Cf}\p{Zl}\p{Zp}\p{Cn}\p{Co}\p{Mn}\u115f\u1160\u3164\uffa0\u2800]$/u;
const pictograph = /^\p{Extended_Pictographic}$/u;
const pictures = /^\p{Emoji_Presentation}$/u;

function isPictograph(code: number): boolean {
  return code >= 0x2190 && pictograph.test(String.fromCodePoint(code));
}

function isWide(code: number): boolean {
  if (code < 0x1100) return false;
  return (
    code <= 0x115f ||
    (code >= 0x2e80 && code <= 0x303e) ||
    (code >= 0x3041 && code <= 0xa4cf) ||
    (code >= 0xa960 && code <= 0xa97f) ||
    (code >= 0xac00 && code <= 0xd7a3) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xfe30 && code <= 0xfe6f) ||
    (code >= 0xff01 && code <= 0xff60) ||
    (code >= 0xffe0 && code <= 0xffe6) ||
    (code >= 0x20000 && code <= 0x3fffd) ||
    (code >= 0x2300 && !isRegional(code) && pictures.test(String.fromCodePoint(code)))
  );
}

/** Two of them make one flag of two cells. */
function isRegional(code: number): boolean {
  return code >= 0x1f1e6 && code <= 0x1f1ff;
}
