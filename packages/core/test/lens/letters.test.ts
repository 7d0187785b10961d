// Base64 in URL-safe letters: read everywhere, and sent as it came only to Gemini, whose own packages write it.
import { expect, test } from 'vitest';
import { resolveProfile } from '../../src/index.ts';
import { lowerRequest, type LensWire } from '../../src/lens/index.ts';
import { judge } from '../../src/testing/index.ts';
import { png } from './pictures.ts';

/** Its letters are unlike in both alphabets, and its length needs padding. */
const picture = Array.from({ length: 64 }, (_, seed) => Buffer.from(png(64, 48, seed))).find(
  (bytes) => /[+/]/.test(bytes.toString('base64')) && bytes.length % 3 > 0,
);
if (!picture) throw new Error('One of 64 pictures has such letters.');
const letters = picture.toString('base64url');
const url = `data:image/png;base64,${letters}`;

const bodies: readonly (readonly [LensWire, string, object])[] = [
  [
    'chat-completions',
    'gpt-4.1',
    { messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url } }] }] },
  ],
  [
    'responses',
    'gpt-5',
    { input: [{ role: 'user', content: [{ type: 'input_image', image_url: url }] }] },
  ],
  [
    'anthropic-messages',
    'claude-sonnet-4-5',
    {
      messages: [
        {
          role: 'user',
          content: [
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: letters } },
          ],
        },
      ],
    },
  ],
  [
    'chat-completions',
    'gpt-4.1',
    {
      messages: [
        { role: 'user', content: [{ inlineData: { mimeType: 'image/png', data: letters } }] },
      ],
    },
  ],
];

test.for(bodies)(
  'on %s they are written in letters that the provider takes',
  async ([wire, model, body]) => {
    const { body: sent } = await lowerRequest({
      wire,
      body,
      profile: resolveProfile({ provider: 'any', model }),
    });
    const { ok, images } = judge({ wire, body: sent, model });
    expect({ ok, same: images.map(({ data }) => picture.equals(data)) }).toEqual({
      ok: true,
      same: [true],
    });
  },
);

test('on gemini they stand as they came', async () => {
  const body = {
    contents: [{ role: 'user', parts: [{ inlineData: { mimeType: 'image/png', data: letters } }] }],
  };
  const profile = resolveProfile({ provider: 'google', model: 'gemini-2.5-flash' });
  expect((await lowerRequest({ wire: 'gemini', body, profile })).body).toEqual(body);
});
