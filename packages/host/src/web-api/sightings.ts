// What a model saw, with addresses for the pixels: those that the history refers to and those that really went out.
import { forms } from '@percept/agent/internal';
import { type RecordedReport, type RequestReport as Told } from '@percept/agent';
import { isBlobId, isRecord, readCount, readText, readWord } from '@percept/core/internal';
import { type BlobId, type SessionId } from '@percept/core';
import { actions, reasons } from '@percept/core/lens';
import type { AssetLink, MediaFacts, Sighting, SightingSlot } from '@percept/contract';
import type { ShowContext } from './show.ts';

export interface SightingContext extends ShowContext {
  /** Who holds the pixels that went out. */
  readonly journal: SessionId;
}

/** Both the live one and the one that the record gives back. */
export async function showSighting(
  sighting: Told | RecordedReport,
  context: SightingContext,
): Promise<Sighting> {
  const { model, host, wire, images, mediaBytes } = sighting;
  const { estimatedImageTokens, estimatedTextTokens } = sighting;
  const slots: SightingSlot[] = [];
  for (const slot of sighting.slots) {
    const shown = await showSlot(slot, context);
    if (shown) slots.push(shown);
  }
  const tokens = { estimatedImageTokens, estimatedTextTokens };
  return { model, host, wire, images, ...tokens, mediaBytes, slots };
}

/** Every blob that went out in it. */
export function sentIn(sighting: Told): readonly BlobId[] {
  return sighting.slots.flatMap(({ sent }) => (sent === undefined ? [] : [sent]));
}

const kinds = ['image', 'audio', 'file'] as const;
const places = ['untouched', 'here', 'after-results', 'words'] as const;

async function showSlot(
  slot: unknown,
  context: SightingContext,
): Promise<SightingSlot | undefined> {
  if (!isRecord(slot)) return undefined;
  const { tenant, session, journal, links } = context;
  const kind = readWord(kinds, slot['kind']);
  const action = readWord(actions, slot['action']);
  const reason = readWord(reasons, slot['reason']);
  const place = readWord(places, slot['place']);
  if (!kind || !action || !reason || !place) return undefined;
  const mime = readText(slot['mime']);
  const source = readText(slot['source']);
  const words = readText(slot['words']);
  const width = readCount(slot['width']);
  const height = readCount(slot['height']);
  const size = width !== undefined && height !== undefined ? { width, height } : {};
  const what = source ?? `${kind} in message ${(readCount(slot['message']) ?? 0) + 1}`;
  const link = async (
    blob: unknown,
    holders: readonly SessionId[],
    facts: Pick<AssetLink, 'width' | 'height'>,
    alt: string,
  ): Promise<AssetLink | undefined> => {
    if (!isBlobId(blob)) return undefined;
    for (const holder of holders) {
      const minted = await links.url(tenant, holder, blob);
      if (minted) {
        const { url, mime: type, bytes: size } = minted;
        return { url, mime: type, bytes: size, ...facts, alt };
      }
    }
    return undefined;
  };
  const bytes = readCount(slot['bytes']) ?? 0;
  const original = readOriginal(slot['original']);
  const found = await link(
    slot['found'],
    [session, journal],
    original ?? {},
    `The original of ${what}`,
  );
  const sent = await link(slot['sent'], [session, journal], size, `${what}, as sent`);
  const by = readDescriber(slot['describer']);
  const form = readWord(forms, slot['form']);
  const attachment = readText(slot['attachment']);
  const pages = readShare(slot['pages']);
  const chars = readShare(slot['chars']);
  const tool = readText(slot['tool']);
  const callId = readText(slot['callId']);
  return {
    message: readCount(slot['message']) ?? 0,
    kind,
    action,
    reason,
    place,
    ...(words !== undefined && { words }),
    ...(tool !== undefined && { tool }),
    ...(callId !== undefined && { callId }),
    ...(source !== undefined && { source }),
    ...(mime !== undefined && { mime }),
    ...size,
    estimatedTokensBefore: readCount(slot['estimatedTokensBefore']) ?? 0,
    estimatedTokens: readCount(slot['estimatedTokens']) ?? 0,
    bytesBefore: readCount(slot['bytesBefore']) ?? 0,
    bytes,
    ...(attachment !== undefined && { attachment }),
    ...(form && { form }),
    ...(original && { original }),
    ...(pages && { pages }),
    ...(chars && { chars }),
    ...(found && { found }),
    ...(sent && { sent }),
    ...(by && { bridgedBy: by }),
  };
}

function readOriginal(value: unknown): MediaFacts | undefined {
  const mime = isRecord(value) ? readText(value['mime']) : undefined;
  if (!isRecord(value) || mime === undefined) return undefined;
  const [width, height, frames] = ['width', 'height', 'frames'].map((key) => readCount(value[key]));
  return {
    mime,
    bytes: readCount(value['bytes']) ?? 0,
    ...(width !== undefined && { width }),
    ...(height !== undefined && { height }),
    ...(frames !== undefined && { frames }),
  };
}

function readDescriber(value: unknown): SightingSlot['bridgedBy'] {
  const model = isRecord(value) ? readText(value['model']) : undefined;
  const host = isRecord(value) ? readText(value['host']) : undefined;
  return model !== undefined && host !== undefined ? { model, host } : undefined;
}

function readShare(value: unknown): SightingSlot['pages'] {
  const total = isRecord(value) ? readCount(value['total']) : undefined;
  const shown = isRecord(value) ? readCount(value['shown']) : undefined;
  return total !== undefined && shown !== undefined ? { total, shown } : undefined;
}
