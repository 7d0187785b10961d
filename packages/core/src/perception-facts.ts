// What every face tells of a look, beside the name and type of its picture.
import type { ImageBlock } from './block.ts';
import type { JsonObject } from './json.ts';
import type { Size } from './profile/shape.ts';
import type { Rect } from './region.ts';

interface Looked {
  readonly block: Pick<ImageBlock, 'width' | 'height' | 'bytes'>;
  readonly page: number;
  readonly original: Size;
  readonly shown: Rect;
  readonly factor: number;
}

export function perceptionFacts({ block, page, original, shown, factor }: Looked): JsonObject {
  const { width, height, bytes } = block;
  const { left, top, width: wide, height: high } = shown;
  return {
    width,
    height,
    bytes,
    page,
    original: { width: original.width, height: original.height },
    shown: { left, top, width: wide, height: high },
    factor,
  };
}
