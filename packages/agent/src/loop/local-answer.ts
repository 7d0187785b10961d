// A turn without a model: local eyes look, what they looked at is recorded, and their words are the answer. Without them
// the person is told how to get a model.
import { randomUUID } from 'node:crypto';
import type { BlobStore } from '@percept/core';
import type { Ended, LoopEvent, PromptPart } from './event.ts';
import { howToConfigure } from './instructions.ts';
import type { SessionLog } from './log.ts';
import type { Answerer } from './model.ts';
import { withoutPayloads } from './payload.ts';
import { localSighting, sightingEntry, type Sighting } from './sighting.ts';

export interface LocalAnswer {
  readonly answerer: Answerer | undefined;
  readonly store: BlobStore;
  readonly log: SessionLog;
  readonly signal: AbortSignal;
}

export async function* answerLocally(
  parts: readonly PromptPart[],
  { answerer, store, log, signal }: LocalAnswer,
): AsyncGenerator<LoopEvent, Ended> {
  if (answerer) yield* show(localSighting(parts, answerer.name), log);
  const answer =
    answerer && (await answerer.answer(parts, (block) => store.get(block.sha256), signal));
  if (signal.aborted) return { end: 'cancelled' };
  const text =
    answer === undefined
      ? howToConfigure
      : answer.ok
        ? answer.value
        : `${answer.refusal.message} ${answer.refusal.hint}`;
  const said = await log.append({
    type: 'message',
    role: 'assistant',
    parts: [{ type: 'text', text: withoutPayloads(text) }],
  });
  if (!said.ok) return { end: 'failed', refusal: said.refusal };
  yield { type: 'text-written', messageId: randomUUID(), text };
  return { end: 'answered' };
}

async function* show(sighting: Sighting, log: SessionLog): AsyncGenerator<LoopEvent, void> {
  if (sighting.slots.length === 0) return;
  const noted = await log.append(sightingEntry(sighting, undefined));
  if (noted.ok) yield { type: 'media-shown', sighting };
}
