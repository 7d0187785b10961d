// What reaches the provider: legal, once, and with the prefix that it has seen before.
import { prefixStable } from 'percept/conformance';
import { asked, countOf, declined, late } from '../evidence.ts';
import type { Invariant } from '../invariant.ts';

const elided = /shows (it|the same) again|is full/;

export const requestInvariants: readonly Invariant[] = [
  {
    name: 'requests-are-legal',
    promise: 1,
    sentence:
      'Every request is one that its provider takes: no bytes in a text, no empty block, every call with its result.',
    *broken({ turns }) {
      for (const turn of turns)
        for (const { seen } of turn.got)
          for (const { rule, location, message } of seen.findings)
            yield { turn, what: `${rule} at ${location}: ${message}` };
    },
  },
  {
    name: 'nothing-twice',
    promise: 3,
    sentence: 'No request holds a medium more often than it was attached or looked at.',
    *broken({ turns }) {
      for (const turn of turns)
        for (const { seen } of asked(turn)) {
          const marks = new Set(
            seen.media.flatMap(({ mark }) => (mark === undefined ? [] : [mark])),
          );
          for (const mark of marks) {
            const times = seen.media.filter((medium) => medium.mark === mark).length;
            const given =
              turn.history.filter(({ medium }) => medium.mark === mark).length +
              turn.looks.filter(({ medium }) => medium?.mark === mark).length;
            if (times > given)
              yield { turn, what: `mark ${mark} stands ${times} times, was given ${given} times` };
          }
        }
    },
  },
  {
    name: 'prefix-holds',
    promise: 3,
    sentence:
      'For one model, each request begins with the one before, also after a resume or a restart, unless something was elided, summarised or refused by the provider.',
    *broken({ turns, wire }) {
      for (const [index, turn] of turns.entries()) {
        const mine = asked(turn);
        const before = turns[index - 1];
        const same = before?.model === turn.model && !turn.isRenewed ? asked(before) : [];
        const list = [...same.slice(-1), ...mine];
        const changes = turn.model !== 'thinks';
        for (const [at, next] of list.entries()) {
          const previous = list[at - 1];
          if (!previous) continue;
          // What was elided, refused or late in one of the two, and not in the other.
          const reasons = changes ? [elided, declined, late] : [declined, late];
          if (reasons.some((why) => countOf(next.seen, why) !== countOf(previous.seen, why)))
            continue;
          const { ok, broken } = prefixStable(wire, previous.request.raw, next.request.raw);
          if (!ok)
            yield {
              turn,
              what: `${broken?.location}: ${broken?.before.slice(0, 80)} became ${broken?.after.slice(0, 80)}`,
            };
        }
      }
    },
  },
];
