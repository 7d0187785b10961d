// iTerm2's inline file (OSC 1337 File=): a whole file inside the paste. Its name is a label, its size a claim; the bytes
// are decoded strictly and bounded like any other base64.
import { accept, refuse, type Outcome } from '@percept/core';
import { decodeBase64 } from './base64.ts';
import { sourceOf, type SourceBytes } from './source.ts';
import { maxOscHeaderChars, maxOscNameBytes } from '../limits.ts';

const opening = '\u001b]1337;File=';

/** The files, when the text consists of nothing else; undefined when it does not begin with one. */
export function readOscFiles(
  text: string,
  maxBytes: number,
): readonly Outcome<SourceBytes>[] | undefined {
  if (!text.startsWith(opening)) return undefined;
  const files: Outcome<SourceBytes>[] = [];
  let left = maxBytes;
  for (let rest = text; rest !== '';) {
    const end = endOf(rest);
    if (!rest.startsWith(opening) || !end) return [...files, broken('does not end')];
    const file = readOne(rest.slice(opening.length, end.at), left);
    files.push(file);
    if (!file.ok) return files;
    left -= file.value.bytes.length;
    rest = rest.slice(end.at + end.length).trimStart();
  }
  return files;
}

/** BEL, or ESC and a backslash. */
function endOf(text: string): { readonly at: number; readonly length: number } | undefined {
  const bell = text.indexOf('\u0007');
  const escape = text.indexOf('\u001b\\', 1);
  if (bell === -1 && escape === -1) return undefined;
  return escape === -1 || (bell !== -1 && bell < escape)
    ? { at: bell, length: 1 }
    : { at: escape, length: 2 };
}

function readOne(content: string, maxBytes: number): Outcome<SourceBytes> {
  const colon = content.slice(0, maxOscHeaderChars).indexOf(':');
  if (colon === -1) return broken('has no content');
  const head = content.slice(0, colon).split(';');
  const fields = new Map(
    head.map((field) => {
      const [key = '', ...value] = field.split('=');
      return [key.trim().toLowerCase(), value.join('=')];
    }),
  );
  const decoded = decodeBase64(content.slice(colon + 1), maxBytes);
  if (!decoded.ok) return decoded;
  const size = fields.get('size');
  if (size !== undefined && Number(size) !== decoded.value.length)
    return broken(`announced ${Number(size)} bytes and has ${decoded.value.length}`);
  return accept(sourceOf(decoded.value, { name: nameOf(fields.get('name')) }));
}

function nameOf(encoded: string | undefined): string | undefined {
  if (encoded === undefined) return undefined;
  const decoded = decodeBase64(encoded, maxOscNameBytes);
  return decoded.ok ? Buffer.from(decoded.value).toString() : undefined;
}

function broken(why: string): Outcome<never> {
  return refuse({
    refused: 'corrupt',
    message: `The pasted file ${why}.`,
    hint: 'Paste it again, or pass its path.',
  });
}
