// Reads an AI SDK message, at the provider level (one spelling) and at the ModelMessage level (ten of them).
import {
  empty,
  jsonItem,
  opaque,
  resultItems,
  sourceIn,
  textView,
  type ItemView,
  type MediaView,
  type MessageView,
  type PartView,
  type ViewRole,
} from '../lens/view.ts';
import { readSpelling } from '../lens/spelling.ts';
import { weigh } from '../lens/weigh.ts';
import { isRecord, readText } from '../parse/read.ts';

type Part = Readonly<Record<string, unknown>>;

export function read(message: unknown): MessageView {
  if (!isRecord(message)) return { role: 'user', parts: [empty], weight: 4 };
  const { content } = message;
  const role = roleOf(message['role']);
  const parts =
    typeof content === 'string'
      ? [textView(content)]
      : Array.isArray(content)
        ? content.map((part: unknown) => view(part, role))
        : [];
  return { role, parts, weight: weigh(message, parts) };
}

function roleOf(role: unknown): ViewRole {
  switch (role) {
    case 'system':
      return 'instructions';
    case 'assistant':
      return 'assistant';
    case 'tool':
      return 'tool';
    default:
      return 'user';
  }
}

function view(part: unknown, role: ViewRole): PartView {
  if (!isRecord(part)) return empty;
  switch (part['type']) {
    case 'tool-call': {
      const id = readText(part['toolCallId']);
      const source = sourceIn(part['input']);
      return {
        kind: 'call',
        tool: readText(part['toolName']) ?? '',
        remote: part['providerExecuted'] === true,
        ...(id !== undefined && { id }),
        ...(source !== undefined && { source }),
      };
    }
    case 'tool-result':
      // A result in the assistant's own message is the provider's, who ran the tool.
      return role === 'tool' ? result(part) : opaque;
    case 'reasoning':
      return { kind: 'thinking' };
    default:
      return item(part);
  }
}

function item(part: unknown): ItemView {
  if (!isRecord(part)) return empty;
  if (part['type'] === 'text') {
    const text = readText(part['text']);
    if (text === undefined) return empty;
    return textView(text, part['providerOptions'] === undefined);
  }
  return mediaIn(part) ?? opaque;
}

function mediaIn(part: Part): MediaView | undefined {
  if (part['type'] === 'reasoning-file' || part['type'] === 'custom') return undefined;
  const spelled = readSpelling(part);
  if (!spelled) return undefined;
  const { media, spelling } = spelled;
  return {
    kind: 'media',
    media,
    native:
      media.data.kind === 'handle' ||
      (spelling === 'ai-file' && media.mangled !== true && isLive(part)),
  };
}

/** A URL that went through JSON is a string, which no provider package expects. */
function isLive(part: Part): boolean {
  const data = part['data'];
  return !isRecord(data) || data['type'] !== 'url' || data['url'] instanceof URL;
}

function result(part: Part): PartView {
  const id = readText(part['toolCallId']);
  const tool = readText(part['toolName']);
  const output = isRecord(part['output']) ? part['output'] : {};
  return {
    kind: 'result',
    ...outputOf(output),
    ...(id !== undefined && { id }),
    ...(tool !== undefined && { tool }),
  };
}

function outputOf(output: Part): {
  readonly failed: boolean;
  readonly shape: 'text' | 'parts';
  readonly items: readonly ItemView[];
} {
  const { value, type } = output;
  switch (type) {
    case 'text':
    case 'error-text':
      return {
        failed: type === 'error-text',
        shape: 'text',
        items: resultItems([textView(readText(value) ?? '')]),
      };
    case 'json':
    case 'error-json':
      return { failed: type === 'error-json', shape: 'text', items: [jsonItem(value)] };
    case 'content':
      return {
        failed: false,
        shape: 'parts',
        items: resultItems(Array.isArray(value) ? value.map((inner: unknown) => item(inner)) : []),
      };
    default:
      return { failed: false, shape: 'text', items: [opaque] };
  }
}
