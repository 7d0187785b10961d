// Everything that helps somebody else to understand a conversation, as one JSON document: the record with secrets redacted,
// media by hash and size and never as bytes, and no address that would let its reader fetch anything.
import { blobsOf, blocksOf } from '@percept/core/internal';
import { type Json, type RecordEntry, type SessionId } from '@percept/core';
import type { Redactor } from '@percept/core/envelope';
import type { StoredEntry } from '@percept/store';
import type { JournalEntry } from './journal.ts';
import type { ModelCard } from '@percept/contract';
import { redactedEntry } from './timeline.ts';

export interface BundleFacts {
  readonly version: string;
  readonly session: SessionId;
  readonly entries: readonly StoredEntry[];
  readonly journal: readonly JournalEntry[];
  readonly cards: readonly ModelCard[];
  readonly generatedAt: string;
  readonly redact: Redactor;
}

export function debugBundle(facts: BundleFacts): Json {
  const { version, session, entries, journal, cards, generatedAt, redact } = facts;
  const events = entries.map(({ seq, at, hash, entry }) => ({
    seq,
    at: new Date(at).toISOString(),
    hash,
    entry: redactedEntry(entry, redact),
  }));
  return {
    bundleVersion: '1.0',
    generatedAt,
    host: { name: 'percept', version },
    session: { id: session, entries: entries.length, head: entries.at(-1)?.hash ?? '' },
    events,
    media: mediaOf(entries.map(({ entry }) => entry)),
    notices: journal
      .filter((entry) => entry.kind !== 'sent')
      .map((entry) => ({
        turn: entry.turn,
        text: redact(entry.kind === 'notice' ? entry.text : entry.refusal.message),
      })),
    models: cards.map(({ name, host, capabilities, image, audio }) => ({
      name,
      host,
      capabilities,
      image: image.route,
      audio: audio.route,
    })),
    metrics: { eventCount: events.length },
    redactionApplied: true,
    redactionMode: 'secrets-and-media-bytes',
  };
}

/** Each asset once, by reference. */
function mediaOf(entries: readonly RecordEntry[]): readonly Json[] {
  const known = new Map<string, Json>();
  for (const entry of entries) {
    for (const block of blocksOf(entry)) {
      const { sha256, mime, bytes } = block;
      const size = block.type === 'image' ? { width: block.width, height: block.height } : {};
      known.set(sha256, { reference: `sha256:${sha256}`, kind: block.type, mime, bytes, ...size });
    }
    for (const blob of blobsOf(entry))
      if (!known.has(blob)) known.set(blob, { reference: `sha256:${blob}` });
  }
  return [...known.values()];
}
