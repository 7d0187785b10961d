import { describe, expect, expectTypeOf, test } from 'vitest';
import { admitToMessage } from '../src/message-limits.ts';
import { blobsOf } from '../src/record.ts';
import { findInlinePayload } from '../src/inline-payload.ts';
import {
  mediaUrl,
  parseBlobId,
  parseMediaUrl,
  parseSessionId,
  refusalKinds,
  type BlobId,
  type MediaBlock,
  type SessionId,
  type StoredBlock,
  type WireBlock,
} from '../src/index.ts';
import {
  normaliseMediaType,
  readAudioType,
  readImageType,
  readMediaType,
} from '../src/media-type.ts';
import { parseBlock, parseStoredBlock } from '../src/parse/block.ts';
import { parseEntry } from '../src/parse/record.ts';
import { parseRefusal } from '../src/refusal.ts';
import { processorMs } from '../../../test/processor-time.ts';
import { maxInlineBase64Chars } from '../src/limits.ts';

const digest = 'ab'.repeat(32);
const otherDigest = 'cd'.repeat(32);

const stored = {
  type: 'image',
  source: { kind: 'blob' },
  mime: 'image/png',
  sha256: digest,
  width: 4,
  height: 3,
  bytes: 100,
  origin: { kind: 'attachment' },
};

describe('ids', () => {
  test(
    'a blob id is exactly 64 lower-case hexadecimal digits',
    { tags: ['d-branded-ids', 's002-blob-invalid-sha'] },
    () => {
      expect(parseBlobId(digest).ok).toBe(true);
      for (const wrong of [
        '',
        digest.toUpperCase(),
        digest.slice(1),
        `${digest}0`,
        '../../etc/passwd',
        `${digest}\n`,
        7,
        null,
      ]) {
        expect(parseBlobId(wrong)).toMatchObject({
          ok: false,
          refusal: { refused: 'invalid-input' },
        });
      }
    },
  );

  test('an id of one kind is not an id of another', { tags: ['d-branded-ids'] }, () => {
    expectTypeOf<BlobId>().not.toExtend<SessionId>();
    expectTypeOf<string>().not.toExtend<BlobId>();
  });

  test('a session id cannot leave a folder, break a line or start an option', () => {
    for (const wrong of ['..', 'a/b', '-rf', 'a b', 'a\u0000', '\u001b[2J', '', 'x'.repeat(65)])
      expect(parseSessionId(wrong).ok).toBe(false);
    expect(parseSessionId('2026-11-15_chat').ok).toBe(true);
  });

  test('a media URL survives as string and as URL', () => {
    const id = parseBlobId(digest);
    if (!id.ok) throw new Error('not an id');
    const url = mediaUrl(id.value);
    expect(parseMediaUrl(url)).toEqual(id);
    expect(parseMediaUrl(new URL(url))).toEqual(id);
    expect(parseMediaUrl(JSON.parse(JSON.stringify({ url: new URL(url) })).url)).toEqual(id);
    expect(parseMediaUrl('https://example.org/a.png').ok).toBe(false);
    expect(parseMediaUrl(`media:sha256-${digest}/..`).ok).toBe(false);
  });
});

describe('media types', () => {
  test('the list of images is closed', { tags: ['s002-mime-allowlist'] }, () => {
    for (const type of ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'IMAGE/JPG; q=1'])
      expect(readImageType(type)).toBeDefined();
    for (const type of [
      'image/svg+xml',
      'image/bmp',
      'image/tiff',
      'image/avif',
      'image/heic',
      'image',
      'png',
      '',
    ])
      expect(readImageType(type)).toBeUndefined();
  });

  test('aliases are folded', () => {
    expect(normaliseMediaType('Image/JPG; charset=x')).toBe('image/jpeg');
    expect(readAudioType('audio/x-wav')).toBe('audio/wav');
  });

  test('a type that could break a header or a prompt is no type', () => {
    for (const type of ['image/png\r\nX: y', 'image/"png"', 'a/b c', '<b>/x', '/', 'image/'])
      expect(readMediaType(type)).toBeUndefined();
  });
});

