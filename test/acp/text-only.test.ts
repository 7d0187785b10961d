// Models that do not see, over ACP: another model looks for them and the person is told who; local eyes read where nothing
// else is configured. The text-only model can only know what it was told in words.
import { text } from 'percept/conformance';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { drawPalette, drawQuadrants } from '../wires/quadrants.ts';
import { openStage } from './agent-process.ts';
import { look, picturesIn } from './seeing-server.ts';
import { connectV1, image, newSession, words } from './v1-client.ts';

/** Black letters on white. */
async function sign(letters: string): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="240"><rect width="900" height="240" fill="white"/><text x="40" y="150" font-family="DejaVu Sans, Arial, sans-serif" font-size="44">${letters}</text></svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

describe('a text-only model with a model that looks', () => {
  test(
    'answers from the description, still three turns later, and the person learns who saw the picture',
    {
      tags: ['s000-bridge-routes-text-only', 's000-auto-wrong-model', 's000-no-model-error'],
      timeout: 240_000,
    },
    async () => {
      const colours = drawPalette(61);
      await using stage = await openStage(async (request) => {
        if (request.model === 'seeing') return look(request);
        const known = colours.filter((name) => request.raw.includes(name));
        return text(picturesIn(request).length > 0 ? 'pixels!' : known.join(' '));
      }, 'bridged');
      const client = await connectV1(stage.here());
      expect(client.initialized._meta?.['imageCapability']).toMatchObject({
        autoHandlesWrongModel: true,
      });
      const sessionId = await newSession(client, stage.root);
      const ask = async (...prompt: ReturnType<typeof words>[]) => {
        client.clear();
        await client.agent.request('session/prompt', { sessionId, prompt });
        return client.say();
      };
      const first = await ask(words('What colours?'), image(await drawQuadrants(colours)));
      expect(first).toContain(colours.join(' '));
      expect(first).toMatch(/1 picture was sent to seeing at 127\.0\.0\.1:\d+/);
      await ask(words('Thanks.'));
      await ask(words('Go on.'));
      const later = await ask(words('And which colours were in the picture?'));
      expect(later).toBe(colours.join(' '));
      expect(stage.server.requests.filter(({ model }) => model === 'seeing')).toHaveLength(1);
    },
  );
});

describe('local eyes', () => {
  test(
    'read a picture for a text-only model, and say so',
    { tags: ['p-no-key-no-network'], timeout: 240_000 },
    async () => {
      await using stage = await openStage(
        (request) => text(/TICKET73425/.exec(request.raw)?.[0] ?? 'nothing was read'),
        'local',
      );
      const client = await connectV1(stage.here());
      const sessionId = await newSession(client, stage.root);
      const prompt = [words('What does it say?'), image(await sign('TICKET73425'))];
      await client.agent.request('session/prompt', { sessionId, prompt });
      expect(client.say()).toContain('TICKET73425');
      expect(client.say()).toContain('on this device');
    },
  );

  test(
    'answer themselves when no model is configured, and say how to configure one',
    { tags: ['p-no-key-no-network'], timeout: 240_000 },
    async () => {
      await using stage = await openStage([], 'none');
      const client = await connectV1(stage.here());
      const sessionId = await newSession(client, stage.root);
      const prompt = [words('What does it say?'), image(await sign('TICKET73425'))];
      await client.agent.request('session/prompt', { sessionId, prompt });
      expect(client.say()).toContain('No model is configured');
      expect(client.say()).toContain('TICKET73425');
      expect(client.say()).toContain('PERCEPT_MODEL');
    },
  );
});
