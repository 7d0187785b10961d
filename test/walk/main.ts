// `npm run walk`: stories by seed, or one that is given, judged by every invariant. A story that breaks one is made as short
// as it can be and printed as the command that repeats it.
import { parseArgs } from 'node:util';
import { judgedWires, type JudgedWire } from 'percept/conformance';
import type { FaceKind } from './face.ts';
import { faces } from './faces.ts';
import { Report } from './report.ts';
import { search, tell } from './search.ts';
import { walkWires } from './stage.ts';
import { readStory } from './story.ts';

const help = `npm run walk -- [options]
  --minutes N       new stories for so long; without it one story on every face
  --seed N          the first story; without it any
  --steps N         steps of a story (12)
  --face NAME       only ${faces.map(({ name }) => name).join(', ')}
  --wire NAME       only ${judgedWires.join(', ')}
  --strict          strict routing in every story, and not in every eighth
  --story JSON      this story, as a violation prints it
  --all             a story with all that it breaks, not made short
`;

const { values } = parseArgs({
  options: {
    help: { type: 'boolean', short: 'h', default: false },
    seed: { type: 'string' },
    minutes: { type: 'string' },
    steps: { type: 'string', default: '12' },
    face: { type: 'string' },
    wire: { type: 'string' },
    story: { type: 'string' },
    strict: { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
  },
});

if (values.help) {
  process.stdout.write(help);
  process.exit(0);
}
const chosen = faces.filter(({ name }) => values.face === undefined || name === values.face);
const wiresOf = ({ wires = walkWires }: FaceKind): readonly JudgedWire[] =>
  wires.filter((wire) => values.wire === undefined || wire === values.wire);
if (chosen.length === 0) throw new TypeError(`There is no face ${values.face}. ${help}`);
const first = values.seed === undefined ? Date.now() % 1_000_000 : Number(values.seed);
let end = Date.now() + Number(values.minutes ?? 0) * 60_000;
// Whoever stops it still gets the report of what was walked.
process.once('SIGINT', () => {
  end = 0;
});
const report = new Report();
let unwalked = 0;
const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

if (values.story !== undefined) {
  for (const face of chosen)
    for (const wire of wiresOf(face))
      say(await tell(readStory(values.story), { face, wire, strict: values.strict }, report));
} else {
  let seed = first;
  do {
    for (const face of chosen) {
      // The first seed is walked on every face, however long that takes.
      if ((seed > first || end === 0) && Date.now() >= end) break;
      // One wire after the other, so that a short walk meets all of them in turn.
      const wires = wiresOf(face);
      const wire = wires[seed % wires.length];
      if (!wire) continue;
      const strict = values.strict || seed % 8 === 7;
      const length = Number(values.steps);
      const place = `seed ${seed}, ${face.name}, ${wire}`;
      try {
        const found = await search({ seed, length, face, wire, strict, all: values.all }, report);
        say(found ?? `${place}: nothing broken`);
      } catch (error) {
        // A process that does not start on a busy machine ends one story, and not the walk.
        unwalked += 1;
        say(`${place}: not walked, ${String(error)}`);
      }
    }
    seed += 1;
  } while (Date.now() < end);
}
say(report.text());
if (unwalked > 0) say(`${unwalked} stories could not be walked`);
process.exitCode = report.violations + unwalked > 0 ? 1 : 0;
