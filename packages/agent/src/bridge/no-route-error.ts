// Thrown where a request with media has no route and routing is strict. It carries the refusal, which names the missing
// route and how to add one.
import type { Refusal } from '@percept/core';

const brand = Symbol.for('percept.no-route');

export class NoRouteError extends Error {
  override readonly name = 'NoRouteError';
  readonly code = 'no-route';
  readonly refusal: Refusal;
  readonly [brand] = true;

  constructor(refusal: Refusal) {
    super(`${refusal.message} ${refusal.hint}`);
    this.refusal = refusal;
  }
}

/** True for one of another copy of this package, too. */
export function isNoRouteError(error: unknown): error is NoRouteError {
  return error instanceof Error && brand in error;
}
