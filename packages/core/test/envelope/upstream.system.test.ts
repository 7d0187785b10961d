// Whatever we accept, the upstream schemas accept: ours are a part of theirs. And our schemas say as data what
// `parseEnvelope` does.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import {
  assert,
  property,
  record,
  constantFrom,
  oneof,
  integer,
  string,
  constant,
  jsonValue,
  boolean,
  type Arbitrary,
} from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  envelopeSchema,
  isMediaEnvelope,
  mediaEnvelope,
  parseEnvelope,
  payloadSchemas,
} from '../../src/envelope/index.ts';
import { universalKinds } from '../../src/envelope/envelope.ts';
import type { Json } from '../../src/index.ts';
import { stored } from './blocks.ts';
import { envelope, png, pngBytes } from './scene.ts';

const upstream = fileURLToPath(
  new URL('../../../../../shared/reference/openwop/schemas/', import.meta.url),
);
const absent = 'the upstream schemas are not beside this repository (../shared/reference/openwop)';

function ajv(): Ajv2020 {
  const validator = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(validator);
  return validator;
}

interface Upstream {
  readonly frame: ValidateFunction;
  readonly payloads: ReadonlyMap<string, ValidateFunction>;
}

function loadUpstream(): Upstream {
  const validator = ajv();
  const compile = (file: string): ValidateFunction =>
    validator.compile(JSON.parse(readFileSync(upstream + file, 'utf8')));
  const payloads = readdirSync(`${upstream}envelopes`).map(
    (file) => [file.replace('.schema.json', ''), compile(`envelopes/${file}`)] as const,
  );
  return { frame: compile('ai-envelope.schema.json'), payloads: new Map(payloads) };
}

/** Members that are right, or nearly. */
const urls = constantFrom(
  'https://host.example/a',
  'http://127.0.0.1:1/%20',
  'https://h/ü',
  '/a',
  'https://[::1]/',
  'https://h:0',
  'https://a_b.example/',
  'https://h?x',
  'https://h#y',
  "https://h/'()*",
  'https://h/|',
  'https://h/[a]',
  'https://h..example',
  'https://%41.example/',
  'http://-/',
  'https://h/#a#b',
);
const words = oneof(
  string(),
  constantFrom('', 'ok', 'é', '\u0000', 'x'.repeat(129), '😀'.repeat(127)),
);
const dates = constantFrom(
  '2026-11-15T12:00:00Z',
  '2026-11-15T12:00:00.1234567890Z',
  '2026-11-15t12:00:00z',
  '2026-02-30T00:00:00Z',
  '2024-02-29T23:59:59+23:59',
  '0000-01-01T00:00:00Z',
  '2026-11-15T23:59:60Z',
  '2026-11-15T12:00:00+99:00',
  '9999-12-31T00:00:00-00:00',
  '2100-02-29T00:00:00Z',
);
const payload = oneof(
  record(
    {
      url: urls,
      base64: constantFrom(png, 'AA==', 'AB==', 'A', ''),
      bytes: oneof(integer({ min: -1, max: 9 }), constant(pngBytes)),
      mimeType: constantFrom('image/png', 'audio/wav', 'text/html', '', 'IMAGE/PNG'),
      alt: words,
      durationSeconds: oneof(integer(), constant(0.5)),
      name: words,
      extra: jsonValue(),
    },
    { requiredKeys: ['bytes'] },
  ),
  record({ url: urls, bytes: integer({ min: 0, max: 9 }) }),
  record({ base64: constant('AA=='), bytes: constant(1) }),
  record(
    { code: words, message: words, reasoning: words, details: jsonValue() },
    { requiredKeys: ['code', 'message'] },
  ),
  record(
    { envelopeType: words, ack: boolean(), reason: words },
    { requiredKeys: ['envelopeType'] },
  ),
  record(
    { questions: constantFrom([], [{ id: 'a', question: 'b' }], [{ id: '' }]), contextType: words },
    { requiredKeys: ['questions'] },
  ),
  jsonValue(),
);
const soundly = Symbol('the sound payload of its kind');

/** Right most of the time, so that an envelope with many members is often wrong in one place or in none. */
function mostly<T, U>(right: T, other: Arbitrary<U>): Arbitrary<T | U> {
  return oneof({ arbitrary: constant(right), weight: 20 }, { arbitrary: other, weight: 1 });
}

const kinds = oneof(
  { arbitrary: constantFrom<string>(...universalKinds, 'acme.card', 'x-a'), weight: 20 },
  { arbitrary: oneof(constant('card'), words), weight: 1 },
);
const soundUrl = 'https://host.example/a';
const sound: Readonly<Record<string, Json>> = {
  'clarification.request': { questions: [{ id: 'a', question: 'b', context: { c: 1 } }] },
  'schema.request': { envelopeType: 'media.image', reason: 'unsure' },
  'schema.response': { envelopeType: 'media.image', ack: true },
  error: { code: 'a', message: 'b', details: {} },
  'media.image': { base64: png, bytes: pngBytes, mimeType: 'image/png', alt: 'words' },
  'media.audio': { url: soundUrl, bytes: 3, durationSeconds: 0.5 },
  'media.file': { url: soundUrl, bytes: 3, name: 'a' },
};

