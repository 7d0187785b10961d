// A model of any generation of the AI SDK whose prompts are prepared before they are sent: attachments are put into the form
// that the model takes, and what it does not see is put into words.
import { isRecord } from '../parse/read.ts';
import {
  around,
  type AnyLanguageModel,
  type CallParams,
  type SameGeneration,
} from './generation.ts';

/** The messages as they are to be sent, in the spelling in which they came. */
export type Prepare = (
  messages: readonly unknown[],
  signal: AbortSignal | undefined,
) => Promise<readonly unknown[]>;

/** @example beforeCalls(withPercept(model, options), async (messages, signal) => described(messages, signal)) */
export function beforeCalls<M extends AnyLanguageModel>(
  model: M,
  prepare: Prepare,
): SameGeneration<M>;
export function beforeCalls(model: AnyLanguageModel, prepare: Prepare): AnyLanguageModel {
  const ready = async <P extends CallParams>(params: P): Promise<P> => {
    const prompt = await prepare(params.prompt, params.abortSignal);
    params.abortSignal?.throwIfAborted();
    return isPromptLike(prompt, params.prompt) ? { ...params, prompt } : params;
  };
  return around(model, {
    supportedUrls: model.supportedUrls,
    generate: async (params, send) => send(await ready(params)),
    stream: async (params, send) => send(await ready(params)),
  });
}

/** Messages of the kinds that were read are messages of the same generation. */
export function isPromptLike<T>(value: unknown, _read: T): value is T {
  return (
    Array.isArray(value) &&
    value.every((message) => isRecord(message) && typeof message['role'] === 'string')
  );
}
