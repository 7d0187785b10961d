// Which perceptions keep their pixels. Only what can be seen again is ever left out, never the newest, and in batches: a
// frontier that moves with every picture rewrites the cached prefix with every picture.
import type { Frontier } from '../lens/state.ts';
import { paybackSteps, type Tariff } from './tariff.ts';

export type Retention =
  /** History never changes: for models that bind their thinking to the prefix. Provider limits still force a move. */
  | { readonly mode: 'append-only' }
  /** Moves at a turn's start when that pays for itself soon enough, and whenever it is free. */
  | { readonly mode: 'adaptive'; readonly maxPaybackSteps?: number }
  /** Seed 003's rule: pixels of the last `turns` user turns, the current one included. */
  | { readonly mode: 'window'; readonly turns: number };

export const appendOnly: Retention = { mode: 'append-only' };
export const adaptive: Retention = { mode: 'adaptive' };

export function windowOf(turns: number): Retention {
  return { mode: 'window', turns: Math.max(1, Math.floor(turns)) };
}

/** Payback in steps that is worth waiting for: facts, "turn boundary if payback ≤40 steps". */
export const maxPaybackSteps = 40;

/** Less than this is not worth a model that has to look again. */
export const leastSavedTokens = 1_000;

/** A picture in the order of history. */
export interface Picture {
  /** Tool results before it. */
  readonly ordinal: number;
  readonly turn: number;
  readonly tokens: number;
  /** Estimated tokens of text before it. */
  readonly textBefore: number;
  /** Whether looking again restores it; only such a picture is ever left out. */
  readonly reviewable: boolean;
}

/** The moment at which a user turn began. */
export interface TurnStart {
  readonly turn: number;
  readonly resultsBefore: number;
  readonly assistantsBefore: number;
  /** Estimated tokens of text up to and with the user's message. */
  readonly textTokens: number;
}

export interface RetentionQuestion {
  readonly mode: Retention;
  /** As far as it was moved before, by a cold cache or a limit. */
  readonly frontier: Frontier;
  readonly pictures: readonly Picture[];
  readonly turns: readonly TurnStart[];
  readonly tariff: Tariff;
  /** `cold` only at a turn's start, when the next request writes its whole prefix anew. */
  readonly cache: 'warm' | 'cold';
}

/**
 * Where the frontier stands for this history. Every turn's start is judged again from the first, with what was known then,
 * so that the answer is a function of history and a session that lost its state shows what it showed before.
 */
export function frontierFor(question: RetentionQuestion): Frontier {
  const { mode, turns } = question;
  switch (mode.mode) {
    case 'append-only':
      return question.frontier;
    case 'window': {
      const oldest = turns.at(-mode.turns);
      if (!oldest || oldest.resultsBefore <= question.frontier.results) return question.frontier;
      return { results: oldest.resultsBefore, assistants: turns.at(-1)?.assistantsBefore ?? 0 };
    }
    case 'adaptive': {
      let frontier = question.frontier;
      for (const turn of turns) {
        const cache = turn === turns.at(-1) ? question.cache : 'warm';
        frontier = moved(question, mode.maxPaybackSteps ?? maxPaybackSteps, frontier, turn, cache);
      }
      return frontier;
    }
  }
}

function moved(
  question: RetentionQuestion,
  maxSteps: number,
  from: Frontier,
  turn: TurnStart,
  cache: 'warm' | 'cold',
): Frontier {
  const before = question.pictures.filter((picture) => picture.turn < turn.turn);
  const live = before.filter((picture) => picture.reviewable && picture.ordinal >= from.results);
  const newest = live.at(-1);
  if (!newest) return from;
  // The newest perception may be what the user asks about.
  const results = Math.min(turn.resultsBefore, newest.ordinal);
  const leaving = live.filter((picture) => picture.ordinal < results);
  const [first] = leaving;
  if (!first || results <= from.results) return from;
  if (tokensOf(leaving) < leastSavedTokens) return from;
  const frontier: Frontier = { results, assistants: turn.assistantsBefore };
  if (cache === 'cold') return frontier;
  const gone = new Set(leaving);
  const staying = before.filter((picture) => !gone.has(picture) && picture.textBefore >= first.textBefore);
  const after = turn.textTokens - first.textBefore + tokensOf(staying.filter((picture) => !picture.reviewable || picture.ordinal >= results));
  return paybackSteps(question.tariff, tokensOf(leaving), after) <= maxSteps ? frontier : from;
}

function tokensOf(pictures: readonly Picture[]): number {
  return pictures.reduce((total, { tokens }) => total + tokens, 0);
}
