// Vendors whose routes name a deployment, a project or a model: a picture in a tool result is healed there too, at the same path.
import { judge, type JudgedWire } from 'percept/conformance';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { drawPalette, drawQuadrants } from '../wires/quadrants.ts';
import { blindBody } from './blind-bodies.ts';
import { startGateway, startUpstream, type Stage, type Upstream } from './gateway-stage.ts';

const timeout = 240_000;
const names = ['azure', 'vertex', 'bedrock', 'ollama', 'groq', 'mistral', 'openrouter'] as const;
let upstream: Upstream;
let stage: Stage;

beforeAll(async () => {
  upstream = await startUpstream();
  stage = await startGateway(
    Object.fromEntries(
      names.map((name) => [
        name,
        {
          baseUrl: /azure|vertex|bedrock/.test(name)
            ? upstream.origin
            : `${upstream.origin}/${name}/v1`,
        },
      ]),
    ),
  );
});
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
  await upstream[Symbol.asyncDispose]();
});

const project = '/v1/projects/p/locations/l/publishers';
const routes: readonly (readonly [string, JudgedWire & Parameters<typeof blindBody>[0]])[] = [
  ['/openai/deployments/gpt-4o/chat/completions?api-version=2026-01-01', 'chat-completions'],
  ['/openai/v1/responses', 'responses'],
  [`${project}/google/models/gemini-2.5-flash:generateContent`, 'gemini'],
  [`${project}/anthropic/models/claude-sonnet-4-5:rawPredict`, 'anthropic-messages'],
  ['/model/anthropic.claude-sonnet-4-5-v1:0/converse', 'bedrock-converse'],
  ['/model/anthropic.claude-sonnet-4-5-v1:0/invoke', 'anthropic-messages'],
];

describe('a route of', () => {
  for (const [path, wire] of routes)
    test(`${path} is healed`, { tags: ['d-gateway-heals'], timeout }, async () => {
      const data = (await drawQuadrants(drawPalette(95))).toString('base64');
      const said = JSON.stringify([{ type: 'image', data, mimeType: 'image/png' }]);
      const body = blindBody(wire, [{ id: 'call_0123456789', tool: 'look', input: {}, said }]);
      const answer = await fetch(`${stage.origin}${path}`, {
        method: 'POST',
        body: JSON.stringify(body),
      });
      expect(answer.headers.get('x-percept-gateway')).toBe('healed');
      const arrived = upstream.arrived.at(-1);
      expect(arrived?.url).toBe(path);
      const verdict = judge({ wire, body: arrived?.body.toString('utf8'), expectImages: 1 });
      expect(verdict.findings).toEqual([]);
    });
});

test('a deployment is the model that the log names', { timeout }, async () => {
  const path = '/openai/deployments/my-own-eyes/chat/completions';
  await fetch(`${stage.origin}${path}`, { method: 'POST', body: '{"messages":[]}' });
  const named = expect.objectContaining({ wire: 'chat-completions', model: 'my-own-eyes' });
  await expect.poll(() => stage.entries).toContainEqual(named);
});

test('the models of each upstream are asked for by its name', { timeout }, async () => {
  for (const name of ['ollama', 'groq', 'mistral', 'openrouter']) {
    const named = await fetch(`${stage.origin}/gateway/${name}/v1/models`);
    expect([name, named.status, upstream.arrived.at(-1)?.url]).toEqual([
      name,
      200,
      `/${name}/v1/models`,
    ]);
    const added = [...named.headers].filter(([header]) => header.startsWith('x-percept-'));
    expect(added).toEqual([['x-percept-gateway', 'passed']]);
    await fetch(`${stage.origin}/v1/models`, { headers: { 'x-percept-upstream': name } });
    expect(upstream.arrived.at(-1)?.url).toBe(`/${name}/v1/models`);
  }
});
