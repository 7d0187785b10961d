// What the model did with its tools: a look shows the file as it is, an edit stands as it is told.
import { asked, cameLate, countOf, isDeclined, isPictureIn, isSeen, roomOf } from '../evidence.ts';
import type { Invariant } from '../invariant.ts';

const replaced = /Replaced once; the file has/;

export const toolInvariants: readonly Invariant[] = [
  {
    name: 'looks-are-true',
    promise: 3,
    sentence: 'A look at a file shows the file as it is now; where it is gone, nothing is shown.',
    *broken(run) {
      const { turns } = run;
      for (const turn of turns) {
        const { looked } = turn;
        if (!looked || looked.followed || looked.tool !== 'view') continue;
        const [first, last] = asked(turn);
        if (
          !first ||
          !last ||
          cameLate(turn) ||
          turn.model === 'blind' ||
          turn.told.end !== 'answered'
        )
          continue;
        const { medium, ref } = looked;
        if (!medium && last.seen.media.length > first.seen.media.length)
          yield { turn, what: `${ref} is gone, and a picture is shown for it` };
        if (!medium || isDeclined(run, turn, last.seen, { medium, called: ref })) continue;
        if (roomOf(run, turn) === 0) continue;
        if (isPictureIn(run, medium) && !isSeen(last.seen, medium))
          yield { turn, what: `${ref} was looked at and is not shown` };
      }
    },
  },
  {
    name: 'edits-are-true',
    promise: 5,
    sentence:
      'An edit that is told as done stands in the file as it was asked for; one that is not told so changed nothing.',
    *broken({ turns }) {
      for (const turn of turns) {
        if (!turn.edited) continue;
        const { before, wanted, after } = turn.edited;
        const [first, last] = [asked(turn).at(0), asked(turn).at(-1)];
        const isTold =
          first && last && countOf(last.seen, replaced) > countOf(first.seen, replaced);
        if (after !== (isTold ? wanted : before))
          yield { turn, what: `the file holds ${JSON.stringify(after)}` };
      }
    },
  },
];
