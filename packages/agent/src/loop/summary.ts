// Asks the model for a summary of a transcript: text in, text out, no tools and no media.
import { metered, tokensOfText, type Charge } from '../models/index.ts';
import { summaryInstructions } from './compaction.ts';
import type { LoopModel } from './model.ts';
import { runStep } from './step.ts';

/** Undefined when the model did not give one; then nothing is compacted. */
export async function summarise(
  transcript: string,
  model: LoopModel,
  signal: AbortSignal,
  bill: (charge: Charge) => void,
): Promise<string | undefined> {
  const step = runStep({
    model,
    languageModel: metered(await model.open(), {
      model: model.name,
      host: model.host,
      purpose: 'summary',
      price: model.price,
      estimatedInput: () => tokensOfText(summaryInstructions.length + transcript.length),
      bill,
    }),
    words: { instructions: summaryInstructions, text: transcript },
    tools: [],
    messageId: '',
    isTaken: () => false,
    signal,
    drain: () => [],
  });
  let next = await step.next();
  while (!next.done) next = await step.next();
  const { parts, finish } = next.value;
  const summary = parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('');
  return finish === 'stopped' && summary !== '' ? summary : undefined;
}
