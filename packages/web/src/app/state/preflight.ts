// What can be known before anything is sent: whether the files fit the limits, what the chosen model will get of each, and
// what that costs. Pure, so that the person is told the same before and after choosing another model.
import { overLimit, type Refusal } from '@percept/core';
import type {
  MediaRoute,
  ModelCard,
  UploadLimits,
  UploadPreview,
  Uploaded,
} from '@percept/host/contract';
import { bytesInWords, countInWords, plural, sizeInWords } from '../words/figures.ts';

export type MediaKind = Uploaded['kind'];

interface Candidate {
  readonly name: string;
  readonly size: number;
}

/** Before a byte is uploaded. `held`: how many files are in the tray already. */
export function admit(
  file: Candidate,
  held: number,
  limits: Pick<UploadLimits, 'maxBytesPerFile' | 'maxFilesPerMessage'>,
): Refusal | undefined {
  if (file.size === 0)
    return {
      refused: 'empty',
      message: 'The file is empty.',
      hint: 'Save it again and add it once more.',
    };
  if (file.size > limits.maxBytesPerFile)
    return {
      ...overLimit('maxBytesPerFile', limits.maxBytesPerFile, file.size, ''),
      message: `${bytesInWords(file.size)} is too large: a file may have ${bytesInWords(limits.maxBytesPerFile)}.`,
      hint: 'Make it smaller, or attach a part of it.',
    };
  if (held >= limits.maxFilesPerMessage)
    return {
      ...overLimit('maxFilesPerMessage', limits.maxFilesPerMessage, held + 1, ''),
      refused: 'too-many',
      message: `A message holds ${plural(limits.maxFilesPerMessage, 'file')}, and this is one more.`,
      hint: 'Send these first, or remove one.',
    };
  return undefined;
}

export function previewFor(uploaded: Uploaded, model: string): UploadPreview | undefined {
  return uploaded.previews.find((preview) => preview.model === model);
}

export interface Estimate {
  /** What goes to a model, or to whoever describes it. */
  readonly images: number;
  /** Words of a describer come on top, and nobody knows how many. */
  readonly described: boolean;
  /** Undefined where nobody can know before the provider answers. */
  readonly tokens: number | undefined;
  readonly costUsd: number | undefined;
}

const charsPerToken = 4;

export function estimate(
  text: string,
  uploads: readonly Uploaded[],
  card: ModelCard | undefined,
): Estimate {
  const previews = uploads.flatMap((uploaded) => previewFor(uploaded, card?.name ?? '') ?? []);
  const images = previews.reduce((sum, preview) => sum + preview.images, 0);
  const described = previews.some(({ outcome }) => outcome === 'described');
  const unpriced = { images, described, tokens: undefined, costUsd: undefined };
  if (!card || card.kind === 'local') return unpriced;
  const unknown = previews.some(
    ({ outcome, images: sent, estimatedTokens }) =>
      outcome === 'sent' && sent > 0 && estimatedTokens === undefined,
  );
  const words = Math.ceil(text.length / charsPerToken);
  const tokens = previews.reduce((sum, preview) => sum + (preview.estimatedTokens ?? 0), words);
  if (unknown) return unpriced;
  const price = card.price?.usdPerMillionInput;
  const costUsd = price === undefined || described ? undefined : (tokens * price) / 1_000_000;
  return { images, described, tokens, costUsd };
}

/** Why this message cannot go to this model, or nothing. */
export function objection(
  text: string,
  uploads: readonly Uploaded[],
  card: ModelCard | undefined,
  limits: UploadLimits,
): string | undefined {
  if (text.length > limits.maxTextChars)
    return `The text has ${countInWords(text.length)} characters; a message holds ${countInWords(limits.maxTextChars)}.`;
  const bytes = uploads.reduce((sum, uploaded) => sum + uploaded.bytes, 0);
  if (bytes > limits.maxBytesPerMessage)
    return `The files have ${bytesInWords(bytes)} together; a message holds ${bytesInWords(limits.maxBytesPerMessage)}. Remove one.`;
  if (!card) return undefined;
  const refused = uploads.find(
    (uploaded) => previewFor(uploaded, card.name)?.outcome === 'refused',
  );
  if (refused)
    return `${card.name} cannot take ${refused.name}. Remove it or choose another model.`;
  const { images } = estimate(text, uploads, card);
  const max = Math.min(card.limits.maxImagesPerRequest, limits.maxImagesPerMessage);
  return images > max
    ? `${plural(images, 'picture')} are too many: ${card.name} takes ${countInWords(max)} at once. Remove some.`
    : undefined;
}

export interface RouteNotice {
  readonly tone: 'told' | 'refused';
  readonly text: string;
}

const plurals = { image: 'pictures', audio: 'sound', file: 'documents' } as const;
const verbs = { image: 'see', audio: 'hear', file: 'open' } as const;

function routeOf(card: ModelCard, kind: MediaKind): MediaRoute {
  const route = card[kind];
  return route.route === 'pages' ? card.image : route;
}

/** What happens instead, when the model does not take this kind itself. */
export function routeNotice(card: ModelCard, kind: MediaKind): RouteNotice | undefined {
  if (card.kind === 'local') return undefined;
  const route = routeOf(card, kind);
  const cannot = `${card.name} cannot ${verbs[kind]} ${plurals[kind]}.`;
  switch (route.route) {
    case 'native':
    case 'pages':
      return undefined;
    case 'described': {
      const where = route.place === 'device' ? 'on this device' : `at ${route.host}`;
      return {
        tone: 'told',
        text: `${cannot} ${capitalised(route.by)} will describe ${kind === 'audio' ? 'it' : 'them'} ${where}, and the model reads the words.`,
      };
    }
    case 'words':
      return { tone: 'told', text: `${cannot} ${route.message}` };
    case 'refused':
      return { tone: 'refused', text: `${route.message} ${route.hint}` };
  }
}

/** What became of a file on its way in: "8.3 MB → 240 KB", and pixels where they changed. */
export function changeInWords({ original, bytes, width, height }: Uploaded): string {
  if (!original) return bytesInWords(bytes);
  const sizes = `${bytesInWords(original.bytes)} → ${bytesInWords(bytes)}`;
  const shrunk =
    original.width !== undefined &&
    original.height !== undefined &&
    width !== undefined &&
    height !== undefined &&
    original.width !== width;
  return shrunk
    ? `${sizes}, ${sizeInWords(original.width, original.height)} → ${sizeInWords(width, height)}`
    : sizes;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
