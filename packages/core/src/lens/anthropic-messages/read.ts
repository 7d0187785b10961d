// Reads an Anthropic message: user messages hold tool results beside what the user said, assistant messages hold calls and
// signed thinking.
import { isRecord, readText } from '../../parse/read.ts';
import { mediaView } from '../native.ts';
import type { Piece } from '../payload.ts';
import type { Spelling } from '../spelling.ts';
import {
  empty,
  opaque,
  resultItems,
  sourceIn,
  textView,
  type ItemView,
  type MessageView,
  type PartView,
} from '../view.ts';
import { weigh } from '../weigh.ts';

const own: readonly Spelling[] = ['anthropic-image', 'anthropic-document'];

type Block = Readonly<Record<string, unknown>>;

export function read(message: unknown): MessageView {
  if (!isRecord(message)) return { role: 'user', parts: [empty], weight: 4 };
  const value = message['content'];
  const parts =
    typeof value === 'string'
      ? [textView(value)]
      : Array.isArray(value)
        ? value.map((block: unknown) => part(block))
        : [];
  const role =
    message['role'] === 'assistant'
      ? 'assistant'
      : message['role'] === 'system'
        ? 'instructions'
        : 'user';
  return { role, parts, weight: weigh(message, parts) };
}

function part(block: unknown): PartView {
  if (!isRecord(block)) return item(block);
  switch (block['type']) {
    case 'tool_use': {
      const id = readText(block['id']);
      const source = sourceIn(block['input']);
      return {
        kind: 'call',
        tool: readText(block['name']) ?? '',
        remote: false,
        ...(id !== undefined && { id }),
        ...(source !== undefined && { source }),
      };
    }
    case 'tool_result':
      return result(block);
    case 'thinking':
    case 'redacted_thinking':
      return { kind: 'thinking' };
    default:
      return item(block);
  }
}

function item(block: unknown): ItemView {
  if (typeof block === 'string') return textView(block);
  if (!isRecord(block)) return empty;
  if (block['type'] === 'text') {
    const text = readText(block['text']);
    // A cache mark on blank text is refused all the same.
    return text === undefined ? empty : textView(text);
  }
  const blocks = blocksOf(block);
  if (blocks) return blocks;
  return mediaView(block, own) ?? (Object.keys(block).length === 0 ? empty : opaque);
}

/** A document of blocks, where pictures are among them; undefined for every other block. */
function blocksOf(block: Block): ItemView | undefined {
  const { type, source, title } = block;
  const listed = type === 'document' && isRecord(source) ? source['content'] : undefined;
  if (!Array.isArray(listed)) return undefined;
  const pieces = listed.flatMap((inner: unknown): readonly (Piece | undefined)[] => {
    const found = item(inner);
    if (found.kind === 'text') return [{ kind: 'text', text: `${found.text}\n` }];
    return [
      found.kind === 'media'
        ? { kind: 'payload', media: found.media, native: found.native }
        : undefined,
    ];
  });
  const known = pieces.filter((piece) => piece !== undefined);
  // What holds something unknown cannot be taken apart.
  if (known.length < pieces.length || known.every(({ kind }) => kind === 'text')) return opaque;
  const name = readText(title);
  const head: readonly Piece[] = name === undefined ? [] : [{ kind: 'text', text: `${name}\n` }];
  return { kind: 'text', text: 'document', bare: false, pieces: [...head, ...known] };
}

function result(block: Block): PartView {
  const id = readText(block['tool_use_id']);
  const value = block['content'];
  const items =
    typeof value === 'string'
      ? [textView(value)]
      : Array.isArray(value)
        ? value.map((inner: unknown) => item(inner))
        : [];
  return {
    kind: 'result',
    failed: block['is_error'] === true,
    items: resultItems(items),
    shape: Array.isArray(value) ? 'parts' : 'text',
    ...(id !== undefined && { id }),
  };
}
