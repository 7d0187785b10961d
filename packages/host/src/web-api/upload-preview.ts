// What a file will become with each model, before anything is sent: who gets it, at which size, for about how many tokens.
import type { LoopModel } from '@percept/agent';
import {
  estimateImageTokens,
  fitSize,
  fitTarget,
  sees,
  type ImageBlock,
  type StoredBlock,
} from '@percept/core';
import type { MediaRoute, ModelCard, UploadPreview } from './contract.ts';

export interface PreviewRequest {
  readonly block: StoredBlock;
  /** Of a document: the pages that would be shown. */
  readonly pages: readonly ImageBlock[];
  readonly card: ModelCard;
  /** Undefined for local eyes. */
  readonly model: LoopModel | undefined;
}

export function previewOf(request: PreviewRequest): UploadPreview {
  const { block, pages, card, model } = request;
  if (block.type === 'file' && card.limits.fileTypes.includes(block.mime)) {
    return {
      ...named(card),
      outcome: 'sent',
      images: 0,
      message: `${card.name} takes the file itself.`,
    };
  }
  if (block.type === 'audio') return spoken(card.audio, card, 'the sound', 0);
  const images = block.type === 'image' ? [block] : pages;
  const what =
    block.type === 'image'
      ? 'the picture'
      : images.length === 1
        ? 'its page'
        : `${images.length} pages`;
  if (card.image.route !== 'native' || !model || !sees(model.profile))
    return spoken(card.image, card, what, images.length);
  const told = { ...spoken(card.image, card, what, images.length), ...figures(images, model) };
  const { width, height } = told;
  if (block.type !== 'image' || width === undefined || width === block.width) return told;
  return {
    ...told,
    message: `${card.name} gets the picture itself, reduced to ${width}×${height}.`,
  };
}

function named({ name }: ModelCard): Pick<UploadPreview, 'model'> {
  return { model: name };
}

function spoken(route: MediaRoute, card: ModelCard, what: string, images: number): UploadPreview {
  const common = { ...named(card), images };
  switch (route.route) {
    case 'native':
    case 'pages':
      return { ...common, outcome: 'sent', message: `${card.name} gets ${what} itself.` };
    case 'described': {
      const { by, host } = route;
      return { ...common, outcome: 'described', by, host, message: describedBy(route, card, what) };
    }
    case 'words':
      return { ...common, outcome: 'words', message: route.message };
    case 'refused':
      return { ...common, outcome: 'refused', message: `${route.message} ${route.hint}` };
  }
}

function describedBy(
  { by, host, place }: Extract<MediaRoute, { route: 'described' }>,
  card: ModelCard,
  what: string,
): string {
  const looks =
    place === 'device'
      ? `${by} will put ${what} into words on this device`
      : `${by} at ${host} will put ${what} into words`;
  return card.kind === 'local'
    ? `${looks}; nothing leaves it.`
    : `${looks}, and ${card.name} reads only the words.`;
}

function figures(
  images: readonly ImageBlock[],
  { profile, price }: LoopModel,
): Partial<UploadPreview> {
  const sizes = images.map((image) => fitSize(image, fitTarget(profile)));
  const [first] = sizes;
  const tokens = sizes.map((size) => estimateImageTokens(profile.image.tokens, size));
  const known = tokens.filter((count) => count !== undefined);
  const sum = known.reduce((total, count) => total + count, 0);
  return {
    ...(first && { width: first.width, height: first.height }),
    ...(known.length === tokens.length && {
      estimatedTokens: sum,
      ...(price && { estimatedCostUsd: (sum * price.usdPerMillionInput) / 1_000_000 }),
    }),
  };
}
