// From bytes to the text of a drawing: by its mark, by its declaration, else UTF-8, and never with a character made up.
import { accept, refuse, type Outcome } from '@percept/core';

const declared = /^\s*<\?xml[^>]{0,200}encoding\s*=\s*["']([\w.:-]{1,40})["']/;

export function decodeMarkup(bytes: Uint8Array): Outcome<string> {
  const label = encodingOf(bytes);
  try {
    return accept(new TextDecoder(label, { fatal: true }).decode(bytes));
  } catch {
    return refuse({
      refused: 'corrupt',
      message: `The drawing is not valid ${label}.`,
      hint: 'Save it as UTF-8.',
    });
  }
}

export function declaresEncoding(bytes: Uint8Array): boolean {
  return declared.test(headOf(bytes));
}

function headOf(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.subarray(0, 256)).toString('latin1');
  return head.replace(/^\u00ef\u00bb\u00bf/, '');
}

function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const label = declared.exec(headOf(bytes))?.[1]?.toLowerCase() ?? 'utf-8';
  // A text that is read byte by byte cannot be in an encoding of two bytes.
  return label.startsWith('utf-16') || label.startsWith('ucs') ? 'utf-8' : label;
}