const envelopes: Arbitrary<unknown> = record(
  {
    type: kinds,
    schemaVersion: mostly(1, oneof(integer({ min: -1, max: 3 }), constantFrom(1.5, '1'))),
    envelopeId: mostly('env-1', words),
    correlationId: mostly('run-1', words),
    nodeId: mostly('node', words),
    payload: oneof(constant(soundly), constant(soundly), payload),
    meta: record(
      {
        source: mostly('user', constantFrom('system', 'ai-generation', 'robot')),
        ts: oneof(constant('2026-11-15T12:00:00Z'), dates),
        contentTrust: mostly('trusted', constantFrom('untrusted', 'maybe')),
        traceparent: words,
        label: mostly('label', words),
        rendering: record(
          {
            display: mostly('image', constantFrom('code', 'video')),
            mimeType: words,
            lang: words,
            alt: words,
            title: words,
          },
          { requiredKeys: [] },
        ),
      },
      { requiredKeys: ['source', 'ts'] },
    ),
    partial: mostly(
      { isPartial: true, index: 0, total: -1 },
      record({
        isPartial: boolean(),
        index: integer({ min: -1, max: 2 }),
        total: integer({ min: -2, max: 2 }),
      }),
    ),
    extra: mostly(undefined, words),
  },
  { requiredKeys: ['type', 'envelopeId', 'correlationId', 'payload', 'meta'] },
).map((value): unknown => {
  const body = value.payload === soundly ? (sound[value.type] ?? null) : value.payload;
  return JSON.parse(JSON.stringify({ ...value, payload: body }));
});

describe('every envelope that we accept', { timeout: 240_000 }, () => {
  test(
    'validates against the upstream schemas',
    { tags: ['s001-media-schemas', 'f-wop-url-absolute', 'f-wop-schema-version-int'] },
    (context) => {
      if (!existsSync(upstream)) return context.skip(absent);
      const { frame, payloads } = loadUpstream();
      let accepted = 0;
      const check = (value: unknown): void => {
        const parsed = parseEnvelope(value);
        if (!parsed.ok) return;
        accepted++;
        for (const seen of [value, parsed.value])
          expect([seen, frame(seen), frame.errors]).toEqual([seen, true, null]);
        const own = payloads.get(parsed.value.type);
        if (own) {
          const { payload: body } = parsed.value;
          expect([body, own(body), own.errors]).toEqual([body, true, null]);
        }
      };
      assert(property(envelopes, check), { numRuns: 4000, seed: 1 });
      // Right often enough to prove something.
      for (const ts of ['2026-11-15T12:00:00Z', '2024-02-29T23:59:59+23:59'])
        for (const url of [
          'https://host.example/a',
          "https://h/'()*",
          'https://[::1]/',
          'https://h?x',
          'http://-/',
        ])
          for (const type of ['media.image', 'media.audio', 'media.file'])
            check(envelope({ type, payload: { url, bytes: 3 }, meta: { source: 'user', ts } }));
      expect(accepted).toBeGreaterThan(500);
      for (const kind of universalKinds) expect(payloads.has(kind)).toBe(true);
    },
  );

  test(
    'that we emit validates upstream, with its words for whoever cannot see',
    { tags: ['s001-alt-present'] },
    (context) => {
      for (const block of stored) {
        for (const place of [
          { url: 'https://host.example/v1/assets/x' },
          { base64: png },
        ] as const) {
          const emitted = mediaEnvelope({
            block,
            place,
            alt: 'Revenue by quarter',
            title: 'Q3',
            nodeId: 'render',
            envelopeId: 'env-1',
            correlationId: 'run-1:render',
            meta: {
              source: 'ai-generation',
              ts: '2026-11-15T12:00:00Z',
              contentTrust: 'untrusted',
            },
          });
          const parsed = parseEnvelope(emitted);
          expect(parsed).toEqual({ ok: true, value: emitted });
          expect(isMediaEnvelope(emitted)).toBe(true);
          expect(emitted.payload.alt).toBe('Revenue by quarter');
          expect(emitted.meta.rendering).toEqual({
            display: block.type,
            mimeType: block.mime,
            alt: 'Revenue by quarter',
            title: 'Q3',
          });
          if (!existsSync(upstream)) return context.skip(absent);
          const { frame, payloads } = loadUpstream();
          expect(frame(emitted)).toBe(true);
          expect(payloads.get(emitted.type)?.(emitted.payload)).toBe(true);
        }
      }
    },
  );
});

test('our schemas say as data what parseEnvelope does', { timeout: 240_000 }, () => {
  const validator = ajv();
  const frame = validator.compile(envelopeSchema);
  const payloads = new Map<string, ValidateFunction>(
    universalKinds.map((kind) => [kind, validator.compile(payloadSchemas[kind])]),
  );
  assert(
    property(envelopes, (value) => {
      const parsed = parseEnvelope(value);
      if (!parsed.ok) return;
      expect([value, frame(value)]).toEqual([value, true]);
      const own = payloads.get(parsed.value.type);
      expect(own === undefined || own(parsed.value.payload)).toBe(true);
    }),
    { numRuns: 2000, seed: 2 },
  );
  // And what they refuse, it refuses.
  assert(
    property(envelopes, (value) => {
      if (!frame(value)) expect(parseEnvelope(value).ok).toBe(false);
    }),
    { numRuns: 2000, seed: 3 },
  );
});
