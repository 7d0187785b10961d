import { request } from 'node:http';
import { describe, expect, test } from 'vitest';
import { isRecord, readText } from '@percept/core/internal';
import { reservedCapabilities } from '@percept/core/internal/route';
import { openStage, usesModels, type ModelCatalogue } from './openwop-stage.ts';
import type { Client } from './openwop-client.ts';

const slow = { timeout: 240_000 };

function families(body: Readonly<Record<string, unknown>>) {
  const wrapper = body['capabilities'];
  return isRecord(wrapper) ? wrapper : {};
}

async function discover(client: Client) {
  const answer = await client.get('/.well-known/openwop');
  expect(answer.status).toBe(200);
  return answer;
}

describe('discovery', slow, () => {
  test(
    'needs no credential, has its required members, and can be cached',
    { tags: ['f-wop-discovery'] },
    async () => {
      await using stage = await openStage();
      const { body, headers } = await discover(stage.nobody);
      expect(body).toMatchObject({ protocolVersion: '1.1' });
      expect(Object.keys(body)).toEqual(
        expect.arrayContaining([
          'protocolVersion',
          'supportedEnvelopes',
          'schemaVersions',
          'limits',
        ]),
      );
      expect(headers.get('cache-control')).toBe('public, max-age=60');
      const etag = headers.get('etag') ?? '';
      const again = await stage.nobody.get('/.well-known/openwop', { 'if-none-match': etag });
      expect([again.status, again.text]).toEqual([304, '']);
      const other = await stage.nobody.get('/.well-known/openwop', { 'if-none-match': '"x"' });
      expect(other.status).toBe(200);
    },
  );

  test(
    'says every family at the root and in the deprecated wrapper',
    { tags: ['f-wop-both-places', 'f-wop-capabilities-root'] },
    async () => {
      await using stage = await openStage();
      const { body } = await discover(stage.nobody);
      const wrapped = families(body);
      for (const [name, family] of Object.entries(wrapped)) expect(body[name]).toEqual(family);
      for (const name of ['aiProviders', 'modelCapabilities', 'debugBundle', 'envelopeContracts'])
        expect(Object.keys(wrapped)).toContain(name);
      expect(body['modelCapabilities']).toMatchObject({ supported: true });
      expect(body['aiProviders']).not.toHaveProperty('modelCapabilities');
      expect(body['debugBundle']).toEqual({ supported: true });
    },
  );

  test(
    'advertises media kinds with their versions, and the cap',
    { tags: ['s001-media-advertised', 's001-inline-cap-advertised', 's001-inline-cap-default'] },
    async () => {
      await using stage = await openStage();
      const { body } = await discover(stage.nobody);
      for (const kind of ['media.image', 'media.audio', 'media.file']) {
        expect(body['supportedEnvelopes']).toContain(kind);
        expect(body['schemaVersions']).toHaveProperty([kind], 1);
      }
      expect(body['aiProviders']).toMatchObject({ maxInlineMediaBytes: 262_144 });
      await using small = await openStage({ limits: { maxInlineMediaBytes: 10 } });
      expect((await discover(small.nobody)).body['aiProviders']).toMatchObject({
        maxInlineMediaBytes: 10,
      });
    },
  );

  test.each<readonly [ModelCatalogue, readonly string[], readonly string[], boolean]>([
    ['seeing', ['vision-input'], ['text', 'image'], false],
    ['blind', [], ['text'], false],
    ['both', [], ['text', 'image'], true],
    ['none', [], ['text'], false],
  ])(
    'of a runtime with %s models says what these can do and no more',
    { tags: ['s001-advertise-only-supported'] },
    async (catalogue, advertised, modalities, substitutionSupported) => {
      await using stage = await openStage({ catalogue });
      const { body } = await discover(stage.nobody);
      expect(body['modelCapabilities']).toEqual({
        supported: true,
        advertised,
        substitutionSupported,
      });
      expect(body['aiProviders']).toMatchObject({ input: { modalities } });
      for (const capability of advertised) expect(reservedCapabilities).toContain(capability);
      expect(JSON.stringify(body['aiProviders'])).not.toContain('document');
    },
  );

  test(
    'of a host without media says nothing of it, and everything else works as before',
    { tags: ['s001-additive'] },
    async () => {
      await using stage = await openStage({ emitsMedia: false });
      const { body, text } = await discover(stage.nobody);
      expect(body['supportedEnvelopes']).toEqual([
        'clarification.request',
        'schema.request',
        'schema.response',
        'error',
      ]);
      expect(text).not.toContain('media.');
      expect(body['aiProviders']).not.toHaveProperty('maxInlineMediaBytes');
      const { acme } = stage;
      expect((await acme.ended(await acme.run('conformance-noop'))).body['status']).toBe(
        'completed',
      );
      const emitting = await acme.post('/v1/runs', { workflowId: 'conformance-media-emit' });
      expect(emitting.status).toBe(usesModels() ? 201 : 404);
      // A model makes what it makes; a host without media says so, and emits nothing.
      if (usesModels()) {
        const run = readText(emitting.body['runId']) ?? '';
        expect((await acme.ended(run)).body['status']).toBe('completed');
        const events = await acme.events(run);
        expect(events.map(({ type }) => readText(type)?.split('.')[0])).not.toContain('media');
        expect(JSON.stringify(events)).toContain('log.appended');
      }
      const plain = {
        type: 'error',
        envelopeId: 'e',
        correlationId: 'c',
        payload: { code: 'x', message: 'y' },
        meta: { source: 'ai-generation', ts: '2026-11-15T12:00:00Z' },
      };
      const accepted = await acme.post('/v1/host/sample/envelope/accept', { envelope: plain });
      expect(accepted.body['status']).toBe('accepted');
    },
  );

  test(
    'offers no transport for live sound, video or screens',
    { tags: ['s001-no-live-transport'] },
    async () => {
      await using stage = await openStage();
      const { body, text } = await discover(stage.nobody);
      expect(body['supportedTransports']).toEqual(['rest']);
      expect(text).not.toMatch(/realtimeVoice|webrtc|rtc|websocket|screen|cursor|speechSynthesis/i);
      const api = await stage.nobody.get('/v1/openapi.json');
      expect(api.text).not.toMatch(/webrtc|websocket|rtp|"audio\/|"video\//i);
      const upgrade = await new Promise<number | undefined>((resolve, reject) => {
        const asked = request(`${stage.acme.base}/v1/runs`, {
          headers: { upgrade: 'websocket', connection: 'upgrade', 'sec-websocket-version': '13' },
        });
        asked.on('response', (response) => resolve(response.statusCode));
        asked.on('upgrade', () => reject(new Error('It was upgraded.')));
        asked.on('error', reject);
        asked.end();
      });
      expect(upgrade).toBe(401);
    },
  );
});

describe('the API document', slow, () => {
  test('is OpenAPI 3.1, needs no credential, and knows every route that answers', async () => {
    await using stage = await openStage();
    const api = await stage.nobody.get('/v1/openapi.json');
    expect(api.body['openapi']).toBe('3.1.0');
    const paths = isRecord(api.body['paths']) ? api.body['paths'] : {};
    expect(Object.keys(paths).toSorted()).toEqual([
      '/.well-known/openwop',
      '/v1/host/percept/media/forget',
      '/v1/host/percept/workflows',
      '/v1/host/sample/ai/call',
      '/v1/host/sample/ai/call-image-generator',
      '/v1/host/sample/ai/call-speech-synthesizer',
      '/v1/host/sample/envelope/accept',
      '/v1/host/sample/media/put',
      '/v1/host/sample/test/evaluate-model-capability-gate',
      '/v1/host/sample/test/reset',
      '/v1/host/sample/test/runs/{runId}/events',
      '/v1/interrupts/{token}',
      '/v1/openapi.json',
      '/v1/runs',
      '/v1/runs/{runId}',
      '/v1/runs/{runId}/cancel',
      '/v1/runs/{runId}/debug-bundle',
      '/v1/runs/{runId}/events',
      '/v1/runs/{runId}/events/poll',
      '/v1/runs/{runId}/interrupts/{nodeId}',
      '/v1/runs/{runId}/media/{sequence}',
      '/v1/runs/{runId}:fork',
    ]);
    const ids = new Set<unknown>();
    for (const [path, operations] of Object.entries(paths)) {
      for (const [method, operation] of Object.entries(isRecord(operations) ? operations : {})) {
        if (!isRecord(operation)) throw new TypeError(path);
        ids.add(operation['operationId']);
        expect(
          Object.keys(isRecord(operation['responses']) ? operation['responses'] : {}),
        ).toContain('default');
        // What is documented as secured is secured, and what is not is not.
        const address = path.replace('{runId}:fork', 'run_x:fork').replaceAll(/\{\w+\}/g, 'x');
        const answer = await stage.nobody.send(
          method.toUpperCase(),
          address,
          method === 'post' ? '{}' : undefined,
        );
        const isSecured = JSON.stringify(operation['security']) !== '[]';
        expect([path, method, answer.status === 401]).toEqual([path, method, isSecured]);
      }
    }
    expect(ids.size).toBe(25);
  });

  test('and the routes are without the test seams unless they are opened', async () => {
    await using stage = await openStage({ testSeams: false });
    const { acme } = stage;
    const api = await stage.nobody.get('/v1/openapi.json');
    expect(api.text).not.toContain('/v1/host/sample/test/');
    expect((await acme.post('/v1/host/sample/test/reset')).status).toBe(404);
    expect((await acme.get('/v1/host/sample/test/runs/x/events')).status).toBe(404);
    expect((await acme.post('/v1/host/sample/test/evaluate-model-capability-gate')).status).toBe(
      404,
    );
    const envelope = { envelope: {}, counters: {} };
    expect((await acme.post('/v1/host/sample/envelope/accept', envelope)).status).toBe(400);
  });
});

describe('errors', slow, () => {
  test(
    'are the closed envelope on every route and for every cause',
    { tags: ['f-wop-errors'] },
    async () => {
      await using stage = await openStage();
      const { acme, nobody } = stage;
      const big = JSON.stringify({ workflowId: 'x'.repeat(2 * 1024 * 1024) });
      const answers = await Promise.all([
        nobody.get('/v1/runs'),
        stage.client('wrong').get('/v1/runs'),
        acme.get('/v1/runs/nothing'),
        acme.get('/v1/runs/run_0/nothing/here'),
        acme.get('/v1/host/sample/no/such/seam'),
        acme.send('DELETE', '/v1/runs'),
        acme.send('PUT', '/v1/runs/run_x', '{}'),
        acme.send('PATCH', '/.well-known/openwop', '{}'),
        acme.send('POST', '/v1/runs', big),
        acme.send('POST', '/v1/runs', 'a=b', {
          'content-type': 'application/x-www-form-urlencoded',
        }),
        acme.send('POST', '/v1/runs', '{"workflowId":', {}),
        acme.send('POST', '/v1/runs', '[]', {}),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([
        401, 401, 404, 404, 404, 405, 405, 405, 413, 415, 400, 400,
      ]);
      for (const { body } of answers) {
        expect(
          Object.keys(body).every((key) => ['error', 'message', 'details'].includes(key)),
        ).toBe(true);
        expect(readText(body['error'])).toMatch(/^[a-z_]+$/);
        expect(readText(body['message'])).not.toBe('');
      }
      expect(answers[0]?.headers.get('www-authenticate')).toBe('Bearer');
      expect(answers[5]?.headers.get('allow')).toBe('POST, GET, HEAD');
      // A bug is an envelope, too, and says nothing about itself.
      await stage.memory.close();
      const broken = await acme.post('/v1/runs', { workflowId: 'conformance-noop' });
      expect(broken.status).toBeGreaterThanOrEqual(500);
      expect(Object.keys(broken.body)).toEqual(expect.arrayContaining(['error', 'message']));
    },
  );
});
