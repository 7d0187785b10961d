// How many calls to models one tenant has waiting at the same time.
import type { TenantId } from '@percept/core';
import { placesPerTenant, problem } from '@percept/host/internal';
import type { Answer } from './route.ts';

export type CallPlaces = (tenant: TenantId, work: () => Promise<Answer>) => Promise<Answer>;

export function callPlaces(max: number): CallPlaces {
  const places = placesPerTenant(max);
  return async (tenant, work) => {
    const leave = places.enter(tenant);
    if (!leave)
      return problem(429, 'too_many_calls', 'Too many calls are waiting.', { retryAfter: 1 });
    return work().finally(leave);
  };
}
