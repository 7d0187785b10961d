// A model that can be called, from its specification. Provider packages are loaded with the first call, and every key is
// handed over explicitly: a package that finds none looks into the environment, and would send what it finds anywhere. A
// provider that redirects is refused: what is sent goes to the host that the user was told, or nowhere.
import type { ImageModelV4, LanguageModelV4, SpeechModelV4 } from '@ai-sdk/provider';
import { answerLimits } from '@percept/core/internal';
import { vendors } from '@percept/core/internal/vendor';
import { hostOf, type ModelSpec } from '../config/index.ts';

/** Not `openai`: the profile table would promise OpenAI's limits for whatever stands behind the address. */
const unnamedServer = 'compatible';

/** Under this name a compatible server is given options of its own for what it draws. */
export const serverName = 'server';

/** What a provider's package can be asked for; one that does not draw or speak has no such way. */
interface Provider {
  readonly language: (model: string) => LanguageModelV4;
  readonly image?: (model: string) => ImageModelV4;
  readonly speech?: (model: string) => SpeechModelV4 | Promise<SpeechModelV4>;
}

/** @example const model = await languageModel(config.main); */
export async function languageModel(spec: ModelSpec): Promise<LanguageModelV4> {
  return (await providerFor(spec, direct)).language(spec.model);
}

/** Undefined: nothing of this provider draws. */
export async function imageModel(spec: ModelSpec): Promise<ImageModelV4 | undefined> {
  return (await providerFor(spec, ownHost(spec.baseUrl))).image?.(spec.model);
}

/** Undefined: nothing of this provider speaks. */
export async function speechModel(spec: ModelSpec): Promise<SpeechModelV4 | undefined> {
  return (await providerFor(spec, ownHost(spec.baseUrl))).speech?.(spec.model);
}

async function providerFor(
  { provider, baseUrl: baseURL, apiKey: secret, vendor }: ModelSpec,
  fetch: typeof globalThis.fetch,
): Promise<Provider> {
  const apiKey = secret?.reveal() ?? '';
  // One vendor wants its key under a header of its own.
  const hasOwnHeader = vendor !== undefined && vendors[vendor].keyHeader === 'api-key';
  const open = { baseURL, fetch, ...(hasOwnHeader && { headers: { 'api-key': apiKey } }) };
  const settings = { ...open, apiKey };
  switch (provider) {
    case 'openai': {
      const { createOpenAI } = await import('@ai-sdk/openai');
      const openai = createOpenAI(settings);
      return {
        language: (model) => openai.responses(model),
        image: (model) => openai.image(model),
        speech: (model) => openai.speech(model),
      };
    }
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      return { language: createAnthropic(settings) };
    }
    case 'google': {
      const { createGoogle } = await import('@ai-sdk/google');
      const google = createGoogle(settings);
      return {
        language: google,
        image: (model) => google.image(model),
        speech: (model) => google.speech(model),
      };
    }
    case 'openai-compatible': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      const keyed = { ...open, ...(apiKey !== '' && { apiKey }) };
      const drawing = createOpenAICompatible({ ...settings, name: serverName });
      return {
        language: createOpenAICompatible({ ...keyed, name: vendor ?? unnamedServer }),
        image: (model) => drawing.imageModel(model),
        // Servers that imitate OpenAI speak at the same path.
        speech: async (model) =>
          (await import('@ai-sdk/openai')).createOpenAI(settings).speech(model),
      };
    }
  }
}

/** To the host that is named, and no further than a bound. */
const direct: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'error' });
  const { status, statusText, headers, body } = response;
  return body
    ? new Response(body.pipeThrough(bounded()), { status, statusText, headers })
    : response;
};

/**
 * For what draws or speaks its own host is the only one that is asked: a picture that an answer only points to, elsewhere, is
 * not fetched.
 */
function ownHost(baseUrl: string): typeof fetch {
  return async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    if (new URL(url).origin !== new URL(baseUrl).origin)
      throw new ForeignAnswerError(`It only points to ${hostOf(url)}, which is another host.`);
    return direct(input, init);
  };
}

/** An answer that holds no picture, and only says where one is. */
export class ForeignAnswerError extends Error {
  readonly code = 'foreign-answer';
}

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
