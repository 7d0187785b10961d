// The oracle reads what real packages write: media of a user, which every package sends in a slot of its own. So an
// unread spelling of a slot would show here as base64 in text.

import { generateText, type UserContent } from 'ai';
import { judge, startCaptureServer, type Verdict } from 'percept/conformance';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { models, type ModelCase } from './models.ts';
import { drawQuadrants } from './quadrants.ts';

let png: Buffer;
const logged = globalThis.AI_SDK_LOG_WARNINGS;
beforeAll(async () => {
  globalThis.AI_SDK_LOG_WARNINGS = false;
  png = await drawQuadrants(['jet', 'pearl', 'teal', 'pink']);
});
afterAll(() => {
  globalThis.AI_SDK_LOG_WARNINGS = logged;
});

const pdf = Buffer.from('%PDF-1.7\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n');
const wav = Buffer.from(
  'RIFF\x24\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x80\x3e\0\0\x02\0\x10\0data\0\0\0\0',
  'latin1',
);
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>');

async function send(
  model: ModelCase,
  mediaType: string,
  data: Buffer,
): Promise<Verdict | undefined> {
  await using server = await startCaptureServer();
  const content: UserContent = [
    { type: 'text', text: 'What is this?' },
    { type: 'file', mediaType, data, filename: 'a' },
  ];
  const made = model.make(server.baseUrl(model.wire));
  try {
    await generateText({ model: made, messages: [{ role: 'user', content }], maxRetries: 0 });
  } catch {
    return undefined;
  }
  const [request] = server.requests;
  return request && judge(request);
}

describe("a user's", () => {
  for (const model of models) {
    test(`image is read from ${model.name}`, { tags: ['f-wires-oracle'] }, async () => {
      const verdict = await send(model, 'image/png', png);
      expect(verdict?.findings).toEqual([]);
      expect(verdict?.images).toMatchObject([{ role: 'user', mime: 'image/png', legal: true }]);
      expect(png.equals(verdict?.images[0]?.data ?? new Uint8Array())).toBe(true);
    });

    test(
      `PDF is read from ${model.name}, or the package throws`,
      { tags: ['f-wires-oracle'] },
      async () => {
        const verdict = await send(model, 'application/pdf', pdf);
        expect(verdict === undefined).toBe(model.name === 'xai 5');
        expect(verdict?.findings ?? []).toEqual([]);
        expect(verdict?.files.map(({ data }) => pdf.equals(data)) ?? [true]).toEqual([true]);
      },
    );

    test(`sound is read from ${model.name}, or the package throws`, async () => {
      const verdict = await send(model, 'audio/wav', wav);
      const takes = /^(openai-compatible|openai 4 chat|openrouter|google)/.test(model.name);
      expect(verdict !== undefined).toBe(takes);
      expect(verdict?.findings ?? []).toEqual([]);
      expect(verdict?.files.map(({ data }) => wav.equals(data)) ?? [true]).toEqual([true]);
    });

    test(`SVG is found out on ${model.name}, or the package throws`, async () => {
      const verdict = await send(model, 'image/svg+xml', svg);
      if (model.name !== 'amazon-bedrock 5')
        expect(verdict?.findings.map(({ rule }) => rule)).toEqual(['image-type']);
      else expect(verdict).toBeUndefined();
    });
  }
});
