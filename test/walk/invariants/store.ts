// What is left behind: no bytes in any text, and nothing wrong in the store.
import type { Invariant } from '../invariant.ts';

const payload = /(?:iVBORw0KGgo|\/9j\/4AAQ|UklGR|JVBERi0)[A-Za-z0-9+/]{40,}/;

export const storeInvariants: readonly Invariant[] = [
  {
    name: 'no-bytes-in-logs',
    promise: 5,
    sentence: 'No log, no event and no row of the record holds the bytes of a medium as text.',
    *broken({ logs, stored, turns }) {
      if (payload.test(logs)) yield { what: 'base64 in a log' };
      if (payload.test(stored)) yield { what: 'base64 in the database' };
      for (const turn of turns)
        if (payload.test(JSON.stringify(turn.told.events)))
          yield { turn, what: 'base64 in an event' };
    },
  },
  {
    name: 'store-is-sound',
    promise: 5,
    sentence: 'Whatever was done, a check of the store finds nothing wrong.',
    *broken({ damage }) {
      for (const what of damage) yield { what };
    },
  },
];
