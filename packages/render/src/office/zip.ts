// The table of contents of a zip file, read without unpacking anything: what kind of office file it is, and what it says
// it will become. What it says may be a lie; the thread that unpacks it has a deadline and a memory bound of its own.
import { overLimit } from '@percept/core/internal';
import { refuse, accept, type Outcome } from '@percept/core';
import { maxZipEntries, maxZipUnpackedBytes } from '../limits.ts';
import type { RenderSource } from '../renderer.ts';

type OfficeKind = 'docx' | 'xlsx' | 'pptx';

export interface ZipFacts {
  readonly kind: OfficeKind | undefined;
  readonly entries: number;
  readonly unpackedBytes: number;
}

const endMark = 0x06054b50;
const entryMark = 0x02014b50;
const endBytes = 22;
const maxComment = 65_535;

function readZip(bytes: Uint8Array): ZipFacts | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view);
  if (end === undefined) return undefined;
  let at = view.getUint32(end + 16, true);
  let entries = 0;
  let unpackedBytes = 0;
  let kind: OfficeKind | undefined;
  while (
    at + 46 <= bytes.length &&
    view.getUint32(at, true) === entryMark &&
    entries < maxZipEntries
  ) {
    entries++;
    unpackedBytes += view.getUint32(at + 24, true);
    const length = view.getUint16(at + 28, true);
    const name = Buffer.from(bytes.subarray(at + 46, at + 46 + Math.min(length, 64))).toString(
      'latin1',
    );
    kind ??= kindOf(name);
    at += 46 + length + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return { kind, entries, unpackedBytes };
}

export function isOffice({ mime, bytes }: RenderSource, kind: OfficeKind): boolean {
  return mime === 'application/vnd.openxmlformats-officedocument' && readZip(bytes)?.kind === kind;
}

function kindOf(name: string): OfficeKind | undefined {
  if (name === 'word/document.xml') return 'docx';
  if (name.startsWith('xl/workbook.')) return 'xlsx';
  return name === 'ppt/presentation.xml' ? 'pptx' : undefined;
}

function findEnd(view: DataView): number | undefined {
  const lowest = Math.max(0, view.byteLength - endBytes - maxComment);
  for (let at = view.byteLength - endBytes; at >= lowest; at--) {
    if (view.getUint32(at, true) === endMark) return at;
  }
  return undefined;
}

/** Refuses what says itself that it is a bomb. */
export function admitZip(bytes: Uint8Array): Outcome<ZipFacts> {
  const facts = readZip(bytes);
  if (!facts || facts.entries === 0)
    return refuse({
      refused: 'corrupt',
      message: 'The office file has no table of contents: it ends too early or is damaged.',
      hint: 'Save the file again, or export it as PDF.',
    });
  if (facts.entries < maxZipEntries && facts.unpackedBytes <= maxZipUnpackedBytes)
    return accept(facts);
  const hint = 'Export the file as PDF and look at that.';
  return facts.entries >= maxZipEntries
    ? refuse(overLimit('maxOfficeEntries', maxZipEntries, facts.entries, hint))
    : refuse(overLimit('maxUnpackedBytes', maxZipUnpackedBytes, facts.unpackedBytes, hint));
}
