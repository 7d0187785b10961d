// Word documents by their structure: headings, lists, tables, pictures that are inside. Files that a document points at
// are not opened.
import { accept, isRecord, refuse, type Outcome } from '@percept/core';
import { reasonOf } from '../engine/refusals.ts';
import { isMissingModule, missingPackage } from './missing-package.ts';
import { admitZip } from './zip.ts';

export async function readDocx(bytes: Uint8Array): Promise<Outcome<string>> {
  const admitted = admitZip(bytes);
  if (!admitted.ok) return admitted;
  try {
    const { default: mammoth } = await import('mammoth');
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const result: unknown = await mammoth.convertToHtml({ buffer }, { externalFileAccess: false });
    const html = isRecord(result) ? result['value'] : undefined;
    if (typeof html === 'string') return accept(html === '' ? '<p>(no text)</p>' : html);
    return refuse(unreadable('nothing came out'));
  } catch (error) {
    if (isMissingModule(error)) return refuse(missingPackage('Word documents', 'mammoth'));
    return refuse(unreadable(reasonOf(error)));
  }
}

function unreadable(reason: string): Parameters<typeof refuse>[0] {
  return {
    refused: 'corrupt',
    message: `The Word document cannot be read: ${reason}.`,
    hint: 'Save it again, or export it as PDF and look at that.',
  };
}
