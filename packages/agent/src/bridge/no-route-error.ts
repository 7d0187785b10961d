// Thrown where a request with media has no route and routing is strict. It carries the refusal, which names the missing
// route and how to add one.
import type { Refusal } from '@percept/core';

export class NoRouteError extends Error {
  override readonly name = 'NoRouteError';
  readonly code = 'no-route';
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(`${refusal.message} ${refusal.hint}`);
    this.refusal = refusal;
  }
}
