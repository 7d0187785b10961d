// Bad requests: each breaks one rule of the oracle, on every wire where it can.

import { judgedWires, type JudgedWire, type Rule } from '../src/testing/index.ts';
import { base64, png as drawn } from './lens/pictures.ts';
import { gif, imageBlock, png, request, svg, textBlock, type Scene } from './oracle-bodies.ts';

const native: readonly JudgedWire[] = [
  'responses',
  'anthropic-messages',
  'gemini',
  'bedrock-converse',
];
const picture = base64(drawn(64, 64));
const long = png(64, 64, 3000);
const shot = (wire: JudgedWire) => imageBlock(wire, picture);
const many = (wire: JudgedWire, count: number, data = picture) =>
  Array.from({ length: count }, () => imageBlock(wire, data));

const dump = JSON.stringify(new Uint8Array(Buffer.from(picture, 'base64')));
const stringified = (data: unknown) =>
  JSON.stringify([{ type: 'file', mediaType: 'image/png', data }]);

export interface Bad {
  readonly rule: Rule;
  readonly what: string;
  readonly wires: readonly JudgedWire[];
  readonly scene: (wire: JudgedWire) => Scene | { readonly body: unknown };
  readonly profile?: string;
  /** Wrong on the wire, and still nothing that the lens is certain of: it leaves such a text alone. */
  readonly stays?: boolean;
}

const result = (text: string) => () => ({ results: [{ id: 'call_1', text }] });
const inResult =
  (blocks: (wire: JudgedWire) => readonly unknown[], failed = false) =>
  (wire: JudgedWire) => ({
    results: [{ id: 'call_1', text: 'Looked.', blocks: blocks(wire), failed }],
  });
const hoist = (blocks: (wire: JudgedWire) => readonly unknown[]) => (wire: JudgedWire) => ({
  hoisted: blocks(wire),
});

const wrappedLines = long.replaceAll(/(.{76})/g, '$1\n');
const noKnownHead = long.slice(40, 1240);
const strict = judgedWires.filter((wire) => wire !== 'responses');

