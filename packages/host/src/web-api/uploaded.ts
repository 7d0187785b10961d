// An upload as the browser is told about it.
import type { TenantId } from '@percept/core';
import type { AssetLinks } from './asset-links.ts';
import type { MediaFacts, Uploaded } from '@percept/contract';
import type { Upload } from './upload-store.ts';

export async function uploadedOf(
  held: Upload,
  { tenant, links }: { readonly tenant: TenantId; readonly links: AssetLinks },
): Promise<Uploaded> {
  const { id, name, block, look, pageCount, warnings } = held;
  const shown = block.type === 'image' ? block : look;
  const thumbnail = shown && (await links.link(tenant, id, shown));
  const frames = block.original?.frames;
  return {
    upload: id,
    name,
    kind: block.type,
    mime: block.mime,
    bytes: block.bytes,
    ...(block.type === 'image' && { width: block.width, height: block.height }),
    ...(frames !== undefined && { frames }),
    ...(block.type === 'audio' &&
      block.durationMs !== undefined && { durationMs: block.durationMs }),
    ...(thumbnail && { thumbnail }),
    ...(pageCount > 0 && { pages: pageCount }),
    warnings,
  };
}

export function originalOf(original: NonNullable<Upload['block']['original']>): MediaFacts {
  const { mime, bytes, width, height, frames } = original;
  return {
    mime,
    bytes,
    ...(width !== undefined && { width }),
    ...(height !== undefined && { height }),
    ...(frames !== undefined && { frames }),
  };
}