describe('blocks', () => {
  test(
    'an image block carries source, type, fingerprint and size, and nothing else',
    {
      tags: [
        's002-image-block',
        's002-block-fields',
        's002-block-provider-agnostic',
        'd-block-no-cache-control',
        'd-block-parse',
      ],
    },
    () => {
      const parsed = parseBlock({
        ...stored,
        cache_control: { type: 'ephemeral' },
        detail: 'high',
      });
      expect(parsed).toEqual({ ok: true, value: stored });
    },
  );

  test.for([
    ['type', 'video'],
    ['mime', 'image/svg+xml'],
    ['sha256', 'nope'],
    ['width', 0],
    ['height', -1],
    ['bytes', 0],
    ['bytes', 1.5],
    ['source', { kind: 'base64', data: '' }],
    ['source', { kind: 'url', url: 'not a url' }],
    ['source', { kind: 'elsewhere' }],
    ['origin', { kind: 'perception' }],
    ['origin', undefined],
    ['original', { sha256: digest }],
  ] as const)(
    'a block whose %s is %j is refused',
    { tags: ['d-block-parse', 'd-refusal-is-value', 's002-source-kinds'] },
    ([key, value]) => {
      expect(parseBlock({ ...stored, [key]: value })).toMatchObject({
        ok: false,
        refusal: { refused: 'invalid-input' },
      });
    },
  );

  test.for([
    [{ kind: 'base64', data: 'AAAA', url: 'https://example.org/a.png' }, ['kind', 'data']],
    [{ kind: 'url', url: 'https://example.org/a.png', data: 'AAAA' }, ['kind', 'url']],
    [{ kind: 'blob', data: 'AAAA', url: 'https://example.org/a.png' }, ['kind']],
  ] as const)(
    'a source %j keeps what is its own: %j',
    { tags: ['s002-source-kinds'] },
    ([source, own]) => {
      const parsed = parseBlock({ ...stored, source });
      expect(parsed).toMatchObject({ ok: true, value: { source: { kind: source.kind } } });
      expect(parsed.ok && Object.keys(parsed.value.source)).toEqual(own);
    },
  );

  test(
    'only a blob source may be persisted',
    { tags: ['d-blob-persisted-only', 's002-source-kinds'] },
    () => {
      expect(parseStoredBlock(stored).ok).toBe(true);
      expect(parseStoredBlock({ ...stored, source: { kind: 'base64', data: 'AAAA' } }).ok).toBe(
        false,
      );
      expect(
        parseStoredBlock({ ...stored, source: { kind: 'url', url: 'https://example.org/a.png' } })
          .ok,
      ).toBe(false);
    },
  );

  test('a stored block is not a wire block, by type', { tags: ['s002-blob-never-on-wire'] }, () => {
    expectTypeOf<StoredBlock>().not.toExtend<WireBlock>();
    expectTypeOf<WireBlock>().not.toExtend<StoredBlock>();
  });

  test(
    'origin tells what was attached and what was looked at',
    { tags: ['d-block-origin'] },
    () => {
      const attachment = parseBlock(stored);
      const perception = parseBlock({
        ...stored,
        origin: { kind: 'perception', ref: 'a.png', page: 2, region: '0,0,10,10' },
      });
      expect(attachment.ok && attachment.value.origin.kind).toBe('attachment');
      expect(perception.ok && perception.value.origin).toEqual({
        kind: 'perception',
        ref: 'a.png',
        page: 2,
        region: '0,0,10,10',
      });
    },
  );

  test('original keeps the true size', { tags: ['d-block-original'] }, () => {
    const original = {
      sha256: otherDigest,
      mime: 'image/heic',
      bytes: 9,
      width: 40,
      height: 30,
      frames: 2,
    };
    expect(parseBlock({ ...stored, original })).toMatchObject({ ok: true, value: { original } });
  });

  test('audio and files have the same frame', { tags: ['d-block-audio-file'] }, () => {
    const { width: _w, height: _h, ...frame } = stored;
    expect(
      parseBlock({ ...frame, type: 'audio', mime: 'audio/x-wav', durationMs: 1500, name: 'a.wav' }),
    ).toMatchObject({
      ok: true,
      value: { ...frame, type: 'audio', mime: 'audio/wav', durationMs: 1500, name: 'a.wav' },
    });
    expect(
      parseBlock({ ...frame, type: 'file', mime: 'application/pdf', name: 'a.pdf' }),
    ).toMatchObject({
      ok: true,
      value: { ...frame, type: 'file', mime: 'application/pdf', name: 'a.pdf' },
    });
  });
});

