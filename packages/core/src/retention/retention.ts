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

/** A perception that still shows its pixels, in the order of history. */
export interface LivePerception {
  /** Tool results before it. */
  readonly ordinal: number;
  readonly tokens: number;
  /** Estimated tokens of text before it. */
  readonly textBefore: number;
}

export interface RetentionQuestion {
  readonly frontier: Frontier;
  readonly live: readonly LivePerception[];
  /** Every picture token of the request that is not a perception, after the first live one. */
  readonly otherTokensAfter: number;
  readonly textTokens: number;
  readonly atTurnStart: boolean;
  readonly resultsBeforeTurn: number;
  readonly assistants: number;
  readonly cache: 'warm' | 'cold';
  readonly tariff: Tariff;
}

/** Where the frontier goes now, or undefined when it stays. Pure, so equal histories move it equally. */
export function moveFrontier(mode: Retention, question: RetentionQuestion): Frontier | undefined {
  if (mode.mode !== 'adaptive' || !question.atTurnStart) return undefined;
  const { live, frontier, assistants } = question;
  const newest = live.at(-1);
  if (!newest) return undefined;
  // The newest perception may be what the user asks about.
  const to = Math.min(question.resultsBeforeTurn, newest.ordinal);
  const leaving = live.filter((perception) => perception.ordinal < to);
  const [first] = leaving;
  if (!first || to <= frontier.results) return undefined;
  const moved: Frontier = { results: to, assistants };
  if (question.cache === 'cold') return moved;
  const saved = sum(leaving);
  const after =
    question.textTokens - first.textBefore + question.otherTokensAfter + sum(live.filter((perception) => perception.ordinal >= to));
  const steps = paybackSteps(question.tariff, saved, after);
  return steps <= (mode.maxPaybackSteps ?? maxPaybackSteps) ? moved : undefined;
}

function sum(perceptions: readonly LivePerception[]): number {
  return perceptions.reduce((total, { tokens }) => total + tokens, 0);
}
