// A second tenant on every route there is: the list comes from the API document, so a new route without a line here fails.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isRecord, readText } from '@percept/core/internal';
import { openStage, type Stage } from './openwop-stage.ts';
import type { Answer } from './openwop-client.ts';

const slow = { timeout: 240_000 };

interface Estate {
  readonly done: string;
  readonly waiting: string;
  readonly media: string;
  readonly asset: string;
  readonly secretWord: string;
  readonly upload: string;
  readonly stored: string;
}

async function settle({ acme }: Stage): Promise<Estate> {
  const secretWord = 'chrysanthemum';
  await acme.post('/v1/host/percept/workflows', {
    id: 'own',
    name: secretWord,
    nodes: [{ id: 'n', typeId: 'core.noop' }],
  });
  const done = await acme.run('conformance-identity', { payload: { word: secretWord } });
  const waiting = await acme.run('conformance-approval');
  const media = await acme.run('conformance-media-emit');
  await Promise.all([acme.ended(done), acme.until(waiting, 'waiting-approval'), acme.ended(media)]);
  const events = await acme.events(media);
  const payload = events.find(({ type }) => type === 'media.image')?.['payload'];
  const asset = isRecord(payload) ? (readText(payload['url']) ?? '') : '';
  const kept = await acme.post('/v1/host/sample/media/put', {
    contentBase64: Buffer.from(secretWord).toString('base64'),
  });
  const upload = readText(kept.body['upload']) ?? '';
  const stored = readText(kept.body['url']) ?? '';
  return { done, waiting, media, asset, upload, stored, secretWord };
}

type Attempt = (stage: Stage, estate: Estate) => Promise<readonly Answer[]>;

const accept = { resumeValue: { action: 'accept' } };
const everyRun = ({ done, waiting, media }: Estate) => [done, waiting, media];
const reading =
  (suffix: string): Attempt =>
  ({ zenith }, estate) =>
    Promise.all(everyRun(estate).map((run) => zenith.get(`/v1/runs/${run}${suffix}`)));

