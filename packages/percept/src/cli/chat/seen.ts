// What a model was shown, for /saw. A sighting that is told now and one that is read back from the record are parsed by
// the same lines, so a session that was resumed shows what it showed before.
import { isRecord, readCount, readText } from '@percept/core/internal';
import { type RecordEntry } from '@percept/core';
import { ReportReader } from '@percept/agent/internal';
import { type RecordedReport, type RequestReport } from '@percept/agent';
import type { Picture, Seen, SeenSlot } from '@percept/terminal/chat';

export function seenOf(report: RequestReport | RecordedReport): Seen {
  const { model, host, estimatedImageTokens, slots } = report;
  return { model, host, estimatedImageTokens, slots: slots.map(slotOf) };
}

/** The newest of a record; undefined when no model was shown anything. */
export function lastSeen(entries: readonly RecordEntry[]): Seen | undefined {
  const reader = new ReportReader();
  let newest: RecordedReport | undefined;
  for (const entry of entries) newest = reader.read(entry) ?? newest;
  return newest && seenOf(newest);
}

function slotOf(value: unknown, at: number): SeenSlot {
  const slot = isRecord(value) ? value : {};
  const kind = readText(slot['kind']) ?? 'media';
  const name = readText(slot['source']) ?? `${kind} ${at + 1}`;
  const words = readText(slot['words']);
  const picture = pictureOf(slot, name);
  return {
    name,
    kind,
    action: readText(slot['action']) ?? 'unknown',
    reason: readText(slot['reason']) ?? 'unknown',
    place: readText(slot['place']) ?? 'unknown',
    estimatedTokens: readCount(slot['estimatedTokens']) ?? 0,
    bytes: readCount(slot['bytes']) ?? 0,
    ...(words !== undefined && { words }),
    ...(picture && { picture }),
  };
}

/** The pixels that went out, where there were any. */
function pictureOf(slot: Readonly<Record<string, unknown>>, name: string): Picture | undefined {
  const id = readText(slot['sent']) ?? readText(slot['found']);
  const [width, height] = [readCount(slot['width']), readCount(slot['height'])];
  if (slot['kind'] !== 'image' || slot['place'] === 'words') return undefined;
  if (id === undefined || width === undefined || height === undefined) return undefined;
  const mime = readText(slot['mime']) ?? 'image/png';
  return { id, name, width, height, mime, bytes: readCount(slot['bytes']) ?? 0 };
}
