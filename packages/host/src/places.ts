// Places for what takes long: so many in all, and so many of them for one tenant, so that nobody who takes all they can get
// leaves the others without.
import type { TenantId } from '@percept/core';

export class Places {
  readonly #max: number;
  readonly #maxPerTenant: number;
  readonly #taken = new Map<TenantId, number>();
  #all = 0;

  constructor(max: number, maxPerTenant: number) {
    this.#max = max;
    this.#maxPerTenant = maxPerTenant;
  }

  /** The way out, which leads out once however often it is taken; undefined when there is no place. */
  enter(tenant: TenantId): (() => void) | undefined {
    const own = this.#taken.get(tenant) ?? 0;
    if (this.#all >= this.#max || own >= this.#maxPerTenant) return undefined;
    this.#taken.set(tenant, own + 1);
    this.#all += 1;
    let isOut = false;
    return () => {
      if (isOut) return;
      isOut = true;
      this.#all -= 1;
      const left = (this.#taken.get(tenant) ?? 1) - 1;
      if (left === 0) this.#taken.delete(tenant);
      else this.#taken.set(tenant, left);
    };
  }
}

/** Three quarters of them are the most that one tenant gets. */
export function sharedPlaces(max: number): Places {
  return new Places(max, Math.max(1, Math.floor((max * 3) / 4)));
}

/** However many tenants there are. */
export function placesPerTenant(max: number): Places {
  return new Places(Number.POSITIVE_INFINITY, max);
}
