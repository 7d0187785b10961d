// One request to the model, streamed: what it writes is told as it comes, and what it wrote is returned as parts for the
// record. The SDK runs no tool here, because a result must be durable before anybody builds on it.
import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { ToolSet, GeneratedFile } from 'ai';
import type { Refusal } from '@percept/core';
import { AnswerBounds } from './answer-bounds.ts';
import { AnswerMedia } from './answer-media.ts';
import { Draft, type StepParts } from './draft.ts';
import type { LoopEvent } from './event.ts';
import { failureOf } from './failure.ts';
import type { MadeFile, MadeMedia } from './made.ts';
import type { LoopModel } from './model.ts';
import { noticed } from './notices.ts';
import { RemoteCalls } from './remote-call.ts';
import type { LoopTool } from './toolbox.ts';
import { maxRetries } from '../limits.ts';

export interface StepRequest {
  readonly model: LoopModel;
  /** It sends the request that was lowered, or else these words. */
  readonly languageModel: LanguageModelV4;
  readonly words?: { readonly instructions: string; readonly text: string };
  readonly tools: readonly LoopTool[];
  readonly messageId: string;
  /** Whether a call of this session has the id already: two calls are never told apart by what only one of them has. */
  readonly isTaken: (callId: string) => boolean;
  readonly signal: AbortSignal;
  /** Where media goes that the model makes; without it, nobody asked for any. */
  readonly made?: MadeMedia;
  /** What the lens has to say meanwhile. */
  readonly drain: () => Iterable<LoopEvent>;
}

export interface StepOutcome extends StepParts {
  readonly finish: 'stopped' | 'called' | 'length-reached' | 'declined' | 'cancelled' | 'failed';
  readonly refusal?: Refusal;
}

/** What a provider's package says of its own stream, at the beginning of every answer: nobody wrote it. */
const bookkeeping: ReadonlySet<string> = new Set(['anthropic.message_start']);

