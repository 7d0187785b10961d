import { describe, expect, test } from 'vitest';
import { AnsiReader } from '../src/code/ansi.ts';

function read(text: string, theme: 'light' | 'dark' = 'light') {
  return new AnsiReader(theme).read(text);
}

describe('Terminal output', () => {
  test.each([
    ['a cursor that moves', '\u001b[2J\u001b[H\u001b[3;4Hhi', 'hi'],
    ['a title', '\u001b]0;title\u0007hi', 'hi'],
    ['a link', '\u001b]8;;http://x\u001b\\word\u001b]8;;\u001b\\', 'word'],
    ['a progress bar', '10%\r50%\r100%', '100%'],
    ['a line that is erased', 'long text\r\u001b[Kok', 'ok'],
    ['backspaces', 'ab\b\bcd', 'cd'],
    ['an escape that never ends', 'a\u001b[31', 'a31'],
  ])('shows what is left of %s', (_, text, shown) => {
    expect(read(text).text).toBe(shown);
  });

  test('keeps its colours over line ends', () => {
    const reader = new AnsiReader('light');
    reader.read('\u001b[31mred');
    expect(reader.read('still').runs[0]?.colour).toBe('#a0111f');
    expect(reader.read('\u001b[0mplain').runs[0]?.colour).toBeUndefined();
  });

  test.each([
    ['bold', '\u001b[1mx', { bold: true }],
    ['italic and underlined', '\u001b[3;4mx', { italic: true, underline: true }],
    ['one of 256 colours', '\u001b[38;5;196mx', { colour: '#ff0000' }],
    ['an exact ground', '\u001b[48;2;0;0;255mx', { ground: '#b3b3ff' }],
    ['exchanged colours', '\u001b[7mx', { colour: '#ffffff', ground: '#0e1116' }],
  ])('draws %s', (_, text, style) => {
    expect(read(text).runs[0]).toMatchObject(style);
  });

  test('darkens what could not be read on white, and lightens what could not on black', () => {
    expect(read('\u001b[38;2;255;255;0mx').runs[0]?.colour).not.toBe('#ffff00');
    expect(read('\u001b[38;2;0;0;80mx', 'dark').runs[0]?.colour).not.toBe('#000050');
  });
});
