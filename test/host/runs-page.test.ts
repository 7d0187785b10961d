// Runs of OpenWOP as the page reads them, over HTTP: what is told is the fold of the log, and nobody sees or moves a run or a
// medium of somebody else.
import type { ForkedRun, RunChange, RunList, RunView } from '@percept/contract';
import { parseTenantId } from '@percept/core';
import { readTenants } from '@percept/host';
import { text, type Script } from 'percept/conformance';
import { describe, expect, test } from 'vitest';
import { acmeToken, openStage, signIn } from './serve-stage.ts';
import { Visitor } from './serve-visitor.ts';

const slow = { timeout: 240_000 };
const script: Script = () => text('It is **done**.');

async function start(visitor: Visitor, workflowId: string, inputs: object = {}): Promise<string> {
  const made = await visitor.ask<{ readonly runId: string }>('POST', '/v1/runs', {
    workflowId,
    inputs,
  });
  expect(made.status).toBe(201);
  return made.body.runId;
}

/** Everything that the page is told, until the server ends the line or `enough` says so. */
async function follow(
  visitor: Visitor,
  run: string,
  enough: (change: RunChange) => boolean = () => false,
): Promise<RunChange> {
  const stop = new AbortController();
  const response = await fetch(`${visitor.origin}/api/runs/${run}/events?after=-1`, {
    headers: visitor.headers,
    signal: stop.signal,
  });
  expect(response.status).toBe(200);
  let whole: RunChange | undefined;
  let unread = '';
  const decoder = new TextDecoder();
  const body: AsyncIterable<Uint8Array> = response.body ?? new ReadableStream();
  for await (const chunk of body) {
    unread += decoder.decode(chunk, { stream: true });
    const frames = unread.split('\n\n');
    unread = frames.pop() ?? '';
    for (const frame of frames) {
      const data = /^data: (.*)$/m.exec(frame)?.[1];
      if (data === undefined) continue;
      const change: RunChange = JSON.parse(data);
      whole = { run: change.run, lines: [...(whole?.lines ?? []), ...change.lines] };
    }
    if (whole && enough(whole)) break;
  }
  stop.abort();
  if (!whole) throw new Error('nothing was told');
  return whole;
}

const waits = ({ run }: RunChange): boolean => run.question !== undefined;

