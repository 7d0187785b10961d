// What the record of a session says of its media, for its bridge.
import type { KnownMedia, PutOff } from '../bridge/known-media.ts';
import { wholeIn } from './attachment.ts';
import { factEntry, putOffIn } from './facts.ts';
import type { SessionLog } from './log.ts';

export function knownMediaIn(log: SessionLog): KnownMedia {
  // What is on its way into the record counts already.
  const noted = new Map<string, PutOff | undefined>();
  return {
    wholeOf: (blob) => wholeIn(log.entries, blob),
    putOff: (blob, by) => {
      const key = `${blob} ${by}`;
      return noted.has(key) ? noted.get(key) : putOffIn(log.entries, blob, by);
    },
    notePutOff: (blob, by, how) => {
      noted.set(`${blob} ${by}`, how);
      // Where it cannot be written it is judged anew after a restart, which costs a prefix and loses nothing.
      void log.append(factEntry({ fact: 'put-off', blob, by, ...how }));
    },
  };
}
