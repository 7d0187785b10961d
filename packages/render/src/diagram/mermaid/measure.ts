// How wide words are, near enough to draw a box around them: no font is asked, so the same text gives the same box
// everywhere.
import type { Size } from '@percept/core';

export const fontPx = 15;
export const linePx = 20;

export function textWidth(text: string, sizePx: number = fontPx): number {
  let ems = 0;
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0;
    if (code >= 0x1100) ems += 1.05;
    else if ("iljtfI.,:;|!'`()[]{}".includes(char)) ems += 0.34;
    else if ('mwMW@%'.includes(char)) ems += 0.95;
    else if (/[A-Z0-9_#&$€<>=+~]/.test(char)) ems += 0.66;
    else ems += 0.57;
  }
  return Math.ceil(ems * sizePx);
}

export function blockSize(lines: readonly string[]): Size {
  const width = Math.max(0, ...lines.map((line) => textWidth(line)));
  return { width, height: lines.length * linePx };
}

const maxLine = 34;

/** Long words in a box go onto several lines. */
export function wrapped(text: string): readonly string[] {
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = [];
    let line = '';
    for (const word of paragraph.split(' ')) {
      if (line !== '' && line.length + word.length + 1 > maxLine) {
        lines.push(line);
        line = word;
      } else line = line === '' ? word : `${line} ${word}`;
    }
    return [...lines, line];
  });
}
