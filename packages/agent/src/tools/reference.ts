// What a model may point at: a path inside the roots, a stored blob, or something that the user attached. All three end as
// bytes with a name, under the same bound.
import {
  accept,
  doorLimits,
  isBlobId,
  parseMediaUrl,
  quoted,
  refuse,
  type BlobId,
  type Outcome,
} from '@percept/core';
import { openInside, readFile, type SourceProgress } from '@percept/ingest';
import type { ToolOptions } from './tool.ts';
import type { Workplace } from './workplace.ts';

export interface Referent {
  readonly bytes: Uint8Array;
  readonly name: string;
  /** The absolute path, where the reference was one; only these can be edited. */
  readonly path?: string;
}

const attachmentScheme = 'attachment:';

/** @example await resolveReference(workplace, 'src/logo.svg'); await resolveReference(workplace, 'media:sha256-…'); */
export async function resolveReference(
  workplace: Workplace,
  ref: string,
  options: ToolOptions = {},
): Promise<Outcome<Referent>> {
  if (ref.startsWith(attachmentScheme)) return readAttachment(workplace, ref);
  if (ref.startsWith('media:')) {
    const id = parseMediaUrl(ref);
    return id.ok ? readBlob(workplace, id.value, ref) : id;
  }
  if (isBlobId(ref)) return readBlob(workplace, ref, ref);
  return readInside(workplace, ref, options);
}

async function readAttachment(workplace: Workplace, ref: string): Promise<Outcome<Referent>> {
  const attached = workplace.attachment?.(ref.slice(attachmentScheme.length));
  if (attached) return readBlob(workplace, attached.blob, attached.name ?? ref);
  return refuse({
    refused: 'absent',
    message: `Nothing is attached under ${quoted(ref)}.`,
    hint: 'Use a name that the prompt gave to an attachment.',
  });
}

async function readBlob(
  workplace: Workplace,
  id: BlobId,
  name: string,
): Promise<Outcome<Referent>> {
  const found = await workplace.store.get(id);
  return found.ok ? accept({ bytes: found.value, name }) : found;
}

async function readInside(
  { roots, cwd }: Workplace,
  path: string,
  { signal, onProgress }: ToolOptions,
): Promise<Outcome<Referent>> {
  const opened = await openInside(roots, path, { cwd, signal });
  if (!opened.ok) return opened;
  await using _handle = opened.value.handle;
  const read = await readFile(opened.value, {
    maxBytes: doorLimits.maxSourceBytes,
    signal,
    onProgress:
      onProgress && (({ readBytes }: SourceProgress) => onProgress(`${readBytes} bytes read`)),
  });
  if (!read.ok) return read;
  return accept({ bytes: read.value.bytes, name: path, path: opened.value.path });
}
