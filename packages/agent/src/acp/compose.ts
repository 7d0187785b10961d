// From a runtime to an ACP endpoint. What is advertised is asked of the same objects that will do the work.
import { checkOptions, limitsOf, word } from '@percept/core/internal/options';
import { withLimits } from '@percept/core/internal';
import { openRuntime, runtimeRules, type RuntimeSetup } from '../runtime/runtime.ts';
import { advertise } from './capability.ts';
import type { AcpHost } from './host.ts';
import { acpLimits, type AcpLimits } from './limits.ts';

export interface AcpSetup extends RuntimeSetup {
  readonly version: string;
  readonly limits?: Partial<AcpLimits>;
}

/**
 * An agent for ACP clients, from a configuration and a memory.
 *
 * @example await using host = composeAcp({ version, cwd, env: process.env, memory });
 */
export function composeAcp(setup: AcpSetup): AcpHost & AsyncDisposable {
  checkOptions('composeAcp', setup, {
    ...runtimeRules,
    version: word,
    limits: limitsOf(acpLimits),
  });
  const { limits: given, ...own } = setup;
  const limits = withLimits(acpLimits, given);
  const runtime = openRuntime(own);
  return {
    version: setup.version,
    limits,
    pool: () => runtime.pool(),
    advertisement: async () => {
      const plan = await runtime.plan();
      return advertise(plan.picker, plan, limits, { ...plan.config.images, types: plan.accept });
    },
    remarks: async () => {
      const { config } = await runtime.plan();
      return config.project?.asks.length ? config.notes : [];
    },
    [Symbol.asyncDispose]: () => runtime[Symbol.asyncDispose](),
  };
}
