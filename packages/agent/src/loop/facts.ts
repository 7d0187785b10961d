// What the agent writes into the record beside messages: where a session works, which model speaks, how a turn ended, and
// what a summary stands for. One writer and one reader per fact, so the record can be read without the code that wrote it.
import { customData, isBlobId, jsonOf, readText } from '@percept/core/internal';
import { count, isShape, listOf, maybe, shape, text } from '@percept/core/internal/options';
import { type BlobId, type JsonObject, type MadeWords, type RecordEntry } from '@percept/core';
import type { PutOff } from '../bridge/known-media.ts';
import type { TurnEnd } from './event.ts';
import { readUsage, type TurnUsage } from './usage.ts';

export interface SessionPlace {
  readonly cwd: string;
  readonly roots: readonly string[];
  /** What it is called in words; without it, its path. */
  readonly name?: string;
}

/** Entries before `before` are told by `summary` from now on; `before` counts from the first entry. */
export interface Compaction {
  readonly before: number;
  readonly summary: string;
}

export type Fact =
  | ({ readonly fact: 'place' } & SessionPlace)
  /** `from`: who spoke until now, because nobody had to be named before the first switch. */
  | { readonly fact: 'model'; readonly model: string; readonly from?: string | undefined }
  | { readonly fact: 'turn-ended'; readonly end: TurnEnd; readonly usage: TurnUsage }
  /** Outside a turn. */
  | { readonly fact: 'spent'; readonly usage: TurnUsage }
  | ({ readonly fact: 'compaction' } & Compaction)
  /** Nobody looks at it in its place until it is asked for; without numbers it was. */
  | ({ readonly fact: 'put-off'; readonly blob: BlobId; readonly by: string } & Partial<PutOff>)
  | ({ readonly fact: 'made-described' } & Described);

interface Described {
  readonly blob: BlobId;
  readonly words: MadeWords;
}

const isPlace = isShape<SessionPlace>({ cwd: text, roots: listOf(text), name: maybe(text) });
const isCompaction = isShape<Compaction>({ before: count, summary: text });
const isPutOff = isShape<PutOff>({ maxPerTurn: count, unseen: count });
const isDescribed = isShape<Described>({ blob: text, words: shape({ text, by: text }) });

const prefix = 'agent.';

export function factEntry({ fact, ...data }: Fact): RecordEntry {
  return { type: 'custom', name: prefix + fact, data: jsonOf(data) };
}

export function placeIn(entries: readonly RecordEntry[]): SessionPlace | undefined {
  const data = lastData(entries, 'place');
  if (!isPlace(data)) return undefined;
  const { cwd, roots, name } = data;
  return { cwd, roots, ...(name !== undefined && { name }) };
}

export function modelIn(entries: readonly RecordEntry[]): string | undefined {
  return readText(lastData(entries, 'model')?.['model']);
}

export function isModelFact(entry: RecordEntry): string | undefined {
  return readText(dataOf(entry, 'model')?.['model']);
}

/** Who spoke before anybody was switched to. */
export function firstModelIn(entries: readonly RecordEntry[]): string | undefined {
  const first = entries.find((entry) => dataOf(entry, 'model'));
  return first && readText(dataOf(first, 'model')?.['from']);
}

export function compactionIn(entries: readonly RecordEntry[]): Compaction | undefined {
  const data = lastData(entries, 'compaction');
  return isCompaction(data) ? data : undefined;
}

export function describedIn(entry: RecordEntry): Described | undefined {
  const data = dataOf(entry, 'made-described');
  return isDescribed(data) && isBlobId(data.blob) ? data : undefined;
}

/** The newest word on it counts. */
export function putOffIn(
  entries: readonly RecordEntry[],
  blob: BlobId,
  by: string,
): PutOff | undefined {
  const entry = entries.findLast((one) => {
    const data = dataOf(one, 'put-off');
    return data?.['blob'] === blob && data['by'] === by;
  });
  const newest = entry && dataOf(entry, 'put-off');
  return isPutOff(newest) ? { maxPerTurn: newest.maxPerTurn, unseen: newest.unseen } : undefined;
}

/** Bill by bill: of every turn, and of what was asked for between two. */
export function usageIn(entries: readonly RecordEntry[]): readonly TurnUsage[] {
  return entries.flatMap((entry) => {
    const data = dataOf(entry, 'turn-ended') ?? dataOf(entry, 'spent');
    const usage = data && readUsage(data['usage']);
    return usage && usage.requests > 0 ? [usage] : [];
  });
}

function lastData(entries: readonly RecordEntry[], fact: Fact['fact']): JsonObject | undefined {
  const found = entries.findLast((entry) => dataOf(entry, fact) !== undefined);
  return found && dataOf(found, fact);
}

function dataOf(entry: RecordEntry, fact: Fact['fact']): JsonObject | undefined {
  return customData(entry, prefix + fact);
}
