// A turn that was cut (a crash, a kill, a lost machine) is mended before the next one: every call that has no result gets
// one, in words, so that no provider ever sees an unpaired call.
import {
  accept,
  type Outcome,
  type RecordEntry,
  type ToolCallPart,
  type ToolResultPart,
} from '@percept/core';
import type { SessionLog } from './log.ts';

export async function mend(log: SessionLog, why?: string): Promise<Outcome<undefined>> {
  await log.settled();
  for (const entry of missingResults(log.entries, why)) {
    const kept = await log.append(entry);
    if (!kept.ok) return kept;
  }
  return accept(undefined);
}

function missingResults(
  entries: readonly RecordEntry[],
  why = 'The turn was interrupted before this call finished; whether it had an effect is not known.',
): readonly RecordEntry[] {
  const open = new Map<string, ToolCallPart>();
  for (const entry of entries) {
    if (entry.type !== 'message') continue;
    for (const part of entry.parts) {
      if (part.type === 'tool-call') open.set(part.callId, part);
      if (part.type === 'tool-result') open.delete(part.callId);
    }
  }
  return [...open.values()].map((call) =>
    resultEntry(call, 'failed', [{ type: 'text', text: `[${why}]` }]),
  );
}

export function resultEntry(
  { callId, tool }: Pick<ToolCallPart, 'callId' | 'tool'>,
  outcome: ToolResultPart['outcome'],
  content: ToolResultPart['content'],
): RecordEntry {
  return {
    type: 'message',
    role: 'tool',
    parts: [{ type: 'tool-result', callId, tool, outcome, content }],
  };
}
