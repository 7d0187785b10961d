// Older turns give way to a summary that the model is asked for: text in, text out, no tools and no media.
import { metered, tokensOfText, type Charge } from '../models/index.ts';
import { compactedText, excerptOf, keptIn, summaryInstructions } from './compaction.ts';
import type { LoopEvent } from './event.ts';
import { factEntry } from './facts.ts';
import type { SessionLog } from './log.ts';
import type { Meter } from './meter.ts';
import type { LoopModel } from './model.ts';
import { runStep } from './step.ts';

/** Undefined when there was nothing to summarise, or no summary. `isOwnBill`: no turn runs that would pay for it. */
export async function compactLog(
  log: SessionLog,
  model: LoopModel,
  signal: AbortSignal,
  meter: Meter,
  isOwnBill: () => boolean,
): Promise<LoopEvent | undefined> {
  const excerpt = excerptOf(log.entries);
  if (!excerpt) return undefined;
  const summary = await summarise(excerpt.transcript, model, signal, meter.charge);
  if (isOwnBill()) await log.append(factEntry({ fact: 'spent', usage: meter.takeBill() }));
  if (summary === undefined) return undefined;
  const { before, turns } = excerpt;
  const kept = await log.append(factEntry({ fact: 'compaction', before, summary }));
  if (!kept.ok) return undefined;
  meter.forgetContext();
  const text = compactedText(turns, keptIn(log.entries.slice(0, before)));
  return { type: 'history-compacted', summary, turns, text };
}

/** Undefined when the model did not give one; then nothing is compacted. */
async function summarise(
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
