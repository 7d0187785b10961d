// A held upload as the browser is told about it.
import type { LoopModel } from '@percept/agent';
import type { TenantId } from '@percept/core';
import type { AssetLinks } from './asset-links.ts';
import type { AssetLink, ModelCard, Uploaded } from './contract.ts';
import { previewOf } from './upload-preview.ts';
import type { HeldUpload } from './upload-store.ts';

export interface UploadedContext {
  readonly tenant: TenantId;
  readonly links: AssetLinks;
  readonly cards: readonly ModelCard[];
  readonly models: readonly LoopModel[];
}

export async function uploadedOf(held: HeldUpload, context: UploadedContext): Promise<Uploaded> {
  const { tenant, links, cards, models } = context;
  const { id, name, block, pages, pageCount, warnings } = held;
  const shown: AssetLink[] = [];
  for (const page of pages) {
    const link = await links.link(tenant, id, page);
    if (link) shown.push(link);
  }
  const thumbnail = block.type === 'image' ? await links.link(tenant, id, block) : shown[0];
  return {
    upload: id,
    name,
    kind: block.type,
    mime: block.mime,
    bytes: block.bytes,
    ...(block.type === 'image' && { width: block.width, height: block.height }),
    ...(block.type === 'audio' &&
      block.durationMs !== undefined && { durationMs: block.durationMs }),
    ...(block.original && { original: originalOf(block.original) }),
    ...(thumbnail && { thumbnail }),
    ...(block.type === 'file' && { pages: { total: pageCount, shown } }),
    warnings,
    previews: cards.map((card) =>
      previewOf({ block, pages, card, model: models.find((model) => model.name === card.name) }),
    ),
  };
}

export function originalOf(
  original: NonNullable<HeldUpload['block']['original']>,
): NonNullable<Uploaded['original']> {
  const { mime, bytes, width, height, frames } = original;
  return {
    mime,
    bytes,
    ...(width !== undefined && { width }),
    ...(height !== undefined && { height }),
    ...(frames !== undefined && { frames }),
  };
}
