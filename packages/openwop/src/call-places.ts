// How many calls to models one tenant has waiting at the same time.
import type { TenantId } from '@percept/core';
import { placesPerTenant, problem, respondWith } from '@percept/host/internal';

export type CallPlaces = (tenant: TenantId, work: () => Promise<Response>) => Promise<Response>;

export function callPlaces(max: number): CallPlaces {
  const places = placesPerTenant(max);
  return async (tenant, work) => {
    const leave = places.enter(tenant);
    if (!leave)
      return respondWith(
        problem(429, 'too_many_calls', 'Too many calls are waiting.', { retryAfter: 1 }),
      );
    return work().finally(leave);
  };
}
