// What is left of media in a run's log: references in its debug bundle, and URLs that resolve as long as the log is there.
import { describe, expect, test } from 'vitest';
import { isRecord, readText } from '@percept/core/internal';
import { emit, urlOf } from './openwop-emit.ts';
import { openStage, type Stage } from './openwop-stage.ts';

const slow = { timeout: 240_000 };

describe('scenario: the debug bundle', slow, () => {
  const bundleOf = async (stage: Stage, run: string) => {
    const answer = await stage.acme.get(`/v1/runs/${run}/debug-bundle`);
    expect(answer.status).toBe(200);
    const events: readonly unknown[] = Array.isArray(answer.body['events'])
      ? answer.body['events']
      : [];
    return { answer, events: events.filter(isRecord) };
  };

  test(
    'lists media by reference: no bytes, and no URL that works without a credential',
    { tags: ['s001-c-debug-bundle', 's001-debug-bundle-by-reference', 'f-grant-not-in-logs'] },
    async () => {
      await using stage = await openStage();
      const { run, image, audio } = await emit(stage.acme);
      const { answer, events } = await bundleOf(stage, run);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      const media = events.filter(({ type }) => readText(type)?.startsWith('media.'));
      expect(media).toHaveLength(2);
      for (const { payload } of media) {
        if (!isRecord(payload)) throw new TypeError('no payload');
        expect(payload['base64']).toBeUndefined();
        const reference = urlOf(payload);
        expect(reference).toContain(`/v1/runs/${run}/media/`);
        expect((await stage.nobody.get(reference)).status).toBe(401);
        expect((await stage.zenith.get(reference)).status).toBe(404);
        const led = await stage.acme.get(reference);
        expect(led.status).toBe(303);
        const served = await stage.nobody.fetchAsset(led.headers.get('location') ?? '');
        expect([served.status, (await served.arrayBuffer()).byteLength]).toEqual([
          200,
          payload['bytes'],
        ]);
      }
      const handle = urlOf(image).split('/').at(-1) ?? '-';
      expect(answer.text).not.toContain(handle);
      expect(answer.text).not.toContain(readText(audio['base64'])?.slice(0, 100));
      expect(answer.body['metrics']).toMatchObject({ eventCount: events.length });
      expect(answer.body).toMatchObject({ bundleVersion: '1.0', host: { name: 'percept' } });
    },
  );

  test(
    'masks whatever looks like a secret, by its name or by its look',
    { tags: ['f-wop-debug-redacted'] },
    async () => {
      await using stage = await openStage();
      const canaries = {
        password: 'hunter2-canary',
        apiKey: 'plain-looking-canary',
        nested: { authorization: 'Basic Y2FuYXJ5', list: [{ clientSecret: 'canary-in-a-list' }] },
        prose: 'use sk-canary0123456789abcdef and Bearer canary-bearer-0123456789',
        jwt: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJjYW5hcnkifQ.c2lnbmF0dXJlLWNhbmFyeQ',
        aws: 'AKIACANARY0123456789',
        pem: '-----BEGIN PRIVATE KEY-----\nMIICANARY\n-----END PRIVATE KEY-----',
        blob: Buffer.alloc(600, 'canary').toString('base64'),
        harmless: { tokens: 12, title: 'a plain title' },
      };
      const run = await stage.acme.run('conformance-identity', { payload: canaries });
      await stage.acme.ended(run);
      const { answer } = await bundleOf(stage, run);
      expect(answer.text).not.toMatch(/canary|hunter2|Y2FuYXJ5|CANARY/);
      expect(answer.text).toContain('a plain title');
      expect(answer.text).toContain('"tokens":12');
      expect(answer.body).toMatchObject({ redactionApplied: true, redactionMode: 'mask' });
      const clean = await stage.acme.run('conformance-noop');
      await stage.acme.ended(clean);
      expect((await bundleOf(stage, clean)).answer.body['redactionApplied']).toBe(false);
    },
  );

  test(
    'and the log keep nothing that no workflow asked for, and an error repeats nothing',
    { tags: ['f-wop-debug-redacted'] },
    async () => {
      await using stage = await openStage();
      const { acme } = stage;
      const run = await acme.run('conformance-noop', {
        note: 'canary-without-a-pattern',
        other: 'sk-canary0123456789abcdef',
      });
      await acme.ended(run);
      const told = [
        (await acme.get(`/v1/runs/${run}`)).text,
        (await acme.get(`/v1/runs/${run}/events/poll`)).text,
        (await acme.stream(`/v1/runs/${run}/events?streamMode=debug`)).text,
        (await bundleOf(stage, run)).answer.text,
      ];
      expect(told.filter((text) => text.includes('canary'))).toEqual([]);
      const asked = await acme.run('percept-ask', { prompt: 'use sk-canary0123456789abcdef' });
      await acme.ended(asked);
      const [started] = await acme.events(asked);
      expect(JSON.stringify(started)).toContain('[redacted]');
      expect(JSON.stringify(started)).not.toContain('canary');
      const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJjYW5hcnkifQ.c2lnbmF0dXJlLWNhbmFyeQ';
      const missing = await acme.post('/v1/runs', { workflowId: `nonexistent-${jwt}` });
      expect([missing.status, missing.text.includes(jwt)]).toEqual([404, false]);
    },
  );

  test('has a status of its own list for a run that waits', async () => {
    await using stage = await openStage();
    const run = await stage.acme.run('conformance-clarification');
    await stage.acme.until(run, 'waiting-input');
    const { answer } = await bundleOf(stage, run);
    expect(answer.body['run']).toMatchObject({ status: 'waiting-clarification' });
  });
});

