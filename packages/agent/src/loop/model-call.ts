// A call of a model with the caller's own messages: their roles stay theirs, and nothing of ours is said in it: no
// instructions, no tools, no names. Media goes by the same routes as everywhere, or the call is not made.
import type {
  LanguageModelV4Content,
  LanguageModelV4FilePart,
  LanguageModelV4Prompt,
  LanguageModelV4TextPart,
} from '@ai-sdk/provider';
import { fitTarget, type Refusal, type StoredBlock } from '@percept/core';
import { isMediaPart } from '@percept/core/internal';
import { decodeBase64 } from '@percept/core/internal/lens';
import type { MediaKind } from '@percept/core/internal/route';
import { chatOf, withBridge, type Bridge } from '../bridge/index.ts';
import { charsIn, metered, tokensOfText } from '../models/index.ts';
import { Presenter, type PresenterParts } from '../prompt/present.ts';
import { mediaPort } from '../tools/media.ts';
import type { PromptPart, TurnEnd } from './event.ts';
import { failureOf } from './failure.ts';
import { filePart, presentedPart } from './history.ts';
import { MadeMedia, type MadeFile } from './made.ts';
import type { LoopModel } from './model.ts';
import { RawMedia } from './raw-media.ts';
import { addCharge, noUsage, type TurnUsage } from './usage.ts';

export interface CallMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly parts: readonly PromptPart[];
}

export interface ModelCall extends PresenterParts {
  readonly model: LoopModel;
  readonly messages: readonly CallMessage[];
  readonly bridge: Bridge;
  readonly signal: AbortSignal;
}

export type CallOutcome =
  | {
      readonly kind: 'answered';
      /** What was made and not taken is told behind the words. */
      readonly text: string;
      readonly made: readonly StoredBlock[];
      readonly end: TurnEnd;
      readonly usage: TurnUsage;
    }
  /** The model does not take this kind, and nobody puts it into words for it. */
  | { readonly kind: 'no-route'; readonly media: MediaKind; readonly refusal: Refusal }
  | { readonly kind: 'failed'; readonly refusal: Refusal };

/** @example await callModel({ model, messages: [{ role: 'user', parts }], bridge, store, door, signal }) */
export async function callModel(call: ModelCall): Promise<CallOutcome> {
  const { model, bridge, store, door, signal } = call;
  const { name, host, profile, price } = model;
  const blocks = call.messages.flatMap(({ parts }) => parts.filter(isMediaPart));
  for (const media of new Set(blocks.map(({ type }) => type))) {
    const refusal = bridge.missingRoute([media], chatOf(host, profile));
    if (refusal) return { kind: 'no-route', media, refusal };
  }
  let usage = noUsage;
  const bill = (charge: Parameters<typeof addCharge>[1]): void => {
    usage = addCharge(usage, charge);
  };
  try {
    const prompt = await promptOf(call);
    const account = { model: name, host, purpose: 'answer', price, bill } as const;
    const bare = metered(await model.open(), {
      ...account,
      estimatedInput: (sent) => tokensOfText(charsIn(sent)),
    });
    const bridged = withBridge(bare, {
      bridge,
      host,
      profile,
      media: mediaPort({ store, door }),
      onBridgeEvent: (event) => {
        if (event.type === 'look-billed') bill(event.charge);
      },
    });
    const { content, finishReason, response } = await bridged.doGenerate({
      prompt,
      abortSignal: signal,
    });
    const words = content.map((part) => (part.type === 'text' ? part.text : '')).join('');
    const { made, told } = await madeIn(content, response?.body, call);
    const text = [words, ...told.map((line) => `[${line}]`)].filter(Boolean).join('\n');
    const ends = { length: 'length-reached', 'content-filter': 'declined' } as const;
    const { unified } = finishReason;
    const end = unified === 'length' || unified === 'content-filter' ? ends[unified] : 'answered';
    return { kind: 'answered', text, made, end, usage };
  } catch (error) {
    return { kind: 'failed', refusal: failureOf(error, model) };
  }
}

/** What the model made beside its words, through the door. `body`: where the package of a provider gives no files of it. */
async function madeIn(
  content: readonly LanguageModelV4Content[],
  body: unknown,
  { door, model, signal }: ModelCall,
): Promise<{ readonly made: readonly StoredBlock[]; readonly told: readonly string[] }> {
  const raw = new RawMedia();
  raw.read(body);
  const own = content.flatMap((part) => (part.type === 'file' ? [fileOf(part)] : []));
  const media = new MadeMedia({ door, model: model.name, isTaken: () => false, signal });
  const made: StoredBlock[] = [];
  const told: string[] = [];
  for (const file of own.length > 0 ? own : raw.files) {
    const taken = await media.take(file);
    if (taken.kind === 'kept') made.push(taken.block);
    else told.push(taken.text);
  }
  return { made, told: raw.leftOut === undefined ? told : [...told, raw.leftOut] };
}

/** An address that a model gives is not fetched: without bytes the door says that there are none. */
function fileOf({ mediaType, data }: Extract<LanguageModelV4Content, { type: 'file' }>): MadeFile {
  const given = data.type === 'data' ? data.data : '';
  const bytes = typeof given === 'string' ? decodeBase64(given) : given;
  return { bytes: bytes ?? new Uint8Array(), mediaType };
}

type Content = (LanguageModelV4TextPart | LanguageModelV4FilePart)[];

/** Media of a system message goes with the user's words behind it: no wire has a place for it among instructions. */
async function promptOf(call: ModelCall): Promise<LanguageModelV4Prompt> {
  const prompt: LanguageModelV4Prompt = [];
  let carried: Content = [];
  const flush = (): void => {
    if (carried.length > 0) prompt.push({ role: 'user', content: carried });
    carried = [];
  };
  for (const { role, parts } of call.messages) {
    const content = (await Promise.all(parts.map((part) => contentOf(part, call)))).flat();
    if (role === 'system') {
      const words = content.flatMap((part) => (part.type === 'text' ? [part.text] : []));
      if (words.length > 0) prompt.push({ role, content: words.join('\n') });
      carried.push(...content.filter((part) => part.type === 'file'));
      continue;
    }
    if (role === 'user') {
      prompt.push({ role, content: [...carried, ...content] });
      carried = [];
    } else {
      flush();
      prompt.push({ role, content });
    }
  }
  flush();
  return prompt;
}

async function contentOf(part: PromptPart, call: ModelCall): Promise<Content> {
  if (part.type === 'text') return part.text === '' ? [] : [{ type: 'text', text: part.text }];
  if (part.type !== 'file') return [filePart(part.sha256, part.mime)];
  // A document or a drawing has no pixels of its own: it is presented by the table of attachments.
  const { store, door, darkroom, model, signal } = call;
  const { profile } = model;
  const presenter = new Presenter({ store, door, darkroom });
  const wanted = { profile, target: fitTarget(profile), signal };
  const presented = (await presenter.message([part], wanted)).get(part);
  return (presented?.parts ?? []).map(presentedPart);
}
