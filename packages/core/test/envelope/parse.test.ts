// What an envelope is, as tables: every refusal names its place.
import { describe, expect, test } from 'vitest';
import type { Json } from '../../src/index.ts';
import { displays, universalKinds } from '../../src/envelope/envelope.ts';
import {
  isMediaEnvelope,
  mediaKinds,
  parseEnvelope,
  payloadSchemas,
  schemaVersions,
} from '../../src/envelope/index.ts';
import { readRendering } from '../../src/envelope/parse.ts';
import { envelope, png, pngBytes, withPayload, withRendering, wrongAt } from './scene.ts';
import { maxInlineMediaBytes } from '../../src/limits.ts';

describe('the frame', () => {
  test('accepts an envelope as it is', () => {
    const value = envelope({
      nodeId: 'render',
      partial: { isPartial: false, index: 2, total: -1 },
      meta: {
        source: 'system',
        ts: '2026-11-15T13:00:00.123+01:00',
        contentTrust: 'untrusted',
        traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
        label: 'Draft 2',
      },
    });
    expect(parseEnvelope(value)).toEqual({ ok: true, value });
  });

  test.each<[string, unknown, readonly string[]]>([
    ['no object', [envelope()], ['']],
    ['nothing', undefined, ['']],
    ['an empty object', {}, ['/type', '/envelopeId', '/correlationId', '/payload', '/meta']],
    ['an unknown member', envelope({ extra: 1 }), ['/extra']],
    ['a member with a slash', envelope({ 'a/b~c': 1 }), ['/a~1b~0c']],
    ['an empty type', envelope({ type: '' }), ['/type', '/type']],
    ['a type that is no text', envelope({ type: 7 }), ['/type']],
    ['an empty id', envelope({ envelopeId: '' }), ['/envelopeId']],
    ['an id that is too long', envelope({ correlationId: 'x'.repeat(129) }), ['/correlationId']],
    ['no meta', envelope({ meta: null }), ['/meta']],
    ['an unknown member of meta', envelope({ meta: { ...meta, secret: 'x' } }), ['/meta/secret']],
    [
      'a wrong partial',
      envelope({ partial: { index: -1, total: -2 } }),
      ['/partial/isPartial', '/partial/index', '/partial/total'],
    ],
    [
      'a prototype',
      JSON.parse('{"__proto__": {"type": "error"}}'),
      ['/type', '/envelopeId', '/correlationId', '/payload', '/meta', '/__proto__'],
    ],
    ['a class', Object.assign(Object.create({ type: 'error' }), envelope()), ['']],
    ['a value that JSON has no word for', { ...envelope(), nodeId: undefined }, ['']],
  ])('refuses %s', (_what, value, places) => {
    expect(wrongAt(value)).toEqual(places);
  });

  test(
    'takes a whole number for its version, and none at all for zero',
    { tags: ['f-wop-schema-version-int'] },
    () => {
      const { schemaVersion: _version, ...unversioned } = envelope();
      expect(parseEnvelope(unversioned)).toMatchObject({ ok: true, value: { schemaVersion: 0 } });
      for (const schemaVersion of ['1.0', '1', 1.5, -1, null, true])
        expect(wrongAt(envelope({ schemaVersion }))).toEqual(['/schemaVersion']);
      // The example of RFC 0055 §C, word for word.
      const example = {
        type: 'media.image',
        schemaVersion: '1.0',
        envelopeId: 'env_abc',
        correlationId: 'run_123:node_render',
        payload: { url: 'https://host.example/v1/runs/run_123/assets/img_9.png', bytes: 184320 },
        meta: {
          rendering: { display: 'image', mimeType: 'image/png', alt: 'Q3 revenue bar chart' },
        },
      };
      expect(wrongAt(example)).toEqual(['/schemaVersion', '/meta/source', '/meta/ts']);
    },
  );

  test('needs a source of its list, and a time', { tags: ['s001-meta-required'] }, () => {
    const at = (value: Json) => wrongAt(envelope({ meta: value }));
    expect(at({})).toEqual(['/meta/source', '/meta/ts']);
    expect(at({ source: 'robot', ts: meta.ts })).toEqual(['/meta/source']);
    for (const source of ['ai-generation', 'user', 'system'])
      expect(at({ source, ts: meta.ts })).toEqual([]);
    const bad = [
      'yesterday',
      '2026-11-15',
      '2026-11-15T12:00:00',
      '2026-11-15 12:00:00Z',
      '2026-02-29T12:00:00Z',
      '2026-13-01T12:00:00Z',
      '2026-11-15T24:00:00Z',
      '2026-11-15T12:60:00Z',
      '2026-11-15T12:00:00+24:00',
    ];
    for (const ts of bad) expect(at({ source: 'user', ts })).toEqual(['/meta/ts']);
    for (const ts of ['2028-02-29T23:59:59Z', '2000-02-29T00:00:00-11:30'])
      expect(at({ source: 'user', ts })).toEqual([]);
  });

  test(
    'keeps vendor kinds possible, with a payload of any shape',
    { tags: ['s001-vendor-kinds'] },
    () => {
      for (const type of [
        'vendor.acme.plan.create',
        'acme.card',
        'x-card',
        'ui.a2ui-surface',
        'a.b',
      ])
        for (const payload of [
          null,
          7,
          'text',
          [1, { deep: true }],
          { url: 'anything', base64: '!' },
        ])
          expect(parseEnvelope(envelope({ type, payload }))).toMatchObject({ ok: true });
      for (const type of [
        'card',
        'x-',
        ' a.b',
        'a b.c',
        'a.b\n',
        '<b>.c',
        'ä.b',
        '.a',
        'x'.repeat(257),
      ])
        expect(wrongAt(envelope({ type }))).toContain('/type');
    },
  );
});

