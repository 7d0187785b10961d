// Words about media: they agree with each other, they work when followed, and their figures are true.
import { asked, cameLate, countOf, isDeclined } from '../evidence.ts';
import type { Invariant } from '../invariant.ts';
import { helperWordOf, isPicture, pdfPage, wordOf } from '../media.ts';

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
        const { medium, ref, tool } = looked;
        const [first, last] = [asked(turn).at(0), asked(turn).at(-1)];
        if (!first || !last || cameLate(turn)) continue;
        if (isDeclined(run, turn, last.seen, { medium, called: ref })) continue;
        const isShown = last.seen.media.some(({ mark }) => mark === medium.mark);
        const words = new RegExp(`${helperWordOf(medium.mark)}|${wordOf(medium.mark)}`);
        const isInWords = countOf(last.seen, words) > countOf(first.seen, words);
        // Whoever hears gets the sound itself.
        if (tool === 'listen' && turn.model === 'hears' && isShown) continue;
        const needsWords = turn.model === 'blind' || tool === 'listen';
        // Where routing is strict nobody helps; what is drawn from a text has no colour.
        if (run.strict && needsWords) continue;
        if (tool === 'view' && ['text', 'table', 'notebook'].includes(medium.kind)) continue;
        if (!needsWords && !isPicture(medium.kind) && medium.kind !== 'pdf') continue;
        if (needsWords ? !isInWords : !isShown)
          yield { turn, what: `${tool} ${ref} does not show ${medium.name}` };
      }
    },
  },
  {
    name: 'sizes-are-true',
    promise: 2,
    sentence: 'Words that state the size of an original state its true size.',
    *broken({ turns, media }) {
      const sizes = new Map(media.map((medium) => [medium.name, medium.size]));
      const all = new Set(media.map(({ size = pdfPage }) => `${size.width}×${size.height}`));
      for (const turn of turns)
        for (const { seen } of asked(turn)) {
          for (const [words, ref = '', width, height] of seen.text.matchAll(
            /(?:\[view "([^"]*)"[^\]\n]* original|the original is) (\d+)×(\d+)/g,
          ))
            // What is drawn from a text is as large as the drawing.
            if (!/\.(ts|csv|ipynb)$/.test(ref) && !all.has(`${width}×${height}`))
              yield { turn, what: `nothing here is as large as the words say: ${words}` };
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