/** What the second tenant tries on each route, and what it must come to. */
const attempts: Readonly<Record<string, { readonly try: Attempt; readonly status: number }>> = {
  'get /.well-known/openwop': {
    try: async ({ zenith }) => [await zenith.get('/.well-known/openwop')],
    status: 200,
  },
  'get /v1/openapi.json': {
    try: async ({ zenith }) => [await zenith.get('/v1/openapi.json')],
    status: 200,
  },
  'get /v1/runs': {
    try: async ({ zenith }) => [
      await zenith.get('/v1/runs?limit=100'),
      await zenith.get('/v1/runs?tenant=acme'),
    ],
    status: 200,
  },
  'post /v1/runs': {
    try: async ({ zenith }) => [await zenith.post('/v1/runs', { workflowId: 'own' })],
    status: 404,
  },
  'get /v1/runs/{runId}': { try: reading(''), status: 404 },
  'post /v1/runs/{runId}/cancel': {
    try: ({ zenith }, estate) =>
      Promise.all(everyRun(estate).map((run) => zenith.post(`/v1/runs/${run}/cancel`))),
    status: 404,
  },
  'post /v1/runs/{runId}:fork': {
    try: ({ zenith }, estate) =>
      Promise.all(
        everyRun(estate).map((run) => zenith.post(`/v1/runs/${run}:fork`, { fromSeq: 0 })),
      ),
    status: 404,
  },
  'get /v1/runs/{runId}/events': {
    try: async (stage, estate) => [
      ...(await reading('/events')(stage, estate)),
      ...(await reading('/events?streamMode=debug')(stage, estate)),
      await stage.zenith.get(`/v1/runs/${estate.done}/events`, { accept: 'text/event-stream' }),
    ],
    status: 404,
  },
  'get /v1/runs/{runId}/events/poll': { try: reading('/events/poll'), status: 404 },
  'get /v1/runs/{runId}/debug-bundle': { try: reading('/debug-bundle'), status: 404 },
  'get /v1/runs/{runId}/media/{sequence}': { try: reading('/media/3'), status: 404 },
  'post /v1/runs/{runId}/interrupts/{nodeId}': {
    try: async ({ zenith }, { waiting }) => [
      await zenith.post(`/v1/runs/${waiting}/interrupts/gate`, accept),
    ],
    status: 404,
  },
  // Tokens are capabilities: without one there is nothing to try.
  'get /v1/interrupts/{token}': {
    try: async ({ zenith }, { waiting }) => [await zenith.get(`/v1/interrupts/${waiting}`)],
    status: 404,
  },
  'post /v1/interrupts/{token}': {
    try: async ({ zenith }, { waiting }) => [
      await zenith.post(`/v1/interrupts/${waiting}`, accept),
    ],
    status: 404,
  },
  'get /v1/host/percept/workflows': {
    try: async ({ zenith }) => [await zenith.get('/v1/host/percept/workflows')],
    status: 200,
  },
  'post /v1/host/percept/workflows': {
    try: async ({ zenith }) => [
      await zenith.post('/v1/host/percept/workflows', {
        id: 'theirs',
        nodes: [{ id: 'n', typeId: 'core.fail' }],
      }),
    ],
    status: 201,
  },
  'post /v1/host/sample/media/put': {
    try: async ({ zenith }) => [
      await zenith.post('/v1/host/sample/media/put', { contentBase64: '', tenant: 'acme' }),
    ],
    status: 400,
  },
  'post /v1/host/percept/media/forget': {
    try: async ({ zenith }, { upload, asset }) => [
      await zenith.post('/v1/host/percept/media/forget', { upload }),
      await zenith.post('/v1/host/percept/media/forget', { upload: asset }),
    ],
    status: 404,
  },
  'post /v1/host/sample/ai/call': {
    try: async ({ zenith }, { asset }) => [
      await zenith.post('/v1/host/sample/ai/call', {
        messages: [{ role: 'user', content: [{ type: 'image', mediaRef: asset }] }],
      }),
    ],
    status: 404,
  },
  // Nobody draws or speaks here; `test/made/openwop.test.ts` tries it where somebody does.
  'post /v1/host/sample/ai/call-image-generator': {
    try: async ({ zenith }, { asset }) => [
      await zenith.post('/v1/host/sample/ai/call-image-generator', {
        prompt: 'the same, darker',
        from: asset,
      }),
    ],
    status: 422,
  },
  'post /v1/host/sample/ai/call-speech-synthesizer': {
    try: async ({ zenith }) => [
      await zenith.post('/v1/host/sample/ai/call-speech-synthesizer', { text: 'a', voiceId: 'b' }),
    ],
    status: 422,
  },
  'post /v1/host/sample/envelope/accept': {
    try: async ({ zenith }, { asset }) => {
      const answer = await zenith.post('/v1/host/sample/envelope/accept', {
        envelope: {
          type: 'media.image',
          schemaVersion: 1,
          envelopeId: 'e',
          correlationId: 'c',
          payload: { url: asset, bytes: 1 },
          meta: { source: 'ai-generation', ts: '2026-11-15T12:00:00Z' },
        },
      });
      expect(answer.body['status']).toBe('invalid');
      return [answer];
    },
    status: 200,
  },
  'get /v1/host/sample/test/runs/{runId}/events': {
    try: async ({ zenith }, { done }) => {
      const answer = await zenith.get(`/v1/host/sample/test/runs/${done}/events`);
      expect(answer.body['events']).toEqual([]);
      return [answer];
    },
    status: 200,
  },
  'post /v1/host/sample/test/reset': {
    try: async ({ zenith }) => [await zenith.post('/v1/host/sample/test/reset')],
    status: 200,
  },
  'post /v1/host/sample/test/evaluate-model-capability-gate': {
    try: async ({ zenith }) => [
      await zenith.post('/v1/host/sample/test/evaluate-model-capability-gate', {}),
    ],
    status: 400,
  },
};

