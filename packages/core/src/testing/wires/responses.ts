// OpenAI Responses: a flat list of items. Calls and outputs are items of their own, and an output may hold images.
import { field, has, items, rootOf, textAt, type Place } from '../place.ts';
import {
  emptyBlock,
  idMedia,
  textBlock,
  urlMedia,
  type Trace,
  type TraceEvent,
  type Turn,
} from '../trace.ts';
import type { SeenRole } from '../verdict.ts';

export function readResponses(body: unknown): Trace | undefined {
  const root = rootOf(body);
  const input = field(root, 'input');
  const continued = has(root, 'previous_response_id') || has(root, 'conversation');
  if (typeof input.value === 'string')
    return {
      turns: [
        { role: 'user', location: input.at, events: [{ kind: 'words', location: input.at }] },
      ],
      continued,
    };
  return Array.isArray(input.value) ? { turns: items(input).map(readItem), continued } : undefined;
}

function readItem(item: Place): Turn {
  const id = textAt(field(item, 'call_id')) ?? '';
  switch (textAt(field(item, 'type'))) {
    case 'function_call':
    case 'custom_tool_call':
      return turn('assistant', item, [
        { kind: 'call', id, tool: textAt(field(item, 'name')) ?? '', location: item.at },
      ]);
    case 'function_call_output':
    case 'custom_tool_call_output': {
      const content = readParts(field(item, 'output'), true);
      return turn('tool', item, [
        { kind: 'result', id, failed: false, location: item.at, content },
      ]);
    }
    case 'item_reference':
      return turn('assistant', item, [{ kind: 'remote-call', location: item.at }]);
    case 'message':
    case undefined: {
      const role = roleOf(textAt(field(item, 'role')));
      if (role === undefined)
        return turn('user', item, [emptyBlock(item, 'An item without type and role.')]);
      return turn(role, item, readParts(field(item, 'content'), false));
    }
    default:
      return turn('assistant', item, []);
  }
}

function turn(role: SeenRole, item: Place, events: readonly TraceEvent[]): Turn {
  return { role, location: item.at, events };
}

function roleOf(role: string | undefined): SeenRole | undefined {
  if (role === 'developer') return 'system';
  return role === 'system' || role === 'user' || role === 'assistant' ? role : undefined;
}

function readParts(content: Place, inResult: boolean): readonly TraceEvent[] {
  if (typeof content.value === 'string') {
    if (content.value === '' && !inResult)
      return [emptyBlock(content, 'A message without content.')];
    return [{ kind: 'words', location: content.at }];
  }
  const parts = items(content);
  if (parts.length === 0) return [emptyBlock(content, 'A content list without parts.')];
  return parts.map(readPart);
}

function readPart(part: Place): TraceEvent {
  switch (textAt(field(part, 'type'))) {
    case 'input_text':
    case 'output_text':
      return textBlock(part);
    case 'input_image':
      return has(part, 'file_id')
        ? idMedia(part, 'image')
        : urlMedia(part, field(part, 'image_url'), 'image');
    case 'input_file': {
      if (has(part, 'file_id')) return idMedia(part, 'file');
      return urlMedia(part, field(part, has(part, 'file_url') ? 'file_url' : 'file_data'), 'file');
    }
    case undefined:
      return emptyBlock(part, 'A content part without a type.');
    default:
      return { kind: 'words', location: part.at };
  }
}
