import { describe, expect, test } from 'vitest';
import { commonProfile, resolveProfile } from '../../src/index.ts';
import { LensSession, lowerRequest, type LensOptions } from '../../src/lens/index.ts';
import { sha256 } from '../../src/lens/sha256.ts';
import { classifyRefusal, degrade, type FaultKind } from '../../src/recovery/index.ts';
import { judge } from '../../src/testing/index.ts';
import { writers, type Event } from '../lens/history.ts';
import { base64, heavyPng, jpeg, png } from '../lens/pictures.ts';

const wire = 'anthropic-messages';
const profile = resolveProfile({ provider: 'anthropic.messages', model: 'claude-opus-4-7' });
const old = png(40, 40, 1);
const wide = jpeg(3000, 100);
const last = png(60, 60, 2);

const view = (id: string, data: Uint8Array, mime: string): Event => ({
  kind: 'calls',
  steps: [
    {
      id,
      tool: 'view',
      input: { path: id },
      result: [{ kind: 'image', mime, data: base64(data) }],
    },
  ],
});
const ask: Event = { kind: 'user', items: [{ kind: 'text', text: 'look' }] };
const body = writers[wire]([
  ask,
  view('a', old, 'image/png'),
  view('b', wide, 'image/jpeg'),
  { kind: 'assistant', text: 'ok' },
  ask,
  view('c', last, 'image/png'),
]);

async function after(kind: FaultKind, maxEdgePx?: number) {
  const session = new LensSession();
  const options: LensOptions = { profile, session, retention: { mode: 'append-only' } };
  const sent = await lowerRequest({ wire, body, ...options });
  const {
    suspects,
    holds: _,
    ...change
  } = degrade({ kind, ...(maxEdgePx !== undefined && { maxEdgePx }) }, sent, profile, session.memo);
  for (const blob of suspects) session.quarantine(blob);
  const retry = await lowerRequest({ wire, body, ...options, ...change });
  return { suspects, images: retry.report.images, retry };
}

describe('the one retry', () => {
  test(
    'drops what came in last when the provider does not say which',
    { tags: ['f-wires-retry-once'] },
    async () => {
      for (const kind of ['unclear', 'corrupt', 'type-mismatch'] as const)
        expect(await after(kind)).toMatchObject({ suspects: [sha256(last)], images: 2 });
    },
  );

  test('suspects the last nine results of the turn, and none before them', async () => {
    const pictures = Array.from({ length: 11 }, (_, index) => png(20 + index, 20, index));
    const many = writers[wire]([
      ask,
      ...pictures.map((data, index) => view(`v${index}`, data, 'image/png')),
    ]);
    const session = new LensSession();
    const retention = { mode: 'append-only' } as const;
    const sent = await lowerRequest({ wire, body: many, profile, session, retention });
    const { suspects } = degrade({ kind: 'corrupt' }, sent, profile, session.memo);
    expect(suspects).toEqual(pictures.slice(2).map((data) => sha256(data)));
  });

  test('drops the pictures over the edge that the provider named', async () => {
    expect(await after('image-pixels', 2000)).toMatchObject({
      suspects: [sha256(wide)],
      images: 2,
    });
  });

  test('drops the heaviest when a picture is too heavy', async () => {
    expect((await after('image-bytes')).images).toBe(2);
  });

  test('halves the media when the request is too heavy, and accuses nobody', async () => {
    const { suspects, images } = await after('request-bytes');
    expect(suspects).toEqual([]);
    expect(images).toBeLessThan(3);
  });

  test(
    'halves the pictures when they are too many, and keeps to that with this model',
    { tags: ['f-profile-common'] },
    async () => {
      const session = new LensSession();
      const views = Array.from({ length: 12 }, (_, index) =>
        view(`v${index}`, png(20 + index, 20, index), 'image/png'),
      );
      const request = {
        wire: 'chat-completions',
        body: writers['chat-completions']([ask, ...views]),
        session,
        retention: { mode: 'append-only' },
      } as const;
      const sent = await lowerRequest({ ...request, profile: commonProfile });
      expect(sent.report.images).toBe(12);
      const { suspects, holds, ...change } = degrade(
        { kind: 'image-count' },
        sent,
        commonProfile,
        session.memo,
      );
      expect([suspects, holds]).toEqual([[], 'this-model']);
      const retry = await lowerRequest({ ...request, profile: commonProfile, ...change });
      expect(retry.report.images).toBe(6);
      expect(retry.report.slots.at(-1)).toMatchObject({ action: 'hoist' });
    },
  );

  test.each([
    ['of a few kilobytes', old, 'this-request'],
    ['of hundreds of kilobytes', heavyPng(40, 40, 300_000), 'this-model'],
  ] as const)(
    'a request %s that is too heavy is a limit for later ones only where servers have such limits',
    async (_, data, holds) => {
      const session = new LensSession();
      const request = writers[wire]([ask, view('a', data, 'image/png')]);
      const sent = await lowerRequest({ wire, body: request, profile, session });
      const degraded = degrade({ kind: 'request-bytes' }, sent, profile, session.memo);
      expect(degraded.holds).toBe(holds);
    },
  );

  test('goes without pictures to a model that does not see', async () => {
    expect((await after('no-vision')).images).toBe(0);
  });

  test('moves pictures out of results where a role may not hold them', async () => {
    const { retry } = await after('image-role');
    expect(retry.report.slots.every((slot) => slot.action === 'hoist')).toBe(true);
    expect(judge({ wire, body: retry.body, profile }).findings).toEqual([]);
  });

  test(
    'goes without thinking that another prefix has made stale',
    { tags: ['f-wires-drop-block'] },
    async () => {
      const thought = {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'x', signature: 's' },
          { type: 'text', text: 'ok' },
        ],
      };
      const session = new LensSession();
      const request = {
        wire,
        profile,
        session,
        body: {
          messages: [{ role: 'user', content: 'hi' }, thought, { role: 'user', content: 'go on' }],
        },
      } as const;
      const fault = classifyRefusal({
        status: 400,
        text: 'Invalid `signature` in `thinking` block',
        hadMedia: false,
      });
      const change = degrade(
        fault ?? { kind: 'unclear' },
        await lowerRequest(request),
        profile,
        session.memo,
      );
      const retry = await lowerRequest({
        ...request,
        ...(change.thinking && { thinking: change.thinking }),
      });
      expect(JSON.stringify(retry.body)).not.toContain('signature');
      expect(retry.body['messages']).toHaveLength(3);
    },
  );
});

test('the largest of very many is found', async () => {
  const session = new LensSession();
  const sent = await lowerRequest({ wire, body, profile, session });
  const edits = Array.from({ length: 50_000 }, () => sent.edits).flat();
  const { suspects } = degrade({ kind: 'image-bytes' }, { ...sent, edits }, profile, session.memo);
  expect(suspects).toHaveLength(1);
});
