// Models that draw or speak, from their specification. As with those that answer, a key is handed over explicitly, nobody is
// redirected and an answer is bounded; beyond that its own host is the only one that is asked: a picture that an answer only
// points to, elsewhere, is not fetched.
import type { ImageModelV4, SpeechModelV4 } from '@ai-sdk/provider';
import { vendors } from '@percept/core/internal/vendor';
import { hostOf, type ModelSpec } from '../config/index.ts';
import { direct } from './language-model.ts';

/** An answer that holds no picture, and only says where one is. */
export class ForeignAnswerError extends Error {
  readonly code = 'foreign-answer';
}

/** Undefined: nothing of this provider draws. */
export async function imageModel(spec: ModelSpec): Promise<ImageModelV4 | undefined> {
  const { provider, model } = spec;
  switch (provider) {
    case 'openai': {
      const { createOpenAI } = await import('@ai-sdk/openai');
      return createOpenAI(settingsOf(spec)).image(model);
    }
    case 'google': {
      const { createGoogle } = await import('@ai-sdk/google');
      return createGoogle(settingsOf(spec)).image(model);
    }
    case 'openai-compatible': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      return createOpenAICompatible({ ...settingsOf(spec), name: serverName }).imageModel(model);
    }
    case 'anthropic':
      return undefined;
  }
}

/** Under this name a compatible server is given options of its own. */
export const serverName = 'server';

/** Undefined: nothing of this provider speaks. */
export async function speechModel(spec: ModelSpec): Promise<SpeechModelV4 | undefined> {
  const { provider, model } = spec;
  switch (provider) {
    // Servers that imitate OpenAI speak at the same path.
    case 'openai':
    case 'openai-compatible': {
      const { createOpenAI } = await import('@ai-sdk/openai');
      return createOpenAI(settingsOf(spec)).speech(model);
    }
    case 'google': {
      const { createGoogle } = await import('@ai-sdk/google');
      return createGoogle(settingsOf(spec)).speech(model);
    }
    case 'anthropic':
      return undefined;
  }
}

function settingsOf({ baseUrl: baseURL, apiKey, vendor }: ModelSpec) {
  const key = apiKey?.reveal() ?? '';
  const hasOwnHeader = vendor !== undefined && vendors[vendor].keyHeader === 'api-key';
  return {
    baseURL,
    apiKey: key,
    fetch: ownHost(baseURL),
    ...(hasOwnHeader && { headers: { 'api-key': key } }),
  };
}

function ownHost(baseUrl: string): typeof fetch {
  return async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    if (new URL(url).origin !== new URL(baseUrl).origin)
      throw new ForeignAnswerError(`It only points to ${hostOf(url)}, which is another host.`);
    return direct(input, init);
  };
}
