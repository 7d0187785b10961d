// History as the events that once told it, so that a client which loads a session is shown what it would have seen live,
// pictures included. Only what the record says is told.
import type { MessagePart, RecordEntry, ToolCallPart } from '@percept/core';
import type { LoopEvent, PromptPart } from './event.ts';
import { pathsIn } from './paths.ts';

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
  if (imported > 0)
    yield { type: 'media-noticed', change: 'withheld', text: importedNote(imported) };
  const calls = new Map<string, ToolCallPart>();
  for (const [at, entry] of entries.entries()) yield* replayEntry(entry, `entry-${at + 1}`, calls);
}

/** `calls` holds those that were told before, so that a result knows what it was about. */
export function* replayEntry(
  entry: RecordEntry,
  messageId: string,
  calls: Map<string, ToolCallPart> = new Map(),
): Iterable<LoopEvent> {
  if (entry.type !== 'message') return;
  if (entry.role === 'user')
    yield { type: 'prompt-recorded', messageId, parts: entry.parts.filter(isPromptPart) };
  else for (const part of entry.parts) yield* told(part, messageId, calls);
}

function* told(
  part: MessagePart,
  messageId: string,
  calls: Map<string, ToolCallPart>,
): Iterable<LoopEvent> {
  switch (part.type) {
    case 'text':
      yield { type: 'text-written', messageId, text: part.text };
      return;
    case 'reasoning':
      if (part.text !== '') yield { type: 'thought-written', messageId, text: part.text };
      return;
    case 'tool-call': {
      const { callId, tool, input } = part;
      calls.set(callId, part);
      yield { type: 'tool-called', callId, tool, input, paths: pathsIn(part) };
      return;
    }
    case 'tool-result': {
      const { callId, tool, outcome, content } = part;
      const call = calls.get(callId);
      yield {
        type: 'tool-answered',
        callId,
        tool,
        outcome,
        content,
        paths: call ? pathsIn(call) : [],
      };
      return;
    }
    case 'image':
    case 'audio':
    case 'file':
      yield { type: 'media-made', messageId, block: part };
      return;
  }
}

function isPromptPart(part: MessagePart): part is PromptPart {
  return part.type !== 'tool-call' && part.type !== 'tool-result' && part.type !== 'reasoning';
}
