// What a model saw, with addresses for the pixels: those that the history refers to and those that really went out.
import type { RecordedSighting, Sighting as Told } from '@percept/agent';
import {
  imageTypes,
  isBlobId,
  isRecord,
  readCount,
  readText,
  readWord,
  type BlobId,
  type Original,
  type RecordEntry,
  type SessionId,
} from '@percept/core';
import { actions, reasons } from '@percept/core/lens';
import type { AssetLink, Sighting, SightingSlot } from './contract.ts';
import type { ShowContext } from './show.ts';

export interface SightingContext extends ShowContext {
  /** Who holds the pixels that went out. */
  readonly journal: SessionId;
  /** The record so far: it knows what a picture was before the door reduced it. */
  readonly entries: () => readonly RecordEntry[];
}

/** The true original of a block of this record, where it is a picture that a page can show. */
function originalIn(entries: readonly RecordEntry[], blob: BlobId): Original | undefined {
  for (const entry of entries.toReversed()) {
    if (entry.type !== 'message') continue;
    const blocks = entry.parts.flatMap((part) => {
      if (part.type === 'tool-result') return part.content.filter(({ type }) => type !== 'text');
      return part.type === 'image' ? [part] : [];
    });
    for (const block of blocks) {
      if (block.type !== 'image' || block.sha256 !== blob) continue;
      const { original } = block;
      return original && readWord(imageTypes, original.mime) ? original : undefined;
    }
  }
  return undefined;
}

/** Both the live one and the one that the record gives back. */
export async function showSighting(
  sighting: Told | RecordedSighting,
  context: SightingContext,
): Promise<Sighting> {
  const { model, host, wire, images, estimatedImageTokens, mediaBytes } = sighting;
  const slots: SightingSlot[] = [];
  for (const slot of sighting.slots) {
    const shown = await showSlot(slot, context);
    if (shown) slots.push(shown);
  }
  return { model, host, wire, images, estimatedImageTokens, mediaBytes, slots };
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
  const original = isBlobId(slot['found'])
    ? originalIn(context.entries(), slot['found'])
    : undefined;
  const foundSize =
    original?.width !== undefined && original.height !== undefined
      ? { width: original.width, height: original.height }
      : {};
  const whole = original?.sha256 ?? slot['found'];
  const found = await link(whole, [session, journal], foundSize, `The original of ${what}`);
  const sent = await link(slot['sent'], [session, journal], size, `${what}, as sent`);
  const by = words === undefined ? undefined : onlookerIn(words);
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
    ...(found && { found }),
    ...(sent && { sent }),
    ...(by && { bridgedBy: by }),
  };
}

const transcriber =
  /machine transcription of the (?:picture|sound), by (.{1,200}?) (?:at ([^\s]{1,200})|on this device)\./;

/** The bridge says in its words who looked. */
function onlookerIn(words: string): SightingSlot['bridgedBy'] {
  const [, model, host] = transcriber.exec(words) ?? [];
  return model === undefined ? undefined : { model, host: host ?? 'this device' };
}
