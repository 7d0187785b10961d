// A model that can be called, from its specification. Provider packages are loaded with the first call, and every key is
// handed over explicitly: a package that finds none looks into the environment, and would send what it finds anywhere. A
// provider that redirects is refused: what is sent goes to the host that the user was told, or nowhere.
import type { LanguageModelV4 } from '@ai-sdk/provider';
import { answerLimits } from '@percept/core/internal';
import { vendors } from '@percept/core/internal/vendor';
import type { ModelSpec } from '../config/index.ts';

/** Not `openai`: the profile table would promise OpenAI's limits for whatever stands behind the address. */
const unnamedServer = 'compatible';

/** @example const model = await languageModel(config.main); */
export async function languageModel(spec: ModelSpec): Promise<LanguageModelV4> {
  const { provider, model, vendor } = spec;
  const settings = settingsOf(spec, direct);
  switch (provider) {
    case 'openai': {
      const { createOpenAI } = await import('@ai-sdk/openai');
      return createOpenAI(settings).responses(model);
    }
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      return createAnthropic(settings)(model);
    }
    case 'google': {
      const { createGoogle } = await import('@ai-sdk/google');
      return createGoogle(settings)(model);
    }
    case 'openai-compatible': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      const { apiKey, ...open } = settings;
      const name = vendor ?? unnamedServer;
      return createOpenAICompatible({ ...open, name, ...(apiKey !== '' && { apiKey }) })(model);
    }
  }
}

export interface ProviderSettings {
  readonly baseURL: string;
  readonly apiKey: string;
  readonly fetch: typeof fetch;
  readonly headers?: Record<string, string>;
}

/** What every provider's package is given. One vendor wants its key under a header of its own. */
export function settingsOf(
  { baseUrl: baseURL, apiKey: secret, vendor }: ModelSpec,
  fetch: ProviderSettings['fetch'],
): ProviderSettings {
  const apiKey = secret?.reveal() ?? '';
  const hasOwnHeader = vendor !== undefined && vendors[vendor].keyHeader === 'api-key';
  return { baseURL, apiKey, fetch, ...(hasOwnHeader && { headers: { 'api-key': apiKey } }) };
}

/** To the host that is named, and no further than a bound. */
export const direct: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'error' });
  const { status, statusText, headers, body } = response;
  return body
    ? new Response(body.pipeThrough(bounded()), { status, statusText, headers })
    : response;
};

/** A provider's answer that went on over its limit, so that whoever shows the failure can say so. */
export class EndlessAnswerError extends Error {
  readonly code = 'endless-answer';

  constructor() {
    super(`The answer is longer than ${answerLimits.maxAnswerBytes} bytes.`);
  }
}

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
