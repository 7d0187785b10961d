// Reports in the record. A long session repeats itself with every request, so an entry holds only what comes after the part
// that equals the request before. It holds on to what was sent, so that a collection leaves what a model saw to be seen.
import {
  customData,
  isBlobId,
  isRecord,
  jsonOf,
  readCount,
  readList,
  readText,
} from '@percept/core/internal';
import {
  bound,
  isShape,
  maybe,
  oneOf,
  shape,
  text,
  type Rule,
} from '@percept/core/internal/options';
import { type Original, type RecordEntry } from '@percept/core';
import { actions, reasons } from '@percept/core/lens';
import { forms } from '../prompt/form.ts';
import type { ReportSlot, RequestReport } from './report.ts';

const name = 'agent.request';

const blob: Rule = (value, path) => (isBlobId(value) ? undefined : `${path} is a blob id`);
const share = maybe(shape<NonNullable<ReportSlot['pages']>>({ total: bound, shown: bound }));

const slotRules: { readonly [K in keyof ReportSlot]-?: Rule } = {
  message: bound,
  kind: oneOf(['image', 'audio', 'file']),
  action: oneOf(actions),
  reason: oneOf(reasons),
  place: oneOf(['untouched', 'here', 'after-results', 'words']),
  words: maybe(text),
  found: maybe(blob),
  sent: maybe(blob),
  tool: maybe(text),
  callId: maybe(text),
  source: maybe(text),
  mime: maybe(text),
  from: maybe(shape<NonNullable<ReportSlot['from']>>({ width: bound, height: bound })),
  width: maybe(bound),
  height: maybe(bound),
  estimatedTokensBefore: bound,
  estimatedTokens: bound,
  bytesBefore: bound,
  bytes: bound,
  attachment: maybe(text),
  form: maybe(oneOf(forms)),
  original: maybe(
    shape<Original>({
      sha256: blob,
      mime: text,
      bytes: bound,
      width: maybe(bound),
      height: maybe(bound),
      frames: maybe(bound),
    }),
  ),
  pages: share,
  chars: share,
  describer: maybe(
    shape<NonNullable<ReportSlot['describer']>>({
      model: text,
      host: text,
      timeoutMs: maybe(bound),
    }),
  ),
};
const isReportSlot = isShape<ReportSlot>(slotRules);

/** Whatever is none is shown to nobody, and neither is a field that nobody knows: a record may come from elsewhere. */
function slotIn(value: unknown): readonly ReportSlot[] {
  if (!isRecord(value)) return [];
  const own: unknown = Object.fromEntries(
    Object.entries(value).filter(([field]) => Object.hasOwn(slotRules, field)),
  );
  return isReportSlot(own) ? [own] : [];
}

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

/** Folds a record from its first entry on; entries that are no reports yield nothing. */
export class ReportReader {
  #before: readonly unknown[] = [];

  read(entry: RecordEntry): RequestReport | undefined {
    const data = customData(entry, name);
    if (!data) return undefined;
    const kept = this.#before.slice(0, readCount(data['kept']) ?? 0);
    this.#before = [...kept, ...readList(data['slots'])];
    return {
      model: readText(data['model']) ?? 'unknown',
      host: readText(data['host']) ?? 'unknown',
      wire: readText(data['wire']) ?? 'unknown',
      images: readCount(data['images']) ?? 0,
      estimatedImageTokens: readCount(data['estimatedImageTokens']) ?? 0,
      estimatedTextTokens: readCount(data['estimatedTextTokens']) ?? 0,
      mediaBytes: readCount(data['mediaBytes']) ?? 0,
      slots: this.#before.flatMap(slotIn),
    };
  }
}
