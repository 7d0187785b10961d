// What other suites pass over where a host does not advertise it, or has no seam for it: here each scenario first demands that this
// host advertises what it needs, and then asserts. A host that advertises less is shown to fail the demand, so none of them is idle.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isRecord, readText } from '@percept/core/internal';
import { look } from '../acp/seeing-server.ts';
import { drawPalette, drawQuadrants } from '../wires/quadrants.ts';
import type { Client } from './openwop-client.ts';
import { emit } from './openwop-emit.ts';
import { openStage, type Stage } from './openwop-stage.ts';

type Json = Readonly<Record<string, unknown>>;

interface Scenario {
  readonly name: string;
  /** What a suite asks of the discovery document before it asserts anything. */
  readonly needs: (found: Json) => boolean;
  readonly holds: (stage: Stage) => Promise<void>;
}

const colours = drawPalette(7);
const sample = '/v1/host/sample';

const scenarios: readonly Scenario[] = [
  {
    name: 'media is stored and served by a URL, and a guessed one is not',
    needs: (found) => Number.isInteger(inside(found, 'aiProviders')['maxInlineMediaBytes']),
    holds: async ({ acme, nobody }) => {
      const contentBase64 = (await drawQuadrants(colours)).toString('base64');
      const put = { contentBase64, contentType: 'image/png' };
      const stored = await acme.post(`${sample}/media/put`, put);
      expect(stored.status).toBe(201);
      expect(stored.body['bytes']).toEqual(expect.any(Number));
      const url = readText(stored.body['url']) ?? '';
      expect(url).toContain(`${sample}/assets/`);
      expect((await nobody.fetchAsset(url)).status).toBe(200);
      expect((await nobody.fetchAsset(`${sample}/assets/never-minted`)).status).toBe(404);
    },
  },
  {
    name: 'the debug bundle has media by reference',
    needs: (found) => inside(found, 'debugBundle')['supported'] === true,
    holds: async ({ acme }) => {
      const { run } = await emit(acme);
      const { runs } = (await acme.get('/v1/runs?limit=20')).body;
      expect(Array.isArray(runs) && runs.map((one) => isRecord(one) && one['runId'])).toContain(
        run,
      );
      const bundle = await acme.get(`/v1/runs/${run}/debug-bundle`);
      expect(bundle.status).toBe(200);
      const events = Array.isArray(bundle.body['events']) ? bundle.body['events'] : [];
      const told = events.filter(isRecord).find(({ type }) => String(type).startsWith('media.'));
      expect(told?.['payload']).toMatchObject({ url: expect.stringMatching(/^http/) });
      expect(bundle.text).not.toContain('base64');
    },
  },
  {
    name: 'a module that needs vision is registered',
    needs: (found) => texts(inside(found, 'modelCapabilities')['advertised']).has('vision-input'),
    holds: async ({ acme }) => {
      const module = {
        id: 'needs-vision',
        peerDependencies: { aiProviders: { modelCapabilities: ['vision-input'] } },
        nodes: [{ id: 'ask', typeId: 'percept.ask', config: { prompt: 'What is this?' } }],
      };
      expect((await acme.post('/v1/host/percept/workflows', module)).status).toBe(201);
    },
  },
  {
    name: 'a part of an advertised modality reaches the model, and one of another is refused by name',
    // Where everything is advertised, nothing is left to be refused.
    needs: (found) => {
      const modalities = texts(inside(inside(found, 'aiProviders'), 'input')['modalities']);
      return modalities.has('image') && !modalities.has('document');
    },
    holds: async ({ acme }) => {
      const dataBase64 = (await drawQuadrants(colours)).toString('base64');
      const seen = await ask(acme, { type: 'image', mimeType: 'image/png', dataBase64 });
      expect([seen.status, seen.body['content']]).toEqual([200, colours.join(' ')]);
      const pdf = { type: 'file', mimeType: 'application/pdf', dataBase64: 'JVBERi0=' };
      const refused = await ask(acme, pdf);
      expect([refused.status, refused.body['error']]).toEqual([400, 'unsupported_modality']);
    },
  },
  {
    name: 'the gate for models dispatches, substitutes and refuses',
    needs: (found) => inside(found, 'modelCapabilities')['supported'] === true,
    holds: async ({ acme }) => {
      const claude = { provider: 'anthropic', model: 'claude-opus-4-7' };
      const routeOf = async (module: object, activeProvider: string) => {
        const { status, body } = await acme.post(`${sample}/test/evaluate-model-capability-gate`, {
          module: { requiredModelCapabilities: ['structured-output'], ...module },
          activeProvider,
          activeModel: claude.model,
          substitutionSupported: true,
          supportedProviders: ['anthropic'],
          nodeId: 'n',
        });
        return [status, inside(body, 'outcome')['route'], inside(body, 'event')['type']];
      };
      expect(await routeOf({}, 'anthropic')).toEqual([200, 'dispatch', undefined]);
      const fallback = await routeOf({ fallbackModel: claude }, 'unknown-vendor');
      expect(fallback).toEqual([200, 'substitute', 'model.capability.substituted']);
      const refused = await routeOf({}, 'unknown-vendor');
      expect(refused).toEqual([200, 'refuse', 'model.capability.insufficient']);
    },
  },
  {
    name: 'a run whose model lacks a capability fails, and says so before its node',
    needs: (found) => texts(found['fixtures']).has('conformance-model-capability-insufficient'),
    holds: async ({ acme }) => {
      const run = await acme.run('conformance-model-capability-insufficient');
      expect((await acme.ended(run)).body).toMatchObject({
        status: 'failed',
        error: { code: 'capability_not_provided' },
      });
      const types = (await acme.events(run)).map(({ type }) => type);
      expect(types.slice(types.indexOf('model.capability.insufficient'))).toEqual([
        'model.capability.insufficient',
        'node.failed',
        'run.failed',
      ]);
    },
  },
  {
    name: 'an envelope of media is accepted where it is whole, and not where it is both or neither',
    needs: (found) =>
      inside(found, 'envelopeContracts')['advertised'] === true &&
      texts(found['supportedEnvelopes']).has('media.image'),
    holds: async ({ acme }) => {
      const judge = async (payload: object) => {
        const envelope = {
          type: 'media.image',
          schemaVersion: 1,
          envelopeId: 'e',
          correlationId: JSON.stringify(payload),
          payload,
          meta: { source: 'ai-generation', ts: '2026-11-15T12:00:00Z' },
        };
        return (await acme.post(`${sample}/envelope/accept`, { envelope })).body['status'];
      };
      const base64 = Buffer.alloc(40, 1).toString('base64');
      expect(await judge({ base64, bytes: 40 })).toBe('accepted');
      expect(await judge({ bytes: 40 })).toBe('invalid');
      expect(await judge({ base64, url: 'https://a.test/x', bytes: 40 })).toBe('invalid');
    },
  },
];

