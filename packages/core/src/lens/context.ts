// Everything that a decision may depend on, in one place and read-only.
import type { BlobId } from '../ids.ts';
import { isRecord } from '../parse/read.ts';
import { estimateImageTokens } from '../profile/tokens.ts';
import type { ModelProfile } from '../profile/profile.ts';
import type { Memo } from './memo.ts';
import type { MediaFacts } from './media.ts';
import type { Frontier } from './state.ts';
import type { Slot, Survey } from './survey.ts';

/** Per request; a provider's own limits apply as well and cannot be raised here. */
export interface Budgets {
  readonly maxImages?: number;
  /** Bytes of the whole request. */
  readonly maxBytes?: number;
  /** Estimated tokens of all pictures together. */
  readonly maxImageTokens?: number;
  /** Pixels of all pictures together. */
  readonly maxPixels?: number;
}

export interface LensContext {
  readonly profile: ModelProfile;
  readonly survey: Survey;
  /** How many pictures the request holds, those that are words already not counted. */
  readonly pictures: number;
  readonly frontier: Frontier;
  readonly quarantine: ReadonlySet<BlobId>;
  readonly budgets: Budgets;
  readonly memo: Memo;
  /** Whether the same picture is sent once. */
  readonly dedupe: boolean;
  readonly resize: 'useful' | 'needed';
  /** Whether an overfull request is emptied by half a budget at a time, so that the prefix holds still in between. */
  readonly stepwise: boolean;
  /** Where media goes that a model made: it stays, follows in a user's message, or is told. */
  readonly assistantMedia: 'native' | 'hoist' | 'words';
  /** In which form supplied bytes are held. */
  readonly carries: 'base64' | 'bytes';
  /** Whether looking again restores what this slot shows. */
  readonly reviewable: (slot: Slot) => boolean;
}

/**
 * Seed 003: "Evict only what perception can restore". A tool result can be had again when its call named what it looked
 * at, or when the bytes are in the store; what a model made when it is stored and its provider signed nothing of it; what
 * the user attached cannot.
 */
export function canBeReviewed({ call, role, media: { data, raw } }: Slot): boolean {
  if (call) return call.source !== undefined || data.kind === 'blob';
  const isSigned = isRecord(raw) && raw['providerOptions'] !== undefined;
  return role === 'assistant' && data.kind === 'blob' && !isSigned;
}

/** Used where a provider publishes no formula, or the size is not known before the bytes are here. */
const usualImageTokens = 1_600;

/** Estimated tokens of one picture. What is billed is the usage that the provider reports. */
export function imageTokens(profile: ModelProfile, facts: MediaFacts | undefined): number {
  if (!facts?.width || !facts.height) return usualImageTokens;
  const size = { width: facts.width, height: facts.height };
  return (
    estimateImageTokens(profile.image.tokens, size) ??
    Math.min(usualImageTokens, Math.ceil((size.width * size.height) / 750))
  );
}

/** Facts that every request sees alike: those of inline bytes. A reference has none until it is resolved. */
export function staticFacts(memo: Memo, slot: Slot): MediaFacts | undefined {
  const found = memo.facts(slot.media);
  return found === 'unreadable' ? undefined : found;
}
