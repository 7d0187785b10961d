// `view` for an MCP client: the tool of the agent, with the roots of this call and pictures of the size the client takes.
import { accept, type Outcome } from '@percept/core';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { captionsOf, createFreshness, createView, type Perception } from '../tools/index.ts';
import { fitResult } from './fit-result.ts';
import type { McpLimits } from './limits.ts';
import { viewResult } from './result.ts';
import type { Place } from './roots.ts';
import type { McpParts, McpSetup } from './setup.ts';

export interface CallParts {
  readonly setup: McpSetup;
  readonly limits: McpLimits;
  readonly place: Place;
  readonly signal: AbortSignal;
  readonly onProgress: (line: string) => void;
}

export async function callView(
  input: unknown,
  { setup, limits, place, signal, onProgress }: CallParts,
): Promise<Outcome<CallToolResult>> {
  const { profile } = setup;
  const bench = await setup.bench();
  const view = createView({
    ...place,
    ...bench,
    profile: () => profile,
    freshness: createFreshness(),
  });
  const seen = await view.run(input, { signal, onProgress });
  if (!seen.ok) return seen;
  onProgress('preparing the pictures');
  const { maxResultChars } = limits;
  const fitted = await fitResult(seen.value.perceptions, {
    bench,
    profile,
    maxResultChars,
    signal,
  });
  if (!fitted.ok) return fitted;
  const { shown } = fitted.value;
  const perceptions = shown.map(({ perception }) => perception);
  const captions = captionsOf({ ...seen.value, perceptions });
  const answers = await answersTo(seen.value.question, perceptions, {
    setup,
    bench,
    signal,
    onProgress,
  });
  return accept(viewResult({ seen: seen.value, captions, answers, ...fitted.value }));
}

interface Asking extends Pick<CallParts, 'setup' | 'signal' | 'onProgress'> {
  readonly bench: McpParts;
}

/** One text per picture; none when nothing was asked, or nobody is there to answer. The pictures are shown either way. */
async function answersTo(
  question: string | undefined,
  perceptions: readonly Perception[],
  { setup, bench, signal, onProgress }: Asking,
): Promise<readonly string[]> {
  const { onlooker } = setup;
  if (!onlooker || question === undefined || question.trim() === '') return [];
  onProgress(`asking ${onlooker.model}`);
  return Promise.all(
    perceptions.map(async ({ block }) => {
      const held = await bench.store.get(block.sha256);
      const told = held.ok
        ? await onlooker.answer({ bytes: held.value, mime: block.mime }, question, signal)
        : held;
      return told.ok ? told.value : `Note: ${told.refusal.message} ${told.refusal.hint}`;
    }),
  );
}
