// OpenAI Chat Completions, and Mistral's dialect of it: `tool_calls` on an assistant message, one `role: "tool"` message
// per result, images as `image_url` parts.
import { field, has, items, rootOf, textAt, type Place } from '../place.ts';
import {
  emptyBlock,
  idMedia,
  inlineMedia,
  textBlock,
  urlMedia,
  type Trace,
  type TraceEvent,
  type Turn,
} from '../trace.ts';
import type { SeenRole } from '../verdict.ts';

export function readChat(body: unknown): Trace | undefined {
  const messages = field(rootOf(body), 'messages');
  if (!Array.isArray(messages.value)) return undefined;
  return { turns: items(messages).map(readMessage), continued: false };
}

function readMessage(message: Place): Turn {
  const role = roleOf(textAt(field(message, 'role')));
  const calls = items(field(message, 'tool_calls')).map(readCall);
  const content = readContent(message, calls.length > 0);
  if (role !== 'tool') return { role, location: message.at, events: [...content, ...calls] };
  const id = textAt(field(message, 'tool_call_id')) ?? '';
  return {
    role,
    location: message.at,
    events: [{ kind: 'result', id, failed: false, location: message.at, content }],
  };
}

function roleOf(role: string | undefined): SeenRole {
  switch (role) {
    case 'system':
    case 'developer':
      return 'system';
    case 'assistant':
    case 'tool':
      return role;
    default:
      return 'user';
  }
}

function readCall(call: Place): TraceEvent {
  const tool = textAt(field(field(call, 'function'), 'name')) ?? '';
  return { kind: 'call', id: textAt(field(call, 'id')) ?? '', tool, location: call.at };
}

function readContent(message: Place, hasCalls: boolean): readonly TraceEvent[] {
  const content = field(message, 'content');
  if (typeof content.value === 'string') {
    // An empty string is how this wire says that there was nothing to say beside a call, or in a result.
    const silent = content.value === '' && textAt(field(message, 'role')) === 'user';
    return [
      silent
        ? emptyBlock(content, 'A message without content.')
        : { kind: 'words', location: content.at },
    ];
  }
  if (Array.isArray(content.value)) {
    if (content.value.length === 0) return [emptyBlock(content, 'A content list without parts.')];
    return items(content).map(readPart);
  }
  return hasCalls ||
    has(message, 'refusal') ||
    has(message, 'audio') ||
    has(message, 'reasoning_content')
    ? []
    : [emptyBlock(content, 'A message without content.')];
}

function readPart(part: Place): TraceEvent {
  const type = textAt(field(part, 'type'));
  switch (type) {
    case 'text':
      return textBlock(part);
    case 'image_url': {
      const slot = field(part, 'image_url');
      // Mistral writes the URL itself, everybody else an object around it.
      return urlMedia(part, typeof slot.value === 'string' ? slot : field(slot, 'url'), 'image');
    }
    case 'document_url':
      return urlMedia(part, field(part, 'document_url'), 'file');
    case 'file': {
      const file = field(part, 'file');
      return has(file, 'file_id')
        ? idMedia(part, 'file')
        : urlMedia(part, field(file, 'file_data'), 'file');
    }
    case 'input_audio': {
      const audio = field(part, 'input_audio');
      const type = `audio/${textAt(field(audio, 'format')) ?? ''}`;
      return inlineMedia(part, field(audio, 'data'), type, 'file');
    }
    case undefined:
      return emptyBlock(part, 'A content part without a type.');
    default:
      return { kind: 'words', location: part.at };
  }
}
