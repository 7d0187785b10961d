// The escape boundary of the chat. File names, tool output and whatever a model writes become lines in which no character
// moves a cursor, begins a sequence, turns text around or hides itself. Everything that is printed comes through here.
import { printable } from '@percept/core/internal';

/** Joiners and marks without width: dropped, because in prose they are glue and never words. */
const glue = /[\u00ad\u200b-\u200d\u2060\ufeff]/g;
const tabWidth = 4;

/** One line: whatever is left that could command a terminal is spelled out. */
export function safeLine(text: string): string {
  return printable(text.replaceAll('\t', ' '.repeat(tabWidth)).replace(glue, ''), Infinity);
}

/** A carriage return alone would let text overwrite itself, so it ends a line too. */
export function linesOf(text: string): readonly string[] {
  return text.split(/\r\n|\r|\n/);
}