describe('runs in the page', slow, () => {
  test(
    'a run is listed, followed to its end, shown with its media, its words and its bill, and then nothing more is told',
    { tags: ['d-runs-page'] },
    async () => {
      await using stage = await openStage(script);
      expect((await stage.me.status()).extensions).toContain('openwop');
      expect((await stage.me.ask<RunList>('GET', '/api/runs')).body).toEqual({ runs: [] });
      const asked = await start(stage.me, 'percept-ask', { prompt: 'Is it done?' });
      const told = await follow(stage.me, asked);
      expect(told.run.status).toBe('completed');
      expect(told.run.steps).toMatchObject([
        { id: 'ask', kind: 'percept.ask', status: 'completed' },
      ]);
      expect(told.run.bill).toMatchObject([{ model: 'seeing', requests: 1 }]);
      expect(told.run.bill[0]?.costUsd).toBeGreaterThan(0);
      expect(told.lines.map(({ sequence }) => sequence)).toEqual(
        Array.from({ length: told.run.events }, (_, at) => at),
      );
      const words = told.lines.flatMap(({ envelopes }) => envelopes);
      expect(words).toMatchObject([
        { type: 'vendor.percept.text', payload: { text: 'It is **done**.' } },
      ]);
      expect(
        (await stage.me.ask('GET', `/api/runs/${asked}/events?after=${told.run.events - 1}`))
          .status,
      ).toBe(204);

      const emitted = await start(stage.me, 'conformance-media-emit');
      const { lines } = await follow(stage.me, emitted);
      const media = lines.flatMap(({ envelopes }) => envelopes);
      expect(media.map(({ type }) => type)).toEqual([
        'media.image',
        'media.audio',
        'vendor.percept.outputs',
      ]);
      expect(JSON.stringify(media)).not.toContain('base64');
      const picture = lines.find(({ type }) => type === 'media.image');
      expect(picture?.facts).toEqual({ [media[0]?.envelopeId ?? '']: { width: 96, height: 96 } });
      const { runs } = (await stage.me.ask<RunList>('GET', '/api/runs')).body;
      expect(runs.map(({ id }) => id)).toEqual([emitted, asked]);
    },
  );

  test('lists are pages: twenty runs, then the rest', { tags: ['d-runs-page'] }, async () => {
    await using stage = await openStage(script);
    for (let at = 0; at < 22; at++) await start(stage.me, 'conformance-noop');
    const first = (await stage.me.ask<RunList>('GET', '/api/runs')).body;
    expect(first.runs).toHaveLength(20);
    const rest = (await stage.me.ask<RunList>('GET', `/api/runs?after=${first.next}`)).body;
    expect(rest.runs).toHaveLength(2);
    expect(rest.next).toBeUndefined();
    expect((await stage.me.ask('GET', '/api/runs?after=run_none')).status).toBe(400);
  });

  test(
    'what a run waits for is answered, a run is cancelled, replayed and branched by the rules of the protocol',
    { tags: ['d-runs-page'] },
    async () => {
      await using stage = await openStage(script);
      const gate = await start(stage.me, 'conformance-approval');
      const asked = await follow(stage.me, gate, waits);
      expect(asked.run.question).toMatchObject({ kind: 'approval', step: 'gate' });
      expect(asked.run.may).toEqual(['cancel', 'fork', 'answer']);
      const wrong = await stage.me.ask('POST', `/api/runs/${gate}/interrupts/gate`, {
        resumeValue: { action: 'perhaps' },
      });
      expect(wrong.status).toBe(422);
      await stage.me.ask('POST', `/api/runs/${gate}/interrupts/gate`, {
        resumeValue: { action: 'accept' },
      });
      expect((await follow(stage.me, gate)).run).toMatchObject({
        status: 'completed',
        may: ['fork'],
      });

      const long = await start(stage.me, 'conformance-cancellable');
      expect((await stage.me.ask('POST', `/api/runs/${long}/cancel`, {})).status).toBe(200);
      expect((await follow(stage.me, long)).run.status).toBe('cancelled');

      const calls = stage.server.requests.length;
      const ask = await start(stage.me, 'percept-ask', { prompt: 'Once?' });
      const source = await follow(stage.me, ask);
      const once = stage.server.requests.length;
      expect(once).toBe(calls + 1);
      const replay = await stage.me.ask<ForkedRun>('POST', `/api/runs/${ask}:fork`, {
        mode: 'replay',
        fromSeq: 0,
      });
      const repeated = await follow(stage.me, replay.body.runId);
      expect(repeated.run.forkedFrom).toEqual({ run: ask, mode: 'replay' });
      expect(stage.server.requests.length).toBe(once);
      const shown = ({ lines }: RunChange) =>
        lines.flatMap(({ envelopes }) => envelopes).map(({ payload }) => payload);
      expect(shown(repeated)).toEqual(shown(source));
      const again = await stage.me.ask<ForkedRun>('POST', `/api/runs/${ask}:fork`, {
        mode: 'branch',
        fromSeq: 0,
      });
      await follow(stage.me, again.body.runId);
      expect(stage.server.requests.length).toBe(once + 1);
    },
  );

  test(
    'a run of another tenant is not there, a stranger is not known, and a page of another site is turned away',
    { tags: ['d-runs-page'] },
    async () => {
      await using stage = await openStage(script);
      const run = await start(stage.acme, 'conformance-approval');
      await follow(stage.acme, run, waits);
      expect((await stage.zenith.ask<RunList>('GET', '/api/runs')).body.runs).toEqual([]);
      const tries = [
        ['GET', `/api/runs/${run}`],
        ['GET', `/api/runs/${run}/events`],
        ['POST', `/api/runs/${run}/cancel`],
        ['POST', `/api/runs/${run}:fork`],
        ['POST', `/api/runs/${run}/interrupts/gate`],
      ] as const;
      const nobody = new Visitor(stage.host.origin);
      const elsewhere = new Visitor(stage.host.origin, {
        ...stage.acme.headers,
        'sec-fetch-site': 'cross-site',
      });
      for (const [method, path] of tries) {
        const body = method === 'POST' ? { fromSeq: 0, mode: 'branch' } : undefined;
        expect([path, (await stage.zenith.ask(method, path, body)).status]).toEqual([path, 404]);
        expect([path, (await nobody.ask(method, path, body)).status]).toEqual([path, 401]);
        expect([path, (await elsewhere.ask(method, path, body)).status]).toEqual([path, 403]);
      }
      expect((await stage.zenith.ask('GET', `/api/runs?after=${run}`)).status).toBe(400);
      expect((await stage.acme.ask<RunView>('GET', `/api/runs/${run}`)).body.status).toBe(
        'waiting-approval',
      );
    },
  );

  test(
    'an address of another tenant’s media in what a model wrote is taken out, and media that was taken back is said',
    { tags: ['d-runs-page'] },
    async () => {
      let foreign = '';
      const says: Script = () =>
        text(
          JSON.stringify({
            type: 'vendor.acme.note',
            schemaVersion: 1,
            payload: { text: `See ![it](${foreign})`, picture: foreign },
            meta: { rendering: { display: 'card', title: '<img src=x onerror=alert(1)>' } },
          }),
        );
      await using stage = await openStage(says);
      const put = await stage.zenith.ask<{ readonly url: string }>(
        'POST',
        '/v1/host/sample/media/put',
        { contentBase64: Buffer.from('zenith only').toString('base64') },
      );
      foreign = put.body.url;
      const handle = foreign.slice(foreign.lastIndexOf('/') + 1);
      await stage.acme.ask('POST', '/v1/host/percept/workflows', {
        id: 'note',
        name: '<script>alert(1)</script>',
        nodes: [
          {
            id: 'ask',
            typeId: 'percept.ask',
            config: { prompt: 'Write.', envelopes: ['vendor.acme.note'] },
          },
        ],
      });
      const note = await follow(stage.acme, await start(stage.acme, 'note'));
      expect(note.run.workflow).toBe('<script>alert(1)</script>');
      expect(note.lines.flatMap(({ envelopes }) => envelopes)).toMatchObject([
        { type: 'vendor.acme.note', meta: { rendering: { display: 'card' } } },
      ]);
      expect(JSON.stringify(note)).not.toContain(handle);

      const emitted = await start(stage.acme, 'conformance-media-emit');
      const before = await follow(stage.acme, emitted);
      const shown = before.lines.flatMap(({ envelopes }) => envelopes.map(({ type }) => type));
      expect(shown).toContain('media.image');
      const acme = parseTenantId('acme');
      if (!acme.ok) throw new Error(acme.refusal.message);
      const revoked = await stage.memory.grants.revoke({ tenant: acme.value });
      expect(revoked.ok && revoked.value).toBeGreaterThan(0);
      const after = await follow(stage.acme, emitted);
      expect(after.lines.flatMap(({ envelopes }) => envelopes).map(({ type }) => type)).toEqual([
        'vendor.percept.outputs',
      ]);
      const gone = after.lines.filter(({ type }) => type.startsWith('media.'));
      expect(gone.map(({ words }) => words)).toEqual([
        'Media that was taken back, or is not yours.',
        'Media that was taken back, or is not yours.',
      ]);
    },
  );

  test(
    'a token without the scope cannot do in the page what it cannot do outside, with or without the detour of signing in',
    { tags: ['d-runs-page'] },
    async () => {
      const tenants = readTenants({ tenants: [{ name: 'acme', token: acmeToken }] });
      if (!tenants.ok) throw new Error(tenants.refusal.message);
      const scopes = ['runs:read', 'runs:create'] as const;
      const credentials = tenants.value.credentials.map((held) => ({ ...held, scopes }));
      await using stage = await openStage(script, 'seeing', { credentials });
      const run = await start(stage.acme, 'conformance-approval');
      const link = await stage.acme.ask<{ readonly link: string }>(
        'POST',
        '/api/sign-in-links',
        {},
      );
      const cookie = new Visitor(stage.host.origin, { cookie: await signIn(link.body.link) });
      for (const visitor of [stage.acme, cookie]) {
        const told = await follow(visitor, run, waits);
        expect(told.run.may).toEqual(['fork']);
        expect((await visitor.ask('POST', `/api/runs/${run}/cancel`, {})).status).toBe(403);
        const answer = { resumeValue: { action: 'accept' } };
        expect((await visitor.ask('POST', `/api/runs/${run}/interrupts/gate`, answer)).status).toBe(
          403,
        );
      }
    },
  );
});
