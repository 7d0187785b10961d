// How a turn ends: refused, failed, cancelled or answered, in words, and not never.
import { asked, late, mayBeRefused } from '../evidence.ts';
import type { Invariant } from '../invariant.ts';
import { isUnshowable, type MediaKind } from '../media.ts';
import { isOneTooMany, picturesOf } from './limit.ts';

export const endingInvariants: readonly Invariant[] = [
  {
    name: 'refusals-say-why',
    promise: 4,
    sentence:
      'What cannot be shown to anybody is refused with words, whatever can be is taken, and neither ends the conversation.',
    *broken(run) {
      const { turns, isForeign, limits } = run;
      for (const turn of turns) {
        const { refused, events } = turn.told;
        const words = asked(turn).map(({ seen }) => seen.text);
        for (const { name, words: why } of refused) {
          const medium = turn.given.find((one) => one.name === name);
          if (medium && mayBeRefused(medium, limits) && why.length > 20) continue;
          if (medium && limits && isOneTooMany(turn, medium, limits)) continue;
          if (late.test(why)) continue;
          yield { turn, what: `${name} was refused: ${why.slice(0, 200)}` };
        }
        // An agent of somebody else names an archive itself.
        const isWanted = (kind: MediaKind): boolean =>
          isForeign ? kind === 'damaged' : isUnshowable(kind);
        const said = JSON.stringify([events, refused, words]);
        for (const { kind, name } of turn.given.filter((medium) => isWanted(medium.kind))) {
          const isNamed = isForeign || said.includes(name);
          if (
            !isNamed ||
            !/refused|not shown|was not taken: |cannot|corrupt|unperceivable|is damaged/.test(said)
          )
            yield { turn, what: `${name} (${kind}) vanished without a word` };
        }
      }
    },
  },
  {
    name: 'failures-are-told',
    promise: 2,
    sentence:
      'A provider that says no ends the turn as failed, in words; whatever it answers ends it as answered; a message that is not sent has a reason.',
    *broken({ turns, limits, strict }) {
      for (const turn of turns) {
        const { end, events } = turn.told;
        if (turn.got.length === 0 && (end === 'refused' || end === 'failed')) {
          const isMany = limits && picturesOf(turn, limits).length > limits.maxPerMessage;
          const isRefused = isMany || turn.given.some((medium) => mayBeRefused(medium, limits));
          const isCancelled = turn.step.do === 'cancel';
          const isUnheard = strict && turn.given.some(({ kind }) => kind === 'sound');
          if (!isRefused && !isCancelled && !isUnheard && !late.test(JSON.stringify(events)))
            yield { turn, what: `nothing was sent: ${JSON.stringify(events).slice(0, 300)}` };
          continue;
        }
        // One that is sent again without what was refused is answered in the end.
        const failed = asked(turn).at(-1)?.billed === undefined;
        if (turn.step.do === 'cancel' || end === 'waiting') continue;
        if (failed && end !== 'failed')
          yield { turn, what: `the provider failed, the turn ${end}` };
        if (!failed && end !== 'answered')
          yield { turn, what: `the turn ${end}: ${JSON.stringify(events.at(-1)).slice(0, 300)}` };
      }
    },
  },
  {
    name: 'cancel-ends',
    promise: 4,
    sentence: 'A turn that is cancelled ends as cancelled.',
    *broken({ turns }) {
      for (const turn of turns)
        if (turn.step.do === 'cancel' && turn.told.end !== 'cancelled' && turn.got.length > 0)
          yield { turn, what: `it ${turn.told.end}` };
    },
  },
  {
    name: 'nothing-waits',
    promise: 4,
    sentence: 'Nothing waits for ever.',
    *broken({ turns }) {
      for (const turn of turns)
        if (turn.told.end === 'waiting') yield { turn, what: 'no end within the deadline' };
    },
  },
];
