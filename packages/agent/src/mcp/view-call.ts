// `view` for an MCP client: the tool of the agent, with the roots of this call and pictures of the size the client takes.
import { accept, type Outcome } from '@percept/core';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { captionsOf, createFreshness, createView } from '../tools/index.ts';
import { fitResult } from './fit-result.ts';
import type { McpLimits } from './limits.ts';
import { viewResult } from './result.ts';
import type { Place } from './roots.ts';
import type { McpSetup } from './setup.ts';

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
  return accept(viewResult({ seen: seen.value, captions, ...fitted.value }));
}
