import type { ModelMessage } from 'ai';
import { describe, expect, test } from 'vitest';
import { hoistToolResultImages } from '../../src/ai-sdk/index.ts';
import { base64, pdf, png } from '../lens/pictures.ts';

const data = base64(png(32, 32, 1));
const marker = '[image shown in the following message]';

function history(...items: readonly unknown[]): ModelMessage[] {
  return [
    { role: 'user', content: 'look' },
    {
      role: 'assistant',
      content: [{ type: 'tool-call', toolCallId: 'c1', toolName: 'anything', input: {} }],
    },
    result('c1', ...items),
  ];
}

function result(toolCallId: string, ...items: readonly unknown[]): ModelMessage {
  return {
    role: 'tool',
    content: [
      {
        type: 'tool-result',
        toolCallId,
        toolName: 'anything',
        output: { type: 'content', value: items as never },
      },
    ],
  };
}

const reference = { openai: 'file-1' };
const spellings: readonly (readonly [string, unknown, unknown])[] = [
  [
    'media',
    { type: 'media', data, mediaType: 'image/png' },
    { type: 'image', image: data, mediaType: 'image/png' },
  ],
  [
    'file',
    { type: 'file', mediaType: 'image/png', data: { type: 'data', data } },
    { type: 'image', image: data, mediaType: 'image/png' },
  ],
  [
    'file-data',
    { type: 'file-data', data, mediaType: 'image/png' },
    { type: 'image', image: data, mediaType: 'image/png' },
  ],
  [
    'file-url',
    { type: 'file-url', url: 'https://example.com/a.png', mediaType: 'image/png' },
    { type: 'image', image: new URL('https://example.com/a.png'), mediaType: 'image/png' },
  ],
  [
    'file-id',
    { type: 'file-id', fileId: 'file-1' },
    { type: 'file', mediaType: 'image', data: { type: 'reference', reference } },
  ],
  [
    'file-reference',
    { type: 'file-reference', providerReference: reference },
    { type: 'file', mediaType: 'image', data: { type: 'reference', reference } },
  ],
  [
    'image-data',
    { type: 'image-data', data, mediaType: 'image/png' },
    { type: 'image', image: data, mediaType: 'image/png' },
  ],
  [
    'image-url',
    { type: 'image-url', url: 'https://example.com/a.png' },
    { type: 'image', image: new URL('https://example.com/a.png') },
  ],
  [
    'image-file-id',
    { type: 'image-file-id', fileId: reference },
    { type: 'file', mediaType: 'image', data: { type: 'reference', reference } },
  ],
  [
    'image-file-reference',
    { type: 'image-file-reference', providerReference: reference },
    { type: 'file', mediaType: 'image', data: { type: 'reference', reference } },
  ],
];

