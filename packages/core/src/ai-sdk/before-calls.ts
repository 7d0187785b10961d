// A model of any generation of the AI SDK whose prompts are prepared before they are sent: attachments are put into the form
// that the model takes, and what it does not see is put into words.
import type { LanguageModelV2, LanguageModelV3, LanguageModelV4 } from '@ai-sdk/provider';
import { isRecord } from '../parse/read.ts';

export type AnyLanguageModel = LanguageModelV2 | LanguageModelV3 | LanguageModelV4;

/** What comes back is of the generation of what was given, so that it works in every SDK that the given one works in. */
export type SameGeneration<M extends AnyLanguageModel> = M extends LanguageModelV4
  ? LanguageModelV4
  : M extends LanguageModelV3
    ? LanguageModelV3
    : LanguageModelV2;

/** The messages as they are to be sent, in the spelling in which they came. */
export type Prepare = (
  messages: readonly unknown[],
  signal: AbortSignal | undefined,
) => Promise<readonly unknown[]>;

interface CallParams {
  readonly prompt: readonly unknown[];
  readonly abortSignal?: AbortSignal | undefined;
}

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
  const { provider, modelId } = model;
  switch (model.specificationVersion) {
    case 'v4':
      return {
        specificationVersion: 'v4',
        provider,
        modelId,
        supportedUrls: model.supportedUrls,
        doGenerate: async (params) => model.doGenerate(await ready(params)),
        doStream: async (params) => model.doStream(await ready(params)),
      };
    case 'v3':
      return {
        specificationVersion: 'v3',
        provider,
        modelId,
        supportedUrls: model.supportedUrls,
        doGenerate: async (params) => model.doGenerate(await ready(params)),
        doStream: async (params) => model.doStream(await ready(params)),
      };
    case 'v2':
      return {
        specificationVersion: 'v2',
        provider,
        modelId,
        supportedUrls: model.supportedUrls,
        doGenerate: async (params) => model.doGenerate(await ready(params)),
        doStream: async (params) => model.doStream(await ready(params)),
      };
  }
}

/** Messages of the kinds that were read are messages of the same generation. */
export function isPromptLike<T>(value: unknown, _read: T): value is T {
  return (
    Array.isArray(value) &&
    value.every((message) => isRecord(message) && typeof message['role'] === 'string')
  );
}
