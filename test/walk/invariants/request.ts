// What reaches the provider: legal, once, and with the prefix that it has seen before.
import { profilesById } from '@percept/core';
import { prefixStable } from 'percept/conformance';
import { asked, declined, isOwn, late, linesOf, picturesIn, wasTooLarge } from '../evidence.ts';
import type { Invariant } from '../invariant.ts';
import type { Run, SeenGot, Turn } from '../run.ts';

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
    sentence:
      'No request holds a medium more often than it was attached or looked at, and a later look at the same pixels adds none.',
    *broken(run) {
      for (const turn of run.turns)
        for (const { seen } of asked(turn)) {
          const marks = new Set(
            seen.media.flatMap(({ mark }) => (mark === undefined ? [] : [mark])),
          );
          for (const mark of marks) {
            const mine = seen.media.filter((medium) => medium.mark === mark);
            const { attached, looked } = timesOf(run, turn, mark);
            const given = attached.length + looked.length;
            if (mine.length > given)
              yield {
                turn,
                what: `mark ${mark} stands ${mine.length} times, was given ${given} times`,
              };
            if (!isOwn(run)) continue;
            // Results of one turn have a picture each; a look turns later points to what is there.
            const first = Math.min(...attached, ...looked);
            const most = attached.length + looked.filter((number) => number === first).length;
            for (const [sha256, alike] of Map.groupBy(mine, (medium) => medium.sha256))
              if (alike.length > most)
                yield { turn, what: `${sha256} stands ${alike.length} times, not ${most} times` };
          }
        }
    },
  },
  {
    name: 'prefix-holds',
    promise: 3,
    sentence:
      'For one model, each request begins with the one before, also after a resume or a restart, unless something was elided, summarised or refused by the provider, or one picture more makes them too many for their size.',
    *broken(run) {
      const { turns, wire } = run;
      for (const [index, turn] of turns.entries()) {
        const mine = asked(turn);
        const before = beforeOf(turns, index);
        const same = before ? asked(before) : [];
        const list = [...same.slice(-1), ...mine];
        // A history that is bound to its prefix changes only where its provider did not take it, and is whole again after that.
        const tooLarge = [before, turn].some((one) => one && wasTooLarge(run, one));
        const changes = turn.model !== 'thinks' || tooLarge;
        for (const [at, next] of list.entries()) {
          const previous = list[at - 1];
          if (!previous) continue;
          // What was elided, refused or late in one of the two, and not in the other.
          const reasons = changes ? [elided, declined, late] : [declined, late];
          if (reasons.some((why) => linesOf(next.seen, why) !== linesOf(previous.seen, why)))
            continue;
          if (changes && isMany(next) && !isMany(previous)) continue;
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

const manyAbove = profilesById.get('anthropic')?.image.manyImages?.above ?? Infinity;

/** More than Anthropic takes at their full size: all of them are fitted anew. */
function isMany({ seen }: SeenGot): boolean {
  return picturesIn(seen) > manyAbove;
}

/** The turns in which it was attached, and those in which it was looked at, of what is still in the conversation. */
function timesOf(
  { turns }: Run,
  { history, looks }: Turn,
  mark: number,
): { readonly attached: readonly number[]; readonly looked: readonly number[] } {
  const attached = history.filter(({ medium }) => medium.mark === mark).map(({ turn }) => turn);
  const mine = new Set(looks.filter(({ medium }) => medium?.mark === mark));
  const looked = turns.flatMap((turn) =>
    turn.looked && mine.has(turn.looked) ? [turn.number] : [],
  );
  return { attached, looked };
}

/** The newest turn of the same model, other models in between or not, where the record was not cut since. */
function beforeOf(turns: readonly Turn[], index: number): Turn | undefined {
  const model = turns[index]?.model;
  for (let at = index; at > 0; at -= 1) {
    if (turns[at]?.isRenewed) return undefined;
    if (turns[at - 1]?.model === model) return turns[at - 1];
  }
  return undefined;
}
