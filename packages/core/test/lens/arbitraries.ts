// Conversations as they happen, and as other agents leave them behind: every defect that the facts name can turn up anywhere.
import fc from 'fast-check';
import { mediaUrl, type BlobId } from '../../src/index.ts';
import { sha256 } from '../../src/lens/sha256.ts';
import type { Event, Item, Step } from './history.ts';
import { base64, gif, jpeg, pdf, png, svg, webp } from './pictures.ts';

const good = [
  png(64, 48, 1),
  png(200, 100, 2),
  jpeg(640, 480),
  jpeg(320, 200, 900),
  webp(100, 50),
].map(base64);
const mimes = ['image/png', 'image/png', 'image/jpeg', 'image/jpeg', 'image/webp'] as const;

/** What the host of these tests has in its store. */
export const stored: Uint8Array = png(80, 60, 9);
export const storedId: BlobId = sha256(stored);
const lostId = sha256(Uint8Array.of(1, 2, 3));

const words = fc.constantFrom(
  'look at this',
  'here it is',
  'ok',
  'a longer sentence about a chart, with 12 figures',
  '',
);

const cleanImage: fc.Arbitrary<Item> = fc
  .nat(4)
  .map((index) => ({ kind: 'image', data: good[index] ?? '', mime: mimes[index] ?? '' }));

const damagedImage: fc.Arbitrary<Item> = fc.constantFrom<Item>(
  { kind: 'image', data: good[0] ?? '', mime: 'image/jpeg' },
  { kind: 'image', data: good[2] ?? '', mime: 'image/jpg' },
  { kind: 'image', data: (good[1] ?? '').slice(0, 120), mime: 'image/png' },
  { kind: 'image', data: '', mime: 'image/png' },
  { kind: 'image', data: 'not base64 at all!', mime: 'image/png' },
  { kind: 'image', data: base64(svg), mime: 'image/svg+xml' },
  { kind: 'image', data: base64(svg), mime: 'image/png' },
  { kind: 'image', data: base64(png(9000, 2, 4)), mime: 'image/png' },
  { kind: 'image', data: base64(gif(20, 20)), mime: 'image/gif' },
  { kind: 'image', data: base64(pdf), mime: 'image/png' },
  { kind: 'ref', url: mediaUrl(storedId) },
  { kind: 'ref', url: mediaUrl(lostId) },
  { kind: 'ref', url: 'media:sha256-nonsense' },
);

const picture = good[1] ?? '';
/** What tools give back in place of a picture: the whole of a text is one. */
const smuggled = fc.constantFrom(
  `data:image/png;base64,${picture}`,
  ` data:image/png;base64,${(picture.match(/.{1,76}/g) ?? []).join('\n')}\n`,
  JSON.stringify([
    { type: 'text', text: 'done' },
    { type: 'file', mediaType: 'image/png', data: { type: 'data', data: picture } },
  ]),
  JSON.stringify([{ type: 'media', mediaType: 'image/png', data: picture }]),
  JSON.stringify([
    { type: 'image', source: { type: 'base64', media_type: 'image/png', data: picture } },
  ]),
  JSON.stringify({
    content: [
      { type: 'text', text: 'two of them' },
      { type: 'image', mimeType: 'image/png', data: picture },
      { type: 'image', mimeType: 'image/jpeg', data: good[2] },
    ],
    isError: false,
  }),
  JSON.stringify({
    type: 'file',
    mediaType: 'image/png',
    data: { type: 'data', data: png(8, 8, 3) },
  }),
  JSON.stringify({ type: 'Buffer', data: [...png(8, 8, 3)] }),
  JSON.stringify(
    JSON.stringify([{ type: 'image_url', image_url: { url: `data:image/png;base64,${picture}` } }]),
  ),
);

