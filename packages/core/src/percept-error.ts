// For whoever prefers exceptions: the refusal is in the error, word for word.
import { checkOptions, flag, shape } from './options.ts';
import type { Outcome } from './outcome.ts';
import type { Refusal } from './refusal.ts';
import { refusalAnswer } from './refusal-answer.ts';

/**
 * Trouble with media, thrown where a program wants exceptions; `refusal` says what it was and what to do, to developers. `status`
 * (which frameworks answer with) and `words` are for the end user.
 *
 * @example try { unwrap(outcome); } catch (error) { if (error instanceof PerceptError) console.error(error.refusal.hint); }
 */
export class PerceptError extends Error {
  override readonly name = 'PerceptError';
  readonly refusal: Refusal;
  readonly status: number;
  readonly words: string;

  constructor(refusal: Refusal) {
    super(`${refusal.message} ${refusal.hint}`);
    this.refusal = refusal;
    const { status, words } = refusalAnswer(refusal);
    this.status = status;
    this.words = words;
  }
}

/**
 * The value, or a `PerceptError` that carries the refusal.
 *
 * @example const { block } = unwrap(await door.ingest({ kind: 'bytes', bytes }));
 */
export function unwrap<T>(outcome: Outcome<T>): T {
  checkOptions('unwrap', { outcome }, { outcome: shape({ ok: flag }) });
  if (outcome.ok) return outcome.value;
  throw new PerceptError(outcome.refusal);
}
