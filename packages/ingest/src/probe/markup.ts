// Tells text from binary, and SVG from other text. SVG is a program for a renderer, so it must be seen through every
// prologue that XML allows: mark, declaration, comments, document type with its own declarations.
import { after, afterDoctype } from '@percept/core/internal';

/** How much of a file is looked at: enough for any honest prologue, and a bound for the rest. */
const textWindow = 1024 * 1024;
const prologueWindow = 64 * 1024;

export type Text = { readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be' };

/** The encoding when the bytes are text: valid UTF-8 without NUL, or UTF-16 with its mark. */
export function sniffText(bytes: Uint8Array): Text | undefined {
  const head = bytes.subarray(0, textWindow);
  if (head[0] === 0xff && head[1] === 0xfe) return decodes(head, 'utf-16le');
  if (head[0] === 0xfe && head[1] === 0xff) return decodes(head, 'utf-16be');
  if (bytes.includes(0)) return undefined;
  return decodes(head, 'utf-8');
}

function decodes(bytes: Uint8Array, encoding: Text['encoding']): Text | undefined {
  const text = decode(bytes, encoding);
  return text === undefined || text.includes('\0') ? undefined : { encoding };
}

/** A window may cut a character in two, so the end is left open; what is before it must be valid. */
function decode(bytes: Uint8Array, encoding: Text['encoding']): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return undefined;
  }
}

/** True when the root element of the text is `svg`, with or without a namespace prefix. */
export function isSvg(bytes: Uint8Array, { encoding }: Text): boolean {
  const text = decode(bytes.subarray(0, prologueWindow), encoding);
  return (
    text !== undefined &&
    /^<(?:[A-Za-z_][\w.-]{0,63}:)?svg[\s/>]/.test(text.slice(skipPrologue(text)))
  );
}

/** Where the root element starts. Each step moves forward over one construct, so this is linear. */
function skipPrologue(text: string): number {
  let at = 0;
  while (at < text.length) {
    const blank = /[^\s\uFEFF]/g;
    blank.lastIndex = at;
    at = blank.exec(text)?.index ?? text.length;
    if (text.startsWith('<?', at)) at = after(text, '?>', at);
    else if (text.startsWith('<!--', at)) at = after(text, '-->', at + 4);
    else if (/^<!doctype/i.test(text.slice(at, at + 9))) at = afterDoctype(text, at);
    else return at;
  }
  return text.length;
}