describe('refusals', () => {
  test(
    'every kind survives a process boundary, with its figures',
    { tags: ['d-refusal-kinds-closed', 'd-refusal-facts'] },
    () => {
      for (const refused of refusalKinds) {
        const refusal = {
          refused,
          message: 'm',
          hint: 'h',
          limit: { name: 'maxBytes', max: 1, actual: 2 },
        };
        expect(parseRefusal(JSON.parse(JSON.stringify(refusal)))).toEqual({
          ok: true,
          value: refusal,
        });
      }
    },
  );

  test('what is not a refusal is refused', { tags: ['d-refusal-kinds-closed'] }, () => {
    for (const wrong of [
      null,
      'too-large',
      { refused: 'bored', message: 'm', hint: 'h' },
      { refused: 'absent' },
      { refused: 'absent', message: 'm' },
      { refused: 'absent', hint: 'h' },
    ])
      expect(parseRefusal(wrong).ok).toBe(false);
  });
});

describe('messages', () => {
  function images(count: number, bytes: number): MediaBlock[] {
    const block = parseBlock({ ...stored, bytes });
    if (!block.ok) throw new Error('not a block');
    return Array.from({ length: count }, () => block.value);
  }

  test('twenty images pass, twenty-one do not', { tags: ['s002-20-images-per-message'] }, () => {
    expect(admitToMessage(images(20, 100)).ok).toBe(true);
    expect(admitToMessage(images(21, 100))).toMatchObject({
      ok: false,
      refusal: { refused: 'too-many', limit: { max: 20, actual: 21 } },
    });
  });

  test(
    'thirty mebibytes pass, a byte more does not',
    { tags: ['s002-30-mib-per-message', 'd-refusal-facts'] },
    () => {
      expect(admitToMessage(images(10, 3 * 1024 * 1024)).ok).toBe(true);
      expect(admitToMessage([...images(10, 3 * 1024 * 1024), ...images(1, 1)])).toMatchObject({
        ok: false,
        refusal: {
          refused: 'too-large',
          limit: { max: 30 * 1024 * 1024, actual: 30 * 1024 * 1024 + 1 },
        },
      });
    },
  );
});