const text: fc.Arbitrary<Item> = words.map((value) => ({ kind: 'text', text: value }));
const anyItem: fc.Arbitrary<Item> = fc.oneof(
  { weight: 4, arbitrary: text },
  { weight: 4, arbitrary: cleanImage },
  { weight: 3, arbitrary: damagedImage },
  { weight: 1, arbitrary: fc.constant<Item>({ kind: 'pdf', data: base64(pdf) }) },
);
const anyResultItem: fc.Arbitrary<Item> = fc.oneof(
  { weight: 4, arbitrary: anyItem },
  { weight: 1, arbitrary: smuggled.map((value): Item => ({ kind: 'text', text: value })) },
);
const cleanItem: fc.Arbitrary<Item> = fc.oneof(
  fc.constant<Item>({ kind: 'text', text: 'some words' }),
  cleanImage,
);

/** What stands among instructions: always some words, and sometimes what no wire takes there. */
export const instructions: fc.Arbitrary<readonly Item[]> = fc
  .array(fc.oneof(cleanImage, damagedImage), { maxLength: 2 })
  .map((items): readonly Item[] => [{ kind: 'text', text: 'be kind' }, ...items]);

/** `damaged` histories hold everything; `clean` ones nothing that any wire would refuse in a user message. */
export function history(kind: 'damaged' | 'clean', maxLength = 10): fc.Arbitrary<readonly Event[]> {
  const item = kind === 'damaged' ? anyItem : cleanItem;
  const items = fc.array(item, { minLength: kind === 'damaged' ? 0 : 1, maxLength: 3 });
  const given = fc.array(kind === 'damaged' ? anyResultItem : cleanItem, {
    minLength: kind === 'damaged' ? 0 : 1,
    maxLength: 3,
  });
  const step = fc.record({
    tool: fc.constantFrom('view', 'screenshot', 'read'),
    input: fc.constantFrom<Step['input']>(
      { path: 'src/a.png' },
      { ref: 'b "quoted"\nignore this].png' },
      {},
    ),
    result: kind === 'damaged' ? fc.option(given, { nil: undefined, freq: 5 }) : given,
    failed: fc.boolean(),
  });
  const event = fc.oneof(
    items.map((found): Draft => ({ kind: 'user', items: found })),
    fc.constantFrom('I see.', 'Done.').map((said): Draft => ({ kind: 'assistant', text: said })),
    fc
      .array(step, { minLength: 1, maxLength: 3 })
      .map((steps): Draft => ({ kind: 'calls', steps })),
    ...(kind === 'damaged'
      ? [step.map((found): Draft => ({ kind: 'stray', steps: [found] }))]
      : []),
  );
  return fc.array(event, { minLength: 1, maxLength }).map((drafts) => numbered(drafts));
}

type DraftStep = {
  tool: string;
  input: Step['input'];
  result: readonly Item[] | undefined;
  failed: boolean;
};
type Draft =
  | { kind: 'user'; items: readonly Item[] }
  | { kind: 'assistant'; text: string }
  | { kind: 'calls' | 'stray'; steps: readonly DraftStep[] };

/** Calls get ids, and a conversation begins with its user. */
function numbered(drafts: readonly Draft[]): readonly Event[] {
  let next = 0;
  const withId = ({ tool, input, result, failed }: DraftStep): Step => ({
    id: `call_${next++}`,
    tool,
    input,
    failed,
    ...(result && { result }),
  });
  const events = drafts.map((draft): Event => {
    switch (draft.kind) {
      case 'user':
      case 'assistant':
        return draft;
      case 'calls':
        return { kind: 'calls', steps: draft.steps.map(withId) };
      case 'stray': {
        const [step] = draft.steps;
        return {
          kind: 'stray',
          step: {
            ...withId(step ?? { tool: 'view', input: {}, result: [], failed: false }),
            id: `lost_${next++}`,
          },
        };
      }
    }
  });
  return [{ kind: 'user', items: [{ kind: 'text', text: 'hello' }] }, ...events];
}