describe('retention', slow, () => {
  test(
    'follows the log of the run: assets resolve after a collection, a restart and for a fork whose source is gone',
    { tags: ['s001-retention', 's001-retention-fork', 'f-wop-retention-not-ttl'] },
    async () => {
      let now = Date.now();
      await using stage = await openStage({ clock: () => now });
      const { acme, nobody, memory } = stage;
      const { run, image } = await emit(acme, { soundBytes: 300_000 });
      const replayed = await acme.post(`/v1/runs/${run}:fork`, { fromSeq: 0, mode: 'replay' });
      const copy = readText(replayed.body['runId']) ?? '';
      await acme.ended(copy);
      const payloads = (await acme.events(copy))
        .filter(({ type }) => readText(type)?.startsWith('media.'))
        .map(({ payload }) => (isRecord(payload) ? payload : {}));
      // The URL is replayed letter by letter.
      expect(payloads.map(urlOf)).toContain(urlOf(image));
      // Long after any signature, and after the collector came by with no grace.
      now += 400 * 24 * 60 * 60 * 1000;
      await memory.collect({ graceMs: 0 });
      for (const payload of payloads)
        expect((await nobody.fetchAsset(urlOf(payload))).status).toBe(200);
      const sessions = await memory.sessions.list({ kind: 'run' });
      const source = sessions.ok ? sessions.value.find(({ id }) => id === run) : undefined;
      if (!source) throw new Error('The source run is not there.');
      expect((await memory.sessions.remove(source.id)).ok).toBe(true);
      await memory.collect({ graceMs: 0 });
      for (const payload of payloads)
        expect((await nobody.fetchAsset(urlOf(payload))).status).toBe(200);
      const fork = sessions.ok ? sessions.value.find(({ id }) => id === copy) : undefined;
      if (fork) await memory.sessions.remove(fork.id);
      await memory.collect({ graceMs: 0 });
      for (const payload of payloads)
        expect((await nobody.fetchAsset(urlOf(payload))).status).toBe(404);
      expect((await memory.fsck()).findings.filter(({ severity }) => severity === 'error')).toEqual(
        [],
      );
    },
  );
});
