// `describe` for an MCP client: eyes look at the original where it is a picture, and at its rendering where it is not. The
// words of the picture stay inside the fence that the describer put around them.
import { accept, refuse, type Outcome } from '@percept/core';
import { isRecord, oneLine, readText } from '@percept/core/internal';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { sniff } from '@percept/ingest';
import { createView, type Workspace } from '../tools/index.ts';
import { resolveReference } from '../tools/reference.ts';
import type { McpDescriber, McpDescription } from './setup.ts';
import { openWorkspace, type CallParts } from './view-call.ts';

interface Look {
  readonly page: number;
  readonly bytes: Uint8Array;
}

interface Looks {
  readonly looks: readonly Look[];
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
  const described: (McpDescription & { readonly page: number })[] = [];
  for (const { page, bytes } of looks) {
    onProgress(pageCount > 1 ? `looking at page ${page} of ${pageCount}` : 'looking');
    const description = await describer.describe(bytes, { signal });
    if (!description.ok) return description;
    const { markdown, kind, complete } = description.value;
    described.push({ page, kind, complete, markdown });
  }
  const chars = described.reduce((sum, { markdown }) => sum + markdown.length, 0);
  if (chars > limits.maxDescriptionChars) return refuse(tooLong(limits.maxDescriptionChars, chars));
  const ref = oneLine(refOf(input), 4096);
  return accept({
    content: described.map(({ markdown }) => ({ type: 'text', text: markdown })),
    structuredContent: {
      ref,
      pageCount,
      engine: describer.name,
      descriptions: described.map(({ page, kind, complete, markdown }) => ({
        page,
        kind,
        complete,
        markdown,
      })),
    },
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
    if (sniff(bytes).kind === 'image') {
      return accept({ looks: [{ page: 1, bytes }], pageCount: 1 });
    }
  }
  const seen = await createView(workspace).run(input, { signal, onProgress });
  if (!seen.ok) return seen;
  const looks: Look[] = [];
  for (const { block, page } of seen.value.perceptions) {
    const bytes = await workspace.store.get(block.sha256);
    if (!bytes.ok) return bytes;
    looks.push({ page, bytes: bytes.value });
  }
  return accept({ looks, pageCount: seen.value.pageCount });
}

function refOf(input: unknown): string {
  return (isRecord(input) ? readText(input['ref']) : undefined) ?? '';
}

function tooLong(max: number, actual: number) {
  return {
    refused: 'too-large',
    message: `The description has ${actual} characters, and at most ${max} are handed out.`,
    hint: 'Ask for fewer pages, or for a region.',
    limit: { name: 'maxDescriptionChars', max, actual },
  } as const;
}
