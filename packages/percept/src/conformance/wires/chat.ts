// Chat Completions, also as OpenRouter, Mistral and xAI speak it.
import { usageOf, type Spoken } from '../reply.ts';
import { eventStream, pieces, type Context, type ScriptedProvider } from '../scripted-provider.ts';

const created = 1_700_000_000;

/** What is said in `audio`; everything else stands in `images`. */
const spoken = 'audio/pcm';

export const scriptedChat: ScriptedProvider = {
  whole: (reply, context) => ({
    id: context.name('chatcmpl'),
    object: 'chat.completion',
    created,
    model: context.model,
    choices: [
      { index: 0, message: message(reply, context), finish_reason: finish(reply), logprobs: null },
    ],
    usage: usage(reply),
  }),
  stream: (reply, context) => {
    const id = context.name('chatcmpl');
    const chunk = (delta: object, reason: string | null, more: object = {}) => ({
      id,
      object: 'chat.completion.chunk',
      created,
      model: context.model,
      choices: [{ index: 0, delta, finish_reason: reason }],
      ...more,
    });
    const said = deltas(reply, context).map((delta) => chunk(delta, null));
    return eventStream([
      chunk({ role: 'assistant', content: '' }, null),
      ...said,
      chunk({}, finish(reply), { usage: usage(reply) }),
      '[DONE]',
    ]);
  },
  error: (status, message) => ({
    object: 'error',
    message,
    type: 'invalid_request_error',
    param: null,
    error: { message, type: 'invalid_request_error', param: null, code: String(status) },
  }),
};

function message(reply: Spoken, context: Context): object {
  if (reply.kind === 'text')
    return { role: 'assistant', content: reply.text, ...imagesOf(reply), ...audioOf(reply) };
  return { role: 'assistant', content: '', tool_calls: toolCalls(reply, context) };
}

function toolCalls(
  reply: Extract<Spoken, { kind: 'calls' }>,
  { name }: Context,
): readonly object[] {
  return reply.calls.map(({ tool, input, id = name('call') }, index) => ({
    index,
    id,
    type: 'function',
    function: { name: tool, arguments: JSON.stringify(input) },
  }));
}

function deltas(reply: Spoken, context: Context): readonly object[] {
  if (reply.kind === 'text')
    return [
      ...pieces(reply.text).map((content) => ({ content })),
      ...(reply.files ? [imagesOf(reply)] : []),
      ...('audio' in audioOf(reply) ? [audioOf(reply)] : []),
    ];
  return toolCalls(reply, context).map((call) => ({ tool_calls: [call] }));
}

/** As OpenRouter says it. */
function imagesOf({ files }: Extract<Spoken, { kind: 'text' }>): object {
  const pictures = files?.filter(({ mime }) => mime !== spoken) ?? [];
  if (pictures.length === 0) return {};
  const images = pictures.map(({ mime, base64 }, index) => ({
    index,
    type: 'image_url',
    image_url: { url: `data:${mime};base64,${base64}` },
  }));
  return { images };
}

/** As OpenAI says it: in a stream the bytes are bare samples, in a whole answer a file. */
function audioOf({ files, text }: Extract<Spoken, { kind: 'text' }>): object {
  const sound = files?.find(({ mime }) => mime === spoken);
  if (!sound) return {};
  return { audio: { id: 'audio_1', data: sound.base64, transcript: text, expires_at: created } };
}

function finish(reply: Spoken): string {
  return reply.kind === 'text' ? 'stop' : 'tool_calls';
}

function usage(reply: Spoken): object {
  const { inputTokens, outputTokens, cachedTokens } = usageOf(reply);
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    prompt_tokens_details: { cached_tokens: cachedTokens },
  };
}
