// A conversation in no wire's words, and the five ways to write it down. Defects are part of the conversation, so that
// every wire meets the same ones.
import type { LensWire } from '../../src/lens/index.ts';

export type Item =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'image'; readonly data: string; readonly mime: string }
  | { readonly kind: 'ref'; readonly url: string }
  | { readonly kind: 'pdf'; readonly data: string };

export interface Step {
  readonly id: string;
  readonly tool: string;
  readonly input: Readonly<Record<string, string>>;
  /** Undefined: the result was lost. */
  readonly result?: readonly Item[];
  readonly failed?: boolean;
}

export type Event =
  | { readonly kind: 'user'; readonly items: readonly Item[] }
  | { readonly kind: 'assistant'; readonly text: string }
  | { readonly kind: 'calls'; readonly steps: readonly Step[] }
  /** A result whose call is not there. */
  | { readonly kind: 'stray'; readonly step: Step };

export type Writer = (events: readonly Event[]) => { readonly [key: string]: unknown };
type Part = Record<string, unknown>;

const chatPart = (item: Item): Part => {
  switch (item.kind) {
    case 'text':
      return { type: 'text', text: item.text };
    case 'image':
      return { type: 'image_url', image_url: { url: `data:${item.mime};base64,${item.data}` } };
    case 'ref':
      return { type: 'image_url', image_url: { url: item.url } };
    case 'pdf':
      return {
        type: 'file',
        file: { filename: 'a.pdf', file_data: `data:application/pdf;base64,${item.data}` },
      };
  }
};

const chat: Writer = (events) => ({
  model: 'gpt-5',
  messages: events.flatMap((event): Part[] => {
    switch (event.kind) {
      case 'user':
        return [{ role: 'user', content: event.items.map(chatPart) }];
      case 'assistant':
        return [{ role: 'assistant', content: event.text }];
      case 'calls':
        return [
          {
            role: 'assistant',
            content: null,
            tool_calls: event.steps.map(({ id, tool, input }) => ({
              id,
              type: 'function',
              function: { name: tool, arguments: JSON.stringify(input) },
            })),
          },
          ...event.steps.flatMap((step) => (step.result ? [chatResult(step)] : [])),
        ];
      case 'stray':
        return [chatResult(event.step)];
    }
  }),
});

const chatResult = ({ id, result = [] }: Step): Part => ({
  role: 'tool',
  tool_call_id: id,
  content: result.map(chatPart),
});

const responsesPart = (item: Item): Part => {
  switch (item.kind) {
    case 'text':
      return { type: 'input_text', text: item.text };
    case 'image':
      return { type: 'input_image', image_url: `data:${item.mime};base64,${item.data}` };
    case 'ref':
      return { type: 'input_image', image_url: item.url };
    case 'pdf':
      return {
        type: 'input_file',
        filename: 'a.pdf',
        file_data: `data:application/pdf;base64,${item.data}`,
      };
  }
};

const responses: Writer = (events) => ({
  model: 'gpt-5',
  input: events.flatMap((event): Part[] => {
    switch (event.kind) {
      case 'user':
        return [{ role: 'user', content: event.items.map(responsesPart) }];
      case 'assistant':
        return [{ role: 'assistant', content: event.text }];
      case 'calls':
        return [
          ...event.steps.map(({ id, tool, input }) => ({
            type: 'function_call',
            call_id: id,
            name: tool,
            arguments: JSON.stringify(input),
          })),
          ...event.steps.flatMap((step) => (step.result ? [responsesResult(step)] : [])),
        ];
      case 'stray':
        return [responsesResult(event.step)];
    }
  }),
});

const responsesResult = ({ id, result = [] }: Step): Part => ({
  type: 'function_call_output',
  call_id: id,
  output: result.map(responsesPart),
});

const anthropicPart = (item: Item): Part => {
  switch (item.kind) {
    case 'text':
      return { type: 'text', text: item.text };
    case 'image':
      return { type: 'image', source: { type: 'base64', media_type: item.mime, data: item.data } };
    case 'ref':
      return { type: 'image', source: { type: 'url', url: item.url } };
    case 'pdf':
      return {
        type: 'document',
        source: { type: 'base64', media_type: 'application/pdf', data: item.data },
      };
  }
};

const anthropic: Writer = (events) => ({
  model: 'claude-opus-5',
  max_tokens: 1024,
  messages: events.flatMap((event): Part[] => {
    switch (event.kind) {
      case 'user':
        return [{ role: 'user', content: event.items.map(anthropicPart) }];
      case 'assistant':
        return [{ role: 'assistant', content: event.text }];
      case 'calls': {
        const results = event.steps.flatMap((step) => (step.result ? [anthropicResult(step)] : []));
        return [
          {
            role: 'assistant',
            content: event.steps.map(({ id, tool, input }) => ({
              type: 'tool_use',
              id,
              name: tool,
              input,
            })),
          },
          ...(results.length > 0 ? [{ role: 'user', content: results }] : []),
        ];
      }
      case 'stray':
        return [{ role: 'user', content: [anthropicResult(event.step)] }];
    }
  }),
});

const anthropicResult = ({ id, result = [], failed }: Step): Part => ({
  type: 'tool_result',
  tool_use_id: id,
  content: result.map(anthropicPart),
  ...(failed && { is_error: true }),
});

const geminiPart = (item: Item): Part => {
  switch (item.kind) {
    case 'text':
      return { text: item.text };
    case 'image':
      return { inlineData: { mimeType: item.mime, data: item.data } };
    case 'ref':
      return { fileData: { mimeType: 'image/png', fileUri: item.url } };
    case 'pdf':
      return { inlineData: { mimeType: 'application/pdf', data: item.data } };
  }
};

