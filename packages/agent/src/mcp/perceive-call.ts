// Perceiving for an MCP client, with the roots of this call and the tools of the agent: `view` gives pictures of the size that the
// client takes; `describe` has eyes look at the original where it is a picture, and at its rendering where it is not; `listen`
// gives words about a sound. What somebody said stays inside the fence that was put around it.
import { accept, refuse, type Outcome } from '@percept/core';
import { inside, isRecord, oneLine, readText } from '@percept/core/internal';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { sniff } from '@percept/ingest';
import {
  captionsOf,
  createFreshness,
  createListen,
  createView,
  type Perception,
  type Workspace,
} from '../tools/index.ts';
import { resolveReference } from '../tools/reference.ts';
import { fitResult } from './fit-result.ts';
import type { McpLimits } from './limits.ts';
import { viewResult } from './result.ts';
import type { Place } from './roots.ts';
import type { McpHearing } from './senses.ts';
import type { McpDescriber, McpDescription, McpParts, McpSetup } from './setup.ts';

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
  const { signal, onProgress } = call;
  const parts = await openWorkspace(call);
  const seen = await createView(parts).run(input, { signal, onProgress });
  if (!seen.ok) return seen;
  onProgress('preparing the pictures');
  const fitted = await fitResult(seen.value.perceptions, parts, call);
  if (!fitted.ok) return fitted;
  const { shown } = fitted.value;
  const perceptions = shown.map(({ perception }) => perception);
  const captions = captionsOf({ ...seen.value, perceptions });
  const answers = await answersTo(seen.value.question, perceptions, parts, call);
  return accept(viewResult({ seen: seen.value, captions, answers, ...fitted.value }));
}

/** One text per picture; none when nothing was asked, or nobody is there to answer. The pictures are shown either way. */
async function answersTo(
  question: string | undefined,
  perceptions: readonly Perception[],
  { store }: McpParts,
  { setup: { vision }, signal, onProgress }: CallParts,
): Promise<readonly string[]> {
  if (!vision || question === undefined || question.trim() === '') return [];
  onProgress(`asking ${vision.model}`);
  return Promise.all(
    perceptions.map(async ({ block }) => {
      const held = await store.get(block.sha256);
      const told = held.ok
        ? await vision.answer({ bytes: held.value, mime: block.mime }, question, signal)
        : held;
      return told.ok ? told.value : `Note: ${told.refusal.message} ${told.refusal.hint}`;
    }),
  );
}

interface Looks {
  readonly looks: readonly { readonly page: number; readonly bytes: Uint8Array }[];
  readonly pageCount: number;
}

export async function callDescribe(
  input: unknown,
  describer: McpDescriber,
  parts: CallParts,
): Promise<Outcome<CallToolResult>> {
  const { limits, signal, onProgress } = parts;
  const found = await looksAt(await openWorkspace(parts), input, parts);
  if (!found.ok) return found;
  const { looks, pageCount } = found.value;
  const descriptions: (McpDescription & { readonly page: number })[] = [];
  for (const { page, bytes } of looks) {
    onProgress(pageCount > 1 ? `looking at page ${page} of ${pageCount}` : 'looking');
    const description = await describer.describe(bytes, { signal });
    if (!description.ok) return description;
    const { markdown, kind, complete } = description.value;
    descriptions.push({ page, kind, complete, markdown });
  }
  const chars = descriptions.reduce((sum, { markdown }) => sum + markdown.length, 0);
  if (chars > limits.maxDescriptionChars) return refuse(tooLong(limits.maxDescriptionChars, chars));
  const ref = oneLine(refOf(input), 4096);
  return accept({
    content: descriptions.map(({ markdown }) => ({ type: 'text', text: markdown })),
    structuredContent: { ref, pageCount, engine: describer.name, descriptions },
  });
}

async function looksAt(
  workspace: Workspace,
  input: unknown,
  { signal, onProgress }: CallParts,
): Promise<Outcome<Looks>> {
  const isWhole = isRecord(input) && input['region'] === undefined && input['pages'] === undefined;
  if (isWhole && refOf(input) !== '') {
    const found = await resolveReference(workspace, refOf(input), { signal, onProgress });
    if (!found.ok) return found;
    const { bytes } = found.value;
    if (sniff(bytes).kind === 'image') return accept({ looks: [{ page: 1, bytes }], pageCount: 1 });
  }
  const seen = await createView(workspace).run(input, { signal, onProgress });
  if (!seen.ok) return seen;
  const looks: Looks['looks'][number][] = [];
  for (const { block, page } of seen.value.perceptions) {
    const bytes = await workspace.store.get(block.sha256);
    if (!bytes.ok) return bytes;
    looks.push({ page, bytes: bytes.value });
  }
  return accept({ looks, pageCount: seen.value.pageCount });
}

function refOf(input: unknown): string {
  return readText(inside(input, 'ref')) ?? '';
}

function tooLong(max: number, actual: number) {
  return {
    refused: 'too-large',
    message: `The description has ${actual} characters, and at most ${max} are handed out.`,
    hint: 'Ask for fewer pages, or for a region.',
    limit: { name: 'maxDescriptionChars', max, actual },
  } as const;
}

export async function callListen(
  input: unknown,
  hearing: McpHearing,
  parts: CallParts,
): Promise<Outcome<CallToolResult>> {
  const { signal, onProgress } = parts;
  // Clients take no sound in results: whatever the profile hears, words are handed out.
  const profile = { ...parts.setup.profile, audioTypes: [] };
  const workspace = { ...(await openWorkspace(parts)), profile: () => profile };
  onProgress(`${hearing.model} is listening`);
  const heard = await createListen(workspace, () => hearing.listen).run(input, {
    signal,
    onProgress,
  });
  if (!heard.ok) return heard;
  const { caption, words = '' } = heard.value;
  return accept({ content: [{ type: 'text', text: `${caption}\n${words}` }] });
}