describe('hoistToolResultImages', () => {
  test.each(spellings)(
    'moves an image that is spelled %s into a user message directly after',
    {
      tags: [
        's004-hoist-exported',
        's004-hoist-finds',
        's004-hoist-neutralises',
        's004-hoist-reattaches',
        's004-hoist-shape-keyed',
        'f-wires-ten-spellings',
        'f-wires-media-spelling',
      ],
    },
    (_, item, part) => {
      const [, , tool, user] = hoistToolResultImages(history(item));
      expect(tool).toEqual({
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: 'c1',
            toolName: 'anything',
            output: { type: 'text', value: marker },
          },
        ],
      });
      expect(user).toEqual({ role: 'user', content: [part] });
    },
  );

  test('keeps the call paired with its result', { tags: ['s004-hoist-pairing'] }, () => {
    const hoisted = hoistToolResultImages(
      history({ type: 'image-data', data, mediaType: 'image/png' }),
    );
    expect(hoisted.map((message) => message.role)).toEqual(['user', 'assistant', 'tool', 'user']);
    expect(hoisted[2]).toMatchObject({ content: [{ toolCallId: 'c1' }] });
  });

  test("keeps the tool's own text beside the marker", { tags: ['s004-hoist-own-text'] }, () => {
    const [, , tool] = hoistToolResultImages(
      history(
        { type: 'text', text: 'Two charts.' },
        { type: 'image-data', data, mediaType: 'image/png' },
      ),
    );
    expect(tool).toMatchObject({
      content: [{ output: { type: 'text', value: `Two charts.\n${marker}` } }],
    });
  });

  test(
    'keeps several images in their order, after all results of the turn',
    {
      tags: [
        's004-hoist-order',
        'f-wires-hoist-after-all',
        's004-hoist-same-turn',
        's004-hoist-cross-turn',
      ],
    },
    () => {
      const images = [1, 2, 3].map((seed) => base64(png(8, 8, seed)));
      const [first, second, third] = images.map((image) => ({
        type: 'image-data',
        data: image,
        mediaType: 'image/png',
      }));
      const hoisted = hoistToolResultImages([
        ...history(first, second),
        result('c2', third),
        { role: 'assistant', content: 'ok' },
        ...history(first),
      ]);
      expect(hoisted.map((message) => message.role)).toEqual([
        'user',
        'assistant',
        'tool',
        'tool',
        'user',
        'assistant',
        'user',
        'assistant',
        'tool',
        'user',
      ]);
      expect(hoisted[4]).toMatchObject({ content: images.map((image) => ({ image })) });
    },
  );

  test('hoisting twice equals hoisting once', { tags: ['s004-hoist-idempotent'] }, () => {
    const once = hoistToolResultImages(
      history({ type: 'text', text: 'x' }, { type: 'media', data, mediaType: 'image/png' }),
    );
    expect(hoistToolResultImages(once)).toBe(once);
  });

  test('changes nothing that it was given', { tags: ['s004-hoist-not-persisted'] }, () => {
    const messages = history({ type: 'image-data', data, mediaType: 'image/png' });
    const before = structuredClone(messages);
    hoistToolResultImages(messages);
    expect(messages).toEqual(before);
  });

  test(
    'hands back the same array where there is no image',
    { tags: ['s004-hoist-same-array', 's004-hoist-others-untouched'] },
    () => {
      const elided = history({
        type: 'text',
        text: '[image "a.png": seen earlier, no longer shown.]',
      });
      expect(hoistToolResultImages(elided)).toBe(elided);
      const document = history({
        type: 'file-data',
        data: base64(pdf),
        mediaType: 'application/pdf',
      });
      expect(hoistToolResultImages(document)).toBe(document);
      const plain: ModelMessage[] = [
        {
          role: 'tool',
          content: [
            {
              type: 'tool-result',
              toolCallId: 'x',
              toolName: 't',
              output: { type: 'json', value: { a: 1 } },
            },
          ],
        },
      ];
      expect(hoistToolResultImages(plain)).toBe(plain);
    },
  );

  test('can say in words what each image is', () => {
    const hoisted = hoistToolResultImages(
      history({ type: 'image-data', data, mediaType: 'image/png' }),
      { captions: true },
    );
    expect(hoisted[3]).toMatchObject({
      content: [
        { type: 'text', text: '[image, image/png, from tool anything, call c1]' },
        { type: 'image' },
      ],
    });
  });
});

describe('what is damaged', () => {
  const image = { type: 'image-data', data, mediaType: 'image/png' };
  const json = (value: unknown): unknown => ({
    role: 'tool',
    content: [
      {
        type: 'tool-result',
        toolCallId: 'j',
        toolName: 'anything',
        output: { type: 'json', value },
      },
    ],
  });

  test('an address that is none stays in its result', () => {
    const messages = history({ type: 'image-url', url: 'http://[' });
    expect(hoistToolResultImages(messages)).toBe(messages);
    const both = history({ type: 'image-url', url: 'http://[' }, image);
    expect(hoistToolResultImages(both)).toMatchObject([
      {},
      {},
      {
        content: [
          { output: { value: [{ type: 'image-url', url: 'http://[' }, { text: marker }] } },
        ],
      },
      { role: 'user', content: [{ image: data }] },
    ]);
  });

  const cycle: Record<string, unknown> = { data };
  cycle['self'] = cycle;
  cycle['again'] = cycle;
  let deep: unknown = data;
  for (let level = 0; level < 20_000; level++) deep = [deep];
  let wrapped: unknown = data;
  for (let level = 0; level < 20_000; level++) wrapped = { type: 'data', data: wrapped };

  test.each([
    ['a BigInt', { size: 1n, data }],
    ['a cycle', cycle],
    ['twenty thousand levels', deep],
    ['a value that has no JSON', { toJSON: () => undefined }],
  ])('an output with %s stays as it is', (_, value) => {
    const given = json(value);
    const hoisted = hoistToolResultImages([given, ...history(image)]);
    expect(hoisted[0]).toBe(given);
    expect(hoisted).toHaveLength(5);
  });

  test('an image that is wrapped without end stays as it is', () => {
    const messages = history({ type: 'file', mediaType: 'image/png', data: wrapped });
    expect(hoistToolResultImages(messages)).toBe(messages);
  });

  test('a message that is none stays where it is', () => {
    const [, ...rest] = hoistToolResultImages<unknown>([null, undefined, 7, ...history(image)]);
    expect(rest).toMatchObject([undefined, 7, {}, {}, { role: 'tool' }, { role: 'user' }]);
    expect(hoistToolResultImages<unknown>([null, ...history(image)])[0]).toBeNull();
  });

  test('base64 in a text beside an image stays in that text', () => {
    const text = `Result: ${data}`;
    expect(hoistToolResultImages(history({ type: 'text', text }, image))[2]).toMatchObject({
      content: [{ output: { type: 'text', value: `${text}\n${marker}` } }],
    });
  });
});
