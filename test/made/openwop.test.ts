// OpenWOP: image generation and speech synthesis are there while models for them are, answered by URL, and gate what needs them.
import { isRecord, readText } from '@percept/core/internal';
import { type JsonObject } from '@percept/core';
import { drawing } from 'percept/conformance';
import { describe, expect, test } from 'vitest';
import { openStage, type StageOptions } from '../host/openwop-stage.ts';
import { drawPalette, drawQuadrants } from '../wires/quadrants.ts';
import { imagePrice, painters, speakers } from './makers.ts';
import { startMaker, streamedWave } from './maker-server.ts';

const slow = { timeout: 240_000 };
const generator = '/v1/host/sample/ai/call-image-generator';
const synthesizer = '/v1/host/sample/ai/call-speech-synthesizer';

async function openScene(isMaking: boolean, options: StageOptions = {}) {
  const base64 = (await drawQuadrants(drawPalette(51))).toString('base64');
  const server = await startMaker(({ path }) =>
    path.endsWith('/speech')
      ? { kind: 'sound', bytes: streamedWave() }
      : { kind: 'pictures', base64: [base64] },
  );
  const config = isMaking
    ? {
        image: { ...painters['OpenAI images'](server.url), price: imagePrice },
        speech: speakers['OpenAI speech'](server.url),
      }
    : {};
  const stage = await openStage({ ...options, config });
  return {
    server,
    stage,
    async [Symbol.asyncDispose]() {
      await stage[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

const packOf = (peerDependencies: JsonObject, typeId = 'core.noop'): JsonObject => ({
  id: 'needs-pictures',
  nodes: [{ id: 'only', typeId }],
  peerDependencies,
});

describe('a host with models that draw and speak', slow, () => {
  test(
    'says so, draws and speaks by URL, for its own tenant',
    { tags: ['p-made-on-purpose'] },
    async () => {
      await using scene = await openScene(true);
      const { stage, server } = scene;
      const { acme, zenith, nobody } = stage;
      const { body } = await nobody.get('/.well-known/openwop');
      expect(body['aiProviders']).toMatchObject({
        imageGeneration: 'supported',
        speechSynthesis: 'supported',
      });
      const drawn = await acme.post(generator, { prompt: 'a bicycle' });
      expect([drawn.status, drawn.body]).toMatchObject([
        200,
        { images: [{ mimeType: 'image/png', model: 'gpt-image-1', width: 320 }] },
      ]);
      const [image] = Array.isArray(drawn.body['images']) ? drawn.body['images'] : [];
      const url = isRecord(image) ? (readText(image['url']) ?? '') : '';
      const served = await fetch(url.replace(stage.origin, `http://127.0.0.1:${stage.port}`));
      expect(served.headers.get('content-type')).toBe('image/png');
      // Drawn from again by its URL; by that of another tenant it is not there.
      expect((await acme.post(generator, { prompt: 'darker', from: url })).status).toBe(200);
      expect(server.requests.at(-1)?.path).toBe('/v1/images/edits');
      expect((await zenith.post(generator, { prompt: 'darker', from: url })).status).not.toBe(200);
      const said = await acme.post(synthesizer, { text: 'Good morning.', voiceId: 'nova' });
      expect(said.body).toMatchObject({ audio: { mimeType: 'audio/wav', voiceId: 'nova' } });
      expect(JSON.stringify([drawn.body, said.body])).not.toMatch(/[A-Za-z0-9+/]{200}/);
      expect(stage.bugs).toEqual([]);
    },
  );

  test(
    'runs nodes that draw and speak, with what they cost',
    { tags: ['p-made-is-billed'] },
    async () => {
      await using scene = await openScene(true);
      const { acme, bugs } = scene.stage;
      const workflow = {
        id: 'poster',
        nodes: [
          { id: 'draw', typeId: 'percept.draw', config: { prompt: 'a bicycle' } },
          { id: 'say', typeId: 'percept.say', config: { text: 'Good morning.' } },
        ],
        edges: [{ sourceNodeId: 'draw', targetNodeId: 'say' }],
        peerDependencies: { 'aiProviders.imageGeneration': 'supported' },
      };
      expect((await acme.post('/v1/host/percept/workflows', workflow)).status).toBe(201);
      const run = await acme.run('poster');
      expect((await acme.ended(run)).body['status']).toBe('completed');
      const events = await acme.events(run);
      const types = events.map(({ type }) => type);
      expect(types).toEqual(
        expect.arrayContaining(['media.image', 'media.audio', 'provider.usage']),
      );
      expect(events.find(({ type }) => type === 'provider.usage')?.['payload']).toMatchObject({
        model: 'gpt-image-1',
        costEstimateUsd: 0.04,
      });
      expect(JSON.stringify(events)).toContain('made by gpt-image-1');
      expect(bugs).toEqual([]);
    },
  );
});

describe('a host without them', slow, () => {
  const missing = (names: readonly string[]) => ({
    error: 'host_capability_missing',
    details: { missing: names },
  });

  test(
    'says nothing of it, and refuses packs, nodes and calls that need it',
    { tags: ['p-output-capabilities'] },
    async () => {
      await using scene = await openScene(false);
      const { acme, nobody } = scene.stage;
      const { body } = await nobody.get('/.well-known/openwop');
      expect(body['aiProviders']).not.toHaveProperty('imageGeneration');
      expect(body['aiProviders']).not.toHaveProperty('speechSynthesis');
      const register = '/v1/host/percept/workflows';
      const image = ['aiProviders.imageGeneration'];
      for (const pack of [
        packOf({ 'aiProviders.imageGeneration': 'supported' }),
        packOf({ aiProviders: { imageGeneration: 'supported' } }),
        packOf({}, 'percept.draw'),
      ])
        expect((await acme.post(register, pack)).body).toMatchObject(missing(image));
      for (const name of ['image-output', 'audio-output'])
        expect(
          (await acme.post(register, packOf({ aiProviders: { modelCapabilities: [name] } }))).body,
        ).toMatchObject(missing([name]));
      expect((await acme.post(generator, { prompt: 'x' })).body).toMatchObject(missing(image));
      const messages = [{ role: 'user', content: 'Draw.' }];
      const call = { messages, requiredModelCapabilities: ['image-output'] };
      expect((await acme.post('/v1/host/sample/ai/call', call)).body).toMatchObject(
        missing(['image-output']),
      );
      expect(scene.server.requests).toEqual([]);
      expect(scene.stage.server.requests).toEqual([]);
    },
  );

  test(
    'whose model draws itself advertises image-output, and takes what needs it',
    { tags: ['p-output-capabilities'] },
    async () => {
      const base64 = (await drawQuadrants(drawPalette(52))).toString('base64');
      await using scene = await openScene(false, {
        catalogue: 'drawing',
        script: () => drawing('There.', { mime: 'image/png', base64 }),
      });
      const { acme, nobody, bugs } = scene.stage;
      const { body } = await nobody.get('/.well-known/openwop');
      expect(body['modelCapabilities']).toMatchObject({
        advertised: expect.arrayContaining(['image-output']),
      });
      const pack = packOf({ aiProviders: { modelCapabilities: ['image-output'] } });
      expect((await acme.post('/v1/host/percept/workflows', pack)).status).toBe(201);
      const messages = [{ role: 'user', content: 'Draw.' }];
      const call = { messages, requiredModelCapabilities: ['image-output'] };
      const answer = await acme.post('/v1/host/sample/ai/call', call);
      expect([answer.status, answer.body]).toMatchObject([
        200,
        { content: expect.stringContaining('There.') },
      ]);
      expect(bugs).toEqual([]);
    },
  );
});
