// What a scripted model says next, in words that belong to no wire.

import {
  checkOptions,
  finite,
  group,
  listOf,
  shape,
  text as textRule,
} from '@percept/core/internal/options';
export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** The part of the input that the provider says it read from its cache. */
  readonly cachedTokens: number;
}

export interface ScriptedCall {
  readonly tool: string;
  readonly input: object;
  /** For a model that gives ids of its own; otherwise each call has a fresh one. */
  readonly id?: string;
}

/** What a model made beside its words, as the provider says it. */
export interface MadeFile {
  readonly mime: string;
  readonly base64: string;
}

export type Reply =
  | {
      readonly kind: 'text';
      readonly text: string;
      readonly usage?: Usage;
      /**
       * Gemini parts, Responses image calls, the `images` and, for `audio/pcm`, the `audio` of Chat Completions, Bedrock's image blocks. Anthropic's
       * wire carries no bytes: there it is a file of code execution, by its id.
       */
      readonly files?: readonly MadeFile[];
    }
  | { readonly kind: 'calls'; readonly calls: readonly ScriptedCall[]; readonly usage?: Usage }
  | { readonly kind: 'failure'; readonly status: number; readonly message: string };

/** A reply that ends the turn. */
export type Spoken = Exclude<Reply, { kind: 'failure' }>;

/**
 * The model answers with words.
 *
 * @example startCaptureServer({ script: [text('A cat.')] });
 */
export function text(words: string): Reply {
  checkOptions('text', { words }, { words: textRule });
  return { kind: 'text', text: words };
}

/**
 * Words, and then what was drawn.
 *
 * @example startCaptureServer({ script: [drawing('Here it is.', { mime: 'image/png', base64 })] });
 */
export function drawing(words: string, ...files: readonly MadeFile[]): Reply {
  checkOptions(
    'drawing',
    { words, files },
    { words: textRule, files: listOf(shape({ mime: textRule, base64: textRule })) },
  );
  return { kind: 'text', text: words, files };
}

/**
 * The model calls a tool.
 *
 * @example startCaptureServer({ script: [toolCall('view', { ref: 'a.png' }), text('A cat.')] });
 */
export function toolCall(tool: string, input: object = {}): Reply {
  checkOptions('toolCall', { tool, input }, { tool: textRule, input: group });
  return { kind: 'calls', calls: [{ tool, input }] };
}

/**
 * Several calls in one turn.
 *
 * @example toolCalls({ tool: 'view', input: { ref: 'a.png' } }, { tool: 'view', input: { ref: 'b.png' } });
 */
export function toolCalls(...calls: readonly ScriptedCall[]): Reply {
  checkOptions('toolCalls', { calls }, { calls: listOf(shape({ tool: textRule, input: group })) });
  return { kind: 'calls', calls };
}

/**
 * The provider says no.
 *
 * @example startCaptureServer({ script: [failure(429, 'Slow down.'), text('Now.')] });
 */
export function failure(status: number, message: string): Reply {
  checkOptions('failure', { status, message }, { status: finite, message: textRule });
  return { kind: 'failure', status, message };
}

export function usageOf(reply: Spoken): Usage {
  return reply.usage ?? { inputTokens: 10, outputTokens: 5, cachedTokens: 0 };
}
