// `view(ref, question)` for a model that does not see: the pictures that `view` returned are looked at with the question,
// and the answers stand beside them in the tool's result. A cached description of the same picture is no answer to it.
import type { BlobStore } from '@percept/core';
import type { Seen } from '../tools/index.ts';
import type { BridgeTurn } from './turn.ts';

/** One text for each picture; none when nothing was asked. */
export async function answerQuestion(
  turn: BridgeTurn,
  store: BlobStore,
  { perceptions, question }: Seen,
  signal?: AbortSignal,
): Promise<readonly string[]> {
  if (question === undefined || question.trim() === '') return [];
  return Promise.all(
    perceptions.map(async ({ block }) => {
      const held = await store.get(block.sha256);
      if (!held.ok) return `[${held.refusal.message} ${held.refusal.hint}]`;
      const told = await turn.look({ bytes: held.value, mime: block.mime }, question, signal);
      return told.ok ? `[${told.value.text}\n]` : `[${told.refusal.message} ${told.refusal.hint}]`;
    }),
  );
}
