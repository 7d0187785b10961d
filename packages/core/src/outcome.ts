// Expected outcomes are values: whatever can go wrong with media is an `Outcome`, never an exception.
import type { Refusal } from './refusal.ts';

export type Accepted<T> = { readonly ok: true; readonly value: T };
export type Refused = { readonly ok: false; readonly refusal: Refusal };
export type Outcome<T> = Accepted<T> | Refused;

export function accept<T>(value: T): Accepted<T> {
  return { ok: true, value };
}

/** @example if (bytes.length === 0) return refuse({ refused: 'empty', message: 'The file is empty.', hint: 'Save it again.' }); */
export function refuse(refusal: Refusal): Refused {
  return { ok: false, refusal };
}