const meta = { source: 'user', ts: '2026-11-15T12:00:00Z' } as const;

describe('meta.rendering', () => {
  const whole = {
    display: 'code',
    mimeType: 'text/x-ts',
    lang: 'ts',
    alt: 'words',
    title: 'Title',
  };

  test('may be left out', { tags: ['s001-rendering-optional', 's001-c-hint-shape'] }, () => {
    expect(wrongAt(envelope())).toEqual([]);
    expect(wrongAt(withRendering({}))).toEqual([]);
  });

  test(
    'takes its five keys and no other',
    { tags: ['s001-rendering-closed', 's001-c-hint-shape'] },
    () => {
      expect(wrongAt(withRendering(whole))).toEqual([]);
      for (const [key, value] of Object.entries(whole))
        expect(wrongAt(withRendering({ [key]: value }))).toEqual([]);
      for (const key of ['width', 'Display', 'html', 'constructor'])
        expect(wrongAt(withRendering({ ...whole, [key]: 'x' }))).toEqual([
          `/meta/rendering/${key}`,
        ]);
      for (const value of [null, 'image', [], 1])
        expect(wrongAt(withRendering(value))).toEqual(['/meta/rendering']);
    },
  );

  test('knows six displays', { tags: ['s001-display-values'] }, () => {
    expect(displays).toEqual(['markdown', 'code', 'card', 'image', 'audio', 'file']);
    for (const display of displays) expect(wrongAt(withRendering({ display }))).toEqual([]);
    for (const display of ['video', 'Image', '', null, 1])
      expect(wrongAt(withRendering({ display }))).toEqual(['/meta/rendering/display']);
  });

  test('holds texts', { tags: ['s001-rendering-fields'] }, () => {
    for (const key of ['mimeType', 'lang', 'alt', 'title']) {
      for (const text of ['', 'x', 'ü'.repeat(999)])
        expect(wrongAt(withRendering({ [key]: text }))).toEqual([]);
      for (const value of [null, 1, true, [], {}])
        expect(wrongAt(withRendering({ [key]: value }))).toEqual([`/meta/rendering/${key}`]);
    }
  });

  test('never changes how a payload validates', { tags: ['s001-rendering-is-hint'] }, () => {
    const payloads: readonly Json[] = [
      { url: 'https://host.example/a', bytes: 1 },
      { base64: png, bytes: pngBytes },
      { bytes: 1 },
      { url: '/relative', bytes: 1 },
      { url: 'https://host.example/a', bytes: 1, lang: 'ts' },
      'text',
    ];
    const hints: readonly Json[] = [{}, ...displays.map((display) => ({ display })), whole];
    for (const type of [...universalKinds, 'acme.card'])
      for (const payload of payloads) {
        const plain = wrongAt(withPayload(payload, type));
        for (const hint of hints) {
          const { meta: hinted = null } = withRendering(hint);
          expect(wrongAt({ ...withPayload(payload, type), meta: hinted })).toEqual(plain);
        }
      }
  });

  test(
    'is read by a consumer as far as it is understood: an unknown display is none',
    { tags: ['s001-c-hint-ignored'] },
    () => {
      expect(readRendering(whole)).toEqual(whole);
      expect(readRendering({ display: 'hologram', alt: 'words', width: 3 })).toEqual({
        alt: 'words',
      });
      expect(readRendering({ display: 3, mimeType: 4, lang: [], alt: null, title: {} })).toEqual(
        {},
      );
      for (const value of [
        undefined,
        null,
        'image',
        7,
        [],
        JSON.parse('{"__proto__":{"alt":"x"}}'),
      ])
        expect(readRendering(value)).toEqual({});
    },
  );
});

