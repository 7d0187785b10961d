// A model that can be called, from its specification. Provider packages are loaded with the first call, and every key is
// handed over explicitly: a package that finds none looks into the environment, and would send what it finds anywhere. A
// provider that redirects is refused: what is sent goes to the host that the user was told, or nowhere.
import type { LanguageModelV4 } from '@ai-sdk/provider';
import { vendors } from '@percept/core/vendor';
import type { ModelSpec } from '../config/index.ts';

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

const direct: typeof fetch = (input, init) => fetch(input, { ...init, redirect: 'error' });

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
