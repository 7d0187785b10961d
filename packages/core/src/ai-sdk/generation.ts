// A language model of any generation of the AI SDK with something done around its calls. What comes back is of the generation
// of what was given, so that it works in every SDK that the given one works in.
import type { LanguageModelV2, LanguageModelV3, LanguageModelV4 } from '@ai-sdk/provider';

export type AnyLanguageModel = LanguageModelV2 | LanguageModelV3 | LanguageModelV4;

export type SameGeneration<M extends AnyLanguageModel> = M extends LanguageModelV4
  ? LanguageModelV4
  : M extends LanguageModelV3
    ? LanguageModelV3
    : LanguageModelV2;

export interface CallParams {
  readonly prompt: readonly unknown[];
  readonly abortSignal?: AbortSignal | undefined;
}

interface Around {
  readonly supportedUrls: AnyLanguageModel['supportedUrls'];
  generate<P extends CallParams, R extends { readonly usage: unknown }>(
    params: P,
    send: (params: P) => PromiseLike<R>,
  ): PromiseLike<R>;
  stream<
    P extends CallParams,
    S extends { readonly type: string },
    R extends { readonly stream: ReadableStream<S> },
  >(
    params: P,
    send: (params: P) => PromiseLike<R>,
  ): PromiseLike<R>;
}

export function around(model: AnyLanguageModel, calls: Around): AnyLanguageModel {
  const { provider, modelId } = model;
  const names = { provider, modelId, supportedUrls: calls.supportedUrls };
  switch (model.specificationVersion) {
    case 'v4':
      return {
        ...names,
        specificationVersion: 'v4',
        doGenerate: (params) => calls.generate(params, (next) => model.doGenerate(next)),
        doStream: (params) => calls.stream(params, (next) => model.doStream(next)),
      };
    case 'v3':
      return {
        ...names,
        specificationVersion: 'v3',
        doGenerate: (params) => calls.generate(params, (next) => model.doGenerate(next)),
        doStream: (params) => calls.stream(params, (next) => model.doStream(next)),
      };
    case 'v2':
      return {
        ...names,
        specificationVersion: 'v2',
        doGenerate: (params) => calls.generate(params, (next) => model.doGenerate(next)),
        doStream: (params) => calls.stream(params, (next) => model.doStream(next)),
      };
  }
}
