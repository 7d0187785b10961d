// A conversation as the record holds it, turn by turn. Only what was written is told; a turn without an end was cut off.
import { isModelFact, readUsage, Replayer, ReportReader } from '@percept/agent/internal';
import type { LoopEvent, RequestReport, TurnEnd, TurnUsage } from '@percept/agent';
import {
  currentEntries,
  customData,
  isMediaPart,
  printable,
  readWord,
} from '@percept/core/internal';
import { type RecordEntry } from '@percept/core';
import type { StoredEntry } from '@percept/store';
import type { Turn } from '@percept/contract';
import { foldTurns } from '@percept/contract/internal';
import type { JournalEntry } from './journal.ts';
import type { SightingContext } from './sightings.ts';
import { TurnStory } from './turn-story.ts';

/** The entries of one turn, from the person's message up to the next one. */
export interface RecordedTurn {
  readonly turn: number;
  readonly model: string;
  readonly entries: readonly (StoredEntry & { readonly report?: RequestReport })[];
}

/** @example splitTurns(entries, 'ollama/gemma3') */
export function splitTurns(
  entries: readonly StoredEntry[],
  firstModel: string,
): readonly RecordedTurn[] {
  const reader = new ReportReader();
  const turns: { turn: number; model: string; entries: RecordedTurn['entries'][number][] }[] = [];
  let model = firstModel;
  const current = new Set(currentEntries(entries));
  for (const stored of entries) {
    const { entry } = stored;
    // Reports build on each other, and a model that was chosen stays chosen.
    const report = reader.read(entry);
    model = isModelFact(entry) ?? model;
    if (!current.has(stored)) continue;
    if (isPrompt(entry)) turns.push({ turn: turns.length + 1, model, entries: [] });
    turns.at(-1)?.entries.push({ ...stored, ...(report && { report }) });
  }
  return turns;
}

export async function showTurn(
  recorded: RecordedTurn,
  journal: readonly JournalEntry[],
  context: SightingContext,
): Promise<Turn | undefined> {
  const story = new TurnStory(recorded.turn, recorded.model, context);
  let turns: readonly Turn[] = [];
  for (const [happening, at] of happenings(recorded, journal))
    for (const event of await story.tell(happening, at)) turns = foldTurns(turns, event);
  return turns[0];
}

function* happenings(
  { turn, entries }: RecordedTurn,
  journal: readonly JournalEntry[],
): Iterable<readonly [LoopEvent, string]> {
  const own = journal.filter((entry) => entry.turn === turn);
  const replayer = new Replayer();
  // A turn that was tried again has the number of the one before it.
  const refusal = own.findLast((entry) => entry.kind === 'refusal');
  const begun = new Date(entries[0]?.at ?? 0).toISOString();
  const notices = own.filter((entry) => entry.kind === 'notice').filter(({ at }) => at >= begun);
  for (const { entry, seq, at, report } of entries) {
    const when = new Date(at).toISOString();
    // Said when it happened, so it stands where it was said.
    while (notices[0] && notices[0].at < when) {
      const { text, at: said } = notices.shift() ?? { text: '', at: when };
      yield [{ type: 'media-noticed', change: 'withheld', text }, said];
    }
    if (report) yield [{ type: 'media-shown', report }, when];
    for (const happening of told(entry, `entry-${seq}`, replayer)) {
      const isRefused = happening.type === 'turn-ended' && happening.end === 'failed' && refusal;
      yield [isRefused ? { ...happening, refusal: refusal.refusal } : happening, when];
    }
  }
  for (const { text, at } of notices)
    yield [{ type: 'media-noticed', change: 'withheld', text }, at];
}

function* told(entry: RecordEntry, messageId: string, replayer: Replayer): Iterable<LoopEvent> {
  const ended = endFact(entry);
  if (ended) yield { type: 'turn-ended', ...ended };
  else yield* replayer.tell(entry, messageId);
}

export function isPrompt(
  entry: RecordEntry,
): entry is Extract<RecordEntry, { readonly type: 'message' }> {
  return entry.type === 'message' && entry.role === 'user';
}

/**
 * The number of the last entry of this turn; undefined where there is none. Whatever was said next, also what does not count
 * any more, is behind it.
 */
export function endOfTurn(entries: readonly StoredEntry[], turn: number): number | undefined {
  const begin = currentEntries(entries).filter(({ entry }) => isPrompt(entry))[turn - 1];
  if (!begin) return undefined;
  const next = entries.find(({ seq, entry }) => seq > begin.seq && isPrompt(entry));
  return next ? next.seq - 1 : entries.at(-1)?.seq;
}

/** The first words of the person, or the name of what was attached. */
export function titleOf(entries: readonly RecordEntry[]): string | undefined {
  const first = entries.find((entry) => isPrompt(entry));
  if (!first) return undefined;
  const text = first.parts.find((part) => part.type === 'text' && part.text.trim() !== '');
  if (text?.type === 'text') return printable(text.text.trim(), 80);
  const [name] = first.parts
    .filter(isMediaPart)
    .flatMap(({ origin }) => (origin.kind === 'attachment' && origin.name) || []);
  return name === undefined ? undefined : printable(name, 80);
}

const ends = [
  'answered',
  'cancelled',
  'declined',
  'length-reached',
  'steps-reached',
  'failed',
] as const;

function endFact(
  entry: RecordEntry,
): { readonly end: TurnEnd; readonly usage: TurnUsage } | undefined {
  const data = customData(entry, 'agent.turn-ended');
  const end = readWord(ends, data?.['end']);
  return end && { end, usage: readUsage(data?.['usage']) };
}
