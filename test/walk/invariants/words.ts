// Words about media: they agree with each other, they work when followed, and their figures are true.
import { asked, cameLate, isDeclined } from '../evidence.ts';
import type { Invariant } from '../invariant.ts';
import { isPicture } from '../media.ts';

export const wordsInvariants: readonly Invariant[] = [
  {
    name: 'words-agree',
    promise: 2,
    sentence: 'No words say of one medium, in one place, that it is shown and that it is not.',
    *broken({ turns }) {
      for (const turn of turns)
        for (const { seen } of asked(turn))
          for (const [, ref] of seen.text.matchAll(
            /\[(view [^;\]]+|attachment:[^;\]]+); [^\]]*shown[^\]]*\](?:\n\w+)*\n\[[^\n\]]*not shown/g,
          ))
            yield { turn, what: `${ref} is shown and not shown` };
    },
  },
  {
    name: 'words-work',
    promise: 2,
    sentence:
      'Where words name a way to look at something, going that way shows that very thing, or puts it into words.',
    *broken(run) {
      for (const turn of run.turns) {
        const { looked } = turn;
        if (!looked?.followed || !looked.medium || turn.told.end !== 'answered') continue;
        const { medium, ref } = looked;
        const last = asked(turn).at(-1);
        if (!last || cameLate(turn)) continue;
        if (turn.model === 'blind' || !isPicture(medium.kind)) continue;
        if (isDeclined(run, turn, last.seen, { medium, called: ref })) continue;
        if (!last.seen.media.some(({ mark }) => mark === medium.mark))
          yield { turn, what: `view ${ref} does not show ${medium.name}` };
      }
    },
  },
  {
    name: 'sizes-are-true',
    promise: 2,
    sentence: 'Words that state the size of an original state its true size.',
    *broken({ turns, media }) {
      const sizes = new Map(media.map((medium) => [medium.name, medium.size]));
      for (const turn of turns)
        for (const { seen } of asked(turn)) {
          for (const [, name = '', width, height] of seen.text.matchAll(
            /\[attachment:(?:\d+-)?([\w.-]+)[^\]\n]*the original is (\d+)×(\d+)/g,
          )) {
            const size = sizes.get(name);
            if (size && `${size.width}×${size.height}` !== `${width}×${height}`)
              yield {
                turn,
                what: `${name} is ${size.width}×${size.height}, not ${width}×${height}`,
              };
          }
        }
    },
  },
];
