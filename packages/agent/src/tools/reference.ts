// What a model may point at: a path inside the roots, a stored blob, or something that the user attached. All three end as
// bytes with a name, under the same bound.
import { createHash } from 'node:crypto';
import {
  accept,
  parseBlobId,
  parseMediaUrl,
  refuse,
  type BlobId,
  type Outcome,
  type Refusal,
} from '@percept/core';
import { isBlobId, quoted } from '@percept/core/internal';
import { openInside, readFile } from '@percept/ingest/internal';
import { type SourceProgress } from '@percept/ingest';
import type { ToolOptions } from './tool.ts';
import type { Workspace } from './workspace.ts';

export interface Referent {
  readonly bytes: Uint8Array;
  readonly name: string;
  /** The absolute path, where the reference was one; only these can be edited. */
  readonly path?: string;
}

const attachmentScheme = 'attachment:';

/** Whether it names something that is kept, and not a file of the workspace. */
export function isStored(ref: string): boolean {
  return ref.startsWith(attachmentScheme) || ref.startsWith('media:') || isBlobId(ref);
}

/** The blob that a reference names by its hash. */
export function storedIn(ref: string): BlobId | undefined {
  if (isBlobId(ref)) return ref;
  const id = parseMediaUrl(ref);
  return id.ok ? id.value : undefined;
}

/** The name of these bytes, whether or not they are stored. */
export function blobIdOf(bytes: Uint8Array): BlobId {
  const id = parseBlobId(createHash('sha256').update(bytes).digest('hex'));
  if (!id.ok) throw new Error('A SHA-256 is always a blob id.');
  return id.value;
}

/** @example await resolveReference(workspace, 'src/logo.svg'); await resolveReference(workspace, 'media:sha256-…'); */
export async function resolveReference(
  workspace: Workspace,
  ref: string,
  options: ToolOptions = {},
): Promise<Outcome<Referent>> {
  if (ref.startsWith(attachmentScheme)) return readAttachment(workspace, ref);
  if (ref.startsWith('media:')) {
    const id = parseMediaUrl(ref);
    return id.ok ? readBlob(workspace, id.value, ref) : id;
  }
  if (isBlobId(ref)) return readBlob(workspace, ref, ref);
  return readInside(workspace, ref, options);
}

async function readAttachment(workspace: Workspace, ref: string): Promise<Outcome<Referent>> {
  const attached = workspace.attachment?.(ref.slice(attachmentScheme.length));
  if (attached) return readBlob(workspace, attached.blob, attached.name ?? ref);
  return refuse({
    refused: 'absent',
    message: `Nothing is attached under ${quoted(ref)}.`,
    hint: 'Use a name that the prompt gave to an attachment.',
  });
}

async function readBlob(
  workspace: Workspace,
  id: BlobId,
  name: string,
): Promise<Outcome<Referent>> {
  const found = await workspace.store.get(id);
  return found.ok ? accept({ bytes: found.value, name }) : found;
}

function address(path: string): Refusal {
  return {
    refused: 'forbidden',
    message: `${quoted(path)} is an address, and tools fetch nothing.`,
    hint: 'Name a file inside the folders that may be read.',
  };
}

async function readInside(
  { roots, cwd, door }: Workspace,
  path: string,
  { signal, onProgress }: ToolOptions,
): Promise<Outcome<Referent>> {
  if (/^(?!file:)[a-z][a-z0-9+.-]+:\/\//i.test(path)) return refuse(address(path));
  const opened = await openInside(roots, path, { cwd, signal });
  if (!opened.ok) return opened;
  await using _handle = opened.value.handle;
  const read = await readFile(opened.value, {
    maxBytes: door.limits.maxSourceBytes,
    signal,
    onProgress:
      onProgress && (({ readBytes }: SourceProgress) => onProgress(`${readBytes} bytes read`)),
  });
  if (!read.ok) return read;
  return accept({ bytes: read.value.bytes, name: path, path: opened.value.path });
}
