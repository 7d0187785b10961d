// What a model saw in one request, slot by slot, for people and for the record. A long session repeats itself with every
// request, so the record holds only what comes after the part that equals the request before.
import { isRecord, jsonOf, readCount, readText, type Json, type RecordEntry } from '@percept/core';
import type { LensReport, SlotReport } from '@percept/core/lens';
import type { Onlooker, PromptPart } from './event.ts';

export interface Sighting extends Onlooker {
  /** `none` when nothing left this device. */
  readonly wire: string;
  readonly images: number;
  readonly estimatedImageTokens: number;
  /** Base64 letters of media that went out. */
  readonly mediaBytes: number;
  readonly slots: readonly SlotReport[];
}

/** A description can be long; its beginning tells which one it was. */
const maxWords = 2000;

export function sightingOf(report: LensReport, { model, host }: Onlooker): Sighting {
  const { wire, images, estimatedImageTokens, mediaBytes } = report;
  return {
    model,
    host,
    wire,
    images,
    estimatedImageTokens,
    mediaBytes,
    slots: report.slots.map(shortened),
  };
}

/** Local eyes look at the very bytes that were attached, and nothing is sent. */
export function localSighting(parts: readonly PromptPart[], name: string): Sighting {
  const slots = parts.flatMap((part): SlotReport[] => {
    if (part.type === 'text') return [];
    const size = part.type === 'image' ? { width: part.width, height: part.height } : {};
    const source = part.origin.kind === 'attachment' ? part.origin.name : part.origin.ref;
    return [
      {
        message: 0,
        kind: part.type,
        action: 'keep',
        reason: 'fits',
        place: 'untouched',
        found: part.sha256,
        sent: part.sha256,
        mime: part.mime,
        ...(source !== undefined && { source }),
        ...size,
        estimatedTokensBefore: 0,
        estimatedTokens: 0,
        bytesBefore: part.bytes,
        bytes: part.bytes,
      },
    ];
  });
  const images = slots.filter(({ kind }) => kind === 'image').length;
  const none = { estimatedImageTokens: 0, mediaBytes: 0, wire: 'none' };
  return { model: name, host: 'this device', images, slots, ...none };
}

function shortened(slot: SlotReport): SlotReport {
  return slot.words === undefined || slot.words.length <= maxWords
    ? slot
    : { ...slot, words: `${slot.words.slice(0, maxWords)}…` };
}

const name = 'agent.request';

export function sightingEntry(now: Sighting, before: Sighting | undefined): RecordEntry {
  const { slots, ...totals } = now;
  const known = before?.slots ?? [];
  const differs = slots.findIndex((slot, at) => JSON.stringify(slot) !== JSON.stringify(known[at]));
  const kept = differs === -1 ? slots.length : differs;
  return { type: 'custom', name, data: jsonOf({ ...totals, kept, slots: slots.slice(kept) }) };
}

/** A sighting as it is read back: the slots are data for people, as they were written. */
export interface RecordedSighting extends Omit<Sighting, 'slots'> {
  readonly slots: readonly Json[];
}

/** Folds a record from its first entry on; entries that are no sightings yield nothing. */
export class SightingReader {
  #before: readonly Json[] = [];

  read(entry: RecordEntry): RecordedSighting | undefined {
    if (entry.type !== 'custom' || entry.name !== name || !isRecord(entry.data)) return undefined;
    const { data } = entry;
    const later: readonly Json[] = Array.isArray(data['slots']) ? data['slots'] : [];
    this.#before = [...this.#before.slice(0, readCount(data['kept']) ?? 0), ...later];
    return {
      model: readText(data['model']) ?? 'unknown',
      host: readText(data['host']) ?? 'unknown',
      wire: readText(data['wire']) ?? 'unknown',
      images: readCount(data['images']) ?? 0,
      estimatedImageTokens: readCount(data['estimatedImageTokens']) ?? 0,
      mediaBytes: readCount(data['mediaBytes']) ?? 0,
      slots: this.#before,
    };
  }
}
