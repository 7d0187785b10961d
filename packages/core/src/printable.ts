// Text from outside as it may stand in a prompt, a log or a terminal: one line, bounded, and without a character that
// moves a cursor, turns text around, hides itself or ends a line.
import { maxPrintedChars, maxReasonChars } from './limits.ts';

// Controls, format characters (bidirectional, zero width, tags), lone surrogates, private use and line separators.
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu;

/**
 * Words that chat templates give a meaning to: a server that parses them in content would end our message there. Bars count
 * only where no blank stands between the brackets, so that `f <| x |> g` stays what it is.
 */
const templateWords =
  /<[|｜][^\s<>]{1,100}>|<[^\s<>|｜\\]{1,100}[|｜]>|<\/?(?:s|bos|eos|pad|unk|think|(?:start|end)_of_(?:turn|image)|tool_(?:call|response|calls|outputs?)|function_calls?)>|<<\/?SYS>>|\[\/?(?:INST|AVAILABLE_TOOLS|TOOL_(?:CALLS|RESULTS)|SYSTEM_PROMPT)\]/giu;

/** @example printable('a\u001b[2Jb') // 'a\\u{1b}[2Jb' */
export function printable(text: string, max: number = maxPrintedChars): string {
  const shown = text.length > max ? `${text.slice(0, max)}…` : text;
  return shown.replace(unprintable, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`);
}

/** Printable text of several lines: line breaks and tabs stay. */
export function printableLines(text: string): string {
  return text
    .split('\n')
    .map((line) =>
      line
        .split('\t')
        .map((cell) => printable(cell, Infinity))
        .join('\t'),
    )
    .join('\n');
}

/** JSON that nothing in it can steer a terminal with: the same value, every unprintable character as an escape. */
export function printableJson(value: unknown): string {
  return (JSON.stringify(value) ?? 'null').replace(unprintable, (char) =>
    Array.from(
      char.split(''),
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ).join(''),
  );
}

/** Printable, in quotes that nothing inside can close. */
export function quoted(text: string, max: number = maxPrintedChars): string {
  const shown = text.length > max ? `${text.slice(0, max)}…` : text;
  return `"${defused(printable(shown.replaceAll(/["\\]/g, '\\$&'), Infinity))}"`;
}

/** What is left of a text without anything unprintable. */
export function withoutUnprintable(text: string): string {
  return text.replace(unprintable, '');
}

/** Still legible, and no longer the word that it was. */
export function defused(text: string): string {
  return text.replaceAll(templateWords, (word) => `${word.slice(0, 1)}\\${word.slice(1)}`);
}

/** What a foreign program throws is untrusted text: bounded, one line, printable. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  // oxlint-disable-next-line no-control-regex
  const line = text.replaceAll(/[\u0000-\u001f\u007f-\u009f\s]+/g, ' ').trim();
  return line.slice(0, maxReasonChars).replace(/[.\s]+$/, '') || 'no reason given';
}

/** What helps where a reason is that no more files may be opened; undefined for every other one. */
export function fewFilesHint(reason: string): string | undefined {
  return /\bE[MN]FILE\b|too many open files/i.test(reason)
    ? 'Too many files are open: raise the limit of open files (`ulimit -n`), and try again.'
    : undefined;
}
