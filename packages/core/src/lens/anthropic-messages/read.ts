// Reads an Anthropic message: user messages hold tool results beside what the user said, assistant messages hold calls and
// signed thinking.
import { inside, isRecord, readText, type Fields } from '../../parse/read.ts';
import { mediaView } from '../native.ts';
import type { Piece } from '../payload.ts';
import type { Spelling } from '../spelling.ts';
import {
  callView,
  empty,
  messageView,
  opaque,
  partsOf,
  resultItems,
  resultView,
  sideOf,
  textView,
  type ItemView,
  type MessageView,
  type PartView,
} from '../view.ts';

const own: readonly Spelling[] = ['anthropic-image', 'anthropic-document'];

export function read(message: unknown): MessageView {
  return messageView(message, ({ role, content }) => ({
    role: sideOf(role),
    parts: partsOf(content, part),
  }));
}

function part(block: unknown): PartView {
  if (!isRecord(block)) return item(block);
  switch (block['type']) {
    case 'tool_use':
      return callView({ id: block['id'], tool: block['name'], input: block['input'] });
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
function blocksOf(block: Fields): ItemView | undefined {
  const { type, source, title } = block;
  const listed = type === 'document' && inside(source, 'content');
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

function result(block: Fields): PartView {
  const { tool_use_id: id, content } = block;
  return resultView(
    { id },
    {
      failed: block['is_error'] === true,
      items: resultItems(partsOf(content, item)),
      shape: Array.isArray(content) ? 'parts' : 'text',
    },
  );
}
