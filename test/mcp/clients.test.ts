// The same promises to every client: both generations of the protocol, over both transports, from real processes.
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  colourOf,
  connect,
  factsOf,
  flavours,
  imagesOf,
  textsOf,
  view,
  type Connected,
} from './support/clients.ts';
import { openFolder, type Folder } from './support/folder.ts';

let folder: Folder;
beforeAll(async () => {
  folder = await openFolder();
});
afterAll(() => folder[Symbol.asyncDispose]());

describe.each(flavours)('a $generation client over $transport', (flavour) => {
  let outside: Connected;
  beforeAll(async () => {
    outside = await connect(flavour, { args: ['--data', folder.data], cwd: folder.root });
  });
  afterAll(() => outside[Symbol.asyncDispose]());

  test('lists view with schemas and annotations', { tags: ['d-cli-mcp'] }, async () => {
    const { tools } = await outside.client.listTools();
    const tool = tools.find(({ name }) => name === 'view');
    expect(tool?.annotations).toMatchObject({ readOnlyHint: true, openWorldHint: false });
    expect(Object.keys(tool?.inputSchema.properties ?? {})).toEqual(
      expect.arrayContaining(['ref', 'pages', 'region', 'question', 'density']),
    );
  });

  test(
    'sees a picture with a caption beside it',
    { tags: ['s003-tool-output-media'] },
    async () => {
      const result = await view(outside.client, {
        ref: 'quarters.png',
        question: 'Which colours?',
      });
      expect(result.isError).toBeFalsy();
      const [image] = imagesOf(result);
      const { width, height } = await sharp(image).metadata();
      expect(Math.max(width, height)).toBeLessThanOrEqual(1568);
      expect(textsOf(result)[0]).toContain('original 2400×1600');
      expect(factsOf(result)).toMatchObject({
        ref: 'quarters.png',
        question: 'Which colours?',
        images: [{ width, height, original: { width: 2400, height: 1600 } }],
      });
    },
  );

  test(
    'never gets a picture together with structured content, which would hide it from the model',
    { tags: ['p-pixels-or-words'] },
    async () => {
      const result = await view(outside.client, { ref: 'plan.svg' });
      expect(imagesOf(result)).toHaveLength(1);
      expect(result).not.toHaveProperty('structuredContent');
      const { tools } = await outside.client.listTools();
      expect(tools.find(({ name }) => name === 'view')).not.toHaveProperty('outputSchema');
    },
  );

  test('zooms into a part of the original', async () => {
    const region = { x: 500, y: 500, width: 500, height: 500 };
    const result = await view(outside.client, { ref: 'quarters.png', region });
    expect(await colourOf(imagesOf(result)[0])).toBe('#d1495b');
    expect(factsOf(result)).toMatchObject({
      images: [{ shown: { left: 1200, top: 800, width: 1200, height: 800 } }],
    });
  });

  test('sees SVG and code as pixels', async () => {
    const drawing = await view(outside.client, { ref: 'plan.svg' });
    expect(await colourOf(imagesOf(drawing)[0])).toBe('#1f8a70');
    const code = await view(outside.client, { ref: join(folder.root, 'main.ts') });
    expect(imagesOf(code)).toHaveLength(1);
  });

  test('sees the pages of a PDF that it asked for', async () => {
    const result = await view(outside.client, { ref: 'pages.pdf', pages: '2-3' });
    const colours = await Promise.all(imagesOf(result).map(colourOf));
    expect(colours).toEqual(['#00ff00', '#0000ff']);
    expect(textsOf(result)[0]).toContain('page 2 of 3');
  });

  test.each([
    { ref: 'absent.png', refused: 'absent' },
    { ref: 'broken.png', refused: 'corrupt' },
    { ref: 'empty.png', refused: 'empty' },
    { ref: '../outside/secret.png', refused: 'forbidden' },
    { ref: 'way-out.png', refused: 'forbidden' },
    { ref: 'folder-out/secret.png', refused: 'forbidden' },
    { ref: '/etc/hostname', refused: 'forbidden' },
    { ref: 'a\0b', refused: 'invalid-input' },
    { ref: 'x'.repeat(100_000), refused: 'invalid-input' },
    { ref: 'media:sha256-nonsense', refused: 'invalid-input' },
    { ref: `media:sha256-${'0'.repeat(64)}`, refused: 'absent' },
    { ref: 'attachment:none', refused: 'absent' },
    { ref: 'quarters.png', pages: '7', refused: 'invalid-input' },
    {
      ref: 'quarters.png',
      region: { x: 5000, y: 0, width: 1, height: 1 },
      refused: 'invalid-input',
    },
    { ref: 7, refused: 'invalid-input' },
    { ref: 'plan.svg', question: 'why '.repeat(5000), refused: 'too-large' },
  ])(
    'is told in words why $ref is refused as $refused',
    { tags: ['d-refusal-is-value'] },
    async ({ refused, ...input }) => {
      const result = await view(outside.client, input);
      expect(result.isError).toBe(true);
      expect(result.structuredContent).toMatchObject({
        refused,
        message: expect.stringMatching(/./),
        hint: expect.stringMatching(/./),
      });
      expect(imagesOf(result)).toEqual([]);
    },
  );

  test('lists what was seen as resources, and reads the same bytes', async () => {
    const seen = await view(outside.client, { ref: 'plan.svg' });
    const [image] = imagesOf(seen);
    const uri = factsOf(seen).images[0]?.uri ?? '';
    const { resources } = await outside.client.listResources();
    expect(resources.find((resource) => resource.uri === uri)).toMatchObject({
      mimeType: 'image/png',
      size: image?.length,
    });
    const { contents } = await outside.client.readResource({ uri });
    expect(contents).toEqual([{ uri, mimeType: 'image/png', blob: image?.toString('base64') }]);
    const again = await view(outside.client, { ref: uri });
    expect(imagesOf(again)).toHaveLength(1);
  });

  test('gets a protocol error for a resource or tool that does not exist', async () => {
    const uri = `media:sha256-${'1'.repeat(64)}`;
    await expect(outside.client.readResource({ uri })).rejects.toThrow(/not found/i);
    await expect(outside.client.readResource({ uri: 'file:///etc/hostname' })).rejects.toThrow();
    await expect(outside.client.callTool({ name: 'write', arguments: {} })).rejects.toThrow(
      'There is no such tool.',
    );
    await expect(outside.client.listResources({ cursor: '../..' })).rejects.toThrow(/cursor/);
  });

  test('hears about progress when it asks', async () => {
    const heard: number[] = [];
    await outside.client.callTool(
      { name: 'view', arguments: { ref: 'noise.png' } },
      { onprogress: ({ progress }) => heard.push(progress) },
    );
    expect(heard.length).toBeGreaterThan(0);
    expect(heard).toEqual(heard.toSorted((a, b) => a - b));
  });

  test('never gets more picture than fits into a result', async () => {
    const result = await view(outside.client, { ref: 'noise.png' });
    const chars = imagesOf(result).map((image) => image.toString('base64').length);
    expect(chars).toHaveLength(1);
    expect(chars[0]).toBeLessThanOrEqual(1_000_000);
    const { width = 0, factor = 0 } = factsOf(result).images[0] ?? {};
    expect(width * factor).toBeCloseTo(1200, -1);
  });
});
