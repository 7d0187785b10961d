// A story is data: which face, which wire, and steps that can be done in any order. Whatever a step refers to is picked among
// what is there by then, so that a story stays one when steps are taken out of it.
import fc from 'fast-check';
import { mediaKinds, type MediaKind } from './media.ts';
import { modelNames, type ModelName } from './stage.ts';

export type Step =
  | { readonly do: 'ask'; readonly attach: readonly MediaKind[] }
  /** What was attached before, once more. */
  | { readonly do: 'repeat'; readonly pick: number }
  /** The model calls the tool on a file of the folder. */
  | { readonly do: 'view' | 'zoom' | 'read'; readonly pick: number }
  /** The model does what Percept's own words say shows a medium. */
  | { readonly do: 'follow'; readonly pick: number }
  | { readonly do: 'change' | 'vanish'; readonly pick: number }
  | { readonly do: 'switch'; readonly model: ModelName }
  | { readonly do: 'fail'; readonly status: number; readonly attach: readonly MediaKind[] }
  | { readonly do: 'cancel'; readonly attach: readonly MediaKind[] }
  /** `crowd`: the provider says that the context is nearly full. `collect`: what nobody refers to is freed. */
  | { readonly do: 'again' | 'resume' | 'restart' | 'crowd' | 'collect' }
  /** The model reads the text of the folder and changes it. `fork`: the newest run once more. `forget`: uploads are taken back. */
  | { readonly do: 'edit' | 'fork' | 'forget' }
  /** The conversation goes on in another one that begins with the same turns. */
  | { readonly do: 'branch' }
  /** The newest message is sent anew in its place, with other words: the bits of `pick` say which of its media stay. */
  | { readonly do: 'rewrite'; readonly pick: number; readonly attach: readonly MediaKind[] };

const pick = fc.nat({ max: 9 });
const attach = (maxLength: number): fc.Arbitrary<MediaKind[]> =>
  fc.array(fc.constantFrom(...mediaKinds), { maxLength });

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('ask' as const), attach: attach(4) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('ask' as const), attach: attach(9) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('repeat' as const), pick }) },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constantFrom('view' as const, 'zoom', 'read'), pick }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('follow' as const), pick }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom('change' as const, 'vanish'), pick }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('switch' as const),
      model: fc.constantFrom(...modelNames),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('fail' as const),
      status: fc.constantFrom(400, 401, 413),
      attach: attach(2),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel' as const), attach: attach(2) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('edit' as const, 'fork', 'forget', 'branch') }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('rewrite' as const), pick, attach: attach(2) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constantFrom('again' as const, 'resume', 'restart', 'crowd', 'collect'),
    }),
  },
);

/** Stories of so many steps; fast-check takes steps out and makes them simpler when one fails. */
export function stories(maxLength: number, minLength = 1): fc.Arbitrary<Step[]> {
  return fc.array(step, { minLength, maxLength, size: 'max' });
}

/** The story as somebody can repeat it. */
export function commandOf(face: string, wire: string, steps: readonly Step[]): string {
  const told = JSON.stringify(steps).replaceAll("'", String.raw`'\''`);
  return `npm run walk -- --face ${face} --wire ${wire} --story '${told}'`;
}

/** A story as the command line takes it. */
export function readStory(told: string): readonly Step[] {
  const value: readonly Step[] = JSON.parse(told);
  return value;
}
