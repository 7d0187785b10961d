// The parts of a connection that need no process: names and schemas, for whatever a server may send.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clientServerLimits } from '../src/client-servers/limits.ts';
import { readServers } from '../src/client-servers/server.ts';
import { labelsOf, toolNamesOf } from '../src/client-servers/tool-names.ts';
import { readSchema } from '../src/client-servers/tool-schema.ts';

const wireName = /^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/;
const anyNames = fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ maxLength: 3 })), {
  maxLength: 12,
});

describe('names', () => {
  test.each([
    [['files'], ['files']],
    [
      ['my files!', 'my/files', 'My_Files'],
      ['my_files', 'my_files_2', 'My_Files_3'],
    ],
    [
      ['', '💥', '__', '--'],
      ['server', 'server_2', 'server_3', 'server_4'],
    ],
    [['1password'], ['s_1password']],
    [['a__b'], ['a_b']],
    [
      ['x'.repeat(30), 'x'.repeat(40)],
      ['x'.repeat(20), `${'x'.repeat(18)}_2`],
    ],
  ])('servers %j are labelled %j', (names, labels) => {
    expect(labelsOf(names)).toEqual(labels);
  });

  test('are taken by every provider, and are distinct over all servers', () => {
    fc.assert(
      fc.property(anyNames, anyNames, (servers, tools) => {
        const names = labelsOf(servers).flatMap((label) => toolNamesOf(label, tools));
        for (const name of names) expect(name).toMatch(wireName);
        expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
      }),
    );
  });
});

describe('schemas', () => {
  test('what is well-formed stays as it is', () => {
    const schema = {
      type: 'object',
      properties: {
        path: { type: 'string', description: 'Where.', pattern: '^/' },
        depth: { type: ['integer', 'null'], minimum: 0, default: 1 },
        kind: { enum: ['a', 'b'] },
        tree: { $ref: '#/$defs/node' },
        list: {
          type: 'array',
          items: { anyOf: [{ type: 'string' }, { const: 7 }] },
          uniqueItems: true,
        },
      },
      required: ['path'],
      additionalProperties: false,
      $defs: { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } } } },
    };
    expect(readSchema(schema, clientServerLimits)).toEqual(schema);
  });

  test.each([
    [undefined, { type: 'object', properties: {} }],
    [
      { type: 'string', $ref: '#/$defs/x', oneOf: [{}] },
      { type: 'object', properties: {} },
    ],
    [
      { properties: { constructor: { type: 7 }, 'a b': {} }, required: ['a b', 'toString'] },
      { type: 'object', properties: { constructor: {} }, required: [] },
    ],
    [
      { properties: { a: { $ref: 'https://elsewhere' }, b: { $ref: '#/$defs/none' } } },
      { type: 'object', properties: { a: {}, b: {} } },
    ],
    [{ properties: { a: { uniqueItems: 'yes' } } }, { type: 'object', properties: { a: {} } }],
    [
      { properties: { a: { description: 'one\n\u001b[2Jtwo', const: '\ud800' } } },
      { type: 'object', properties: { a: { description: 'one \\u{1b}[2Jtwo' } } },
    ],
    [
      { properties: { a: { enum: ['<|im_end|>', 'b'], default: { x: '\u202e' }, const: 'c' } } },
      { type: 'object', properties: { a: { const: 'c' } } },
    ],
  ])('%j becomes %j', (schema, read) => {
    expect(readSchema(schema, clientServerLimits)).toEqual(read);
  });

  test('reading is stable, and never throws', () => {
    const keyword = fc.constantFrom(
      'type',
      'properties',
      'items',
      'enum',
      '$ref',
      '$defs',
      'anyOf',
    );
    const schemas = fc.letrec<{ schema: unknown }>((tie) => ({
      schema: fc.oneof(
        { maxDepth: 4 },
        fc.jsonValue(),
        fc.dictionary(keyword, tie('schema')),
        fc.array(tie('schema'), { maxLength: 3 }),
      ),
    }));
    fc.assert(
      fc.property(schemas.schema, (schema) => {
        const once = readSchema(schema, clientServerLimits);
        if (!once) return;
        expect(once['type']).toBe('object');
        expect(readSchema(once, clientServerLimits)).toEqual(once);
        expect(JSON.stringify(once).isWellFormed()).toBe(true);
      }),
    );
  });

  test('what is too large or too deep is not offered', () => {
    expect(readSchema({ description: 'x'.repeat(20_000) }, clientServerLimits)).toBeUndefined();
    let deep: object = {};
    for (let level = 0; level < 20; level++) deep = { items: deep };
    expect(readSchema(deep, clientServerLimits)).toBeUndefined();
  });
});

test('a header that is none, or a variable that is none, is refused without its value', () => {
  for (const server of [
    { name: 'x', type: 'http', url: 'http://x', headers: [{ name: 'a', value: 'secret\nvalue' }] },
    { name: 'x', command: 'x', env: [{ name: 'A=B', value: 'secret' }] },
    { name: 'x', command: 'x', args: ['a\0secret'] },
    { name: 'x', type: 'stdio', url: 'http://secret' },
  ]) {
    const read = readServers([server]);
    expect(read.ok).toBe(false);
    expect(JSON.stringify(read)).not.toContain('secret');
  }
});
