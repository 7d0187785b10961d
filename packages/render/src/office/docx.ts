// Word documents by their structure: headings, lists, tables, pictures that are inside. Files that a document points at
// are not opened.
import { accept, refuse, type Outcome } from '@percept/core';
import { inside, isRecord, printable, readList, readText, reasonOf } from '@percept/core/internal';
import type { Remarks } from '../remarks.ts';
import { missingPackage, missingPackageOf } from '../engine/refusals.ts';
import { admitZip } from './zip.ts';
import { maxNamedPartKinds } from '../limits.ts';

export async function readDocx(bytes: Uint8Array, remarks: Remarks): Promise<Outcome<string>> {
  const admitted = admitZip(bytes);
  if (!admitted.ok) return admitted;
  try {
    const { default: mammoth } = await import('mammoth');
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const result: unknown = await mammoth.convertToHtml({ buffer }, { externalFileAccess: false });
    const html = inside(result, 'value');
    if (isRecord(result)) remarkOn(result['messages'], remarks);
    if (typeof html === 'string') return accept(html === '' ? '<p>(no text)</p>' : html);
    return refuse(unreadable('nothing came out'));
  } catch (error) {
    if (missingPackageOf(error) !== undefined)
      return refuse(missingPackage('Word documents', 'mammoth', exportIt));
    return refuse(unreadable(reasonOf(error)));
  }
}

/** Styles that are not known change a look; elements that are not known are gone. */
function remarkOn(messages: unknown, remarks: Remarks): void {
  const lost = readList(messages).flatMap((message: unknown) => {
    const text = readText(inside(message, 'message'));
    return /^An unrecognised element was ignored: (\S{1,60})/.exec(text ?? '')?.[1] ?? [];
  });
  const kinds = [...new Set(lost)];
  if (kinds.length === 0) return;
  const named = printable(kinds.slice(0, maxNamedPartKinds).join(', '));
  const more = kinds.length > maxNamedPartKinds ? ' and more' : '';
  remarks.say('part-not-drawn', `Parts of the Word document are not drawn: ${named}${more}.`);
}

const exportIt = 'export the file as PDF and look at that';

function unreadable(reason: string): Parameters<typeof refuse>[0] {
  return {
    refused: 'corrupt',
    message: `The Word document cannot be read: ${reason}.`,
    hint: 'Save it again, or export it as PDF and look at that.',
  };
}
