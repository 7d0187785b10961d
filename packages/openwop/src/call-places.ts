// How many calls to models one tenant has waiting at the same time.
import type { TenantId } from '@percept/core';
import { placesPerTenant, problem, respondWith, type Places } from '@percept/host/internal';

export class CallPlaces {
  readonly #places: Places;

  constructor(max: number) {
    this.#places = placesPerTenant(max);
  }

  async during(tenant: TenantId, work: () => Promise<Response>): Promise<Response> {
    const leave = this.#places.enter(tenant);
    if (!leave)
      return respondWith(
        problem(429, 'too_many_calls', 'Too many calls are waiting.', { retryAfter: 1 }),
      );
    try {
      return await work();
    } finally {
      leave();
    }
  }
}
