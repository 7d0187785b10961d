// The prompt that the SDK makes of messages, without anybody being asked: the SDK does the work itself, with a model that only
// takes down what it is given.
import type { LanguageModelV4, LanguageModelV4Prompt } from '@ai-sdk/provider';
import type { ModelMessage } from 'ai';
import type { AnyLanguageModel } from '@percept/core/ai-sdk';

export async function promptOf(
  { provider, modelId }: Pick<AnyLanguageModel, 'provider' | 'modelId'>,
  messages: ModelMessage[],
): Promise<{ readonly probe: LanguageModelV4; readonly prompt: LanguageModelV4Prompt }> {
  let prompt: LanguageModelV4Prompt = [];
  const probe: LanguageModelV4 = {
    specificationVersion: 'v4',
    provider,
    modelId,
    supportedUrls: { '*/*': [/^media:/] },
    doGenerate: async (asked) => {
      prompt = asked.prompt;
      return {
        content: [],
        finishReason: { unified: 'stop', raw: undefined },
        usage,
        warnings: [],
      };
    },
    doStream: () => Promise.reject(new Error('A prompt is taken down whole.')),
  };
  const { generateText } = await import('ai');
  await generateText({ model: probe, messages, maxRetries: 0 });
  return { probe, prompt };
}

const none = { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 } as const;
const usage = { inputTokens: none, outputTokens: { total: 0, text: 0, reasoning: 0 } } as const;