let stage: Stage;
let found: Json;
beforeAll(async () => {
  stage = await openStage({ script: look });
  found = (await stage.nobody.get('/.well-known/openwop')).body;
});
afterAll(() => stage[Symbol.asyncDispose]());

describe('a scenario that other suites pass over', { timeout: 240_000 }, () => {
  test.each(scenarios)(
    'is asserted on a host that advertises what it needs: $name',
    { tags: ['f-wop-no-soft-skip'] },
    async ({ needs, holds }) => {
      expect(needs(found)).toBe(true);
      await holds(stage);
      expect(stage.bugs).toEqual([]);
    },
  );

  test('is not demanded of a host that advertises less', async () => {
    await using bare = await openStage({ catalogue: 'none', emitsMedia: false });
    const { body } = await bare.nobody.get('/.well-known/openwop');
    const left = scenarios.filter(({ needs }) => needs(body)).map(({ name }) => name);
    expect(left).toEqual([
      'the debug bundle has media by reference',
      'the gate for models dispatches, substitutes and refuses',
      'a run whose model lacks a capability fails, and says so before its node',
    ]);
    expect(scenarios.filter(({ needs }) => needs({}))).toEqual([]);
  });
});

function ask(client: Client, part: object) {
  const content = [{ type: 'text', text: 'What do you see?' }, part];
  return client.post(`${sample}/ai/call`, { messages: [{ role: 'user', content }] });
}

function inside(value: unknown, name: string): Json {
  const inner = isRecord(value) ? value[name] : undefined;
  return isRecord(inner) ? inner : {};
}

function texts(value: unknown): ReadonlySet<unknown> {
  return new Set(Array.isArray(value) ? value : []);
}
