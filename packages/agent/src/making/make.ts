// One request to a model that draws or speaks. Whatever comes back is a stranger's: it goes through the door and into the
// store as everything does that models make, or is refused in words; and the request ends in time, whatever the server does.
import type { ImageModelV4, SpeechModelV4 } from '@ai-sdk/provider';
import {
  accept,
  refuse,
  type Outcome,
  type Rect,
  type Refusal,
  type RefusalKind,
  type Refused,
  type RegionRequest,
  type Size,
  type StoredBlock,
} from '@percept/core';
import {
  assemblePng,
  madeLimits,
  oneLine,
  resolveRegion,
  wholePixels,
} from '@percept/core/internal';
import { decodeBase64 } from '@percept/core/internal/lens';
import type { Door } from '@percept/ingest';
import { failureOf } from '../loop/failure.ts';
import { MadeMedia, type MadeFile } from '../loop/made.ts';
import { ForeignAnswerError, serverName, type Charge } from '../models/index.ts';
import { chargeOf, type Amount } from './bill.ts';
import type { ImageMaker, Maker, SpeechMaker } from './makers.ts';
import { deflateSync } from 'node:zlib';

export const shapes = ['square', 'landscape', 'portrait'] as const;
export type Shape = (typeof shapes)[number];

/** What models of most providers draw. */
const sizes = {
  square: { size: '1024x1024', aspectRatio: '1:1' },
  landscape: { size: '1536x1024', aspectRatio: '3:2' },
  portrait: { size: '1024x1536', aspectRatio: '2:3' },
} as const;

export interface DrawRequest {
  readonly prompt: string;
  readonly from?: (Size & { readonly bytes: Uint8Array; readonly mime: string }) | undefined;
  /** Of `from`: the part that may change. */
  readonly region?: RegionRequest | undefined;
  readonly shape?: Shape | undefined;
}

export const speechFormats = ['wav', 'mp3', 'opus', 'flac'] as const;
type SpeechFormat = (typeof speechFormats)[number];

export interface SayRequest {
  readonly text: string;
  readonly voice?: string | undefined;
  readonly format: SpeechFormat;
}

export interface Produced {
  readonly block: StoredBlock;
  readonly notes: readonly string[];
  /** By whom, and for how much. */
  readonly charge: Charge;
}

