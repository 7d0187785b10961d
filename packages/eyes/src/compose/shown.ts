// What was read, as data: one line, because a payload with line breaks must not look like several, with the characters that
// could hide or reorder text spelled. Where it meets a model it stands in a fence besides.
import { printable } from '@percept/core/internal';

export function shownOnOneLine(text: string): string {
  return printable(text.replaceAll(/[\r\n\t]+/g, ' '), Infinity);
}