describe('media payloads', () => {
  test(
    'are universal kinds with a schema and a version each',
    {
      tags: ['s001-media-kinds', 's001-media-schemas'],
    },
    () => {
      expect(mediaKinds).toEqual(['media.image', 'media.audio', 'media.file']);
      for (const kind of mediaKinds) {
        expect(universalKinds).toContain(kind);
        expect(payloadSchemas[kind].additionalProperties).toBe(false);
        expect(schemaVersions[kind]).toBe(1);
        const value = withPayload({ url: 'https://host.example/a', bytes: 9 }, kind);
        const parsed = parseEnvelope(value);
        expect(parsed.ok && isMediaEnvelope(parsed.value)).toBe(true);
      }
      const own = new Set(mediaKinds.map((kind) => JSON.stringify(payloadSchemas[kind])));
      expect(own.size).toBe(3);
    },
  );

  test('have their own members and no other', { tags: ['s001-media-schemas'] }, () => {
    const place = { url: 'https://host.example/a', bytes: 9, alt: 'words' };
    const cases: readonly [string, Json, readonly string[]][] = [
      ['media.image', { ...place, mimeType: 'image/png' }, []],
      ['media.audio', { ...place, mimeType: 'audio/wav', durationSeconds: 1.5 }, []],
      ['media.file', { ...place, mimeType: 'application/pdf', name: 'a.pdf' }, []],
      ['media.image', { ...place, durationSeconds: 1 }, ['/payload/durationSeconds']],
      ['media.image', { ...place, name: 'a' }, ['/payload/name']],
      ['media.audio', { ...place, name: 'a' }, ['/payload/name']],
      ['media.audio', { ...place, durationSeconds: -1 }, ['/payload/durationSeconds']],
      ['media.audio', { ...place, durationSeconds: '1' }, ['/payload/durationSeconds']],
      ['media.file', { ...place, name: 7 }, ['/payload/name']],
      ['media.image', { ...place, mimeType: 'text/html' }, ['/payload/mimeType']],
      ['media.audio', { ...place, mimeType: 'image/png' }, ['/payload/mimeType']],
      ['media.file', { ...place, mimeType: 'no type' }, ['/payload/mimeType']],
      ['media.file', { ...place, mimeType: 'text/html\n' }, ['/payload/mimeType']],
      ['media.image', { ...place, bytes: -1 }, ['/payload/bytes']],
      ['media.image', { ...place, bytes: 1.5 }, ['/payload/bytes']],
      ['media.image', { ...place, alt: 1 }, ['/payload/alt']],
      ['media.image', { url: place.url }, ['/payload/bytes']],
      ['media.image', null, ['/payload']],
      ['media.image', [], ['/payload']],
    ];
    for (const [type, payload, places] of cases)
      expect([type, payload, wrongAt(withPayload(payload, type))]).toEqual([type, payload, places]);
  });

  test('have exactly one of url and base64', { tags: ['f-wop-url-xor-base64'] }, () => {
    const url = 'https://host.example/a';
    expect(wrongAt(withPayload({ bytes: pngBytes }))).toEqual(['/payload']);
    expect(wrongAt(withPayload({ url, base64: png, bytes: pngBytes }))).toEqual(['/payload']);
    expect(wrongAt(withPayload({ url, bytes: pngBytes }))).toEqual([]);
    expect(wrongAt(withPayload({ base64: png, bytes: pngBytes }))).toEqual([]);
  });

  test.each([
    ['/v1/assets/a'],
    ['//host.example/a'],
    ['host.example/a'],
    ['ftp://host.example/a'],
    ['file:///etc/passwd'],
    ['data:image/png;base64,AAAA'],
    ['javascript:alert(1)'],
    ['https:/host.example/a'],
    ['https://'],
    ['https://user:secret@host.example/a'],
    ['https://host.example/a b'],
    ['https://host.example/\n'],
    [' https://host.example/a'],
    ['https://host.example/%zz'],
    ['https://host.example/ü'],
    ['https://host.example:99999/a'],
    ['https://host.example\\@evil.example/'],
    ['https://[::1/a'],
  ])('refuse the URL %j', { tags: ['f-wop-url-absolute'] }, (url) => {
    expect(wrongAt(withPayload({ url, bytes: 1 }))).toContain('/payload/url');
  });

  test.each([
    ['https://host.example/v1/assets/a1.k.g-_.m?x=1&y=%20#end'],
    ['http://127.0.0.1:8080/a'],
    ['https://[::1]:8080/a'],
    ['https://host.example'],
    ["https://host.example/~a!$&'()*+,;=:@"],
  ])('accept the URL %j', { tags: ['f-wop-url-absolute'] }, (url) => {
    expect(wrongAt(withPayload({ url, bytes: 1 }))).toEqual([]);
  });

  test('tell the real size of what is inline', { tags: ['f-wop-bytes-true'] }, () => {
    for (let size = 1; size < 40; size++) {
      const base64 = Buffer.alloc(size, 0xa5).toString('base64');
      expect(wrongAt(withPayload({ base64, bytes: size }))).toEqual([]);
      for (const bytes of [size - 1, size + 1, base64.length])
        if (bytes !== size)
          expect(wrongAt(withPayload({ base64, bytes }))).toEqual(['/payload/bytes']);
    }
  });

  test('are base64 in its one spelling', { tags: ['f-wop-bytes-true'] }, () => {
    const wrong = [
      '',
      '=',
      'A',
      'AAA',
      'AAAA=',
      'AA==AAAA',
      'AB==',
      'AAB=',
      'AA=A',
      'AA A',
      'AA-_',
      'AAA\n',
      'data:,A',
    ];
    for (const base64 of wrong)
      expect([base64, wrongAt(withPayload({ base64, bytes: 1 }))]).toEqual([
        base64,
        ['/payload/base64'],
      ]);
  });
});

