// From a house to an ACP endpoint. What is advertised is asked of the same objects that will do the work.
import { openHouse, type HouseSetup } from '../house/house.ts';
import { advertise } from './capability.ts';
import type { AcpHost } from './host.ts';
import { acpLimits, type AcpLimits } from './limits.ts';

export interface AcpSetup extends HouseSetup {
  readonly version: string;
  readonly limits?: Partial<AcpLimits>;
}

export function composeAcp(setup: AcpSetup): AcpHost & AsyncDisposable {
  const limits = { ...acpLimits, ...setup.limits };
  const house = openHouse(setup);
  return {
    version: setup.version,
    limits,
    desk: () => house.desk(),
    advertisement: async () => {
      const plan = await house.plan();
      return advertise(plan.picker, plan, limits);
    },
    [Symbol.asyncDispose]: () => house[Symbol.asyncDispose](),
  };
}
