// Reports in the record. A long session repeats itself with every request, so an entry holds only what comes after the part
// that equals the request before. It holds on to what was sent, so that a collection leaves what a model saw to be seen.
import { isRecord, jsonOf, readCount, readText } from '@percept/core/internal';
import { type Json, type RecordEntry } from '@percept/core';
import type { RequestReport } from './report.ts';

const name = 'agent.request';

type ReportEntry = Extract<RecordEntry, { type: 'custom' }>;

export function reportEntry(now: RequestReport, before: RequestReport | undefined): ReportEntry {
  const { slots, ...totals } = now;
  const known = before?.slots ?? [];
  const differs = slots.findIndex((slot, at) => JSON.stringify(slot) !== JSON.stringify(known[at]));
  const kept = differs === -1 ? slots.length : differs;
  const later = slots.slice(kept);
  const blobs = [...new Set(later.flatMap(({ sent }) => sent ?? []))];
  const entry = { type: 'custom', name, data: jsonOf({ ...totals, kept, slots: later }) } as const;
  return blobs.length === 0 ? entry : { ...entry, blobs };
}

/** The same without what it holds on to: for a store that has lost some of it. */
export function unheld({ type, name: own, data }: ReportEntry): RecordEntry {
  return { type, name: own, data };
}

/** A report as it is read back: the slots are data for people, as they were written. */
export interface RecordedReport extends Omit<RequestReport, 'slots'> {
  readonly slots: readonly Json[];
}

/** Folds a record from its first entry on; entries that are no reports yield nothing. */
export class ReportReader {
  #before: readonly Json[] = [];

  read(entry: RecordEntry): RecordedReport | undefined {
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
      estimatedTextTokens: readCount(data['estimatedTextTokens']) ?? 0,
      mediaBytes: readCount(data['mediaBytes']) ?? 0,
      slots: this.#before,
    };
  }
}
