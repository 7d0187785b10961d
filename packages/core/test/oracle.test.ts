// What the oracle lets pass: good requests on every wire, limits just kept, and text that only looks like a payload.

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { importsOf } from '../../../scripts/imports.ts';
import { commonProfile } from '../src/index.ts';
import { judge, judgedWires, type JudgedWire } from '../src/testing/index.ts';
import { gif, imageBlock, jpeg, pdf, png, request, textBlock, webp } from './oracle-bodies.ts';

const native: readonly JudgedWire[] = [
  'responses',
  'anthropic-messages',
  'gemini',
  'bedrock-converse',
];
const picture = png();
const long = png(64, 64, 3000);
const shot = (wire: JudgedWire) => imageBlock(wire, picture);
const many = (wire: JudgedWire, count: number, data = picture) =>
  Array.from({ length: count }, () => imageBlock(wire, data));

describe('a good request', () => {
  for (const wire of judgedWires) {
    test(`without media passes on ${wire}`, { tags: ['f-wires-oracle'] }, () => {
      expect(judge({ wire, body: request(wire), expectImages: 0 })).toMatchObject({
        ok: true,
        findings: [],
        calls: [{ id: 'call_1', tool: 'view' }],
      });
    });

    test(
      `with a hoisted image passes on ${wire} and yields its bytes`,
      { tags: ['f-wires-oracle'] },
      () => {
        const hoisted = [textBlock(wire, 'From view, call_1:'), shot(wire)];
        const verdict = judge({ wire, body: request(wire, { hoisted }), expectImages: 1 });
        expect(verdict.findings).toEqual([]);
        expect(verdict.images).toMatchObject([
          { role: 'user', mime: 'image/png', bytes: 200, legal: true },
        ]);
        expect(Buffer.from(verdict.images[0]?.data ?? []).toString('base64')).toBe(picture);
        expect(verdict.images[0]?.size).toEqual({ width: 64, height: 64 });
      },
    );
  }

  for (const wire of native)
    test(
      `with an image inside the result passes on ${wire} and names its call`,
      { tags: ['f-wires-oracle'] },
      () => {
        const body = request(wire, {
          results: [{ id: 'call_1', text: 'Looked.', blocks: [shot(wire)] }],
        });
        const verdict = judge({ wire, body: JSON.stringify(body), expectImages: 1 });
        expect(verdict.findings).toEqual([]);
        expect(verdict.images).toMatchObject([{ role: 'tool', call: 'call_1', legal: true }]);
      },
    );

  test('may carry jpeg, gif and webp where the model takes them', () => {
    const wire = 'anthropic-messages';
    const hoisted = [
      imageBlock(wire, jpeg(), 'image/jpeg'),
      imageBlock(wire, gif(), 'image/gif'),
      imageBlock(wire, webp(), 'image/webp'),
    ];
    expect(judge({ wire, body: request(wire, { hoisted }), expectImages: 3 }).findings).toEqual([]);
  });

  test('may carry a document, which is a file and no image', () => {
    const source = { type: 'base64', media_type: 'application/pdf', data: pdf };
    const body = request('anthropic-messages', { hoisted: [{ type: 'document', source }] });
    const verdict = judge({ wire: 'anthropic-messages', body, expectImages: 0 });
    expect(verdict.findings).toEqual([]);
    expect(verdict.files).toMatchObject([{ mime: 'application/pdf' }]);
  });

  test('may answer two parallel calls before the hoisted images of both', () => {
    for (const wire of judgedWires) {
      const body = request(wire, { calls: ['a', 'b'], hoisted: many(wire, 2) });
      expect(judge({ wire, body, expectImages: 2 }).findings).toEqual([]);
    }
  });

  test('may answer Responses calls that OpenAI holds on its side', () => {
    const output = { type: 'function_call_output', call_id: 'c', output: 'x' };
    const referenced = {
      model: 'gpt-5.4',
      input: [{ type: 'item_reference', id: 'fc_1' }, output],
    };
    const continued = { model: 'gpt-5.4', previous_response_id: 'resp_1', input: [output] };
    for (const body of [referenced, continued])
      expect(judge({ wire: 'responses', body }).ok).toBe(true);
  });

  test('may replay what only the provider can read', () => {
    const opaque = long.repeat(2);
    const thinking = [
      { type: 'thinking', thinking: 'Hm.', signature: opaque },
      { type: 'redacted_thinking', data: opaque },
      { type: 'text', text: 'Yes.' },
    ];
    const body = {
      model: 'claude-opus-4-8',
      messages: [
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: thinking },
      ],
    };
    expect(judge({ wire: 'anthropic-messages', body }).findings).toEqual([]);
  });
});

