// One event of a run, as it is written and as it is told. The entry in the session record is the event: media is a blob
// that the entry holds on to, never bytes, and what is told on the wire is derived from it.
import {
  customData,
  definedOf,
  inside,
  isJson,
  isJsonObject,
  isRecord,
  jsonOf,
  parseStoredBlock,
  readText,
  readWord,
} from '@percept/core/internal';
import {
  type Json,
  type JsonObject,
  type RecordEntry,
  type SessionId,
  type StoredBlock,
} from '@percept/core';
import type { StoredEntry } from '@percept/store';

/** The frame of the envelope that an event carries; its payload is the event's. */
interface EventEnvelope {
  readonly envelopeId: string;
  readonly correlationId: string;
  readonly schemaVersion: number;
  readonly meta: JsonObject;
}

/** Media of an event. Both ways to it are kept; how it is told depends on the cap. */
export interface EventMedia {
  readonly block: StoredBlock;
  readonly form: 'url' | 'inline';
  /** The capability URL that was minted for this run. */
  readonly url: string;
}

export interface NewEvent {
  readonly type: string;
  readonly payload: JsonObject;
  readonly nodeId?: string;
  readonly causationId?: string;
  readonly contentTrust?: 'trusted' | 'untrusted';
  readonly media?: EventMedia;
  readonly envelope?: EventEnvelope;
  /** What the engine needs to go on, and nobody is told. */
  readonly facts?: JsonObject;
}

export interface RunEvent extends NewEvent {
  readonly sequence: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

const entryName = 'openwop.event';

export function entryOf(event: NewEvent): RecordEntry {
  const { media } = event;
  const blobs = media && [media.block.sha256, media.block.original?.sha256];
  return {
    type: 'custom',
    name: entryName,
    data: jsonOf({ ...event }),
    ...(blobs && { blobs: blobs.filter((blob) => blob !== undefined) }),
  };
}

/** Undefined for entries of a session that are no events. */
export function eventOf({ entry, at }: StoredEntry, sequence: number): RunEvent | undefined {
  const data = customData(entry, entryName);
  const type = readText(data?.['type']);
  const payload = data?.['payload'];
  if (!data || type === undefined || !isJsonObject(payload)) return undefined;
  const nodeId = readText(data['nodeId']);
  const causationId = readText(data['causationId']);
  const contentTrust = readWord(['trusted', 'untrusted'], data['contentTrust']);
  const media = readMedia(data['media']);
  const envelope = readEnvelope(data['envelope']);
  const facts = data['facts'];
  return {
    type,
    payload,
    sequence,
    at,
    ...definedOf({ nodeId, causationId, contentTrust, media, envelope }),
    ...(isJsonObject(facts) && { facts }),
  };
}

/** The events among these entries, numbered from the first one on. */
export function eventsOf(entries: readonly StoredEntry[], first = 0): readonly RunEvent[] {
  const events: RunEvent[] = [];
  for (const stored of entries) {
    const event = eventOf(stored, first + events.length);
    if (event) events.push(event);
  }
  return events;
}

function readMedia(value: unknown): EventMedia | undefined {
  const block = parseStoredBlock(inside(value, 'block'));
  const form = readWord(['url', 'inline'], inside(value, 'form'));
  const url = readText(inside(value, 'url'));
  return block.ok && form && url !== undefined ? { block: block.value, form, url } : undefined;
}

function readEnvelope(value: unknown): EventEnvelope | undefined {
  if (!isRecord(value)) return undefined;
  const { envelopeId, correlationId, schemaVersion, meta } = value;
  if (typeof envelopeId !== 'string' || typeof correlationId !== 'string') return undefined;
  if (typeof schemaVersion !== 'number' || !isJsonObject(meta)) return undefined;
  return { envelopeId, correlationId, schemaVersion, meta };
}

/** The event as a client reads it. `payload` is the one to show; media may differ by cap. */
export function documentOf(run: SessionId, event: RunEvent, payload: Json): JsonObject {
  const { type, nodeId, causationId, contentTrust, envelope, sequence, at } = event;
  return {
    eventId: `${run}.${sequence}`,
    runId: run,
    ...definedOf({ nodeId }),
    type,
    payload: isJson(payload) ? payload : null,
    timestamp: new Date(at).toISOString(),
    sequence,
    schemaVersion: 1,
    ...definedOf({ causationId, contentTrust }),
    ...(envelope && { envelope: { ...envelope } }),
  };
}

export const terminalTypes: ReadonlySet<string> = new Set([
  'run.completed',
  'run.failed',
  'run.cancelled',
]);
