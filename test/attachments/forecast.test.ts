// What is promised is what is sent: for random drafts and models of five wires, the forecast, the stored report and the bytes
// that arrived are the same.
import { createHash } from 'node:crypto';
import { AgentSession } from '@percept/agent';
import { createSessionBridge } from '../../packages/agent/src/bridge/index.ts';
import { createBridge, ReportReader, takeIn } from '@percept/agent/internal';
import type { LoopModel, PromptPart, ReportSlot } from '@percept/agent';
import { accept, type StoredBlock } from '@percept/core';
import { isRecord, jsonOf, nameOf } from '@percept/core/internal';
import fc from 'fast-check';
import { text, type CapturedRequest } from 'percept/conformance';
import { expect, test } from 'vitest';
import { openRig, unwrap, type Rig } from '../acp/rig.ts';
import { drawPieces, modelsOf } from './pieces.ts';

const drafts = Number(process.env['PERCEPT_DRAFTS'] ?? 12);

/** Looks at nothing and says which picture it would have looked at. */
const describer = {
  id: 'eyes 1',
  model: 'eyes',
  host: 'this device',
  place: 'device',
  kinds: ['image', 'audio'],
  fit: { imageTypes: ['image/png', 'image/jpeg'], maxBytes: 1e7, maxEdgePx: 2000, maxPixels: 4e6 },
  answers: false,
  look: async () => accept({ text: 'Something plain.' }),
} as const;

interface Ran {
  readonly forecast: readonly ReportSlot[];
  readonly stored: readonly ReportSlot[];
  readonly request: CapturedRequest | undefined;
  readonly texts: readonly string[];
}

async function run(
  rig: Rig,
  model: LoopModel,
  models: readonly LoopModel[],
  draft: readonly PromptPart[],
): Promise<Ran> {
  const { memory, door } = rig;
  const bridge = createBridge({
    describers: [describer],
    door,
    store: memory,
    memos: { get: async () => undefined, put: async () => undefined },
    strict: false,
    localChosen: { image: true, audio: true },
    settings: { maxImagesPerTurn: 2 },
  });
  const parts = {
    ...rig.parts,
    models: { list: () => models, main: () => model },
    openBridge: (tell: (line: string) => void) => createSessionBridge(bridge, tell),
  };
  const session = unwrap(await AgentSession.create(parts, { cwd: rig.root, roots: [rig.root] }));
  const forecast = unwrap(await session.forecast(draft));
  const before = rig.server.requests.length;
  await rig.say(draft, { session });
  const reader = new ReportReader();
  const stored = session.entries.flatMap((entry) => reader.read(entry)?.slots ?? []);
  const texts = (forecast.request ?? []).flatMap((message) =>
    message.role === 'user'
      ? message.content.flatMap((part) => (part.type === 'text' ? [part.text] : []))
      : [],
  );
  // A forecast speaks of words that are still to be made; what is sent holds the words.
  expect(rig.server.requests[before]?.raw ?? '').not.toContain('To be put into words');
  return { forecast: forecast.report.slots, stored, request: rig.server.requests[before], texts };
}

/** Words that are made on the way are known only afterwards; where they stand and who makes them is known before. */
function comparable(slot: unknown): unknown {
  if (!isRecord(slot) || slot['action'] !== 'describe') return slot;
  const { words: _, ...rest } = slot;
  return rest;
}

/** Every long run of base64 in a body, as the hash of its bytes. */
function sentIn(request: CapturedRequest | undefined): readonly string[] {
  return (
    [...(request?.raw ?? '').matchAll(/[A-Za-z0-9+/]{64,}={0,2}/g)]
      // The name of a stored picture, in words that say how to look at it, is not a picture.
      .filter(([data]) => !/^[0-9a-f]{64}$/.test(data))
      .map(([data]) => createHash('sha256').update(Buffer.from(data, 'base64')).digest('hex'))
  );
}

/** The attachments in the order in which the request speaks of them. */
function namedIn(texts: readonly string[]): readonly string[] {
  return runs(texts.flatMap((words) => /^\[attachment:([^;\]]+)/.exec(words)?.[1] ?? []));
}

/** One of each run: a document has a slot for each of its pages. */
function runs(names: readonly string[]): readonly string[] {
  return names.filter((name, at) => name !== names[at - 1]);
}

test(
  'the forecast, the stored report and the wire are the same for every draft, model and wire',
  { tags: ['d-forecast-is-sent'], timeout: 240_000 + drafts * 3_000 },
  async () => {
    await using rig = await openRig(() => text('Done.'));
    const models = modelsOf(rig.server);
    const blocks: StoredBlock[] = [];
    for (const { name, bytes } of Object.values(await drawPieces()))
      blocks.push(unwrap(await takeIn(rig.parts, { kind: 'bytes', bytes }, { name })).block);
    const mixed = ['large.png', 'answer.ts', 'Größe.png'].flatMap((wanted) =>
      blocks.filter((block) => nameOf(block) === wanted),
    );
    expect(mixed).toHaveLength(3);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...blocks), { minLength: 1, maxLength: 5 }),
        fc.constantFrom(...models),
        async (attached, model) => {
          const draft = [...attached, { type: 'text', text: 'What is it?' } as const];
          const { forecast, stored, request, texts } = await run(rig, model, models, draft);
          expect(stored.map(comparable)).toEqual(forecast.map((slot) => comparable(jsonOf(slot))));
          expect(sentIn(request)).toEqual(
            forecast.flatMap(({ sent }) => (sent === undefined ? [] : [sent])),
          );
          expect(namedIn(texts)).toEqual(
            runs(forecast.map(({ attachment }) => attachment ?? 'nobody’s')),
          );
          for (const words of texts)
            if (!words.includes('To be put into words'))
              expect(request?.raw).toContain(JSON.stringify(words).slice(1, -1));
        },
      ),
      // A text between two pictures, on every wire, whatever else is drawn.
      { numRuns: drafts, examples: models.map((model) => [mixed, model]) },
    );
  },
);
