// Bedrock Converse: one key per block names its kind; results are blocks of the next user message and may hold images.
import { field, has, items, rootOf, textAt, type Place } from '../place.ts';
import {
  emptyBlock,
  idMedia,
  inlineMedia,
  textBlock,
  type Trace,
  type TraceEvent,
  type Turn,
} from '../trace.ts';

export function readBedrock(body: unknown): Trace | undefined {
  const messages = field(rootOf(body), 'messages');
  if (!Array.isArray(messages.value)) return undefined;
  return { turns: items(messages).map(readMessage), continued: false };
}

function readMessage(message: Place): Turn {
  const role = textAt(field(message, 'role')) === 'assistant' ? 'assistant' : 'user';
  const content = field(message, 'content');
  const blocks = items(content);
  const events: readonly TraceEvent[] =
    blocks.length === 0
      ? [emptyBlock(content, 'A content list without blocks.')]
      : blocks.flatMap(readBlock);
  return { role, location: message.at, events };
}

function readBlock(block: Place): readonly TraceEvent[] {
  if (has(block, 'text')) return [textBlock(block, 'text', true)];
  if (has(block, 'image')) return [readSource(block, field(block, 'image'), 'image')];
  if (has(block, 'document')) return [readSource(block, field(block, 'document'), 'file')];
  if (has(block, 'toolUse')) {
    const use = field(block, 'toolUse');
    const tool = textAt(field(use, 'name')) ?? '';
    return [{ kind: 'call', id: textAt(field(use, 'toolUseId')) ?? '', tool, location: block.at }];
  }
  if (has(block, 'toolResult')) return readResult(block);
  if (
    typeof block.value !== 'object' ||
    block.value === null ||
    Object.keys(block.value).length === 0
  )
    return [emptyBlock(block, 'A content block without content.')];
  return [{ kind: 'words', location: block.at }];
}

function readResult(block: Place): readonly TraceEvent[] {
  const result = field(block, 'toolResult');
  const id = textAt(field(result, 'toolUseId')) ?? '';
  const failed = textAt(field(result, 'status')) === 'error';
  const content = field(result, 'content');
  const inside = items(content).flatMap(readBlock);
  const events =
    inside.length === 0 ? [emptyBlock(content, 'A tool result without content.')] : inside;
  return [{ kind: 'result', id, failed, location: block.at, content: events }];
}

function readSource(block: Place, media: Place, as: 'image' | 'file'): TraceEvent {
  const source = field(media, 'source');
  if (has(source, 's3Location')) return idMedia(block, as);
  const format = textAt(field(media, 'format')) ?? '';
  const mime = as === 'image' ? `image/${format}` : format === 'pdf' ? 'application/pdf' : format;
  return inlineMedia(block, field(source, 'bytes'), mime, as);
}
