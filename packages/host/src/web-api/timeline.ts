// The record, entry by entry, for the inspector: what was written, as which envelopes it is shown, and whether those hold
// against the schema. Secrets are redacted here and not in the browser.
import { isMediaPart, isRecord, jsonOf, ownWords, printable } from '@percept/core/internal';
import { type Json, type RecordEntry, type StoredBlock } from '@percept/core';
import {
  parseEnvelope,
  redactEnvelope,
  type Envelope,
  type Redactor,
} from '@percept/core/envelope';
import { redactJson } from '@percept/core/internal/envelope';
import type { StoredEntry } from '@percept/store';
import type { Inspected, TimelineEntry } from '@percept/contract';
import { callEnvelope, showMessage, thoughtEnvelope, type ShowContext } from './show.ts';
import { maxTimelineChars } from './limits.ts';

export async function timelineEntry(
  stored: StoredEntry,
  context: ShowContext,
  redact: Redactor,
): Promise<TimelineEntry> {
  const { seq, at, hash, entry } = stored;
  const when = new Date(at).toISOString();
  const envelopes = await envelopesOf(entry, `entry-${seq}`, when, context);
  return {
    seq,
    at: when,
    hash,
    type: entry.type === 'custom' ? entry.name : entry.type,
    summary: redact(summaryOf(entry)),
    envelopes: envelopes.map((envelope) => inspect(envelope, redact)),
    entry: redactedEntry(entry, redact),
  };
}

/** As it may be read by people and put into a bundle: media by reference, no secrets, no endless texts. */
export function redactedEntry(entry: RecordEntry, redact: Redactor): Json {
  return shortened(redactJson(jsonOf(entry), redact));
}

function inspect(envelope: Envelope, redact: Redactor): Inspected {
  const parsed = parseEnvelope(envelope, { maxInlineMediaBytes: 0 });
  const { rendering } = envelope.meta;
  const shown = redactEnvelope(envelope, redact);
  return {
    envelope: { ...shown, payload: withUrl(shortened(shown.payload), envelope.payload) },
    ...(rendering && { hint: rendering }),
    validation: parsed.ok
      ? { valid: true }
      : { valid: false, problems: parsed.issues.map(({ path, problem }) => `${path} ${problem}`) },
  };
}

/** An address is no secret to whoever may see the picture, and a redacted one shows nothing. */
function withUrl(shown: Json, original: Json): Json {
  const url = isRecord(original) ? original['url'] : undefined;
  return isRecord(shown) && typeof url === 'string' ? { ...shown, url } : shown;
}

async function envelopesOf(
  entry: RecordEntry,
  id: string,
  at: string,
  context: ShowContext,
): Promise<readonly Envelope[]> {
  switch (entry.type) {
    case 'media-ingested':
      return (await showMessage({ id, role: 'user', at }, [entry.block], 'user', context))
        .envelopes;
    case 'message': {
      const role = entry.role === 'user' || entry.role === 'tool' ? entry.role : 'assistant';
      const source = entry.role === 'user' ? 'user' : role === 'tool' ? 'system' : 'ai-generation';
      const parts = entry.parts.flatMap(
        (part): readonly Parameters<typeof showMessage>[1][number][] => {
          switch (part.type) {
            case 'reasoning':
              return part.text === '' ? [] : [thoughtEnvelope(at, part.text)];
            case 'tool-call': {
              const { tool, callId, input } = part;
              return [callEnvelope(at, { tool, callId, input }, [])];
            }
            case 'tool-result':
              return part.content;
            case 'text':
            case 'image':
            case 'audio':
            case 'file':
              return [part];
          }
        },
      );
      const words = new Map(
        entry.parts.filter(isMediaPart).flatMap((block) => {
          const own = role === 'assistant' ? ownWords(entry.parts, block) : undefined;
          return own ? [[block.sha256, own] as const] : [];
        }),
      );
      return (await showMessage({ id, role, at, words }, parts, source, context)).envelopes;
    }
    case 'session-opened':
    case 'frontier-moved':
    case 'blob-quarantined':
    case 'superseded':
    case 'custom':
      return [];
  }
}

function summaryOf(entry: RecordEntry): string {
  switch (entry.type) {
    case 'session-opened':
      return 'The session was opened.';
    case 'message': {
      const words = entry.parts.map((part) => {
        switch (part.type) {
          case 'text':
            return printable(part.text, 80);
          case 'reasoning':
            return '(thinking)';
          case 'tool-call':
            return `calls ${printable(part.tool, 40)}`;
          case 'tool-result':
            return `${printable(part.tool, 40)} ${part.outcome}`;
          case 'image':
          case 'audio':
          case 'file':
            return mediaWords(part);
        }
      });
      return `${entry.role}: ${words.slice(0, 6).join(' · ')}`;
    }
    case 'media-ingested':
      return `Taken in: ${mediaWords(entry.block)}`;
    case 'frontier-moved':
      return `Perceptions before entry ${entry.before} are told in words from here on.`;
    case 'superseded':
      return `Entries ${entry.from} to ${entry.through} were ${entry.reason}.`;
    case 'blob-quarantined':
      return `A provider rejected ${entry.blob.slice(0, 12)}…: ${printable(entry.reason, 80)}`;
    case 'custom':
      return `${entry.name} ${printable(JSON.stringify(entry.data), 120)}`;
  }
}

function mediaWords(block: StoredBlock): string {
  const size = block.type === 'image' ? ` ${block.width}×${block.height}` : '';
  return `[${block.type} ${block.mime}${size}, ${block.bytes} bytes]`;
}

function shortened(value: Json): Json {
  if (typeof value === 'string')
    return value.length > maxTimelineChars
      ? `${value.slice(0, maxTimelineChars)}… (${value.length} characters)`
      : value;
  if (Array.isArray(value)) return value.map((item: Json) => shortened(item));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shortened(item)]));
}
