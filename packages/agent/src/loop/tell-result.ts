// The result of a tool as it is told, live and again from the record: what it answered, and then what was made by it, in the
// same words as whatever else models make.
import type { StoredBlock, TextPart, ToolResultPart } from '@percept/core';
import type { LoopEvent } from './event.ts';

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