const gemini: Writer = (events) => ({
  contents: events.flatMap((event): Part[] => {
    switch (event.kind) {
      case 'user':
        return [{ role: 'user', parts: event.items.map(geminiPart) }];
      case 'assistant':
        return [{ role: 'model', parts: [{ text: event.text }] }];
      case 'calls': {
        const results = event.steps.flatMap((step) => (step.result ? [geminiResult(step)] : []));
        return [
          {
            role: 'model',
            parts: event.steps.map(({ id, tool, input }) => ({
              functionCall: { id, name: tool, args: input },
            })),
          },
          ...(results.length > 0 ? [{ role: 'user', parts: results }] : []),
        ];
      }
      case 'stray':
        return [{ role: 'user', parts: [geminiResult(event.step)] }];
    }
  }),
});

const geminiResult = ({ id, tool, result = [] }: Step): Part => {
  const texts = result.flatMap((item) => (item.kind === 'text' ? [item.text] : []));
  const media = result.filter((item) => item.kind !== 'text').map(geminiPart);
  return {
    functionResponse: {
      id,
      name: tool,
      response: Object.fromEntries(
        (texts.length > 0 ? texts : ['']).map((text, index) => [
          index === 0 ? 'output' : `output_${index}`,
          text,
        ]),
      ),
      ...(media.length > 0 && { parts: media }),
    },
  };
};

const promptPart = (item: Item): Part => {
  switch (item.kind) {
    case 'text':
      return { type: 'text', text: item.text };
    case 'image':
      return { type: 'file', mediaType: item.mime, data: { type: 'data', data: item.data } };
    case 'ref':
      return { type: 'file', mediaType: 'image', data: { type: 'url', url: item.url } };
    case 'pdf':
      return {
        type: 'file',
        mediaType: 'application/pdf',
        data: { type: 'data', data: item.data },
      };
  }
};

export const prompt: Writer = (events) => ({
  prompt: events.flatMap((event): Part[] => {
    switch (event.kind) {
      case 'user':
        return [{ role: 'user', content: event.items.map(promptPart) }];
      case 'assistant':
        return [{ role: 'assistant', content: [{ type: 'text', text: event.text }] }];
      case 'calls': {
        const results = event.steps.flatMap((step) => (step.result ? [promptResult(step)] : []));
        return [
          {
            role: 'assistant',
            content: event.steps.map(({ id, tool, input }) => ({
              type: 'tool-call',
              toolCallId: id,
              toolName: tool,
              input,
            })),
          },
          ...(results.length > 0 ? [{ role: 'tool', content: results }] : []),
        ];
      }
      case 'stray':
        return [{ role: 'tool', content: [promptResult(event.step)] }];
    }
  }),
});

const promptResult = ({ id, tool, result = [] }: Step): Part => ({
  type: 'tool-result',
  toolCallId: id,
  toolName: tool,
  output: { type: 'content', value: result.map(promptPart) },
});

const bedrockPart = (item: Item): Part => {
  switch (item.kind) {
    case 'text':
      return { text: item.text };
    case 'image':
      return { image: { format: item.mime.slice(6), source: { bytes: item.data } } };
    case 'ref':
      return { image: { format: 'png', source: { bytes: item.url } } };
    case 'pdf':
      return { document: { format: 'pdf', name: 'a', source: { bytes: item.data } } };
  }
};

const bedrockResult = ({ id, result = [], failed }: Step): Part => ({
  toolResult: {
    toolUseId: id,
    content: result.map(bedrockPart),
    ...(failed && { status: 'error' }),
  },
});

/** Roles alternate, so that what one side says in a row is one message. */
const bedrock: Writer = (events) => {
  const messages: { role: string; content: Part[] }[] = [];
  const say = (role: string, content: Part[]) => {
    const last = messages.at(-1);
    if (content.length === 0) return;
    if (last?.role === role) last.content.push(...content);
    else messages.push({ role, content });
  };
  for (const event of events)
    switch (event.kind) {
      case 'user':
        say('user', event.items.map(bedrockPart));
        break;
      case 'assistant':
        say('assistant', [{ text: event.text }]);
        break;
      case 'calls':
        say(
          'assistant',
          event.steps.map(({ id, tool, input }) => ({
            toolUse: { toolUseId: id, name: tool, input },
          })),
        );
        say(
          'user',
          event.steps.flatMap((step) => (step.result ? [bedrockResult(step)] : [])),
        );
        break;
      case 'stray':
        say('user', [bedrockResult(event.step)]);
        break;
    }
  return { messages };
};

export const writers: Readonly<Record<LensWire, Writer>> = {
  'chat-completions': chat,
  responses,
  'anthropic-messages': anthropic,
  gemini,
  'bedrock-converse': bedrock,
};

type Body = Readonly<Record<string, unknown>>;

/** The same body with these items among its instructions. */
export const withSystem: Readonly<Record<LensWire, (body: Body, items: readonly Item[]) => Body>> =
  {
    'chat-completions': (body, items) => ahead(body, 'messages', 'system', items.map(chatPart)),
    responses: (body, items) => ahead(body, 'input', 'developer', items.map(responsesPart)),
    'anthropic-messages': (body, items) => ({ ...body, system: items.map(anthropicPart) }),
    gemini: (body, items) => ({ ...body, systemInstruction: { parts: items.map(geminiPart) } }),
    'bedrock-converse': (body, items) => ({ ...body, system: items.map(bedrockPart) }),
  };

function ahead(body: Body, key: string, role: string, content: readonly Part[]): Body {
  const list: readonly unknown[] = Array.isArray(body[key]) ? body[key] : [];
  return { ...body, [key]: [{ role, content }, ...list] };
}