describe('record entries', () => {
  const message = {
    type: 'message',
    role: 'tool',
    parts: [
      { type: 'text', text: 'hello' },
      { ...stored, original: { sha256: otherDigest, mime: 'image/png', bytes: 5 } },
      { type: 'tool-call', callId: 'c1', tool: 'view', input: { ref: 'a.png' } },
      {
        type: 'tool-result',
        callId: 'c1',
        tool: 'view',
        outcome: 'succeeded',
        content: [stored, { type: 'text', text: 'x' }],
      },
      { type: 'reasoning', text: 'hm', provider: { signature: 'abc' } },
    ],
  };

  test('every entry type reads back as it was', () => {
    const entries = [
      message,
      { type: 'session-opened', title: 't' },
      { type: 'media-ingested', block: stored },
      { type: 'frontier-moved', before: 7 },
      { type: 'blob-quarantined', blob: digest, reason: 'corrupt' },
      { type: 'custom', name: 'host.thing', data: [1, null, { a: true }], blobs: [digest] },
    ];
    for (const entry of entries)
      expect(parseEntry(JSON.parse(JSON.stringify(entry)))).toEqual({ ok: true, value: entry });
  });

  test('an entry holds on to its media and to their originals, each once', () => {
    const parsed = parseEntry(message);
    expect(parsed.ok && blobsOf(parsed.value)).toEqual([digest, otherDigest]);
  });

  test(
    'an inline payload is found wherever it hides, and refused',
    { tags: ['s002-blob-ref-only', 'd-blob-persisted-only'] },
    () => {
      const payload = 'iVBORw0KGgo'.repeat(400);
      const places = [
        {
          type: 'message',
          role: 'user',
          parts: [{ type: 'text', text: `data:image/png;base64,${payload}` }],
        },
        {
          type: 'message',
          role: 'assistant',
          parts: [
            { type: 'tool-call', callId: 'c', tool: 't', input: { deep: [{ data: payload }] } },
          ],
        },
        { type: 'custom', name: 'x', data: { screenshot: payload } },
        { type: 'session-opened', title: payload },
      ];
      for (const entry of places)
        expect(parseEntry(entry)).toMatchObject({
          ok: false,
          refusal: { refused: 'invalid-input' },
        });
      expect(findInlinePayload({ a: ['x', payload] })).toBe('$.a.1');
    },
  );

  test(
    'wrapped base64, byte lists and payloads in keys are found too',
    { tags: ['s002-blob-ref-only'] },
    () => {
      const wrapped = Array.from({ length: 80 }, (_, index) =>
        'iVBORw0KGgo'.repeat(7).slice(0, 76 - (index % 2)),
      ).join('\r\n');
      expect(findInlinePayload({ a: wrapped })).toBe('$.a');
      expect(
        findInlinePayload({ bytes: Array.from({ length: 5000 }, (_, index) => index % 256) }),
      ).toBe('$.bytes');
      expect(
        findInlinePayload(
          Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [String(index), 137])),
        ),
      ).toBe('$');
      expect(findInlinePayload({ ['A1b'.repeat(2000)]: 1 })).toBe('$');
    },
  );

  test('a list of hashes and a table of numbers are not payloads', () => {
    const hashes = Array.from(
      { length: 200 },
      (_, index) => digest.slice(0, 60) + String(1000 + index),
    ).join('\n');
    expect(findInlinePayload(hashes)).toBeUndefined();
    expect(findInlinePayload(Array.from({ length: 5000 }, (_, index) => index))).toBeUndefined();
  });

  test('so is one that is exactly as long as an entry may not hold', () => {
    expect(findInlinePayload('x'.repeat(maxInlineBase64Chars))).toBe('$');
    const list = (length: number) => Array.from({ length }, () => 7);
    expect(findInlinePayload(list(maxInlineBase64Chars))).toBe('$');
    expect(findInlinePayload(list(maxInlineBase64Chars - 1))).toBeUndefined();
  });

  test('names, one in a line, and columns of them are not payloads', () => {
    const names = Array.from({ length: 400 }, (_, index) => `maxInlineBase64Chars${index}`);
    expect(findInlinePayload(names.join('\n'))).toBeUndefined();
    expect(findInlinePayload(names.join('\n\n'))).toBeUndefined();
    const long = names.map((name) => name.repeat(4));
    expect(findInlinePayload(long.join('\n  '))).toBeUndefined();
    expect(findInlinePayload(long.join('\n'))).toBe('$');
  });

  test('text that almost is a payload is judged in linear time', () => {
    const nearly = `${'x'.repeat(4095)} `.repeat(1000);
    const started = processorMs();
    expect(findInlinePayload(nearly)).toBeUndefined();
    expect(processorMs() - started).toBeLessThan(2000);
  });

  test('long prose, long code and a hash are not payloads', () => {
    const prose = 'The quick brown fox jumps over the lazy dog. '.repeat(500);
    expect(findInlinePayload(prose)).toBeUndefined();
    expect(findInlinePayload('x'.repeat(maxInlineBase64Chars - 1))).toBeUndefined();
  });

  test.for([
    [{ type: 'message', role: 'boss', parts: [] }],
    [{ type: 'message', role: 'user', parts: [{ type: 'hologram' }] }],
    [{ type: 'message', role: 'user', parts: 'text' }],
    [{ type: 'frontier-moved', before: -1 }],
    [{ type: 'unheard-of' }],
    [{ type: 'custom', name: 'x', data: Infinity }],
    [{ type: 'custom', name: 'x', data: null, blobs: ['../x'] }],
    [[]],
    [undefined],
  ] as const)('%j is refused', ([value]) => {
    expect(parseEntry(value).ok).toBe(false);
  });
});
