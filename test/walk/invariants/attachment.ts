// What a person attached: shown, or named in words that say truthfully why not.
import {
  asked,
  isDeclined,
  isExcused,
  isNamed,
  isOwn,
  isPictureIn,
  isPutOff,
  isSeen,
  isTold,
  late,
  mostOf,
  picturesIn,
  roomOf,
} from '../evidence.ts';
import type { Invariant } from '../invariant.ts';
import type { Medium } from '../media.ts';
import type { Attached, Run, SeenGot } from '../run.ts';

export const attachmentInvariants: readonly Invariant[] = [
  {
    name: 'media-or-words',
    promise: 2,
    sentence:
      'Whatever a person attached is in every later request of the conversation, as pixels, sound, file or text, or words name it.',
    *broken(run) {
      for (const turn of run.turns)
        for (const { seen } of asked(turn))
          for (const attached of turn.history)
            if (!isSeen(seen, attached.medium) && !isNamed(run, seen, attached))
              yield { turn, what: `${attached.medium.name} is neither shown nor named` };
    },
  },
  {
    name: 'pasted-stays',
    promise: 2,
    sentence:
      'A picture that was attached is seen by every model that sees, unless the request is truly full, a provider refused a request that held it, it missed a deadline and words say so, or the list behind a summary names it as one to look at again.',
    *broken(run) {
      const { turns } = run;
      for (const turn of turns) {
        if (turn.model === 'blind') continue;
        for (const { seen } of asked(turn)) {
          const missing = turn.history.filter(
            (attached) =>
              isPictureIn(run, attached.medium) &&
              !isSeen(seen, attached.medium) &&
              !isDeclined(run, turn, seen, attached) &&
              !isExcused(run, seen, attached, late) &&
              !isUnwelcome(run, seen, attached.medium) &&
              !isSummarised(seen, attached),
          );
          if (missing.length > 0 && picturesIn(seen) < roomOf(run, turn))
            yield {
              turn,
              what: `${missing.map(({ medium }) => medium.name).join(', ')} not shown to ${turn.model} beside ${picturesIn(seen)} others`,
            };
        }
      }
    },
  },
  {
    name: 'words-stand-in',
    promise: 2,
    sentence:
      'What a model does not take itself is there in words of its own: texts and documents by their text, pictures and sounds by what somebody else saw and heard in this very one, up to the number of pictures that are looked at in one turn.',
    *broken(run) {
      if (!isOwn(run) || run.strict) return;
      for (const turn of run.turns)
        for (const { seen } of asked(turn))
          for (const attached of turn.history) {
            const { medium } = attached;
            if (isSeen(seen, medium) || isTold(seen, medium) || isSource(seen, medium)) continue;
            if (turn.model !== 'blind' && isPictureIn(run, medium)) continue;
            if (isDeclined(run, turn, seen, attached) || isSummarised(seen, attached)) continue;
            if (isExcused(run, seen, attached, late)) continue;
            if (isPutOff(run, turn, seen, attached)) continue;
            if (roomOf(run, turn) <= picturesIn(seen)) continue;
            yield { turn, what: `nothing of ${medium.name} reaches ${turn.model}` };
          }
    },
  },
  {
    name: 'taken-back-is-gone',
    promise: 5,
    sentence:
      'What was taken out of a message that is written anew is in no later request, neither itself nor by name.',
    *broken({ turns }) {
      for (const turn of turns)
        for (const { seen } of turn.got)
          for (const medium of turn.takenBack)
            if (isSeen(seen, medium) || isTold(seen, medium) || seen.text.includes(medium.name))
              yield { turn, what: `${medium.name} was taken back` };
    },
  },
  {
    name: 'full-means-full',
    promise: 2,
    sentence: 'Words say that a request is full only where one more picture would be too many.',
    *broken(run) {
      for (const turn of run.turns)
        for (const { seen } of asked(turn)) {
          const room = roomOf(run, turn);
          if (/this request is full/.test(seen.text) && picturesIn(seen) < room)
            yield { turn, what: `"full" beside ${picturesIn(seen)} pictures for ${turn.model}` };
          const most = mostOf(run, turn);
          if (picturesIn(seen) > most)
            yield { turn, what: `${picturesIn(seen)} pictures for a model that takes ${most}` };
        }
    },
  },
  {
    name: 'strict-is-strict',
    promise: 2,
    sentence:
      'Where routing is strict, no model gets words in place of media that nobody may look at: the message is refused aloud.',
    *broken({ turns, strict, isForeign }) {
      if (!strict || isForeign) return;
      for (const turn of turns) {
        for (const { seen } of asked(turn))
          if (/not shown to this model/.test(seen.text))
            yield { turn, what: `${turn.model} got "not shown to this model"` };
        // Nobody hears there.
        const unheard = turn.history.filter(({ medium }) => medium.kind === 'sound');
        if (unheard.length > 0 && asked(turn).length > 0)
          yield { turn, what: `${unheard.map(({ called }) => called).join(', ')} went along` };
      }
    },
  },
];

/** A drawing is its source to a model that does not see. */
function isSource({ text }: SeenGot['seen'], { kind, bytes }: Medium): boolean {
  return kind === 'svg' && text.includes(Buffer.from(bytes).toString('utf8'));
}

/** Without a door nobody draws anew what a model does not take. */
function isUnwelcome({ isForeign }: Run, { text }: SeenGot['seen'], { kind }: Medium): boolean {
  return isForeign && text.includes(`this model takes no image/${kind}`);
}

/** The list behind a summary has it: kept by its name, and `words-work` looks at it again. */
function isSummarised({ text }: SeenGot['seen'], { called }: Attached): boolean {
  const [kept = ''] =
    /\[Summary of the conversation so far[^]*?\nKept from those turns:\n(?:\[.*\n?)+/.exec(text) ??
    [];
  return kept.includes(`attachment:${called}`);
}
