// Our tools as the AI SDK takes them. What a tool shows stays a `media:` reference in the messages; the model of the
// conversation turns it into pixels, or into words.
import type { jsonSchema as makeJsonSchema, ToolSet } from 'ai';
import { outputOf } from '../loop/history.ts';
import type { LoopTool, ToolAnswer } from '../loop/toolbox.ts';

/** Loaded late by whoever opens a conversation, and handed on. */
export type JsonSchemaOf = typeof makeJsonSchema;

/** `shown`: told of every answer before a model reads it, by the id of its call. */
export function aiTools(
  tools: readonly LoopTool[],
  jsonSchema: JsonSchemaOf,
  shown: (callId: string, answer: ToolAnswer) => void,
): ToolSet {
  const set: ToolSet = {};
  for (const tool of tools) {
    set[tool.name] = {
      description: tool.description,
      inputSchema: jsonSchema({ ...tool.inputSchema }),
      execute: async (input: unknown, { toolCallId, abortSignal }) => {
        const answer = await tool.run(input, { callId: toolCallId, signal: abortSignal });
        shown(toolCallId, answer);
        return answer;
      },
      toModelOutput: ({ output }: { readonly output: ToolAnswer }) => outputOf(output),
    };
  }
  return set;
}
