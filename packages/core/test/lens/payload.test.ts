import { describe, expect, test } from 'vitest';
import { base64CharsPerToken } from '../../src/index.ts';
import { findPayloads } from '../../src/lens/index.ts';
import { base64, jpeg, png } from './pictures.ts';

const picture = base64(png(64, 64, 5));

describe('prose', () => {
  test.each([
    [
      'a sentence',
      'The chart in src/components/very/long/path/to/some-file-name-that-goes-on.tsx is blue.',
    ],
    ['a digest', 'sha256 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
    [
      'a JSON answer',
      JSON.stringify({ type: 'ok', files: ['a.png', 'b.png'], note: 'type of thing' }),
    ],
    [
      'a directory',
      JSON.stringify([
        { type: 'file', name: 'a.ts', path: '/src/components/some/where/long/enough/a.ts' },
        { type: 'image', name: 'b.png' },
        { type: 'document', title: 'c', source: { kind: 'web' } },
      ]),
    ],
    ['a short data URL', 'Use data:image/gif;base64, as the prefix.'],
    ['a rule', '-'.repeat(2_000)],
    ['a long hexadecimal dump', 'ab01'.repeat(1_000)],
    ['a token', `Bearer ${'eyJhbGciOi'.repeat(20)}`],
  ])('%s is left alone', (_, text) => {
    expect(findPayloads(text)).toBeUndefined();
  });

  test('is skipped in strides: a megabyte takes milliseconds, with runs that are nearly payloads too', () => {
    const nearly = `${'aB3'.repeat(9)} `.repeat(40_000);
    const started = performance.now();
    expect(findPayloads(nearly)).toBeUndefined();
    expect(performance.now() - started).toBeLessThan(500);
  });
});

describe('a payload', () => {
  const found = (text: string) =>
    (findPayloads(text) ?? []).flatMap((piece) => (piece.kind === 'payload' ? [piece.media] : []));

  test.each([
    ['a data URL', `see data:image/png;base64,${picture} there`],
    ['bare base64', `Result: ${picture}`],
    ['base64 behind a word', `image-${picture}`],
    ['base64 in lines', `$ base64 a.png\n${(picture.match(/.{1,76}/g) ?? []).join('\n')}\n`],
    [
      'base64 in escaped lines',
      JSON.stringify({
        out: `$ base64 a.png\n${(picture.match(/.{1,76}/g) ?? []).join('\n')}`,
      }).slice(8, -2),
    ],
    ['base64 with escaped slashes', `{broken json "${picture.replaceAll('/', String.raw`\/`)}"`],
    [
      'a stringified AI SDK file',
      JSON.stringify([
        { type: 'file', mediaType: 'image/png', data: { type: 'data', data: picture } },
      ]),
    ],
    [
      'a stringified Anthropic block',
      JSON.stringify({
        type: 'image',
        source: { type: 'base64', media_type: 'image/png', data: picture },
      }),
    ],
    [
      'a stringified MCP image',
      JSON.stringify({ content: [{ type: 'image', data: picture, mimeType: 'image/png' }] }),
    ],
    [
      'JSON inside JSON',
      JSON.stringify({
        result: JSON.stringify([{ type: 'media', data: picture, mediaType: 'image/png' }]),
      }),
    ],
    [
      'a line of JSON among others',
      `done\n${JSON.stringify([{ type: 'image-data', data: picture, mediaType: 'image/png' }])}\nbye`,
    ],
  ])('in %s is found as the picture that it is', (_, text) => {
    expect(found(text)).toMatchObject([
      { kind: 'image', data: { kind: 'base64', base64: picture } },
    ]);
  });

  test.each([
    [
      'a stringified Uint8Array',
      JSON.stringify({ type: 'file', mediaType: 'image/jpeg', data: jpeg(30, 20) }),
    ],
    ['a stringified Buffer', JSON.stringify({ shot: { type: 'Buffer', data: [...jpeg(30, 20)] } })],
  ])('in %s is found by its numbers', { tags: ['f-wires-uint8array-tokens'] }, (_, text) => {
    expect(found(text)).toMatchObject([
      { kind: 'image', data: { kind: 'bytes', bytes: jpeg(30, 20) } },
    ]);
  });

  test('keeps the words around it', () => {
    const pieces = findPayloads(`before ${picture} after`) ?? [];
    expect(pieces.map((piece) => (piece.kind === 'text' ? piece.text : '#')).join('')).toBe(
      'before # after',
    );
  });

  test(
    'costs one and a half letters per token, not four',
    { tags: ['f-wires-base64-tokens'] },
    () => {
      expect(Math.round(324_136 / base64CharsPerToken)).toBeGreaterThan(215_000);
    },
  );
});
