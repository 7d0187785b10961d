// Text from outside as a person may read it: bounded, with the characters that turn text around or hide it made visible.
import { maxLabelChars } from '../limits.ts';

// Controls except tab and line break, everything that reorders what follows, and everything that is drawn as nothing. What
// scripts and emoji are written with stays: joiners beside a letter or a sign, selectors and tags behind one, and marks of
// direction, which move nothing but blanks and signs.
const written = [
  /[\u061c\u200e\u200f]/u,
  /(?!(?<=[a-z\d])[\u200c\u200d](?=[a-z\d]))(?<=[\p{L}\p{M}\p{S}\ufe0f])[\u200c\u200d](?=[\p{L}\p{M}\p{So}])/u,
  /(?<=[\p{S}\p{M}\p{Lo}\d#*])[\ufe00-\ufe0f]/u,
  /(?<=\u{1f3f4}[\u{e0020}-\u{e007f}]{0,6})[\u{e0020}-\u{e007f}]/u,
];
const hidden = new RegExp(
  String.raw`(?![\t\n\r]|${written.map(({ source }) => source).join('|')})[\p{Cc}\p{Default_Ignorable_Code_Point}\u2028\u2029\ufff9-\ufffb]`,
  'giu',
);

export function visible(text: string): string {
  return text.replace(
    hidden,
    (char) => `⟨U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`,
  );
}

/** A title, a name, an alternative text: never silently cut. */
export function label(text: string, maxChars = maxLabelChars): string {
  const rest = text.length - maxChars;
  return rest > 0
    ? `${visible(text.slice(0, maxChars))}… (${count(rest)} more characters)`
    : visible(text);
}

export function count(value: number): string {
  return value.toLocaleString('en');
}

/** @example size(184320) // '180 KB' */
export function size(bytes: number): string {
  if (bytes < 1000) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  const unit = bytes < 1_000_000 ? 'KB' : bytes < 1_000_000_000 ? 'MB' : 'GB';
  const value = bytes / (unit === 'KB' ? 1e3 : unit === 'MB' ? 1e6 : 1e9);
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${unit}`;
}

/** @example clock(83.4) // '1:23' */
export function clock(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
