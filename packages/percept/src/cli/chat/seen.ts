// What a model was shown, for /saw: the report that is told now, and the newest of a record.
import type { RecordEntry } from '@percept/core';
import { ReportReader } from '@percept/agent/internal';
import type { ReportSlot, RequestReport } from '@percept/agent';
import type { Picture, Seen, SeenSlot } from '@percept/terminal/chat';

export function seenOf(report: RequestReport): Seen {
  const { model, host, estimatedImageTokens, slots } = report;
  return { model, host, estimatedImageTokens, slots: slots.map(slotOf) };
}

/** The newest of a record; undefined when no model was shown anything. */
export function lastSeen(entries: readonly RecordEntry[]): Seen | undefined {
  const reader = new ReportReader();
  let newest: RequestReport | undefined;
  for (const entry of entries) newest = reader.read(entry) ?? newest;
  return newest && seenOf(newest);
}

function slotOf(slot: ReportSlot, at: number): SeenSlot {
  const { kind, action, reason, place, form, chars, estimatedTokens, bytes, words } = slot;
  const name = slot.source ?? `${kind} ${at + 1}`;
  const picture = pictureOf(slot, name);
  const what = { name, kind, action, reason, place, form, chars };
  return { ...what, estimatedTokens, bytes, words, picture };
}

/** The pixels that went out, where there were any. */
function pictureOf(slot: ReportSlot, name: string): Picture | undefined {
  const { kind, place, found, sent: id = found, width, height, bytes } = slot;
  if (kind !== 'image' || place === 'words') return undefined;
  if (id === undefined || width === undefined || height === undefined) return undefined;
  return { id, name, width, height, mime: slot.mime ?? 'image/png', bytes };
}
