// The judge cannot be fooled: a run that holds is spoilt in one place, once for every invariant, and the judge must say so.
import { defaultAccept } from '../../packages/ingest/src/decoder/accept.ts';
import { beforeAll, expect, test } from 'vitest';
import { web } from './faces/web.ts';
import type { InvariantName } from './invariant.ts';
import { invariants, judgeRun } from './invariants.ts';
import { invariantTable, readPage } from './page.ts';
import { walk, type Run, type SeenGot, type Turn } from './run.ts';

let sound: Run;
beforeAll(async () => {
  sound = await walk(
    [
      { do: 'ask', attach: ['png', 'text'] },
      { do: 'view', pick: 2 },
      { do: 'follow', pick: 0 },
      { do: 'ask', attach: ['large', 'damaged', 'oversize'] },
      { do: 'cancel', attach: [] },
      { do: 'edit' },
      { do: 'ask', attach: ['gif'] },
      { do: 'rewrite', pick: 0, attach: [] },
    ],
    { face: web, wire: 'chat-completions' },
  );
});

/** The run with one turn changed. */
function turnOf(run: Run, index: number, change: (turn: Turn) => Partial<Turn>): Run {
  const turns = run.turns.map((turn, at) => (at === index ? { ...turn, ...change(turn) } : turn));
  return { ...run, turns };
}

/** The run with the last request of one turn changed. */
function requestOf(run: Run, index: number, change: (got: SeenGot) => Partial<SeenGot>): Run {
  return turnOf(run, index, ({ got }) => ({
    got: got.map((each, at) => (at === got.length - 1 ? { ...each, ...change(each) } : each)),
  }));
}

function seenOf(run: Run, index: number, change: Partial<SeenGot['seen']>): Run {
  return requestOf(run, index, ({ seen }) => ({ seen: { ...seen, ...change } }));
}

function toldOf(run: Run, index: number, change: Partial<Turn['told']>): Run {
  return turnOf(run, index, ({ told }) => ({ told: { ...told, ...change } }));
}

const finding = { rule: 'base64-in-text', location: 'messages[0]', message: 'bytes' } as const;
const png = `iVBORw0KGgo${'A'.repeat(60)}`;

const spoilt: Readonly<Record<InvariantName, (run: Run) => Run>> = {
  'requests-are-legal': (run) => seenOf(run, 0, { findings: [finding] }),
  'media-or-words': (run) => seenOf(run, 0, { media: [], text: 'Nothing.' }),
  'pasted-stays': (run) => seenOf(run, 0, { media: [] }),
  'words-stand-in': (run) => seenOf(run, 0, { text: 'm6.png m7.ts' }),
  'nothing-twice': (run) =>
    requestOf(run, 0, ({ seen }) => ({
      seen: { ...seen, media: [...seen.media, ...seen.media] },
    })),
  'bill-is-whole': (run) =>
    turnOf(run, 0, ({ got }) => ({
      got: [...got, ...got.map((one) => ({ ...one, isHelper: true }))],
    })),
  'full-means-full': (run) =>
    requestOf(run, 0, ({ seen }) => ({
      seen: { ...seen, text: `${seen.text}[image: not shown, this request is full]` },
    })),
  'told-is-sent': (run) => toldOf(run, 0, { shown: [['0'.repeat(64)]] }),
  'words-agree': (run) =>
    requestOf(run, 0, ({ seen }) => ({
      seen: {
        ...seen,
        text: `${seen.text}\n[view "a.png"; shown at 2×2, original 2×2]\ntext\n[image "a.png": not shown to this model]`,
      },
    })),
  'words-work': (run) => seenOf(run, 2, { media: [] }),
  'looks-are-true': (run) => seenOf(run, 1, { media: [] }),
  'edits-are-true': (run) =>
    turnOf(run, 5, ({ edited }) => ({
      ...(edited && { edited: { ...edited, after: edited.before } }),
    })),
  'taken-back-is-gone': (run) =>
    requestOf(run, 7, ({ seen }) => ({
      seen: { ...seen, media: [...seen.media, ...(run.turns[6]?.got.at(-1)?.seen.media ?? [])] },
    })),
  'prefix-holds': (run) =>
    requestOf(run, 2, ({ request }) => ({
      request: { ...request, raw: request.raw.replace('Step 0', 'Step O') },
    })),
  'sizes-are-true': (run) =>
    requestOf(run, 3, ({ seen }) => ({
      seen: { ...seen, text: seen.text.replaceAll('3000×2000', '1358×905') },
    })),
  'refusals-say-why': (run) =>
    turnOf(toldOf(run, 3, { refused: [], events: [] }), 3, () => ({ got: [] })),
  'failures-are-told': (run) => toldOf(run, 0, { end: 'failed' }),
  'cancel-ends': (run) => toldOf(run, 4, { end: 'answered' }),
  'nothing-waits': (run) => toldOf(run, 0, { end: 'waiting' }),
  'helpers-only-when-needed': (run) =>
    turnOf(run, 0, ({ got }) => ({
      got: [...got, ...got.map((one) => ({ ...one, isHelper: true }))],
    })),
  'strict-is-strict': (run) =>
    seenOf({ ...run, strict: true }, 0, { text: 'm6.png, not shown to this model' }),
  'no-bytes-in-logs': (run) => ({ ...run, stored: png }),
  'store-is-sound': (run) => ({ ...run, damage: ['a blob is gone'] }),
  'advertised-is-delivered': (run) => ({ ...run, advertised: { maxBytes: 1 } }),
};

