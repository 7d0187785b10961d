// One request to the model, streamed: what it writes is told as it comes, and what it wrote is returned as parts for the
// record. The SDK runs no tool here, because a result must be durable before anybody builds on it.
import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { ToolSet } from 'ai';
import {
  isJson,
  isJsonObject,
  type Json,
  type MessagePart,
  type Refusal,
  type ToolCallPart,
} from '@percept/core';
import type { LoopEvent } from './event.ts';
import { failureOf } from './failure.ts';
import type { LoopModel } from './model.ts';
import { jsonWithoutPayloads, withoutPayloads } from './payload.ts';
import type { LoopTool } from './toolbox.ts';
import type { Billed } from './usage.ts';

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
  /** What the lens has to say meanwhile. */
  readonly drain: () => Iterable<LoopEvent>;
}

export interface StepOutcome {
  readonly parts: readonly MessagePart[];
  readonly calls: readonly Called[];
  readonly finish: 'stopped' | 'called' | 'length-reached' | 'declined' | 'cancelled' | 'failed';
  readonly refusal?: Refusal;
  readonly billed: Billed;
  readonly writtenChars: number;
}

/** The call as it is recorded, and the input as the model sent it, which may hold more than a record takes. */
export interface Called {
  readonly part: ToolCallPart;
  readonly input: unknown;
}

const untold: Billed = {
  inputTokens: undefined,
  cachedInputTokens: undefined,
  outputTokens: undefined,
};

export async function* runStep(request: StepRequest): AsyncGenerator<LoopEvent, StepOutcome> {
  const { model, signal, messageId } = request;
  const draft = new Draft(request.isTaken);
  let billed = untold;
  let finish: StepOutcome['finish'] = 'stopped';
  let refusal: Refusal | undefined;
  try {
    for await (const part of (await open(request)).stream) {
      yield* request.drain();
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
        case 'tool-call':
          draft.call(part.toolCallId, part.toolName, part.input, part.providerMetadata);
          break;
        case 'finish-step':
          billed = {
            inputTokens: part.usage.inputTokens,
            cachedInputTokens: part.usage.inputTokenDetails.cacheReadTokens,
            outputTokens: part.usage.outputTokens,
          };
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
        default:
          break;
      }
    }
  } catch (error) {
    finish = 'failed';
    refusal = failureOf(error, model);
  }
  yield* request.drain();
  if (signal.aborted) finish = 'cancelled';
  const calls = finish === 'failed' || finish === 'cancelled' ? [] : draft.calls;
  const parts = calls.length === draft.calls.length ? draft.parts : draft.partsWithoutCalls;
  return {
    parts,
    calls,
    finish: finish === 'stopped' && calls.length > 0 ? 'called' : finish,
    ...(finish === 'failed' && refusal && { refusal }),
    billed,
    writtenChars: draft.chars,
  };
}

async function open({ languageModel, words, tools, signal }: StepRequest) {
  const { jsonSchema, streamText } = await import('ai');
  const set: ToolSet = {};
  for (const { name, description, inputSchema } of tools)
    set[name] = { description, inputSchema: jsonSchema({ ...inputSchema }) };
  return streamText({
    model: languageModel,
    ...(words && { instructions: words.instructions }),
    messages: [{ role: 'user', content: words?.text ?? 'The request was lowered before.' }],
    ...(tools.length > 0 && { tools: set }),
    abortSignal: signal,
    maxRetries: 2,
    // Told as an event; the default writes to the console.
    onError: () => {},
  });
}

/** What the model has written so far, in its order. */
class Draft {
  readonly #parts: { id: string; part: MessagePart; input?: unknown }[] = [];
  readonly #isTaken: (callId: string) => boolean;
  chars = 0;

  constructor(isTaken: (callId: string) => boolean) {
    this.#isTaken = isTaken;
  }

  write(id: string, type: 'text' | 'reasoning', text: string): void {
    this.chars += text.length;
    const at = this.#parts.findIndex(({ id: other, part }) => other === id && part.type === type);
    const found = this.#parts[at]?.part;
    if (found && (found.type === 'text' || found.type === 'reasoning'))
      this.#parts[at] = { id, part: { ...found, text: found.text + text } };
    else this.#parts.push({ id, part: { type, text } });
  }

  /** Replayed to the provider that made it, byte for byte. */
  sign(id: string, metadata: unknown): void {
    const at = this.#parts.findIndex(
      ({ id: other, part }) => other === id && part.type === 'reasoning',
    );
    const found = this.#parts[at]?.part;
    if (found?.type === 'reasoning' && isJsonObject(metadata))
      this.#parts[at] = { id, part: { ...found, provider: { options: metadata } } };
  }

  call(given: string, tool: string, input: unknown, metadata: unknown): void {
    const callId = this.#freeId(given);
    if (isJsonObject(metadata))
      this.#parts.push({
        id: callId,
        part: { type: 'reasoning', text: '', provider: { callId, options: metadata } },
      });
    const clean: Json = isJson(input) ? jsonWithoutPayloads(input) : {};
    this.chars += JSON.stringify(clean).length;
    this.#parts.push({
      id: callId,
      part: { type: 'tool-call', callId, tool, input: clean },
      input,
    });
  }

  /** A repeated id gets a number: what is asked, run and answered is one call. */
  #freeId(given: string): string {
    const isFree = (id: string): boolean =>
      id !== '' &&
      !this.#isTaken(id) &&
      !this.#parts.some(({ part }) => 'callId' in part && part.callId === id);
    let id = given;
    for (let count = 2; !isFree(id); count++) id = `${given.slice(0, 32) || 'call'}-${count}`;
    return id;
  }

  get parts(): readonly MessagePart[] {
    return this.#parts
      .map(({ part }) =>
        part.type === 'text' ? { ...part, text: withoutPayloads(part.text) } : part,
      )
      .filter((part) => part.type !== 'text' || part.text !== '');
  }

  get calls(): readonly Called[] {
    return this.#parts.flatMap(({ part, input }) =>
      part.type === 'tool-call' ? [{ part, input }] : [],
    );
  }

  /** A signature belongs to its call and goes with it. */
  get partsWithoutCalls(): readonly MessagePart[] {
    return this.parts.filter((part) => part.type === 'text');
  }
}
