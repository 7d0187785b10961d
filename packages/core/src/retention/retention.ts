// Which perceptions keep their pixels. Only what can be seen again is ever left out, never the newest, and in batches: a
// frontier that moves with every picture rewrites the cached prefix with every picture.
import type { Frontier } from '../lens/state.ts';
import { paybackSteps, type Tariff } from './tariff.ts';

export type Retention =
  /** History never changes: for models that bind their thinking to the prefix. Provider limits still force a move. */
  | { readonly mode: 'append-only' }
  /** Moves at a turn's start when that pays for itself soon enough, and whenever it is free. */
  | {
      readonly mode: 'adaptive';
      readonly maxPaybackSteps?: number;
      /** Whether the newest perception outlives its turn: it may be what the user asks about next. */
      readonly newest?: 'kept' | 'left-out';
    }
  /** Seed 003's rule: pixels of the last `turns` user turns, the current one included. */
  | { readonly mode: 'window'; readonly turns: number };

/**
 * Payback in steps that is worth waiting for: facts, "turn boundary if payback ≤40 steps". Where the newest picture goes
 * with its turn nothing live is left behind the frontier, the next move costs less, and longer waits pay.
 */
const maxPaybackSteps = { kept: 40, 'left-out': 56 } as const;

/** Less than this is not worth a model that has to look again. */
const leastSavedTokens = 1_000;

/** A picture in the order of history. */
export interface Picture {
  /** Tool results, and answers with media, before it. */
  readonly ordinal: number;
  readonly turn: number;
  readonly tokens: number;
  /** Estimated tokens of text before it. */
  readonly textBefore: number;
  /** Content blocks of the request before it. */
  readonly blocksBefore: number;
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
  /** Content blocks up to and with the user's message. */
  readonly blocks: number;
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
    case 'adaptive':
      return replay(question, mode);
  }
}

/** One pass over turns and pictures; what is live, and what stands among it, is kept as running sums. */
function replay(
  { pictures, turns, tariff, cache, ...given }: RetentionQuestion,
  mode: Extract<Retention, { mode: 'adaptive' }>,
): Frontier {
  const newestIs = mode.newest ?? 'kept';
  const maxSteps = mode.maxPaybackSteps ?? maxPaybackSteps[newestIs];
  let { frontier } = given;
  let live: Picture[] = [];
  let liveTokens = 0;
  /** Tokens of pictures that stay whatever happens, since the first live one. */
  let fixedTokens = 0;
  let next = 0;
  for (const turn of turns) {
    for (
      let picture = pictures[next];
      picture && picture.turn < turn.turn;
      picture = pictures[++next]
    ) {
      if (!picture.reviewable) fixedTokens += live.length > 0 ? picture.tokens : 0;
      else if (picture.ordinal >= frontier.results) {
        if (live.length === 0) fixedTokens = 0;
        live.push(picture);
        liveTokens += picture.tokens;
      }
    }
    const [first] = live;
    const to = newestIs === 'kept' ? (live.at(-1)?.ordinal ?? 0) : turn.resultsBefore;
    if (!first || first.ordinal >= to) continue;
    const staying = live.slice(live.findLastIndex((picture) => picture.ordinal < to) + 1);
    const saved = liveTokens - tokensOf(staying);
    const kept = fixedTokens + tokensOf(staying);
    const after = kept + turn.textTokens - (isInReach(first, turn, tariff) ? first.textBefore : 0);
    const free = cache === 'cold' && turn === turns.at(-1);
    if (saved < leastSavedTokens || (!free && paybackSteps(tariff, saved, after) > maxSteps))
      continue;
    frontier = { results: to, assistants: turn.assistantsBefore };
    live = staying;
    liveTokens = tokensOf(staying);
    fixedTokens = 0;
  }
  return frontier;
}

/** What one step adds before and after the picture: its call, and the user's message. */
const blocksAround = 3;

/** Whether the prefix before a picture is still found once the picture is gone; otherwise everything is written anew. */
function isInReach(picture: Picture, turn: TurnStart, tariff: Tariff): boolean {
  return turn.blocks - picture.blocksBefore + blocksAround <= tariff.lookbackBlocks;
}

function tokensOf(pictures: readonly Picture[]): number {
  return pictures.reduce((total, { tokens }) => total + tokens, 0);
}
