// Pixels of a server's tool on the wires that a configured model is reached by, judged by the oracle, with the tools of a
// crooked server beside it.
import { writeFile } from 'node:fs/promises';
import { judge, text, toolCall } from 'percept/conformance';
import { expect, test } from 'vitest';
import { openStage } from '../acp/agent-process.ts';
import { connectV1, newSession, words } from '../acp/v1-client.ts';
import { drawPalette, nameQuadrants } from '../wires/quadrants.ts';
import { hostile, showroom } from './support/servers.ts';

const wires = [
  ['anthropic', 'claude-opus-4-8', 'anthropic-messages'],
  ['google', 'gemini-3-pro-preview', 'gemini'],
  ['openai-compatible', 'seeing', 'chat-completions'],
] as const;

test.each(wires)(
  'a picture reaches %s (%s) as pixels over %s',
  { tags: ['p-pixels-or-words', 's003-tool-output-media'], timeout: 240_000 },
  async (provider, model, wire) => {
    await using stage = await openStage((_, index) =>
      index === 0 ? toolCall('showroom__picture', { seed: 91 }) : text('seen'),
    );
    const entry = {
      provider,
      model,
      baseUrl: stage.server.baseUrl(wire),
      capabilities: ['vision-input'],
      apiKey: 'none',
    };
    const config = { discovery: false, main: 'one', models: { one: entry } };
    await writeFile(stage.env['PERCEPT_CONFIG'] ?? '', JSON.stringify(config));
    const client = await connectV1(stage.here());
    const sessionId = await newSession(client, stage.root, [showroom(), hostile('odd')]);
    await client.agent.request('session/prompt', { sessionId, prompt: [words('go')] });
    expect(client.say()).toContain('seen');
    const request = stage.server.requests.at(-1);
    const verdict = judge({ wire, body: request?.raw, model, expectImages: 1 });
    expect(verdict.findings).toEqual([]);
    const [image] = verdict.images;
    expect(image && (await nameQuadrants(Buffer.from(image.data)))).toEqual(drawPalette(91));
    expect(request?.raw).toContain('hostile__crooked');
  },
);
