// One call fixes a model for every entry point that takes one: generateText, streamText, agents, and whatever else is given a
// language model. The model that comes back is of the generation of the one that was given, so that it works in every SDK that
// the given one works in.
import { checkOptions, has } from '../options.ts';
import { around, type AnyLanguageModel, type SameGeneration } from './generation.ts';
import { Calls, checkedOptions, supportedUrls, type PerceptOptions } from './calls.ts';

/**
 * Wraps a language model of AI SDK 5, 6 or 7 so that it sees: tool images arrive as pixels on every wire, or as words that say
 * why not.
 *
 * @example
 * const model = withPercept(openai.chat('gpt-5'), { media });
 * const { text } = await generateText({ model, tools, prompt: 'What is in chart.png?' });
 */
export function withPercept<M extends AnyLanguageModel>(
  model: M,
  options?: PerceptOptions,
): SameGeneration<M>;
export function withPercept(
  model: AnyLanguageModel,
  options: PerceptOptions = {},
): AnyLanguageModel {
  checkOptions('withPercept', { model }, { model: has('doGenerate', 'doStream') });
  const calls = new Calls(checkedOptions('withPercept', options));
  return around(model, {
    supportedUrls: supportedUrls(model),
    generate: (params, send) => calls.generate(params, model, send),
    stream: (params, send) => calls.stream(params, model, send),
  });
}
