// What the model saw and why, as data for people: every slot with its decision, and the request's totals. Tokens are
// estimates and say so in their name.
import { definedOf } from '../defined.ts';
import type { BlobId } from '../ids.ts';
import type { Action, Edit, Reason } from './edit.ts';
import { base64Letters } from './base64.ts';
import { imageTokens, type LensContext } from './context.ts';
import type { MediaFacts, MediaKind } from './media.ts';
import type { Repair } from './plan.ts';
import type { Frontier } from './state.ts';
import { nameOf } from './words.ts';

export interface SlotReport {
  readonly message: number;
  readonly kind: MediaKind;
  readonly action: Action;
  readonly reason: Reason;
  /** Where it stands in the request: its own slot, behind the results of its turn, or told in words. */
  readonly place: Edit['place'];
  /** The words that stand for it. */
  readonly words?: string;
  /** What the history refers to, and what went out for it, where the host's store holds them. */
  readonly found?: BlobId;
  readonly sent?: BlobId;
  readonly tool?: string;
  readonly callId?: string;
  /** What it is called, sanitised. */
  readonly source?: string;
  readonly mime?: string;
  /** What it was before it was fitted, where that is another size. */
  readonly from?: { readonly width: number; readonly height: number };
  readonly width?: number;
  readonly height?: number;
  readonly estimatedTokensBefore: number;
  readonly estimatedTokens: number;
  /** Raw bytes, as found and as sent. */
  readonly bytesBefore: number;
  readonly bytes: number;
}

export interface LensReport {
  readonly wire: string;
  readonly profile: string;
  readonly slots: readonly SlotReport[];
  readonly repairs: readonly Repair[];
  readonly images: number;
  readonly estimatedImageTokens: number;
  /** Base64 letters of media that go out. */
  readonly mediaBytes: number;
  /** Everything else, before it was lowered. */
  readonly textBytes: number;
  readonly frontier: Frontier;
  /** Set when this request moved it: persist it, and the next request shows the same. */
  readonly frontierMoved: boolean;
}

export interface ReportInput {
  readonly wire: string;
  readonly edits: readonly Edit[];
  readonly repairs: readonly Repair[];
  readonly context: LensContext;
  readonly frontier: Frontier;
  readonly frontierMoved: boolean;
}

export function report({
  wire,
  edits,
  repairs,
  context,
  frontier,
  frontierMoved,
}: ReportInput): LensReport {
  const slots = edits.map((edit) => slotReport(edit, context));
  const shown = slots.filter(
    (slot) => slot.action !== 'elide' && slot.action !== 'drop' && slot.action !== 'describe',
  );
  return {
    wire,
    profile: context.profile.id,
    slots,
    repairs,
    images: shown.filter((slot) => slot.kind === 'image').length,
    estimatedImageTokens: shown.reduce((sum, slot) => sum + slot.estimatedTokens, 0),
    mediaBytes: shown.reduce((sum, slot) => sum + base64Letters(slot.bytes), 0),
    textBytes: context.survey.weight,
    frontier,
    frontierMoved,
  };
}

function sizeBefore(edit: Edit, before: MediaFacts | undefined): Pick<SlotReport, 'from'> {
  const { facts } = edit;
  if (edit.place === 'words' || before?.width === undefined || before.height === undefined)
    return {};
  if (before.width === facts?.width && before.height === facts.height) return {};
  return { from: { width: before.width, height: before.height } };
}

function slotReport(edit: Edit, context: LensContext): SlotReport {
  const { slot, facts, action, reason } = edit;
  const { media, call } = slot;
  const found = context.memo.facts(media);
  const before = found === 'unreadable' ? undefined : found;
  const isImage = media.kind === 'image';
  const shown = edit.place !== 'words';
  return {
    message: slot.at.message,
    kind: media.kind,
    action,
    reason,
    place: edit.place,
    ...(edit.place === 'words' && { words: edit.text }),
    ...(media.data.kind === 'blob' && { found: media.data.blob }),
    ...('media' in edit && edit.media.blob !== undefined && { sent: edit.media.blob }),
    ...(call && { tool: call.tool, callId: call.id }),
    ...definedOf({ source: nameOf(slot), mime: facts?.mime }),
    ...sizeBefore(edit, before),
    ...definedOf({ width: facts?.width, height: facts?.height }),
    estimatedTokensBefore: isImage ? imageTokens(context.profile, before ?? facts) : 0,
    estimatedTokens: isImage && shown ? imageTokens(context.profile, facts) : 0,
    bytesBefore: before?.bytes ?? facts?.bytes ?? 0,
    bytes: shown ? (facts?.bytes ?? 0) : 0,
  };
}