export const badRequests: readonly Bad[] = [
  {
    rule: 'not-a-request',
    what: 'a body without messages',
    wires: judgedWires,
    scene: () => ({ body: { model: 'm' } }),
  },
  {
    rule: 'not-a-request',
    what: 'text that is no JSON',
    wires: judgedWires,
    scene: () => ({ body: '{"messages":[' }),
  },
  {
    rule: 'base64-in-text',
    what: 'a stringified image part',
    wires: judgedWires,
    scene: result(stringified({ type: 'data', data: picture })),
  },
  {
    rule: 'base64-in-text',
    what: 'a data URL in a sentence',
    wires: judgedWires,
    scene: result(`See data:image/png;base64,${picture} here.`),
    stays: true,
  },
  {
    rule: 'base64-in-text',
    what: 'bare base64',
    wires: judgedWires,
    scene: result(picture),
    stays: true,
  },
  {
    rule: 'base64-in-text',
    what: 'base64 without a known head',
    wires: judgedWires,
    scene: result(noKnownHead),
    stays: true,
  },
  {
    rule: 'base64-in-text',
    what: 'base64 in lines',
    wires: judgedWires,
    scene: result(JSON.stringify({ out: wrappedLines.slice(77) })),
    stays: true,
  },
  {
    rule: 'base64-in-text',
    what: 'base64 with escaped slashes',
    wires: judgedWires,
    scene: result(long.replaceAll('/', '\\/')),
    stays: true,
  },
  {
    rule: 'base64-in-text',
    what: 'base64 in a user text',
    wires: judgedWires,
    scene: hoist((wire) => [textBlock(wire, picture)]),
    stays: true,
  },
  { rule: 'bytes-in-text', what: 'a Uint8Array dump', wires: judgedWires, scene: result(dump) },
  {
    rule: 'bytes-in-text',
    what: 'a Uint8Array dump, stringified twice',
    wires: judgedWires,
    scene: result(JSON.stringify(dump)),
  },
  {
    rule: 'bytes-in-text',
    what: 'a stringified Buffer',
    wires: judgedWires,
    scene: result(JSON.stringify(Buffer.from(picture, 'base64'))),
  },
  {
    rule: 'bytes-in-text',
    what: 'a list of PNG bytes',
    wires: judgedWires,
    scene: result(`[${[...Buffer.from(picture, 'base64')].join(', ')}]`),
    stays: true,
  },
  {
    rule: 'media-part-in-text',
    what: 'a stringified part with a short payload',
    wires: judgedWires,
    scene: result(stringified('AAAA')),
    stays: true,
  },
  {
    rule: 'media-part-in-text',
    what: 'a stringified part by URL',
    wires: judgedWires,
    scene: result(stringified({ type: 'url', url: 'https://example.com/a.png' })),
    stays: true,
  },
  {
    rule: 'reference-on-wire',
    what: 'a media: URL as image',
    wires: ['chat-completions', 'responses'],
    scene: hoist((wire) => [
      wire === 'responses'
        ? { type: 'input_image', image_url: `media:sha256-${'ab'.repeat(32)}` }
        : { type: 'image_url', image_url: { url: `media:sha256-${'ab'.repeat(32)}` } },
    ]),
  },
  {
    rule: 'reference-on-wire',
    what: 'a media: URL in text',
    wires: judgedWires,
    scene: result(`media:sha256-${'ab'.repeat(32)}`),
    stays: true,
  },
  {
    rule: 'image-slot',
    what: 'image_url in role:tool',
    wires: ['chat-completions', 'mistral-chat'],
    scene: inResult((wire) => [shot(wire)]),
  },
  {
    rule: 'image-slot',
    what: 'functionResponse.parts before Gemini 3',
    wires: ['gemini'],
    scene: inResult((wire) => [shot(wire)]),
    profile: 'gemini-2',
  },
  {
    rule: 'image-slot',
    what: 'an image in an assistant message',
    wires: ['chat-completions', 'anthropic-messages'],
    scene: (wire) => ({
      body: {
        model: 'gpt-4o',
        messages: [
          { role: 'user', content: 'Hi' },
          { role: 'assistant', content: [shot(wire)] },
        ],
      },
    }),
  },
  {
    rule: 'image-in-failed-result',
    what: 'an image in a failed result',
    wires: ['anthropic-messages', 'bedrock-converse'],
    scene: inResult((wire) => [shot(wire)], true),
  },
  {
    rule: 'image-as-file',
    what: 'a PNG as input_file',
    wires: ['responses'],
    scene: inResult(() => [
      { type: 'input_file', filename: 'a.png', file_data: `data:image/png;base64,${picture}` },
    ]),
  },
  {
    rule: 'image-as-file',
    what: 'a PNG as document',
    wires: ['anthropic-messages'],
    scene: hoist(() => [
      {
        type: 'document',
        source: { type: 'base64', media_type: 'application/pdf', data: picture },
      },
    ]),
  },
  { rule: 'empty-block', what: 'a null block', wires: judgedWires, scene: hoist(() => [null]) },
  {
    rule: 'empty-block',
    what: 'a block without a shape',
    wires: judgedWires,
    scene: hoist(() => [{}]),
  },
  {
    rule: 'empty-block',
    what: 'an empty text',
    wires: judgedWires,
    scene: hoist((wire) => [textBlock(wire, '')]),
  },
  {
    rule: 'empty-block',
    what: 'a null block in a result',
    wires: native,
    scene: inResult(() => [null]),
  },
  {
    rule: 'empty-block',
    what: 'a result with an empty list',
    wires: ['responses', 'anthropic-messages', 'bedrock-converse', 'chat-completions'],
    scene: () => ({
      results: [{ id: 'call_1', blocks: [] }],
    }),
  },
  {
    rule: 'empty-media',
    what: 'an image with empty base64',
    wires: judgedWires,
    scene: hoist((wire) => [imageBlock(wire, '')]),
  },
  {
    rule: 'image-corrupt',
    what: 'a payload that is no base64',
    wires: judgedWires,
    scene: hoist((wire) => [imageBlock(wire, '%%% not base64 %%%')]),
  },
  {
    rule: 'image-corrupt',
    what: 'bytes that are no image',
    wires: judgedWires,
    scene: hoist((wire) => [imageBlock(wire, Buffer.from('no image').toString('base64'))]),
  },
  {
    rule: 'image-type',
    what: 'an SVG',
    wires: judgedWires,
    scene: hoist((wire) => [imageBlock(wire, svg, 'image/svg+xml')]),
  },
  {
    rule: 'image-type',
    what: 'a GIF on Gemini',
    wires: ['gemini'],
    scene: hoist((wire) => [imageBlock(wire, gif(), 'image/gif')]),
  },
  {
    rule: 'image-type-mismatch',
    what: 'a PNG declared as JPEG',
    wires: judgedWires,
    scene: hoist((wire) => [imageBlock(wire, picture, 'image/jpeg')]),
  },
  {
    rule: 'image-type-mismatch',
    what: 'an SVG declared as PNG',
    wires: judgedWires,
    scene: hoist((wire) => [imageBlock(wire, svg)]),
  },
  {
    rule: 'call-unpaired',
    what: 'a call without a result',
    wires: judgedWires,
    scene: () => ({ calls: ['call_1', 'call_2'], results: [{ id: 'call_1', text: 'Looked.' }] }),
  },
  {
    rule: 'result-unpaired',
    what: 'a result without a call',
    wires: judgedWires,
    scene: () => ({
      results: [
        { id: 'call_1', text: 'Looked.' },
        { id: 'other', text: 'Looked.' },
      ],
    }),
  },
  {
    rule: 'result-repeated',
    what: 'two results for one call',
    wires: judgedWires,
    scene: () => ({
      results: [
        { id: 'call_1', text: 'Looked.' },
        { id: 'call_1', text: 'Looked.' },
      ],
    }),
  },
  {
    rule: 'result-repeated',
    what: 'one id for two calls',
    wires: judgedWires,
    scene: () => ({ calls: ['a', 'a'], results: [{ id: 'a', text: 'Looked.' }] }),
  },
  {
    rule: 'result-order',
    what: 'words before the result',
    wires: strict,
    scene: (wire) => ({ interjected: { before: 0, blocks: [textBlock(wire, 'By the way,')] } }),
  },
  {
    rule: 'image-before-results',
    what: 'an image between two results',
    wires: strict,
    scene: (wire) => ({ calls: ['a', 'b'], interjected: { before: 1, blocks: [shot(wire)] } }),
  },
  {
    rule: 'user-after-tool',
    what: 'a user message after a tool message',
    wires: ['mistral-chat'],
    scene: () => ({ hoisted: [shot('mistral-chat')], bridge: false }),
  },
  {
    rule: 'role-order',
    what: 'two user messages in a row',
    wires: ['bedrock-converse'],
    scene: () => ({
      body: {
        messages: [
          { role: 'user', content: [{ text: 'a' }] },
          { role: 'user', content: [{ text: 'b' }] },
        ],
      },
    }),
  },
  {
    rule: 'image-count',
    what: 'two images where one is expected',
    wires: judgedWires,
    scene: hoist((wire) => many(wire, 2)),
  },
  {
    rule: 'too-many-images',
    what: 'nine images on Mistral',
    wires: ['mistral-chat'],
    scene: hoist((wire) => many(wire, 9)),
  },
  {
    rule: 'too-many-images',
    what: '21 images on Bedrock',
    wires: ['bedrock-converse'],
    scene: hoist((wire) => many(wire, 21)),
  },
  {
    rule: 'image-too-large',
    what: '4 MB on Bedrock',
    wires: ['bedrock-converse'],
    scene: hoist((wire) => [imageBlock(wire, png(64, 64, 4_000_000))]),
  },
  {
    rule: 'image-too-large',
    what: '8 MB, which base64 makes 10.7, on Anthropic',
    wires: ['anthropic-messages'],
    scene: hoist((wire) => [imageBlock(wire, png(64, 64, 8_000_000))]),
  },
  {
    rule: 'image-too-wide',
    what: '8,001 px on Anthropic',
    wires: ['anthropic-messages', 'bedrock-converse'],
    scene: hoist((wire) => [imageBlock(wire, png(8001, 10))]),
  },
  {
    rule: 'many-images-edge',
    what: '21 images of 2,001 px on Anthropic',
    wires: ['anthropic-messages'],
    scene: hoist((wire) => many(wire, 21, png(2001, 10))),
  },
  {
    rule: 'request-too-large',
    what: '21 MB on Gemini',
    wires: ['gemini'],
    scene: hoist((wire) => many(wire, 2, png(64, 64, 8_000_000))),
  },
];

export function bodyOf({ scene }: Bad, wire: JudgedWire): unknown {
  const made = scene(wire);
  return 'body' in made ? made.body : request(wire, made);
}
