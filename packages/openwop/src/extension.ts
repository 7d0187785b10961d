// OpenWOP as an extension of a host: on its port, with its memory, its tenants and its media.
import { anything, bound, checkOptions, flag, listOf, maybe } from '@percept/core/internal/options';
import { definedOf } from '@percept/core/internal';
import type { HostExtension } from '@percept/host';
import { createOpenwop } from './openwop.ts';

export interface OpenwopSettings {
  /** Workflows of the operator, for every tenant: JSON definitions. A wrong one throws. */
  readonly workflows?: readonly unknown[];
  /** Opens what only conformance suites need: projections, reset, the gate. Default: closed. */
  readonly testSeams?: boolean;
  /** Media up to this size may stand in an event as base64; zero makes every piece a URL. */
  readonly maxInlineMediaBytes?: number | undefined;
}

/**
 * Runs, events, interrupts and envelopes of OpenWOP, on the port of a host.
 *
 * @example await using host = await openHost({ version, memory, runtime, cwd, listen, extensions: [openwop()] });
 */
export function openwop(settings: OpenwopSettings = {}): HostExtension {
  checkOptions('openwop', settings, {
    workflows: maybe(listOf(anything)),
    testSeams: maybe(flag),
    maxInlineMediaBytes: maybe(bound),
  });
  const { maxInlineMediaBytes, ...own } = settings;
  const limits = definedOf({ maxInlineMediaBytes });
  return ({ serverName, derive, ...context }) => {
    const face = createOpenwop({
      ...context,
      ...own,
      limits,
      host: serverName,
      interruptSecrets: [derive('interrupts')],
    });
    return { name: 'openwop', routes: face.routes, close: () => face.close() };
  };
}
