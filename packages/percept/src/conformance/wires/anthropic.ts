// Anthropic Messages.
import { usageOf, type Spoken } from '../reply.ts';
import {
  eventStream,
  pieces,
  typeOf,
  type Context,
  type ScriptedProvider,
  stop,
} from '../scripted-provider.ts';

export const scriptedAnthropic: ScriptedProvider = {
  whole: (reply, context) => ({
    ...frame(reply, context),
    content: blocks(reply, context),
    stop_reason: stop(reply),
  }),
  stream: (reply, context) => {
    const opening = { ...frame(reply, context), content: [], stop_reason: null };
    const { outputTokens } = usageOf(reply);
    return eventStream(
      [
        { type: 'message_start', message: opening },
        ...blocks(reply, context).flatMap(blockEvents),
        {
          type: 'message_delta',
          delta: { stop_reason: stop(reply), stop_sequence: null },
          usage: { output_tokens: outputTokens },
        },
        { type: 'message_stop' },
      ],
      typeOf,
    );
  },
  error: (_status, message) => ({
    type: 'error',
    error: { type: 'invalid_request_error', message },
  }),
};

function frame(reply: Spoken, { model, name }: Context): object {
  const { inputTokens, outputTokens, cachedTokens } = usageOf(reply);
  return {
    id: name('msg'),
    type: 'message',
    role: 'assistant',
    model,
    stop_sequence: null,
    usage: {
      input_tokens: inputTokens - cachedTokens,
      output_tokens: outputTokens,
      cache_read_input_tokens: cachedTokens,
      cache_creation_input_tokens: 0,
    },
  };
}

type Block =
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'code_execution_tool_result';
      readonly tool_use_id: string;
      readonly content: object;
    }
  | {
      readonly type: 'tool_use' | 'server_tool_use';
      readonly id: string;
      readonly name: string;
      readonly input: object;
    };

function blocks(reply: Spoken, { name }: Context): readonly Block[] {
  if (reply.kind === 'text') {
    const words: Block = { type: 'text', text: reply.text };
    return reply.files ? [words, ...execution(reply.files.length, name)] : [words];
  }
  return reply.calls.map(({ tool, input, id = name('toolu') }) => ({
    type: 'tool_use',
    id,
    name: tool,
    input,
  }));
}

/** Code that ran at the provider, and the files that it left there. */
function execution(files: number, name: Context['name']): readonly Block[] {
  const id = name('srvtoolu');
  const outputs = Array.from({ length: files }, () => ({
    type: 'code_execution_output',
    file_id: name('file'),
  }));
  const content = {
    type: 'code_execution_result',
    stdout: '',
    stderr: '',
    return_code: 0,
    content: outputs,
  };
  return [
    { type: 'server_tool_use', id, name: 'code_execution', input: { code: 'draw()' } },
    { type: 'code_execution_tool_result', tool_use_id: id, content },
  ];
}

function blockEvents(block: Block, index: number): readonly object[] {
  const start = { type: 'content_block_start', index };
  const delta = { type: 'content_block_delta', index };
  const end = { type: 'content_block_stop', index };
  if (block.type === 'text')
    return [
      { ...start, content_block: { type: 'text', text: '' } },
      ...pieces(block.text).map((text) => ({ ...delta, delta: { type: 'text_delta', text } })),
      end,
    ];
  if (block.type === 'code_execution_tool_result') return [{ ...start, content_block: block }, end];
  const json = JSON.stringify(block.input);
  return [
    { ...start, content_block: { ...block, input: {} } },
    ...pieces(json).map((part) => ({
      ...delta,
      delta: { type: 'input_json_delta', partial_json: part },
    })),
    end,
  ];
}
