// Anthropic Messages: results are blocks of the next user message, stand before everything else in it, and may hold images.
import { field, items, rootOf, textAt, type Place } from '../place.ts';
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

export function readAnthropic(body: unknown): Trace | undefined {
  const root = rootOf(body);
  const messages = field(root, 'messages');
  if (!Array.isArray(messages.value)) return undefined;
  const system = items(field(root, 'system')).flatMap(readBlock);
  const first: readonly Turn[] =
    system.length > 0 ? [{ role: 'system', location: 'system', events: system }] : [];
  return { turns: [...first, ...items(messages).map(readMessage)], continued: false };
}

function readMessage(message: Place): Turn {
  const role = textAt(field(message, 'role')) === 'assistant' ? 'assistant' : 'user';
  return { role, location: message.at, events: readContent(field(message, 'content'), false) };
}

function readContent(content: Place, inResult: boolean): readonly TraceEvent[] {
  if (typeof content.value === 'string') {
    if (content.value.trim() === '' && !inResult)
      return [emptyBlock(content, 'A message without content.')];
    return [{ kind: 'words', location: content.at }];
  }
  const blocks = items(content);
  if (blocks.length === 0) return [emptyBlock(content, 'A content list without blocks.')];
  return blocks.flatMap(readBlock);
}

function readBlock(block: Place): readonly TraceEvent[] {
  switch (textAt(field(block, 'type'))) {
    case 'text':
      return [textBlock(block, 'text', true)];
    case 'image':
      return [readSource(block, 'image')];
    case 'document': {
      // Of blocks: texts and images, by the API's reference.
      const inside = field(field(block, 'source'), 'content');
      return Array.isArray(inside.value)
        ? items(inside).flatMap(readBlock)
        : [readSource(block, 'file')];
    }
    case 'tool_use':
      return [
        {
          kind: 'call',
          id: textAt(field(block, 'id')) ?? '',
          tool: textAt(field(block, 'name')) ?? '',
          location: block.at,
        },
      ];
    case 'tool_result': {
      const id = textAt(field(block, 'tool_use_id')) ?? '';
      const failed = field(block, 'is_error').value === true;
      const content = field(block, 'content');
      const inside = content.value === undefined ? [] : readContent(content, true);
      return [{ kind: 'result', id, failed, location: block.at, content: inside }];
    }
    case undefined:
      return [emptyBlock(block, 'A content block without a type.')];
    default:
      // Thinking, server tools and what comes after them: replayed as they came.
      return [{ kind: 'words', location: block.at }];
  }
}

function readSource(block: Place, as: 'image' | 'file'): TraceEvent {
  const source = field(block, 'source');
  switch (textAt(field(source, 'type'))) {
    case 'url':
      return urlMedia(block, field(source, 'url'), as);
    case 'file':
      return idMedia(block, as);
    case 'text':
    case 'content':
      return { kind: 'words', location: block.at };
    default:
      return inlineMedia(
        block,
        field(source, 'data'),
        textAt(field(source, 'media_type')) ?? '',
        as,
      );
  }
}
