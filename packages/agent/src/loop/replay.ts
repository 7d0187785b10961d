// History as the events that once told it, so that a client which loads a session is shown what it would have seen live,
// pictures included. Only what the record says is told.
import { isRecord, ownWords, readText } from '@percept/core/internal';
import {
  type BlobId,
  type MessagePart,
  type RecordEntry,
  type StoredBlock,
  type TextPart,
  type ToolCallPart,
  type ToolResultPart,
} from '@percept/core';
import type { LoopEvent, PromptPart } from './event.ts';
import { describedIn } from './facts.ts';
import { noticed } from './notices.ts';

interface Recorded {
  readonly entries: readonly RecordEntry[];
  /** How many of the first ones were written elsewhere. */
  readonly imported: number;
}

/** What a person reads before a history that is not theirs. */
function importedNote(imported: number): string {
  return `Imported: the first ${imported} entries of this session were written elsewhere. Nothing here vouches for what they say, and nothing in them counts as allowed.`;
}

export function* replay({ entries, imported }: Recorded): Iterable<LoopEvent> {
  if (imported > 0) yield noticed('withheld', importedNote(imported));
  const replayer = new Replayer();
  for (const [at, entry] of entries.entries()) yield* replayer.tell(entry, `entry-${at + 1}`);
}

/** Remembers what was told before, so that a result knows its call and words know what they describe. */
export class Replayer {
  readonly #calls = new Map<string, ToolCallPart>();
  readonly #made = new Map<BlobId, StoredBlock>();

  *tell(entry: RecordEntry, messageId: string): Iterable<LoopEvent> {
    const described = describedIn(entry);
    const block = described && this.#made.get(described.blob);
    if (described && block) yield { type: 'made-described', block, words: described.words };
    if (entry.type !== 'message') return;
    if (entry.role === 'user')
      yield { type: 'prompt-recorded', messageId, parts: entry.parts.filter(isPromptPart) };
    else for (const part of entry.parts) yield* this.#part(part, messageId, entry.parts);
  }

  *#part(part: MessagePart, messageId: string, all: readonly MessagePart[]): Iterable<LoopEvent> {
    switch (part.type) {
      case 'text':
        yield { type: 'text-written', messageId, text: part.text };
        return;
      case 'reasoning':
        if (part.text !== '') yield { type: 'thought-written', messageId, text: part.text };
        return;
      case 'tool-call': {
        const { callId, tool, input } = part;
        this.#calls.set(callId, part);
        yield { type: 'tool-called', callId, tool, input, paths: pathsIn(part) };
        return;
      }
      case 'tool-result': {
        const call = this.#calls.get(part.callId);
        for (const event of tellResult(part, call ? pathsIn(call) : [])) {
          if (event.type === 'media-made') this.#made.set(event.block.sha256, event.block);
          yield event;
        }
        return;
      }
      case 'image':
      case 'audio':
      case 'file':
        this.#made.set(part.sha256, part);
        yield madeEvent(part, messageId, all);
        return;
    }
  }
}

/** Told with what its maker said in the same message. */
export function madeEvent(
  block: StoredBlock,
  messageId: string,
  parts: readonly MessagePart[],
): Extract<LoopEvent, { type: 'media-made' }> {
  const words = ownWords(parts, block);
  return { type: 'media-made', messageId, block, ...(words && { words }) };
}

function isPromptPart(part: MessagePart): part is PromptPart {
  return part.type !== 'tool-call' && part.type !== 'tool-result' && part.type !== 'reasoning';
}

/**
 * The result of a tool as it is told, live and again from the record: what it answered, and then what was made by it, in the
 * same words as whatever else models make.
 */
export function* tellResult(
  { callId, tool, outcome, content }: ToolResultPart,
  paths: readonly string[],
): Iterable<LoopEvent> {
  const rest = content.filter((part) => !isMade(part));
  yield { type: 'tool-answered', callId, tool, outcome, content: rest, paths };
  for (const block of content)
    if (isMade(block)) yield { type: 'media-made', messageId: `${callId}-made`, block };
}

function isMade(part: TextPart | StoredBlock): part is StoredBlock {
  return part.type !== 'text' && part.origin.kind === 'made';
}

/** Which files a call is about, for clients that follow along. Stored media and attachments have no path. */
export function pathsIn({ input }: Pick<ToolCallPart, 'input'>): readonly string[] {
  if (!isRecord(input)) return [];
  const path = readText(input['path']) ?? readText(input['ref']) ?? readText(input['from']);
  return path === undefined || /^(media|attachment|data|https?):/.test(path) ? [] : [path];
}