export interface MakeParts {
  readonly door: Door;
  /** Whether something in the session has this name already. */
  readonly isTaken?: ((name: string) => boolean) | undefined;
  /** Told of every request that the provider answered, whatever came of it. */
  readonly bill?: ((charge: Charge) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
}

export async function drawPicture(
  maker: ImageMaker,
  request: DrawRequest,
  parts: MakeParts,
): Promise<Outcome<Produced>> {
  const { from } = request;
  const part = from && request.region ? resolveRegion(request.region, from) : undefined;
  if (part && !part.ok) return part;
  const region = part && wholePixels(part.value);
  const order = { expected: 'image', purpose: 'draw', words: request.prompt } as const;
  return make(maker, order, parts, async (model, signal) => {
    const takesMask = model.supportsMaskInputs ?? !model.provider.startsWith('google');
    const place = from && region && !takesMask ? `\n${placeWords(region, from)}` : '';
    const answer = await model.doGenerate({
      prompt: request.prompt + place,
      n: 1,
      size: request.shape && sizes[request.shape].size,
      aspectRatio: request.shape && sizes[request.shape].aspectRatio,
      seed: undefined,
      files: from && [{ type: 'file', data: from.bytes, mediaType: from.mime }],
      mask:
        from && region && takesMask
          ? { type: 'file', data: maskFor(from, region), mediaType: 'image/png' }
          : undefined,
      providerOptions: optionsFor(model),
      abortSignal: signal,
    });
    const { usage, images } = answer;
    return {
      files: images.map((image) => fileOf(image, 'image/*')),
      amount: {
        pictures: 1,
        inputTokens: usage?.inputTokens,
        outputTokens: usage?.outputTokens,
      },
      notes: place === '' ? [] : ['this model takes no mask: it was told the region in words'],
    };
  });
}

export async function sayAloud(
  maker: SpeechMaker,
  { text, voice, format }: SayRequest,
  parts: MakeParts,
): Promise<Outcome<Produced>> {
  const order = { expected: 'audio', purpose: 'say', words: text } as const;
  return make(maker, order, parts, async (model, signal) => {
    const { audio } = await model.doGenerate({
      text,
      ...(voice !== undefined && { voice }),
      outputFormat: format,
      abortSignal: signal,
    });
    return {
      files: [fileOf(audio, 'audio/*')],
      amount: { characters: text.length },
      notes: [],
    };
  });
}

interface Answered {
  readonly files: readonly MadeFile[];
  readonly amount: Amount;
  readonly notes: readonly string[];
}

interface Order {
  readonly expected: 'image' | 'audio';
  readonly purpose: 'draw' | 'say';
  readonly words: string;
}

async function make<Model extends ImageModelV4 | SpeechModelV4>(
  maker: Maker<Model>,
  { expected, purpose, words }: Order,
  { door, isTaken = () => false, bill, signal, timeoutMs = madeLimits.makeTimeoutMs }: MakeParts,
  ask: (model: Model, signal: AbortSignal) => Promise<Answered>,
): Promise<Outcome<Produced>> {
  const opened = await maker.open();
  if (!opened.ok) return opened;
  const deadline = AbortSignal.timeout(timeoutMs);
  const either = signal ? AbortSignal.any([signal, deadline]) : deadline;
  const { model, host } = maker;
  const who = `${oneLine(model)} at ${host}`;
  let answered: Answered;
  try {
    answered = await ask(opened.value, either);
  } catch (error) {
    if (signal?.aborted) return refuse(cancelled);
    if (deadline.aborted)
      return unmade('timed-out', `${who} made nothing in ${Math.round(timeoutMs / 1000)} seconds.`);
    const foreign = foreignIn(error);
    return foreign
      ? unmade('forbidden', `What ${who} sent was not taken: ${foreign.message}`)
      : refuse(failureOf(error, { name: model, host }));
  }
  const { files, amount, notes } = answered;
  const charge = chargeOf(maker, purpose, words, amount);
  bill?.(charge);
  const [first, ...more] = files;
  if (!first)
    return unmade(
      'empty',
      `${who} answered, and made nothing.`,
      'Say it differently: a provider may decline what it is asked for.',
    );
  const made = await new MadeMedia({ door, model, isTaken, signal: either }).take(first);
  if (made.kind === 'told') return unmade('corrupt', `${who} sent something else: ${made.text}`);
  const { type, mime } = made.block;
  if (type !== expected) return unmade('corrupt', `${who} sent something else: It is ${mime}.`);
  const surplus = `${more.length} more came than ${more.length === 1 ? 'was' : 'were'} asked for, and ${more.length === 1 ? 'was' : 'were'} left out`;
  return accept({
    block: made.block,
    notes: [...notes, ...(more.length > 0 ? [surplus] : [])],
    charge,
  });
}

/** Servers that imitate OpenAI may answer with an address instead of a picture; the family that does not takes no such word. */
function optionsFor({ modelId, provider }: ImageModelV4) {
  const isOwn = !provider.startsWith(serverName) || /gpt-image/.test(modelId);
  return isOwn ? {} : { [serverName]: { response_format: 'b64_json' } };
}

function fileOf(data: string | Uint8Array, mediaType: string): MadeFile {
  const bytes = typeof data === 'string' ? decodeBase64(data) : data;
  return { bytes: bytes ?? new Uint8Array(), mediaType };
}

function placeWords({ left, top, width, height }: Rect, whole: Size): string {
  const share = (at: number, of: number): number => Math.round((100 * at) / of);
  return `Change only the part of the picture from ${share(left, whole.width)} % to ${share(left + width, whole.width)} % of its width and from ${share(top, whole.height)} % to ${share(top + height, whole.height)} % of its height. Keep everything else exactly as it is.`;
}

const cancelled: Refusal = {
  refused: 'cancelled',
  message: 'It was taken back before it was made.',
  hint: 'Ask again if it is still wanted. The provider may have charged for it.',
};

function unmade(
  refused: RefusalKind,
  message: string,
  hint = 'Try again, or choose another model.',
): Refused {
  return refuse({ refused, message, hint });
}

/** What the SDK says of it hides the reason. */
function foreignIn(error: unknown): ForeignAnswerError | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof ForeignAnswerError) return cause;
  return undefined;
}

/** As image models take it: as large as the picture, transparent where it may change and opaque where it may not. */
function maskFor({ width, height }: Size, region: Rect): Uint8Array {
  const kept = Buffer.alloc(1 + width * 4, 0xff);
  kept[0] = 0;
  const open = Buffer.from(kept);
  open.fill(0, 1 + region.left * 4, 1 + Math.min(width, region.left + region.width) * 4);
  const rows = Array.from({ length: height }, (_, y) =>
    y >= region.top && y < region.top + region.height ? open : kept,
  );
  const compressed = deflateSync(Buffer.concat(rows));
  return assemblePng({ width, height, bitDepth: 8, colourType: 6, compressed });
}