describe('a limit just kept', () => {
  test.each([
    ['mistral-chat', 8, picture],
    ['bedrock-converse', 20, picture],
    ['anthropic-messages', 20, png(8000, 10)],
    ['anthropic-messages', 21, png(2000, 10)],
    ['anthropic-messages', 1, png(64, 64, 7_400_000)],
  ] as const)('passes on %s with %d images', (wire, count, data) => {
    const body = request(wire, { hoisted: many(wire, count, data) });
    expect(judge({ wire, body, expectImages: count }).findings).toEqual([]);
  });

  test('comes from the profile that the caller gives', () => {
    const body = request('chat-completions', { hoisted: many('chat-completions', 101) });
    expect(judge({ wire: 'chat-completions', body }).ok).toBe(true);
    const verdict = judge({ wire: 'chat-completions', body, profile: commonProfile });
    expect(verdict.findings.map(({ rule }) => rule)).toEqual(['too-many-images']);
  });
});

describe('text that only looks like a payload', () => {
  test.each([
    ['a sentence that begins with media:', 'media: I saw it on the news'],
    ['a digest', 'ab12'.repeat(16)],
    ['a long hexadecimal digest list', 'deadbeef0123'.repeat(80)],
    ['a rule of dashes', '-'.repeat(2000)],
    ['repeated letters', 'aB1'.repeat(400)],
    ['a path', `packages/${'some-Folder1/'.repeat(20)}file.ts`],
    ['a sentence about base64', 'The string iVBORw0KGgo is how a PNG begins in base64.'],
    ['a list of small numbers', JSON.stringify(Array.from({ length: 200 }, (_, index) => index))],
    [
      'JSON facts about a file',
      JSON.stringify({ type: 'file', mediaType: 'image/png', bytes: 1234 }),
    ],
    ['a web token', `eyJhbGciOiJIUzI1NiJ9.${'eyJzdWIiOiIxMjM0NTY3ODkwIn0'.repeat(5)}.c2ln`],
  ])('passes: %s', (_, text) => {
    const body = request('chat-completions', { results: [{ id: 'call_1', text }] });
    expect(judge({ wire: 'chat-completions', body }).findings).toEqual([]);
  });
});

test('the oracle shares no code with the lens that it judges', { tags: ['f-wires-oracle'] }, () => {
  const root = join(import.meta.dirname, '../src/testing');
  const files = globSync('**/*.ts', { cwd: root });
  const named = files.flatMap((file) => importsOf(file, readFileSync(join(root, file), 'utf8')));
  const outside = named
    .map(({ specifier = '' }) => specifier)
    .filter((specifier) => /^(\.\.\/)+(?!(base64|place|sniff|trace|verdict)\.ts$)/.test(specifier));
  expect(files.length).toBeGreaterThan(10);
  expect([...new Set(outside)].toSorted()).toEqual([
    '../media-type.ts',
    '../options.ts',
    '../parse/read.ts',
    '../profile/placement.ts',
    '../profile/profile.ts',
    '../profile/resolve.ts',
    '../profile/rules.ts',
    '../profile/shape.ts',
  ]);
});
