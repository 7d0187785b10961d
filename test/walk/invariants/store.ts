// What is left behind: no bytes in any text, and nothing wrong in the store.
import type { Invariant } from '../invariant.ts';
import type { Medium } from '../media.ts';

const payload = /(?:iVBORw0KGgo|\/9j\/4AAQ|R0lGOD|UklGR|JVBERi0|PHN2Zy)[A-Za-z0-9+/_-]{40,}/;

/** As text in base64 or digits, or as they are. */
function spellingsOf({ bytes }: Medium): readonly string[] {
  const piece = Buffer.from(bytes).subarray(0, 48);
  return [piece.toString('base64').slice(0, 60), piece.toString('hex'), piece.toString('latin1')];
}

export const storeInvariants: readonly Invariant[] = [
  {
    name: 'no-bytes-in-logs',
    promise: 5,
    sentence: 'No log, no event and no row of the record holds the bytes of a medium as text.',
    *broken({ logs, stored, turns, media }) {
      const binary = media.filter(({ kind }) => !['text', 'table', 'svg'].includes(kind));
      const spellings = [...new Set(binary.flatMap(spellingsOf))];
      const holds = (text: string): boolean =>
        payload.test(text) || spellings.some((spelling) => text.includes(spelling));
      if (holds(logs)) yield { what: 'bytes in a log' };
      if (holds(stored)) yield { what: 'bytes in the database' };
      for (const turn of turns)
        if (holds(JSON.stringify(turn.told.events))) yield { turn, what: 'bytes in an event' };
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
