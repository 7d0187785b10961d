// `draw` and `say` of `percept mcp`: offered while somebody makes things, and only then.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { callTool, connect, imagesOf, textsOf } from '../mcp/support/clients.ts';
import { openFolder } from '../mcp/support/folder.ts';
import { drawPalette, drawQuadrants } from '../wires/quadrants.ts';
import { imagePrice, painters, speakers } from './makers.ts';
import { startMaker, streamedWave } from './maker-server.ts';

async function openScene(config: (url: string) => object) {
  const folder = await openFolder();
  const base64 = (await drawQuadrants(drawPalette(41))).toString('base64');
  const server = await startMaker(({ path }) =>
    path.endsWith('/speech')
      ? { kind: 'sound', bytes: streamedWave() }
      : { kind: 'pictures', base64: [base64] },
  );
  await writeFile(join(folder.root, 'percept.config.json'), JSON.stringify(config(server.url)));
  const outside = await connect(
    { transport: 'stdio', generation: 'modern' },
    { args: ['--data', folder.data, '--trust'], cwd: folder.root },
  );
  return {
    server,
    client: outside.client,
    async [Symbol.asyncDispose]() {
      await outside[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

describe('an MCP client', { timeout: 240_000 }, () => {
  test(
    'draws, looks at what it drew, changes it, and has words said',
    { tags: ['p-made-on-purpose'] },
    async () => {
      await using scene = await openScene((url) => ({
        image: { ...painters['OpenAI images'](url), price: imagePrice },
        speech: speakers['OpenAI speech'](url),
      }));
      const { client, server } = scene;
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual(
        expect.arrayContaining(['view', 'draw', 'say']),
      );
      const draw = tools.find(({ name }) => name === 'draw');
      expect(draw?.description).toContain('It costs about $0.0400.');
      expect(draw?.annotations).toMatchObject({ readOnlyHint: false, openWorldHint: true });
      const drawn = await callTool(client, 'draw', { prompt: 'a bicycle' });
      expect([drawn.isError, imagesOf(drawn).length]).toEqual([undefined, 1]);
      const ref = /view with ref "([0-9a-f]{64})"/.exec(textsOf(drawn).join('\n'))?.[1] ?? '';
      const viewed = await callTool(client, 'view', { ref: `media:sha256-${ref}` });
      expect(imagesOf(viewed)).toHaveLength(1);
      const changed = await callTool(client, 'draw', {
        prompt: 'darker',
        from: `media:sha256-${ref}`,
      });
      expect(imagesOf(changed)).toHaveLength(1);
      expect(server.requests.at(-1)?.path).toBe('/v1/images/edits');
      const said = await callTool(client, 'say', { text: 'Good morning.' });
      expect(said.content.map(({ type }) => type)).toEqual(['text', 'audio']);
    },
  );

  test(
    'is offered neither where nobody makes anything',
    { tags: ['p-made-on-purpose'] },
    async () => {
      await using scene = await openScene(() => ({}));
      const { tools } = await scene.client.listTools();
      expect(tools.filter(({ name }) => name === 'draw' || name === 'say')).toEqual([]);
      await expect(callTool(scene.client, 'draw', { prompt: 'a bicycle' })).rejects.toThrow(
        'no such tool',
      );
    },
  );

  test(
    'is offered nothing of a host that the user did not name',
    { tags: ['p-made-needs-consent'] },
    async () => {
      const image = { provider: 'openai', model: 'gpt-image-1', apiKey: 'k' };
      await using closed = await openScene(() => ({ image }));
      expect((await closed.client.listTools()).tools.map(({ name }) => name)).not.toContain('draw');
      await using open = await openScene(() => ({ image, consent: ['api.openai.com'] }));
      expect((await open.client.listTools()).tools.map(({ name }) => name)).toContain('draw');
    },
  );
});
