// A describer of one's own from a name and a function. Its deadline, its one retry, the fence around its words and the cache are
// the bridge's, whatever the function does.
import { accept, type FitTarget } from '@percept/core';
import type { DescribedKind, Describer, LookRequest } from './describer.ts';
import { localFit, thisDevice } from './local-describer.ts';

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
 * @exampleconst captions = defineDescriber({ name: 'captions', version: '1', look: async ({ bytes }) => caption(bytes) });
 * await openPercept({ describers: [captions] });
 */
export function defineDescriber(definition: DescriberDefinition): Describer {
  const { name, version, host, kinds = ['image'], fit = localFit, answers = false } = definition;
  const expect = (holds: boolean, words: string): void => {
    if (!holds) throw new TypeError(`defineDescriber: ${words}`);
  };
  const isWord = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';
  expect(isWord(name), 'name is a word.');
  expect(isWord(version), 'version is a word.');
  expect(host === undefined || isWord(host), 'host is the name of a host.');
  expect(
    Array.isArray(kinds) && kinds.every((kind) => kind === 'image' || kind === 'audio'),
    "kinds holds 'image' or 'audio'.",
  );
  expect(typeof definition.look === 'function', 'look is a function.');
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
