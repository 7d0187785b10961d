// What one request holds, piece by piece: what was attached, what is sent of it and in which form, who puts it into words.
// A forecast shows it before sending, the record keeps it, and whoever asks what a model saw is shown the kept one.
import {
  estimateImageTokens,
  type BlobId,
  type ModelProfile,
  type Original,
  type StoredBlock,
} from '@percept/core';
import type { LensReport, SlotReport } from '@percept/core/lens';
import type { Plan } from '../bridge/session-bridge.ts';
import { eyesProfile, formFor, type Form } from '../prompt/form.ts';
import { tokensOfText } from '../models/index.ts';
import { labelOf, originalOf, sizeOf, type Presented } from '../prompt/present.ts';
import type { Recipient, PromptPart } from './event.ts';
import type { PlacedAttachment } from './history.ts';
import { maxReportChars } from '../limits.ts';

export interface ReportSlot extends SlotReport {
  /** What the person attached, by its name in the session. */
  readonly attachment?: string;
  /** Of an attachment: the form that the rule table says. */
  readonly form?: Form;
  /** What was attached, as it came. */
  readonly original?: Original;
  readonly pages?: { readonly total: number; readonly shown: number };
  /** Of a text: characters in all, and in the request. */
  readonly chars?: { readonly total: number; readonly shown: number };
  /** Who puts it into words, and how long that may take; absent where it was told before. */
  readonly describer?: Recipient & { readonly timeoutMs?: number };
}

export interface RequestReport extends Recipient {
  /** `none` when nothing left this device. */
  readonly wire: string;
  readonly images: number;
  readonly estimatedImageTokens: number;
  /** Of everything that is written in the request, instructions and tools left out. */
  readonly estimatedTextTokens: number;
  /** Base64 letters of media that go out. */
  readonly mediaBytes: number;
  readonly slots: readonly ReportSlot[];
}

/** What a request costs before it is sent. */
export interface Estimate {
  readonly textTokens: number;
  readonly mediaTokens: number;
  /** Absent where no price is known. */
  readonly costUsd?: number;
}

export interface ReportParts {
  readonly lens: LensReport;
  readonly reader: Recipient;
  readonly profile: ModelProfile;
  readonly presented: ReadonlyMap<StoredBlock, Presented>;
  /** In the order of the request. */
  readonly attachments: readonly PlacedAttachment[];
  readonly plans: ReadonlyMap<BlobId, Plan>;
  readonly textTokens: number;
}

export function reportOf(parts: ReportParts): RequestReport {
  const { lens, reader, textTokens } = parts;
  const { wire, images, estimatedImageTokens, mediaBytes } = lens;
  const told = lens.slots.reduce((sum, { words }) => sum + (words?.length ?? 0), 0);
  return {
    model: reader.model,
    host: reader.host,
    wire,
    images,
    estimatedImageTokens,
    estimatedTextTokens: textTokens + tokensOfText(told),
    mediaBytes,
    slots: slotsOf(parts),
  };
}

/** As they stand in the request: a text before the media that follows it in its message. */
function slotsOf(parts: ReportParts): readonly ReportSlot[] {
  const { lens, presented, attachments } = parts;
  const attached = new Map<string, Presented>();
  const placed: { readonly slot: ReportSlot; readonly at: number }[] = [];
  const before = new Map<number, number>();
  for (const { block, message } of attachments) {
    const found = presented.get(block);
    if (!found) continue;
    const media = found.parts.filter((part) => part.type === 'media');
    for (const part of media) attached.set(`${part.blob} ${part.name}`, found);
    const at = before.get(message) ?? 0;
    before.set(message, at + media.length);
    if (media.length === 0 || found.chars) placed.push({ slot: textSlot(found, message), at });
  }
  for (const slots of Map.groupBy(lens.slots, ({ message }) => message).values())
    for (const [at, slot] of slots.entries())
      placed.push({ slot: mediaSlot(slot, attached, parts), at });
  return placed
    .toSorted((one, other) => one.slot.message - other.slot.message || one.at - other.at)
    .map(({ slot }) => slot);
}

/** An attachment that stands in the request as text, or as words that say why not. */
function textSlot(found: Presented, message: number): ReportSlot {
  const { name, form, original, pages, chars, refusal, parts } = found;
  const texts = parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  const written = texts.reduce((sum, text) => sum + text.length, 0);
  return {
    message,
    kind: 'file',
    action: refusal ? 'drop' : 'keep',
    reason: refusal ? 'unsupported' : 'fits',
    place: refusal ? 'words' : 'here',
    ...(refusal && { words: texts.join('\n').slice(0, maxReportChars) }),
    found: original.sha256,
    source: name,
    mime: original.mime,
    estimatedTokensBefore: 0,
    estimatedTokens: tokensOfText(written),
    bytesBefore: original.bytes,
    bytes: texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0),
    attachment: name,
    form,
    original,
    ...(pages && { pages }),
    ...(chars && { chars }),
  };
}

function mediaSlot(
  slot: SlotReport,
  attached: ReadonlyMap<string, Presented>,
  { plans, profile }: ReportParts,
): ReportSlot {
  const words =
    slot.words === undefined || slot.words.length <= maxReportChars
      ? slot
      : { ...slot, words: `${slot.words.slice(0, maxReportChars)}…` };
  const plan = slot.found === undefined ? undefined : plans.get(slot.found);
  const describer = slot.action === 'describe' ? describerOf(plan) : undefined;
  const found = attached.get(`${slot.found} ${slot.source}`);
  if (!found) return { ...words, ...(describer && { describer }) };
  const { form, original, pages } = found;
  const { width } = original;
  const reduced =
    form !== 'pages' && width !== undefined && slot.width !== undefined && slot.width < width;
  const size = sizeOf(original);
  const before = size && estimateImageTokens(profile.image.tokens, size);
  return {
    ...words,
    ...(reduced && slot.action === 'keep' && { action: 'refit', reason: 'resized' }),
    found: original.sha256,
    ...(slot.place !== 'words' && slot.found !== undefined && { sent: slot.sent ?? slot.found }),
    ...(before !== undefined && { estimatedTokensBefore: before }),
    bytesBefore: original.bytes,
    attachment: found.name,
    form,
    original,
    ...(pages && { pages }),
    ...(describer && { describer }),
  };
}

function describerOf(plan: Plan | undefined): ReportSlot['describer'] {
  if (plan?.state !== 'look' && plan?.state !== 'known') return undefined;
  const { model, host } = plan.by;
  return { model, host, ...(plan.state === 'look' && { timeoutMs: plan.timeoutMs }) };
}

/** Local eyes look at what was attached, in the form that the table says, and nothing is sent. */
export function localReport(parts: readonly PromptPart[], name: string): RequestReport {
  const slots = parts.flatMap((part): ReportSlot[] => {
    if (part.type === 'text') return [];
    const original = originalOf(part);
    return [
      {
        message: 0,
        kind: part.type,
        action: 'keep',
        reason: 'fits',
        place: 'untouched',
        found: original.sha256,
        sent: original.sha256,
        mime: original.mime,
        source: labelOf(part),
        ...sizeOf(original),
        estimatedTokensBefore: 0,
        estimatedTokens: 0,
        bytesBefore: original.bytes,
        bytes: original.bytes,
        attachment: labelOf(part),
        form: formFor(part, eyesProfile),
        original,
      },
    ];
  });
  const images = slots.filter(({ kind }) => kind === 'image').length;
  const none = { estimatedImageTokens: 0, estimatedTextTokens: 0, mediaBytes: 0, wire: 'none' };
  return { model: name, host: 'this device', images, slots, ...none };
}
