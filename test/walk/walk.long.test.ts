// A few fixed seeds on every face, and every story that was ever found, dealt out to both suites. More of them by hand:
// `npm run walk -- --minutes 60`.
import { describe, expect, test } from 'vitest';
import { amount, dealt } from '../amount.ts';
import { faces } from './faces.ts';
import { judgeRun } from './invariants.ts';
import { walk } from './run.ts';
import { storyOf } from './search.ts';
import { walkWires } from './stage.ts';
import { knownStories, pendingInvariants } from './stories.ts';
import { commandOf } from './story.ts';

const length = amount(5, 8);
/** A guard against what hangs, and no judgement of speed. */
const timeout = 400_000;

describe('a walk', () => {
  test.each(
    // Two wires for each face, so that every wire is met as often as every other.
    faces.flatMap((face, at) =>
      dealt([at], [at + 2]).flatMap((nth) => {
        const { wires = walkWires } = face;
        const wire = wires[nth % wires.length];
        return wire ? [{ face, wire, name: face.name, seed: at * 10 + nth }] : [];
      }),
    ),
  )(
    'through $name on $wire breaks nothing (seed $seed)',
    { tags: ['d-walk'], timeout },
    async ({ face, wire, seed }) => {
      const steps = storyOf(seed, length);
      const violations = judgeRun(await walk(steps, { face, wire }));
      const unexpected = violations.filter(({ invariant }) => !pendingInvariants.has(invariant));
      const command = commandOf(face.name, wire, steps);
      expect({ command, unexpected }).toEqual({ command, unexpected: [] });
    },
  );
});

describe('a story that was found', () => {
  // Whatever is printed starts the command anew for each step: that is half of the time of all stories. Of the others `npm test` walks every third one.
  const isFirst = ({ face }: (typeof knownStories)[number], at: number): boolean =>
    face !== 'print' && at % 3 === 0;
  test.each(
    dealt(
      knownStories.filter(isFirst),
      knownStories.filter((story, at) => !isFirst(story, at)),
    ),
  )('$name', { tags: ['d-walk', 'd-image-limits'], timeout }, async (story) => {
    const { steps, wire, strict = false, pending } = story;
    const face = faces.find(({ name }) => name === story.face);
    if (!face) throw new TypeError(`There is no face ${story.face}.`);
    const violations = judgeRun(await walk(steps, { face, wire, strict }));
    const broken = [...new Set(violations.map(({ invariant }) => invariant))].toSorted();
    // A mark that is no longer true is to be taken away.
    expect({ violations, broken }).toEqual({
      violations,
      broken: pending?.breaks.toSorted() ?? [],
    });
  });
});
