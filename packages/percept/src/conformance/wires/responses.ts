// OpenAI Responses, also as xAI speaks it.
import { usageOf, type Spoken } from '../reply.ts';
import {
  eventStream,
  pieces,
  typeOf,
  type Context,
  type ScriptedProvider,
} from '../scripted-provider.ts';

export const scriptedResponses: ScriptedProvider = {
  whole: (reply, context) => response(reply, context, context.name('resp'), output(reply, context)),
  stream: (reply, context) => {
    const id = context.name('resp');
    const items = output(reply, context);
    const opening = { ...response(reply, context, id, []), status: 'in_progress', usage: null };
    const events = [
      { type: 'response.created', response: opening },
      ...items.flatMap((item, index) => itemEvents(item, index)),
      { type: 'response.completed', response: response(reply, context, id, items) },
    ];
    return eventStream(
      events.map((event, index) => ({ ...event, sequence_number: index })),
      typeOf,
    );
  },
  error: (status, message) => ({
    error: { message, type: 'invalid_request_error', param: null, code: String(status) },
  }),
};

type Item =
  | {
      readonly type: 'message';
      readonly id: string;
      readonly content: readonly { readonly text: string }[];
    }
  | { readonly type: 'function_call'; readonly id: string; readonly arguments: string }
  | { readonly type: 'image_generation_call'; readonly id: string; readonly result: string };

function response(reply: Spoken, { model }: Context, id: string, items: readonly Item[]): object {
  const { inputTokens, outputTokens, cachedTokens } = usageOf(reply);
  return {
    id,
    object: 'response',
    created_at: 1_700_000_000,
    model,
    status: 'completed',
    error: null,
    incomplete_details: null,
    parallel_tool_calls: true,
    tool_choice: 'auto',
    tools: [],
    output: items,
    usage: {
      input_tokens: inputTokens,
      output_tokens: outputTokens,
      total_tokens: inputTokens + outputTokens,
      input_tokens_details: { cached_tokens: cachedTokens },
      output_tokens_details: { reasoning_tokens: 0 },
    },
  };
}

function output(reply: Spoken, { name }: Context): readonly Item[] {
  if (reply.kind === 'text') {
    const content = [{ type: 'output_text', text: reply.text, annotations: [], logprobs: [] }];
    const item = { id: name('msg'), role: 'assistant', status: 'completed', content };
    const drawn = (reply.files ?? []).map(({ base64 }) => ({
      type: 'image_generation_call' as const,
      id: name('ig'),
      status: 'completed',
      result: base64,
    }));
    return [{ type: 'message', ...item }, ...drawn];
  }
  return reply.calls.map(({ tool, input, id = name('call') }) => ({
    type: 'function_call',
    id: name('fc'),
    call_id: id,
    name: tool,
    arguments: JSON.stringify(input),
    status: 'completed',
  }));
}

function itemEvents(item: Item, index: number): readonly object[] {
  const place = { output_index: index, item_id: item.id };
  const done = { type: 'response.output_item.done', output_index: index, item };
  const added = { type: 'response.output_item.added', output_index: index };
  if (item.type === 'function_call')
    return [
      { ...added, item: { ...item, arguments: '', status: 'in_progress' } },
      { type: 'response.function_call_arguments.delta', ...place, delta: item.arguments },
      { type: 'response.function_call_arguments.done', ...place, arguments: item.arguments },
      done,
    ];
  if (item.type === 'image_generation_call')
    return [
      { ...added, item: { ...item, result: null, status: 'in_progress' } },
      {
        type: 'response.image_generation_call.partial_image',
        ...place,
        partial_image_index: 0,
        partial_image_b64: item.result,
      },
      done,
    ];
  const part = { ...place, content_index: 0 };
  const text = item.content.map((content) => content.text).join('');
  return [
    { ...added, item: { ...item, content: [], status: 'in_progress' } },
    ...pieces(text).map((delta) => ({
      type: 'response.output_text.delta',
      ...part,
      delta,
      logprobs: [],
    })),
    { type: 'response.output_text.done', ...part, text, logprobs: [] },
    done,
  ];
}
