// One call fixes a model for every entry point that takes one: generateText, streamText, agents, and whatever else is given
// a language model. The generation of the model's package is read before the SDK hides it behind an adapter.
import type { LanguageModelV2, LanguageModelV3, LanguageModelV4 } from '@ai-sdk/provider';
import { perceptMiddleware, type PerceptOptions } from '@percept/core/ai-sdk';
import { wrapLanguageModel } from 'ai';

/**
 * Wraps a language model so that it sees: tool images arrive as pixels on every wire, or as words that say why not.
 *
 * @example
 * const model = withPercept(openai.chat('gpt-5'), { media });
 * const { text } = await generateText({ model, tools, prompt: 'What is in chart.png?' });
 */
export function withPercept(
  model: LanguageModelV2 | LanguageModelV3 | LanguageModelV4,
  options: PerceptOptions = {},
): LanguageModelV4 {
  const { specificationVersion } = model;
  return wrapLanguageModel({
    model,
    middleware: perceptMiddleware({ specificationVersion, ...options }),
  });
}
