// A credential goes to the vendor that it belongs to. A header tells of its vendor too, whatever key stands in it.
import { expect, test } from 'vitest';
import { foreignCredential } from '../src/gateway/foreign-credential.ts';
import { routeOf } from '../src/gateway/target.ts';
import { readUpstreams } from '../src/gateway/upstream.ts';

const baseUrl = 'http://127.0.0.1:1234/v1';
const names = ['openai', 'anthropic', 'mistral', 'google', 'mine'];
const upstreams = readUpstreams(Object.fromEntries(names.map((name) => [name, { baseUrl }])));

function refusalOf(name: string, path: string, headers: Readonly<Record<string, string>>) {
  const upstream = upstreams.ok ? upstreams.value.get(name) : undefined;
  const route = routeOf(`/gateway/${name}${path}`, headers);
  if (!upstream || route.kind !== 'ours') throw new Error(`There is no ${name}${path}.`);
  return foreignCredential(headers, route.target, upstream);
}

const chat = '/v1/chat/completions';
const messages = '/v1/messages';

test.each([
  ['openai', chat],
  ['mistral', chat],
  // These two have no such wire.
  ['openai', messages],
  ['google', messages],
])('the header of Anthropic does not go to %s%s', (name, path) => {
  expect(refusalOf(name, path, { 'x-api-key': 'abc' })).toContain("This credential is anthropic's");
});

test.each([
  ['anthropic', messages],
  // Many speak it with its header, and their keys look like any.
  ['mistral', messages],
  ['mine', chat],
])('the header of Anthropic goes to %s%s', (name, path) => {
  expect(refusalOf(name, path, { 'x-api-key': 'abc' })).toBeUndefined();
});

test.each([
  ['openai', { 'x-goog-api-key': 'abc' }, true],
  ['mine', { 'x-goog-api-key': 'abc' }, false],
  ['openai', { authorization: 'Bearer sk-ant-1' }, true],
  ['openai', { authorization: 'Bearer sk-proj-1' }, false],
  ['mine', { authorization: 'Bearer sk-ant-1' }, false],
])('to %s, %o is refused: %s', (name, headers, isRefused) => {
  expect(refusalOf(name, chat, headers) !== undefined).toBe(isRefused);
});
