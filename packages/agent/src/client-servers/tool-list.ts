// The tools that a server offers, read one by one: what cannot be offered to a model is left out, and the person is told how
// many and why.
import { isRecord, quoted, readList, readText, type Fields } from '@percept/core/internal';
import { type JsonObject } from '@percept/core';
import { maxOwnNameChars, type ClientServerLimits } from './limits.ts';
import type { Link } from './link.ts';
import { toolNamesOf } from './tool-names.ts';
import { readSchema } from './tool-schema.ts';

export interface OfferedTool {
  /** As the model calls it. */
  readonly name: string;
  /** As the server calls it. */
  readonly own: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
}

export interface ToolList {
  readonly tools: readonly OfferedTool[];
  /** Sentences for the person. */
  readonly notices: readonly string[];
}

export async function listTools(
  link: Link,
  { name, label }: { readonly name: string; readonly label: string },
  limits: ClientServerLimits,
  signal: AbortSignal,
): Promise<ToolList> {
  const { found, isCut } = await pages(link, limits, signal);
  const read = found
    .slice(0, limits.maxTools)
    .flatMap((item) => readTool(item, name, limits) ?? []);
  const odd = Math.min(found.length, limits.maxTools) - read.length;
  const names = toolNamesOf(
    label,
    read.map(({ own }) => own),
  );
  const notices = [
    ...(isCut || found.length > limits.maxTools
      ? [`${name} offers more tools than the ${limits.maxTools} that are taken.`]
      : []),
    ...(odd > 0
      ? [`${odd} tools of ${name} were left out: a name or an input schema cannot be used.`]
      : []),
  ];
  return { tools: read.map((tool, at) => ({ ...tool, name: names[at] ?? label })), notices };
}

async function pages(
  link: Link,
  { maxListPages, maxTools, connectTimeoutMs }: ClientServerLimits,
  signal: AbortSignal,
): Promise<{ readonly found: readonly unknown[]; readonly isCut: boolean }> {
  const found: unknown[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < maxListPages; page++) {
    const params = cursor === undefined ? {} : { cursor };
    const options = { signal, timeout: connectTimeoutMs };
    const result = await link.request('tools/list', params, options);
    found.push(...readList(result['tools']).slice(0, maxTools + 1 - found.length));
    if (found.length > maxTools) return { found, isCut: true };
    const next = readText(result['nextCursor']);
    if (next === undefined || next === cursor) return { found, isCut: false };
    cursor = next;
  }
  return { found, isCut: true };
}

function readTool(
  item: unknown,
  server: string,
  limits: ClientServerLimits,
): Omit<OfferedTool, 'name'> | undefined {
  if (!isRecord(item)) return undefined;
  const own = readText(item['name']);
  const inputSchema = readSchema(item['inputSchema'], limits);
  if (!own || own.length > maxOwnNameChars || !own.isWellFormed() || !inputSchema) return undefined;
  return { own, inputSchema, description: describe(item, server, limits.maxDescriptionChars) };
}

/** A stranger's words: on one line, bounded, and marked as theirs. */
function describe(item: Fields, server: string, maxChars: number): string {
  const words = readText(item['description']) ?? readText(item['title']) ?? '';
  const mark = `Tool of the server ${quoted(server)}, in that server's words:`;
  return `${mark} ${quoted(words.replaceAll(/\s+/g, ' ').trim(), maxChars)}`;
}