export async function* runStep(request: StepRequest): AsyncGenerator<LoopEvent, StepOutcome> {
  const { model, signal, messageId } = request;
  const draft = new Draft(request.isTaken);
  const remote = new RemoteCalls();
  const raw = new AnswerMedia();
  let isHandedOn = false;
  let finish: StepOutcome['finish'] = 'stopped';
  let refusal: Refusal | undefined;
  const bounds = new AnswerBounds();
  try {
    for await (const part of (await open(request, bounds.signal)).stream) {
      yield* request.drain();
      if (!bounds.admit(part)) break;
      switch (part.type) {
        case 'text-delta':
          draft.write(part.id, 'text', part.text);
          if (part.text !== '') yield { type: 'text-written', messageId, text: part.text };
          break;
        case 'reasoning-delta':
          draft.write(part.id, 'reasoning', part.text);
          if (part.text !== '') yield { type: 'thought-written', messageId, text: part.text };
          break;
        case 'reasoning-end':
          draft.sign(part.id, part.providerMetadata);
          break;
        case 'file':
          isHandedOn = true;
          yield* make(fileOf(part.file), part.providerMetadata, request, draft);
          break;
        case 'reasoning-file':
          yield withheld('The model drew a draft while it was thinking; only its answer is kept.');
          break;
        case 'source':
          yield* say(remote.source(part), request, draft);
          break;
        case 'tool-call':
          if (part.providerExecuted === true) remote.call(part.toolCallId, part.toolName);
          else if (bounds.admitCall())
            draft.call(part.toolCallId, part.toolName, part.input, part.providerMetadata);
          break;
        case 'tool-result':
          if (part.providerExecuted === true)
            remote.result(part.toolCallId, part.output, part.preliminary === true);
          break;
        case 'tool-error':
          if (part.providerExecuted === true) remote.failed(part.toolCallId, part.error);
          break;
        case 'finish-step':
          if (part.finishReason === 'length') finish = 'length-reached';
          if (part.finishReason === 'content-filter') finish = 'declined';
          break;
        case 'error':
          finish = 'failed';
          refusal ??= failureOf(part.error, model);
          break;
        case 'abort':
          finish = 'cancelled';
          break;
        case 'custom':
          if (!bookkeeping.has(part.kind))
            yield withheld(`The model also sent ${part.kind}, which nothing here can show.`);
          break;
        // Beginnings and ends of what is told by its pieces, and the SDK's own book-keeping.
        case 'text-start':
        case 'text-end':
        case 'reasoning-start':
        case 'tool-input-start':
        case 'tool-input-delta':
        case 'tool-input-end':
        case 'tool-output-denied':
        case 'tool-approval-request':
        case 'tool-approval-response':
        case 'steering-message':
        case 'start':
        case 'start-step':
        case 'finish':
        case 'ping':
          break;
        case 'raw':
          raw.read(part.rawValue);
          break;
        default:
          yield withheld(unknownKind(part));
      }
    }
    for (const words of bounds.words()) yield* say(words, request, draft);
    if (bounds.isCut) finish = 'length-reached';
    // Some servers write down as their answer what they also say aloud.
    if (raw.transcript !== undefined && !draft.hasWritten(raw.transcript))
      yield* say(raw.transcript, request, draft);
    const results = [...remote.results()];
    // Some packages hand nothing on of what their server sends: then the raw chunks tell.
    if (!isHandedOn && results.every(({ file }) => !file)) {
      for (const file of raw.files) yield* make(file, undefined, request, draft);
      if (raw.leftOut !== undefined) {
        draft.note(`[${raw.leftOut}]`);
        yield withheld(raw.leftOut);
      }
    }
    for (const { file, words } of results) {
      if (words !== undefined) yield* say(words, request, draft);
      if (file) yield* make(file, undefined, request, draft);
    }
  } catch (error) {
    finish = 'failed';
    refusal = failureOf(error, model);
  }
  yield* request.drain();
  if (signal.aborted) finish = 'cancelled';
  const { parts, calls } = draft.finish(
    finish !== 'failed' && finish !== 'cancelled' && !bounds.isCut,
  );
  return {
    parts,
    calls,
    finish: finish === 'stopped' && calls.length > 0 ? 'called' : finish,
    ...(finish === 'failed' && refusal && { refusal }),
  };
}

function fileOf({ uint8Array: bytes, mediaType }: GeneratedFile): MadeFile {
  return { bytes, mediaType };
}

/** Kept, or told in its place; the event about a kept one comes when the record holds it. */
async function* make(
  file: MadeFile,
  metadata: unknown,
  { made }: StepRequest,
  draft: Draft,
): AsyncGenerator<LoopEvent, void> {
  const taken = (await made?.take(file)) ?? unasked;
  if (taken.kind === 'kept') return draft.show(taken.block, metadata);
  draft.note(`[${taken.text}]`);
  yield withheld(taken.text);
}

const unasked = { kind: 'told', text: 'Media came where only words were asked for.' } as const;

function* say(words: string, { messageId }: StepRequest, draft: Draft): Iterable<LoopEvent> {
  draft.note(words);
  yield { type: 'text-written', messageId, text: `\n${words}\n` };
}

function withheld(text: string): LoopEvent {
  return noticed('withheld', text);
}

/** Of an SDK that is newer than this file. */
function unknownKind({ type }: { readonly type: string }): string {
  return `The model also sent a part of the kind ${type}, which nothing here can show.`;
}

async function open({ languageModel, words, tools, signal }: StepRequest, cut: AbortSignal) {
  const { jsonSchema, streamText } = await import('ai');
  const set: ToolSet = {};
  for (const { name, description, inputSchema } of tools)
    set[name] = { description, inputSchema: jsonSchema({ ...inputSchema }) };
  return streamText({
    model: languageModel,
    ...(words && { instructions: words.instructions }),
    messages: [{ role: 'user', content: words?.text ?? 'The request was lowered before.' }],
    ...(tools.length > 0 && { tools: set }),
    abortSignal: AbortSignal.any([signal, cut]),
    maxRetries,
    include: { rawChunks: true },
    // Told as an event; the default writes to the console.
    onError: () => {},
  });
}
