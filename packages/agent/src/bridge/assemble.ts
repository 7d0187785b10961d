// From configuration to a bridge: the looking model before local eyes, the listening model before local ears, and the
// user's strictness, consent and figures.
import type { PerceptConfig } from '../config/index.ts';
import type { ModelCatalogue } from '../models/index.ts';
import { createBridge, type Bridge, type BridgeOptions } from './bridge.ts';
import type { Describer } from './describer.ts';
import {
  createLocalDescriber,
  createLocalListener,
  type LocalEars,
  type LocalEyes,
} from './local-describer.ts';
import { remoteDescribers } from './remote-describer.ts';

export interface AssembleOptions extends Pick<BridgeOptions, 'door' | 'store' | 'memos'> {
  readonly config: PerceptConfig;
  readonly catalogue: ModelCatalogue;
  /** With the version of their engine, which is part of every cache key. */
  readonly eyes?: LocalEyes & { readonly version: string };
  readonly ears?: LocalEars & { readonly version: string };
  readonly onEvent?: BridgeOptions['onEvent'];
}

/** @example assembleBridge({ config, catalogue, door, store: memory, memos: memory.memos, eyes }) */
export function assembleBridge(options: AssembleOptions): Bridge {
  const { config, catalogue, door, store, memos, eyes, ears, onEvent } = options;
  const local: readonly Describer[] = [
    ...(eyes ? [createLocalDescriber(eyes, eyes.version)] : []),
    ...(ears ? [createLocalListener(ears, ears.version)] : []),
  ];
  return createBridge({
    describers: [...remoteDescribers(catalogue, config.bridge), ...local],
    door,
    store,
    memos,
    settings: config.bridge,
    strict: config.strictRouting,
    consent: config.consent,
    localChosen: catalogue.localChosen,
    ...(onEvent && { onEvent }),
  });
}
