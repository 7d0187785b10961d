// The session record's words. An entry holds text and references; media is a `StoredBlock`, so inline bytes do not fit
// by type, and `findInlinePayload` (inline-payload.ts) finds them where a type cannot look.
import { isRecord } from './parse/read.ts';
import type { StoredBlock } from './block.ts';
import type { BlobId } from './ids.ts';
import type { Json, JsonObject } from './json.ts';

export interface TextPart {
  readonly type: 'text';
  readonly text: string;
}

export interface ToolCallPart {
  readonly type: 'tool-call';
  readonly callId: string;
  readonly tool: string;
  readonly input: Json;
}

export interface ToolResultPart {
  readonly type: 'tool-result';
  readonly callId: string;
  readonly tool: string;
  readonly outcome: 'succeeded' | 'failed';
  readonly content: readonly (TextPart | StoredBlock)[];
}

/** Opaque to us, and replayed byte for byte to the provider that made it. */
export interface ReasoningPart {
  readonly type: 'reasoning';
  readonly text: string;
  readonly provider?: JsonObject;
}

export type MessagePart = TextPart | ToolCallPart | ToolResultPart | ReasoningPart | StoredBlock;

export function isMediaPart(part: MessagePart): part is StoredBlock {
  return part.type === 'image' || part.type === 'audio' || part.type === 'file';
}

export const roles = ['system', 'user', 'assistant', 'tool'] as const;
export type Role = (typeof roles)[number];

export const supersededReasons = ['retried', 'edited', 'cancelled'] as const;
type SupersededReason = (typeof supersededReasons)[number];

export type RecordEntry =
  | { readonly type: 'session-opened'; readonly title?: string }
  | { readonly type: 'message'; readonly role: Role; readonly parts: readonly MessagePart[] }
  /** Media that entered outside a message: an upload, or `percept ingest --session`. */
  | { readonly type: 'media-ingested'; readonly block: StoredBlock }
  /** Perceptions in the first `before` entries of the session are shown as descriptors from now on. */
  | { readonly type: 'frontier-moved'; readonly before: number }
  /** A blob that a provider rejected: it is not sent again. */
  | { readonly type: 'blob-quarantined'; readonly blob: BlobId; readonly reason: string }
  /** The entries from one number through another count no more: they were tried again, edited or cancelled. Nothing is deleted. */
  | {
      readonly type: 'superseded';
      readonly from: number;
      readonly through: number;
      readonly reason: SupersededReason;
    }
  /** Room for hosts: name and data are theirs, the blobs they hold on to are said. */
  | {
      readonly type: 'custom';
      readonly name: string;
      readonly data: Json;
      readonly blobs?: readonly BlobId[];
    };

/** What an entry of this name says; undefined for every other entry. */
export function customData(entry: RecordEntry, name: string): JsonObject | undefined {
  if (entry.type !== 'custom' || entry.name !== name) return undefined;
  return isRecord(entry.data) ? entry.data : undefined;
}

/** Every blob that an entry keeps alive, originals included, each once. */
export function blobsOf(entry: RecordEntry): readonly BlobId[] {
  const named = entry.type === 'custom' ? (entry.blobs ?? []) : [];
  return [...new Set([...named, ...blocksOf(entry).flatMap(heldByBlock)])];
}

/** Every picture, sound and file of an entry, those that a tool returned included. */
export function blocksOf(entry: RecordEntry): readonly StoredBlock[] {
  switch (entry.type) {
    case 'message':
      return entry.parts.flatMap(blocksIn);
    case 'media-ingested':
      return [entry.block];
    case 'custom':
    case 'session-opened':
    case 'frontier-moved':
    case 'blob-quarantined':
    case 'superseded':
      return [];
  }
}

function blocksIn(part: MessagePart): readonly StoredBlock[] {
  switch (part.type) {
    case 'image':
    case 'audio':
    case 'file':
      return [part];
    case 'tool-result':
      return part.content.filter((item) => item.type !== 'text');
    case 'text':
    case 'tool-call':
    case 'reasoning':
      return [];
  }
}

function heldByBlock({ sha256, original }: StoredBlock): readonly BlobId[] {
  return original ? [sha256, original.sha256] : [sha256];
}

/**
 * The history that counts: without what was superseded, and without the marks that say so. Entries keep their numbers, so
 * whatever names an entry by its number still does.
 *
 * @example
 * const history = currentEntries(stored); // stored: what `sessions.entries` gave
 */
export function currentEntries<
  Stored extends { readonly seq: number; readonly entry: RecordEntry },
>(stored: readonly Stored[]): readonly Stored[] {
  const gone = stored.flatMap(({ entry }) => (entry.type === 'superseded' ? [entry] : []));
  return stored.filter(
    ({ seq, entry }) =>
      entry.type !== 'superseded' &&
      !gone.some(({ from, through }) => seq >= from && seq <= through),
  );
}
