// From a runtime to an ACP endpoint. What is advertised is asked of the same objects that will do the work.
import { checkOptions, limitsOf, word } from '@percept/core/internal/options';
import { withLimits } from '@percept/core/internal';
import { openRuntime, runtimeRules, type RuntimeSetup } from '../runtime/runtime.ts';
import type { SessionPool } from '../runtime/session-pool.ts';
import { advertise, type Advertisement } from './capability.ts';
import { acpLimits, type AcpLimits } from './limits.ts';

/**
 * What an ACP endpoint stands on. Nothing is opened before it is asked for: `initialize` is answered from configuration
 * alone, and the store, the decoders and the renderers come with the first session.
 */
export interface AcpHost {
  readonly version: string;
  readonly limits: AcpLimits;
  advertisement(): Promise<Advertisement>;
  /** What is not done here because nobody trusted it yet. */
  remarks(): Promise<readonly string[]>;
  /** The same pool every time. */
  pool(): Promise<SessionPool>;
}

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
