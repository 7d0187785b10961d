// A tool of one's own from a name, a schema and a function. What it shows goes through the door and is named in the history,
// never held there; whatever the function does, the model gets an answer before the deadline.
import { call, checkOptions, group, maybe, positive, word } from '@percept/core/internal/options';
import type { JsonObject } from '@percept/core';
import type { MediaSource } from '@percept/ingest';
import { toolTimeoutMs } from '../limits.ts';

/** Words, or words and what is to be seen or heard with them. */
export type ToolOutput =
  | string
  | { readonly text?: string; readonly media?: readonly MediaSource[] };

export interface ToolDefinition {
  /** As the model calls it. */
  readonly name: string;
  readonly description: string;
  /** JSON Schema of an object. The model is told it; the function still gets what the model sent. */
  readonly inputSchema: JsonObject;
  /** Default: two minutes. */
  readonly timeoutMs?: number;
  /** A text in `media` is a path or an address of the program's own choice. What it throws is told as a failure, without its words. */
  readonly run: (
    input: JsonObject,
    options: { readonly signal: AbortSignal },
  ) => ToolOutput | Promise<ToolOutput>;
}

/** A definition that was judged; `openPercept({ tools })` offers it. */
export type OwnTool = Required<ToolDefinition>;

/**
 * A tool of your own that can show pictures: `openPercept({ tools })` offers it beside `view` and `read`.
 *
 * @example
 * const plot = defineTool({
 *   name: 'plot',
 *   description: 'Draws a CSV file as a chart.',
 *   inputSchema: { type: 'object', properties: { file: { type: 'string' } }, required: ['file'] },
 *   run: async ({ file }) => ({ text: 'The chart.', media: [`charts/${String(file)}.png`] }),
 * });
 */
export function defineTool(definition: ToolDefinition): OwnTool {
  checkOptions('defineTool', definition, {
    name: word,
    description: word,
    inputSchema: group,
    timeoutMs: maybe(positive),
    run: call,
  });
  const { name, timeoutMs = toolTimeoutMs } = definition;
  if (!/^[\w-]{1,64}$/.test(name))
    throw new TypeError('defineTool: name has letters, digits, _ and - alone, and at most 64.');
  return { ...definition, timeoutMs };
}
