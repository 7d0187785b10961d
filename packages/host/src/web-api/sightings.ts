// What a model saw, with addresses for the pixels: those that the history refers to and those that really went out.
import { definedOf } from '@percept/core/internal';
import type { ReportSlot, RequestReport } from '@percept/agent';
import type { BlobId, SessionId } from '@percept/core';
import type { AssetLink, Sighting, SightingSlot } from '@percept/contract';
import { withoutName, type ShowContext } from './show.ts';

export interface SightingContext extends ShowContext {
  /** Who holds the pixels that went out. */
  readonly journal: SessionId;
}

/** Both the live one and the one that the record gives back. */
export async function showSighting(
  sighting: RequestReport,
  context: SightingContext,
): Promise<Sighting> {
  const { model, host, wire, images, mediaBytes } = sighting;
  const { estimatedImageTokens, estimatedTextTokens } = sighting;
  const slots: SightingSlot[] = [];
  for (const slot of sighting.slots) slots.push(await showSlot(slot, context));
  const tokens = { estimatedImageTokens, estimatedTextTokens };
  return { model, host, wire, images, ...tokens, mediaBytes, slots };
}

/** Every blob that went out in it. */
export function sentIn(sighting: RequestReport): readonly BlobId[] {
  return sighting.slots.flatMap(({ sent }) => (sent === undefined ? [] : [sent]));
}

async function showSlot(
  { found, sent, from: _from, describer, original, ...slot }: ReportSlot,
  { tenant, session, journal, links }: SightingContext,
): Promise<SightingSlot> {
  const { width, height } = slot;
  const what = slot.source ?? `${slot.kind} in message ${slot.message + 1}`;
  const link = async (
    blob: BlobId | undefined,
    facts: Pick<AssetLink, 'width' | 'height'>,
    alt: string,
  ): Promise<AssetLink | undefined> => {
    for (const holder of [session, journal]) {
      const minted = blob === undefined ? undefined : await links.url(tenant, holder, blob);
      if (minted) {
        const { url, mime, bytes } = minted;
        return { url, mime, bytes, ...facts, alt };
      }
    }
    return undefined;
  };
  const facts = original && withoutName(original);
  const size = width !== undefined && height !== undefined ? { width, height } : {};
  const before = await link(found, facts ?? {}, `The original of ${what}`);
  const after = await link(sent, size, `${what}, as sent`);
  return {
    ...slot,
    ...definedOf({ original: facts, found: before, sent: after }),
    ...(describer && { bridgedBy: { model: describer.model, host: describer.host } }),
  };
}