describe('the inline cap', { tags: ['s001-inline-cap'] }, () => {
  const inline = (size: number) =>
    withPayload({ base64: Buffer.alloc(size, 7).toString('base64'), bytes: size });

  test('is 256 KiB unless it is said', { tags: ['s001-inline-cap-default'] }, () => {
    expect(maxInlineMediaBytes).toBe(262_144);
    expect(wrongAt(inline(262_144))).toEqual([]);
    expect(wrongAt(inline(262_145))).toEqual(['/payload/base64']);
  });

  test('is a limit with its figures', () => {
    expect(parseEnvelope(inline(11), { maxInlineMediaBytes: 10 })).toMatchObject({
      ok: false,
      refusal: {
        refused: 'too-large',
        limit: { name: 'maxInlineMediaBytes', max: 10, actual: 11 },
      },
      issues: [{ path: '/payload/base64' }],
    });
    expect(wrongAt(inline(10), { maxInlineMediaBytes: 10 })).toEqual([]);
  });

  test('of zero forces URLs', { tags: ['s001-inline-cap-zero'] }, () => {
    for (const kind of mediaKinds) {
      const value = { ...inline(1), type: kind };
      expect(wrongAt(value, { maxInlineMediaBytes: 0 })).toEqual(['/payload/base64']);
    }
    expect(wrongAt(envelope(), { maxInlineMediaBytes: 0 })).toEqual([]);
  });

  test('does not concern the payloads of vendors', () => {
    expect(wrongAt({ ...inline(999), type: 'acme.card' }, { maxInlineMediaBytes: 0 })).toEqual([]);
  });
});

describe('the kinds of the protocol', () => {
  test.each<[string, Json, readonly string[]]>([
    ['clarification.request', { questions: [{ id: 'a', question: 'Which?' }] }, []],
    ['clarification.request', { questions: [] }, ['/payload/questions']],
    [
      'clarification.request',
      { questions: [{ id: '' }] },
      ['/payload/questions/0/question', '/payload/questions/0/id'],
    ],
    [
      'clarification.request',
      {
        questions: [{ id: 'a', question: 'b', schema: {}, context: { x: 1 } }],
        contextType: 'form',
        reasoning: 'why',
      },
      [],
    ],
    ['schema.request', { envelopeType: 'media.image', reason: 'unsure' }, []],
    ['schema.request', {}, ['/payload/envelopeType']],
    ['schema.response', { envelopeType: 'media.image', ack: true }, []],
    ['schema.response', { envelopeType: 'media.image', ack: false }, ['/payload/ack']],
    ['error', { code: 'tool_call_refused', message: 'No.', details: { a: 1 } }, []],
    ['error', { code: '', message: '' }, ['/payload/code', '/payload/message']],
    ['error', 'No.', ['/payload']],
  ])('%s with %j', (type, payload, places) => {
    const value = envelope({ type, payload });
    expect(wrongAt(value)).toEqual(places);
    const parsed = parseEnvelope(value);
    expect(parsed.ok).toBe(places.length === 0);
  });
});

test('an envelope that is nested without end is refused, and does not exhaust the stack', () => {
  const deep: unknown = JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`);
  expect(wrongAt({ ...envelope({ type: 'acme.card' }), payload: deep })).toEqual(['']);
});