test('holds for a run in which nothing is broken', { tags: ['d-walk-judge'] }, () => {
  expect(judgeRun(sound)).toEqual([]);
});

test.each([
  ['one too few', defaultAccept.slice(1)],
  ['one that is not taken', [...defaultAccept, 'image/tiff']],
])('notices %s among the types that a face says', { tags: ['d-walk-judge'] }, (_, types) => {
  const found = judgeRun({ ...sound, advertised: { types } }).map(({ invariant }) => invariant);
  expect(found).toContain('advertised-is-delivered');
});

test.each(invariants.map(({ name }) => name))(
  'says when %s is broken',
  { tags: ['d-walk-judge'] },
  (name) => {
    expect(judgeRun(spoilt[name](sound)).map(({ invariant }) => invariant)).toContain(name);
  },
);

test.each([
  ['a log', (run: Run) => ({ ...run, logs: png })],
  ['an event', (run: Run) => toldOf(run, 0, { events: [{ data: png }] })],
] as const)('finds bytes in %s', { tags: ['d-walk-judge'] }, (_, spoil) => {
  expect(judgeRun(spoil(sound)).map(({ invariant }) => invariant)).toContain('no-bytes-in-logs');
});

const toldIsSent = (run: Run): boolean =>
  judgeRun(run).some(({ invariant }) => invariant === 'told-is-sent');

test.each([
  ['the one that was sent', [6], false],
  ['another one', [7], true],
  ['one more', [6, 6], true],
] as const)(
  'what the chat draws as seen is held to the wire: %s',
  { tags: ['d-walk-judge'] },
  (_, saw, isBroken) => {
    expect(toldIsSent(toldOf(sound, 0, { saw }))).toBe(isBroken);
  },
);

test(
  'words that a provider refused a picture excuse it only where one did',
  { tags: ['d-walk-judge'] },
  () => {
    const words =
      '[image "m6.png", image/png: left out, a provider refused it earlier] m7.ts walker-word-007';
    const unsent = seenOf(sound, 2, { media: [], text: words });
    const stays = (run: Run): boolean =>
      judgeRun(run).every(({ invariant, step }) => invariant !== 'pasted-stays' || step !== 2);
    expect(stays(unsent)).toBe(false);
    expect(
      stays(
        turnOf(unsent, 0, ({ got }) => ({
          got: got.map(({ request, isHelper, seen }) => ({ request, isHelper, seen })),
        })),
      ),
    ).toBe(true);
  },
);

test.each([
  ['one that was refused before the message was full', 'at most 8 pictures', true],
  ['one that was refused without the number', 'no more pictures', true],
] as const)(
  'a picture that is left out of a message: %s',
  { tags: ['d-walk-judge'] },
  (_, words, isBroken) => {
    const refused = [
      { name: 'm6.png', words: `m6.png was not attached: a message holds ${words}.` },
    ];
    const found = judgeRun(toldOf(sound, 0, { refused })).map(({ invariant }) => invariant);
    expect(found.includes('advertised-is-delivered')).toBe(isBroken);
  },
);

test.each([
  ['its own', 'm6.png', false],
  ['another one’s', 'm7.ts', true],
] as const)(
  'words that a deadline was missed excuse a picture that they name: %s',
  { tags: ['d-walk-judge'] },
  (_, name, isBroken) => {
    const words = `[attachment:${name}; not shown. It was not drawn by takumi within 20000 ms.] m6.png m7.ts`;
    const found = judgeRun(seenOf(sound, 0, { media: [], text: words }));
    expect(found.some(({ invariant }) => invariant === 'pasted-stays')).toBe(isBroken);
  },
);

test('the page of the docs holds every sentence as it is', { tags: ['d-walk-judge'] }, async () => {
  expect(await readPage()).toContain(invariantTable());
});
