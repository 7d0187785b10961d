// Reads an AI SDK message, at the provider level (one spelling) and at the ModelMessage level (ten of them).
import {
  callView,
  empty,
  jsonItem,
  listedIn,
  messageView,
  opaque,
  partsOf,
  resultItems,
  resultView,
  roleOf,
  textView,
  type ItemView,
  type MediaView,
  type MessageView,
  type PartView,
  type ResultView,
  type ViewRole,
} from '../lens/view.ts';
import { readSpelling } from '../lens/spelling.ts';
import { isRecord, readText, type Fields } from '../parse/read.ts';

export function read(message: unknown): MessageView {
  return messageView(message, (fields) => {
    const role = roleOf(fields['role']);
    return { role, parts: partsOf(fields['content'], (part) => view(part, role)) };
  });
}

function view(part: unknown, role: ViewRole): PartView {
  if (!isRecord(part)) return empty;
  switch (part['type']) {
    case 'tool-call': {
      const { toolCallId: id, toolName: tool, input, providerExecuted } = part;
      return callView({ id, tool, input }, providerExecuted === true);
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

function mediaIn(part: Fields): MediaView | undefined {
  if (part['type'] === 'reasoning-file' || part['type'] === 'custom') return undefined;
  const spelled = readSpelling(part);
  if (!spelled) return undefined;
  const { media, spelling } = spelled;
  const isOwn = spelling === 'ai-file' && media.mangled !== true && isLive(part);
  return { kind: 'media', media, native: media.data.kind === 'handle' || isOwn };
}

/** A URL that went through JSON is a string, which no provider package expects. */
function isLive(part: Fields): boolean {
  const data = part['data'];
  return !isRecord(data) || data['type'] !== 'url' || data['url'] instanceof URL;
}

function result({ toolCallId: id, toolName: tool, output }: Fields): PartView {
  return resultView({ id, tool }, outputOf(isRecord(output) ? output : {}));
}

function outputOf(output: Fields): Pick<ResultView, 'failed' | 'items' | 'shape'> {
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
      return { failed: false, shape: 'parts', items: resultItems(listedIn(value, item)) };
    default:
      return { failed: false, shape: 'text', items: [opaque] };
  }
}