describe('a second tenant', slow, () => {
  test(
    'reads, changes and learns nothing of the first, on any route',
    { tags: ['f-wop-second-tenant', 's001-url-cross-tenant'] },
    async () => {
      await using stage = await openStage();
      const estate = await settle(stage);
      const api = await stage.nobody.get('/v1/openapi.json');
      const routes = Object.entries(isRecord(api.body['paths']) ? api.body['paths'] : {}).flatMap(
        ([path, operations]) =>
          Object.keys(isRecord(operations) ? operations : {}).map((method) => `${method} ${path}`),
      );
      expect(Object.keys(attempts).toSorted()).toEqual(routes.toSorted());
      const handle = estate.asset.split('/').at(-1) ?? '-';
      for (const [route, attempt] of Object.entries(attempts)) {
        const answers = await attempt.try(stage, estate);
        expect(answers.length).toBeGreaterThan(0);
        for (const { status, text } of answers) {
          expect([route, status]).toEqual([route, attempt.status]);
          for (const secret of [
            estate.secretWord,
            handle,
            estate.done,
            estate.waiting,
            estate.media,
          ])
            expect([route, text.includes(secret)]).toEqual([route, false]);
        }
      }
      expect((await stage.zenith.get(`/v1/runs?cursor=${estate.done}`)).status).toBe(400);
      // Nothing of the first tenant's was moved by all that.
      expect((await stage.acme.get(`/v1/runs/${estate.waiting}`)).body['status']).toBe(
        'waiting-approval',
      );
      expect((await stage.acme.get('/v1/runs')).body['runs']).toHaveLength(3);
      expect((await stage.nobody.fetchAsset(estate.asset)).status).toBe(200);
      expect((await stage.nobody.fetchAsset(estate.stored)).status).toBe(200);
      const own = await stage.acme.ended(await stage.acme.run('own'));
      expect(own.body['status']).toBe('completed');
    },
  );

  test('gets the same answer for a foreign run as for one that never was', async () => {
    await using stage = await openStage();
    const { done } = await settle(stage);
    const never = done.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    for (const suffix of ['', '/events', '/debug-bundle', '/media/0']) {
      const foreign = await stage.zenith.get(`/v1/runs/${done}${suffix}`);
      const absent = await stage.zenith.get(`/v1/runs/${never}${suffix}`);
      expect(foreign.text).toBe(absent.text);
      expect([...foreign.headers.keys()]).toEqual([...absent.headers.keys()]);
    }
  });

  test('cannot take the name of a session that is no run', async () => {
    await using stage = await openStage();
    const { memory, acme } = stage;
    const other = await memory.sessions.open({ title: 'somebody else' });
    if (!other.ok) throw new Error(other.refusal.message);
    for (const suffix of ['', '/events', '/debug-bundle'])
      expect((await acme.get(`/v1/runs/${other.value.id}${suffix}`)).status).toBe(404);
  });

  test('with an agent of its own works in a folder of its own', async () => {
    await using stage = await openStage();
    await stage.acme.ended(await stage.acme.run('percept-ask', { prompt: 'hello' }));
    await stage.zenith.ended(await stage.zenith.run('percept-ask', { prompt: 'hello' }));
    const folders = await readdir(join(stage.folder, 'workplaces'));
    expect(folders.map((name) => name.replace(/-[0-9a-f]{12}$/, '')).toSorted()).toEqual([
      'acme',
      'zenith',
    ]);
    // Where they lie is not told, neither to the tenant nor to its model.
    const prompts = stage.server.requests.map(({ body }) => JSON.stringify(body));
    expect(prompts.filter((prompt) => prompt.includes('workplaces'))).toEqual([]);
    const owners = await stage.memory.sessions.list();
    const agents = owners.ok ? owners.value.filter(({ id }) => id.startsWith('agent_')) : [];
    expect(agents.map(({ tenant }) => tenant).toSorted()).toEqual(['acme', 'zenith']);
  });
});

describe('a credential', slow, () => {
  test('is needed, exact, and does what its scopes say', async () => {
    const { acme: tenant } = await import('./openwop-stage.ts');
    const reader = 'acme-reader-0123456789';
    await using stage = await openStage({
      credentials: [{ token: reader, tenant, scopes: ['runs:read'] }],
    });
    const tokens = [
      '',
      ' ',
      'acme-token-012345678',
      'acme-token-01234567890',
      'ACME-TOKEN-0123456789',
    ];
    for (const token of tokens)
      expect((await stage.client(token).get('/v1/runs')).status).toBe(401);
    for (const authorization of [
      'Basic YWNtZQ==',
      'Bearer',
      'acme-token-0123456789',
      `Bearer ${'a'.repeat(5000)}`,
    ])
      expect((await stage.nobody.get('/v1/runs', { authorization })).status).toBe(401);
    const can = stage.client(reader);
    expect((await can.get('/v1/runs')).status).toBe(200);
    for (const path of [
      '/v1/runs',
      '/v1/host/sample/media/put',
      '/v1/host/sample/ai/call',
      '/v1/host/percept/workflows',
    ]) {
      const answer = await can.post(path, {});
      expect([answer.status, answer.body['error']]).toEqual([403, 'forbidden']);
    }
  });
});
