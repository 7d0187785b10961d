// `view` for an MCP client: the tool of the agent, with the roots of this call and pictures of the size the client takes.
import { accept, type Outcome } from '@percept/core';
import type { CallToolResult } from '@modelcontextprotocol/server';
import {
  captionsOf,
  createFreshness,
  createView,
  type Perception,
  type Workspace,
} from '../tools/index.ts';
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

/** What a tool of the agent works on in one call. */
export async function openWorkspace({ setup, place }: CallParts): Promise<Workspace> {
  const parts = await setup.openParts();
  return { ...place, ...parts, profile: () => setup.profile, freshness: createFreshness() };
}

export async function callView(input: unknown, call: CallParts): Promise<Outcome<CallToolResult>> {
  const { setup, limits, signal, onProgress } = call;
  const { profile } = setup;
  const parts = await openWorkspace(call);
  const seen = await createView(parts).run(input, { signal, onProgress });
  if (!seen.ok) return seen;
  onProgress('preparing the pictures');
  const { maxResultChars } = limits;
  const fitted = await fitResult(seen.value.perceptions, {
    parts,
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
    parts,
    signal,
    onProgress,
  });
  return accept(viewResult({ seen: seen.value, captions, answers, ...fitted.value }));
}

interface Asking extends Pick<CallParts, 'setup' | 'signal' | 'onProgress'> {
  readonly parts: McpParts;
}

/** One text per picture; none when nothing was asked, or nobody is there to answer. The pictures are shown either way. */
async function answersTo(
  question: string | undefined,
  perceptions: readonly Perception[],
  { setup, parts, signal, onProgress }: Asking,
): Promise<readonly string[]> {
  const { vision } = setup;
  if (!vision || question === undefined || question.trim() === '') return [];
  onProgress(`asking ${vision.model}`);
  return Promise.all(
    perceptions.map(async ({ block }) => {
      const held = await parts.store.get(block.sha256);
      const told = held.ok
        ? await vision.answer({ bytes: held.value, mime: block.mime }, question, signal)
        : held;
      return told.ok ? told.value : `Note: ${told.refusal.message} ${told.refusal.hint}`;
    }),
  );
}
