// A model that can be called, from its specification. Provider packages are loaded with the first call, and every key is
// handed over explicitly: a package that finds none looks into the environment, and would send what it finds anywhere. A
// provider that redirects is refused: what is sent goes to the host that the user was told, or nowhere.
import type { LanguageModelV4 } from '@ai-sdk/provider';
import { answerLimits } from '@percept/core/internal';
import { vendors } from '@percept/core/internal/vendor';
import type { ModelSpec } from '../config/index.ts';
import { EndlessAnswerError } from './endless-answer-error.ts';

/** Not `openai`: the profile table would promise OpenAI's limits for whatever stands behind the address. */
const unnamedServer = 'compatible';

/** @example const model = await languageModel(config.main); */
export async function languageModel(spec: ModelSpec): Promise<LanguageModelV4> {
  const { provider, model, baseUrl: baseURL, vendor } = spec;
  const apiKey = spec.apiKey?.reveal() ?? '';
  switch (provider) {
    case 'openai': {
      const { createOpenAI } = await import('@ai-sdk/openai');
      // One vendor of this wire wants its key under a header of its own.
      const headers = vendor && vendors[vendor].keyHeader === 'api-key' && { 'api-key': apiKey };
      return createOpenAI({
        baseURL,
        apiKey,
        fetch: direct,
        ...(headers && { headers }),
      }).responses(model);
    }
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      return createAnthropic({ baseURL, apiKey, fetch: direct })(model);
    }
    case 'google': {
      const { createGoogle } = await import('@ai-sdk/google');
      return createGoogle({ baseURL, apiKey, fetch: direct })(model);
    }
    case 'openai-compatible': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      const name = vendor ?? unnamedServer;
      return createOpenAICompatible({
        name,
        baseURL,
        fetch: direct,
        ...(apiKey !== '' && { apiKey }),
      })(model);
    }
  }
}

/** To the host that is named, and no further than a bound. */
export const direct: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'error' });
  const { status, statusText, headers, body } = response;
  return body
    ? new Response(body.pipeThrough(bounded()), { status, statusText, headers })
    : response;
};

/** Whatever a provider sends is held while it is read: an answer without an end is ended. */
function bounded(): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform: (chunk, controller) => {
      bytes += chunk.length;
      if (bytes > answerLimits.maxAnswerBytes) controller.error(new EndlessAnswerError());
      else controller.enqueue(chunk);
    },
  });
}

/** The name under which the profile table knows the package. */
export function packageName({ provider, vendor }: ModelSpec): string {
  switch (provider) {
    case 'openai':
      return 'openai.responses';
    case 'anthropic':
      return 'anthropic.messages';
    case 'google':
      return 'google.generative-ai';
    case 'openai-compatible':
      return `${vendor ?? unnamedServer}.chat`;
  }
}
