// A page that the darkroom drew, as a picture that is stored before anything refers to it.
import type { BlobSource, ImageBlock, Origin } from './block.ts';
import type { BlobStore } from './blob-store.ts';
import { accept, type Outcome } from './outcome.ts';

interface DrawnPage {
  readonly png: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** A page as it was drawn, as the picture that a message holds. */
export async function keepPng(
  store: Pick<BlobStore, 'put'>,
  { png, width, height }: DrawnPage,
  origin: Origin,
): Promise<Outcome<ImageBlock<BlobSource>>> {
  const kept = await store.put(png);
  if (!kept.ok) return kept;
  const picture = { type: 'image', source: { kind: 'blob' }, mime: 'image/png' } as const;
  return accept({ ...picture, sha256: kept.value, width, height, bytes: png.length, origin });
}
