// What a session remembers between requests: how far perceptions have been elided, and which blobs a provider refused.
// Both are record entries, so the view is a function of the record; this file is the way from the one to the other.
import type { BlobId } from '../ids.ts';
import { isMediaPart, type RecordEntry } from '../record.ts';

/** Perceptions in the first `results` tool results, and answers with media, are shown as descriptors. */
export interface Frontier {
  readonly results: number;
  /** Assistant messages that existed when it moved: thinking in them was made for another prefix. */
  readonly assistants: number;
}

export interface LensState {
  readonly frontier: Frontier;
  readonly quarantine: ReadonlySet<BlobId>;
}

export const freshState: LensState = {
  frontier: { results: 0, assistants: 0 },
  quarantine: new Set(),
};

/** The state that a record describes. */
export function stateOf(entries: readonly RecordEntry[]): LensState {
  let frontier = freshState.frontier;
  const quarantine = new Set<BlobId>();
  for (const [at, entry] of entries.entries()) {
    if (entry.type === 'blob-quarantined') quarantine.add(entry.blob);
    if (entry.type !== 'frontier-moved') continue;
    frontier = {
      results: resultsIn(entries.slice(0, entry.before)),
      assistants: assistantsIn(entries.slice(0, at)),
    };
  }
  return { frontier, quarantine };
}

/** The entry that records a move: everything up to the frontier's last result is before it. */
export function frontierEntry(entries: readonly RecordEntry[], frontier: Frontier): RecordEntry {
  let results = 0;
  for (const [index, entry] of entries.entries()) {
    if (results >= frontier.results) return { type: 'frontier-moved', before: index };
    results += resultsIn([entry]);
  }
  return { type: 'frontier-moved', before: entries.length };
}

/** As the lens counts them: every tool result, and every answer in which a model made something. */
function resultsIn(entries: readonly RecordEntry[]): number {
  let results = 0;
  for (const entry of entries) {
    if (entry.type !== 'message') continue;
    results += entry.parts.filter((part) => part.type === 'tool-result').length;
    if (entry.role === 'assistant' && entry.parts.some(isMediaPart)) results += 1;
  }
  return results;
}

function assistantsIn(entries: readonly RecordEntry[]): number {
  return entries.filter((entry) => entry.type === 'message' && entry.role === 'assistant').length;
}
