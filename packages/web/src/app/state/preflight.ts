// What is said before anything is sent: whether the files fit the limits, and what the server's forecast says that the
// chosen model will get of each and what that costs. Pure.
import { overLimit } from '@percept/core/internal';
import { type Refusal } from '@percept/core';
import type { Forecast, ModelCard, UploadLimits, Uploaded } from '@percept/contract';
import type { AttachmentState } from './pending-attachments.ts';
import { bytesInWords, countInWords, plural, sizeInWords } from '../words/figures.ts';

interface Candidate {
  readonly name: string;
  readonly size: number;
  readonly type: string;
}

/** A drawing is no picture yet, as in every message. */
export const isPicture = ({ type }: Pick<Candidate, 'type'>): boolean =>
  /^image\/(?!svg)/.test(type);

/** Before a byte is uploaded. `held`: how many pictures are attached already. */
export function admit(
  file: Candidate,
  held: number,
  limits: Pick<UploadLimits, 'maxBytesPerFile' | 'maxImagesPerMessage'>,
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
  if (isPicture(file) && held >= limits.maxImagesPerMessage)
    return {
      ...overLimit('maxImagesPerMessage', limits.maxImagesPerMessage, held + 1, ''),
      refused: 'too-many',
      message: `A message holds ${plural(limits.maxImagesPerMessage, 'picture')}, and this is one more.`,
      hint: 'Send these first, or remove one.',
    };
  return undefined;
}

export interface Estimate {
  /** What goes to a model, or to whoever describes it. */
  readonly images: number;
  /** Words of a describer come on top, and nobody knows how many. */
  readonly described: boolean;
  readonly tokens: number;
  readonly costUsd: number | undefined;
}

/** The server's own figures for this very message; undefined while it works them out. */
export function estimateOf(forecast: Forecast | undefined): Estimate | undefined {
  if (!forecast || forecast.refusal) return undefined;
  const { files, textTokens, mediaTokens, costUsd } = forecast;
  const described = files.some(({ outcome }) => outcome === 'described');
  const images = files.reduce((sum, file) => sum + file.images, 0);
  const tokens = textTokens + mediaTokens;
  return { images, described, tokens, costUsd: described ? undefined : costUsd };
}

/** Why this message cannot go to this model, or nothing. */
export function objection(
  text: string,
  forecast: Forecast | undefined,
  { maxTextChars }: Pick<UploadLimits, 'maxTextChars'>,
): string | undefined {
  if (text.length > maxTextChars)
    return `The text has ${countInWords(text.length)} characters; a message holds ${countInWords(maxTextChars)}.`;
  const refusal = forecast?.refusal;
  return refusal && `${refusal.message} ${refusal.hint}`;
}

export interface RouteNotice {
  readonly tone: 'told' | 'refused';
  readonly text: string;
}

interface Waiting {
  readonly file: Pick<Candidate, 'type'>;
  readonly state:
    | { readonly type: 'done'; readonly uploaded: Uploaded }
    | { readonly type: Exclude<AttachmentState['type'], 'done'> };
}

/** A drawing, a text or a document is told by the forecast alone: its form is decided by what it is, too. */
export type NoticedKind = 'image' | 'audio';

const plurals = { image: 'pictures', audio: 'sound' } as const;
const verbs = { image: 'see', audio: 'hear' } as const;

/** Pictures are what people attach first, so their way is told even before there is a file. */
export function noticedKinds(attachments: readonly Waiting[]): readonly NoticedKind[] {
  const taken = attachments.filter(({ state }) => state.type !== 'refused');
  if (taken.length === 0) return ['image'];
  return [...new Set(taken.flatMap((attachment) => kindOf(attachment) ?? []))];
}

function kindOf({ file, state }: Waiting): NoticedKind | undefined {
  if (state.type === 'done')
    return state.uploaded.kind === 'file' ? undefined : state.uploaded.kind;
  if (file.type.startsWith('audio/')) return 'audio';
  return isPicture(file) ? 'image' : undefined;
}

/** What happens instead, when the model does not take this kind itself. */
export function routeNotice(card: ModelCard, kind: NoticedKind): RouteNotice | undefined {
  if (card.kind === 'local') return undefined;
  const route = card[kind];
  const cannot = `${card.name} cannot ${verbs[kind]} ${plurals[kind]}.`;
  switch (route.route) {
    case 'native':
    case 'pages':
    case 'text':
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

/** What the file is: "8.3 MB, 6000×4000, 12 frames". */
export function factsInWords({ bytes, width, height, frames, pages }: Uploaded): string {
  return [
    bytesInWords(bytes),
    ...(width !== undefined && height !== undefined ? [sizeInWords(width, height)] : []),
    ...(frames === undefined ? [] : [plural(frames, 'frame')]),
    ...(pages === undefined ? [] : [plural(pages, 'page')]),
  ].join(', ');
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
