// How many calls to models one tenant has waiting at the same time.
import type { TenantId } from '@percept/core';
import { problem, respondWith } from '@percept/host/internal';

export class CallSlots {
  readonly #max: number;
  readonly #active = new Map<TenantId, number>();

  constructor(max: number) {
    this.#max = max;
  }

  async pass(tenant: TenantId, work: () => Promise<Response>): Promise<Response> {
    const active = this.#active.get(tenant) ?? 0;
    if (active >= this.#max)
      return respondWith(
        problem(429, 'too_many_calls', 'Too many calls are waiting.', { retryAfter: 1 }),
      );
    this.#active.set(tenant, active + 1);
    try {
      return await work();
    } finally {
      const left = (this.#active.get(tenant) ?? 1) - 1;
      if (left === 0) this.#active.delete(tenant);
      else this.#active.set(tenant, left);
    }
  }
}
