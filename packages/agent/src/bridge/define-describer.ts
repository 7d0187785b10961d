// A describer of one's own from a name and a function. Its deadline, its one retry, the fence around its words and the cache are
// the bridge's, whatever the function does.
import {
  call,
  checkOptions,
  flag,
  listOf,
  maybe,
  oneOf,
  word,
} from '@percept/core/internal/options';
import { targetRule } from '@percept/core/internal';
import { accept, type FitTarget } from '@percept/core';
import type { DescribedKind, Describer, LookRequest } from './describer.ts';
import { localFit, thisDevice } from './device.ts';

export interface DescriberDefinition {
  readonly name: string;
  /** Changes whenever the same media may be told otherwise: what was told is kept under it. */
  readonly version: string;
  /** Who receives the media. Without it nobody does: it stays on this device. */
  readonly host?: string;
  /** Default: pictures. */
  readonly kinds?: readonly DescribedKind[];
  readonly fit?: FitTarget;
  /** Whether it answers a question about the media. Default: no. */
  readonly answers?: boolean;
  /** The words. What it throws is a failure of its own kind, told in ours. */
  readonly look: (request: LookRequest) => Promise<string>;
}

/**
 * Somebody who looks for models that do not see: a name, a version, and a function.
 *
 * @example
 * const captions = defineDescriber({ name: 'captions', version: '1', look: async ({ bytes }) => caption(bytes) });
 * await openPercept({ describers: [captions] });
 */
export function defineDescriber(definition: DescriberDefinition): Describer {
  checkOptions('defineDescriber', definition, {
    name: word,
    version: word,
    host: maybe(word),
    kinds: maybe(listOf(oneOf(['image', 'audio']), 1)),
    fit: maybe(targetRule),
    answers: maybe(flag),
    look: call,
  });
  const { name, version, host, kinds = ['image'], fit = localFit, answers = false } = definition;
  return {
    id: `${name} ${version}`,
    model: name,
    host: host ?? thisDevice,
    place: host === undefined ? 'device' : 'remote',
    kinds,
    fit,
    answers,
    look: async (request) => {
      const text: unknown = await definition.look(request);
      if (typeof text !== 'string')
        throw new TypeError(`${name} answered with something else than words.`);
      return accept({ text });
    },
  };
}
