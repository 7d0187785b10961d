// What is said of an option that is wrong: each rule takes what it names, and nothing that is only nearly so.
import { describe, expect, test } from 'vitest';
import {
  atLeast,
  bound,
  checkOptions,
  finite,
  flag,
  has,
  limitsOf,
  listOf,
  maybe,
  oneOf,
  positive,
  shape,
  signal,
  text,
  union,
  word,
  type Rule,
} from '../src/options.ts';

interface Case {
  readonly rule: Rule;
  readonly taken: readonly unknown[];
  readonly refused: readonly unknown[];
}

const abort = new AbortController();
const cases: Readonly<Record<string, Case>> = {
  text: { rule: text, taken: ['', 'a'], refused: [1, undefined, null] },
  word: { rule: word, taken: ['a'], refused: ['', 1] },
  flag: { rule: flag, taken: [true, false], refused: [0, 'true', undefined] },
  bound: { rule: bound, taken: [0, 0.5, Infinity], refused: [-1, Number.NaN, '1'] },
  positive: { rule: positive, taken: [1, 2], refused: [0, -1, 1.5, Infinity, '1'] },
  'at least 3': { rule: atLeast(3), taken: [3, 3.5], refused: [2.9, '3'] },
  finite: { rule: finite, taken: [-1, 0], refused: [Infinity, Number.NaN, '1'] },
  signal: {
    rule: signal,
    taken: [abort.signal],
    refused: [{}, { aborted: false }, { addEventListener: () => {} }, 5, 'aborted', null, abort],
  },
  'maybe a text': { rule: maybe(text), taken: [undefined, ''], refused: [null, 1] },
  'one of two': { rule: oneOf(['a', 'b']), taken: ['a', 'b'], refused: ['c', undefined] },
  'a part with two calls': {
    rule: has('get', 'put'),
    taken: [{ get: () => {}, put: () => {} }],
    refused: [{ get: () => {} }, { get: 1, put: 2 }, null, 'get'],
  },
  'a list of one or more': {
    rule: listOf(text, 1),
    taken: [['a'], ['a', '']],
    refused: [[], ['a', 1], 'a', { 0: 'a' }],
  },
  'a shape': {
    rule: shape({ a: text, b: maybe(flag) }),
    taken: [{ a: '' }, { a: '', b: true, c: 1 }],
    refused: [{}, { a: 1 }, { a: '', b: 1 }, null, 'a'],
  },
  'a union': {
    rule: union<{ on: 'page'; page: number } | { on: 'end' }, 'on'>('on', {
      page: { page: bound },
      end: {},
    }),
    taken: [{ on: 'page', page: 1 }, { on: 'end' }],
    refused: [
      { on: 'page' },
      { on: 'other' },
      { on: ['end'] },
      { on: { toString: 0, valueOf: 0 } },
      {},
      null,
    ],
  },
  limits: {
    rule: limitsOf({ maxBytes: 1, mode: 'a' }),
    taken: [undefined, {}, { maxBytes: 0 }, { maxBytes: undefined }, { mode: 'b' }],
    refused: [{ maxByte: 1 }, { maxBytes: -1 }, { maxBytes: '1' }, null, 1],
  },
};

describe('a rule for', () => {
  test.each(Object.entries(cases))('%s takes what it names and nothing else', (_, it) => {
    for (const value of it.taken)
      expect([value, it.rule(value, 'option')]).toEqual([value, undefined]);
    for (const value of it.refused)
      expect([value, it.rule(value, 'option')]).toEqual([value, expect.stringMatching(/^option/)]);
  });
});

test('the first mistake is thrown with its caller and its path, and options are handed back', () => {
  interface Options {
    readonly a: string;
    readonly b: { readonly c: readonly string[] };
  }
  const rules = { a: text, b: shape<Options['b']>({ c: listOf(text) }) };
  const good: Options = { a: '', b: { c: [] } };
  expect(checkOptions('open', good, rules)).toBe(good);
  const wrong: Options = JSON.parse('{ "a": "", "b": { "c": ["", 1] } }');
  expect(() => checkOptions('open', wrong, rules)).toThrow(
    new TypeError('open: b.c[1] is a text.'),
  );
  const none: Options = JSON.parse('null');
  expect(() => checkOptions('open', none, rules)).toThrow('open: the options are an object.');
});
