import { describe, expect, test } from 'vitest';
import { findPayloads } from '../../src/lens/payload.ts';
import { base64, jpeg, pdf, png } from './pictures.ts';

const picture = base64(png(64, 64, 5));
const lines = (picture.match(/.{1,76}/g) ?? []).join('\n');
const block = { type: 'image', data: picture, mimeType: 'image/png' };

describe('a text', () => {
  test.each([
    ['a data URL in a sentence', `see data:image/png;base64,${picture} there`],
    ['a data URL that is cut off', `data:image/png;base64,${picture.slice(0, -40)}`],
    ['a data URL of a font', `data:font/woff2;base64,${picture}`],
    ['bare base64', picture],
    ['base64 in lines', `$ base64 a.png\n${lines}\n`],
    ['a line of JSON among others', `done\n${JSON.stringify([block])}\nbye`],
    ['a block by address', JSON.stringify({ ...block, data: 'https://example.com/a.png' })],
    [
      'a block beside an address',
      JSON.stringify([
        block,
        { type: 'image_url', image_url: { url: 'https://example.com/a.png' } },
      ]),
    ],
    ['a block that is cut off', JSON.stringify({ ...block, data: picture.slice(0, 120) })],
    [
      'a block in a file of other things',
      JSON.stringify({ messages: [{ role: 'user', content: [block] }] }),
    ],
    ['a field of a file', JSON.stringify({ name: 'x', icon: `data:image/png;base64,${picture}` })],
    ['a reference', `media:sha256-${'ab'.repeat(32)}`],
    [
      'a directory',
      JSON.stringify([
        { type: 'file', name: 'a.ts' },
        { type: 'image', name: 'b.png' },
      ]),
    ],
  ])('that is %s is left alone', { tags: ['d-lens-text-certain'] }, (_, text) => {
    expect(findPayloads(text)).toBeUndefined();
  });
});

describe('media', () => {
  const found = (text: string) =>
    (findPayloads(text) ?? []).flatMap((piece) => (piece.kind === 'payload' ? [piece.media] : []));

  test.each([
    ['a data URL', `data:image/png;base64,${picture}`],
    ['a data URL in lines', ` data:image/png;base64,\n${lines}\n`],
    ['a JSON string', JSON.stringify(`data:image/png;base64,${picture}`)],
    [
      'an AI SDK file',
      JSON.stringify([
        { type: 'file', mediaType: 'image/png', data: { type: 'data', data: picture } },
      ]),
    ],
    [
      'an Anthropic block',
      JSON.stringify({
        type: 'image',
        source: { type: 'base64', media_type: 'image/png', data: picture },
      }),
    ],
    ['an MCP result', JSON.stringify({ content: [block], isError: false })],
    ['a result of the AI SDK', JSON.stringify({ type: 'content', value: [block] })],
    [
      'JSON inside JSON',
      JSON.stringify(JSON.stringify([{ type: 'media', data: picture, mediaType: 'image/png' }])),
    ],
  ])('as %s is found', (_, text) => {
    expect(found(text)).toMatchObject([
      { kind: 'image', data: { kind: 'base64', base64: picture } },
    ]);
  });

  test('of other kinds is found in a block', () => {
    const file = { type: 'file', mediaType: 'application/pdf', data: base64(pdf) };
    expect(found(JSON.stringify([file]))).toMatchObject([{ kind: 'file' }]);
  });

  test.each([
    [
      'a stringified Uint8Array',
      JSON.stringify({ type: 'file', mediaType: 'image/jpeg', data: jpeg(30, 20) }),
    ],
    ['a stringified Buffer', JSON.stringify({ type: 'Buffer', data: [...jpeg(30, 20)] })],
  ])('as %s is found by its numbers', { tags: ['f-wires-uint8array-tokens'] }, (_, text) => {
    expect(found(text)).toMatchObject([
      { kind: 'image', data: { kind: 'bytes', bytes: jpeg(30, 20) } },
    ]);
  });

  test('keeps the texts beside it', () => {
    const list = [{ type: 'text', text: 'before' }, block, { type: 'text', text: 'after' }];
    const pieces = findPayloads(JSON.stringify(list)) ?? [];
    const told = pieces.map((piece) => (piece.kind === 'text' ? piece.text : '#\n'));
    expect(told.join('')).toBe('before\n#\nafter\n');
  });
});
