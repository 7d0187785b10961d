// Models that draw or speak, from their specification. As with those that answer, a key is handed over explicitly, nobody is
// redirected and an answer is bounded; beyond that its own host is the only one that is asked: a picture that an answer only
// points to, elsewhere, is not fetched.
import type { ImageModelV4, SpeechModelV4 } from '@ai-sdk/provider';
import { hostOf, type ModelSpec } from '../config/index.ts';
import { direct, settingsOf } from './language-model.ts';

/** An answer that holds no picture, and only says where one is. */
export class ForeignAnswerError extends Error {
  readonly code = 'foreign-answer';
}

/** Undefined: nothing of this provider draws. */
export async function imageModel(spec: ModelSpec): Promise<ImageModelV4 | undefined> {
  const { provider, model } = spec;
  const settings = settingsOf(spec, ownHost(spec.baseUrl));
  switch (provider) {
    case 'openai': {
      const { createOpenAI } = await import('@ai-sdk/openai');
      return createOpenAI(settings).image(model);
    }
    case 'google': {
      const { createGoogle } = await import('@ai-sdk/google');
      return createGoogle(settings).image(model);
    }
    case 'openai-compatible': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      return createOpenAICompatible({ ...settings, name: serverName }).imageModel(model);
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
  const settings = settingsOf(spec, ownHost(spec.baseUrl));
  switch (provider) {
    // Servers that imitate OpenAI speak at the same path.
    case 'openai':
    case 'openai-compatible': {
      const { createOpenAI } = await import('@ai-sdk/openai');
      return createOpenAI(settings).speech(model);
    }
    case 'google': {
      const { createGoogle } = await import('@ai-sdk/google');
      return createGoogle(settings).speech(model);
    }
    case 'anthropic':
      return undefined;
  }
}

function ownHost(baseUrl: string): typeof fetch {
  return async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    if (new URL(url).origin !== new URL(baseUrl).origin)
      throw new ForeignAnswerError(`It only points to ${hostOf(url)}, which is another host.`);
    return direct(input, init);
  };
}
