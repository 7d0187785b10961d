// Expected outcomes are values: whatever can go wrong with media is an `Outcome`, never an exception.
import type { Refusal } from './refusal.ts';

export type Accepted<T> = { readonly ok: true; readonly value: T };
export type Refused = { readonly ok: false; readonly refusal: Refusal };
export type Outcome<T> = Accepted<T> | Refused;

/**
 * An outcome that went well.
 *
 * @example return accept({ width, height });
 */
export function accept<T>(value: T): Accepted<T> {
  return { ok: true, value };
}

/**
 * An outcome that went wrong, with words for people and a way that works.
 *
 * @example const outcome = refuse({ refused: 'empty', message: 'The file is empty.', hint: 'Save it again.' });
 */
export function refuse(refusal: Refusal): Refused {
  return { ok: false, refusal };
}
