// What the gateway remembers of conversations is found by the same credential and the same messages, and by nothing else.
import { resolveProfile } from '@percept/core';
import { expect, test } from 'vitest';
import { Conversations } from '../src/gateway/conversation.ts';
import { gatewayLimits } from '../src/gateway/limits.ts';

const wire = 'chat-completions';
const user = (content: unknown) => ({ role: 'user', content });
const said = { role: 'assistant', content: 'Yes.' };
const after = (results: number) => ({ frontier: { results, assistants: 0 }, userTurns: 1 });

function openScene(limits = gatewayLimits) {
  let now = 0;
  const conversations = new Conversations(limits, () => now);
  const scope = conversations.scope(['key-1'], 'openai', 'gpt-4o');
  const stateOf = (messages: readonly unknown[], of = scope, more: object = {}) =>
    conversations.stateOf(of, wire, { ...more, messages });
  return { conversations, scope, stateOf, wait: (ms: number) => (now += ms) };
}

test('a history that goes on finds what was kept, and a fork what was kept where it forked', () => {
  const { conversations, stateOf } = openScene();
  const first = [user('one')];
  const longer = [...first, said, user('two')];
  conversations.keep(stateOf(first), after(1));
  conversations.keep(stateOf(longer), after(2));
  expect(conversations.find(stateOf([...longer, said, user('three')]))).toEqual(after(2));
  expect(conversations.find(stateOf([...first, said, user('other')]))).toEqual(after(1));
  expect(conversations.find(stateOf([user('other'), said]))).toBeUndefined();
});

test('attack: another credential, upstream, model or system finds nothing', () => {
  const { conversations, stateOf } = openScene();
  const messages = [user('one')];
  conversations.keep(stateOf(messages), after(1));
  const scopes = [
    conversations.scope(['key-2'], 'openai', 'gpt-4o'),
    conversations.scope(['key-1'], 'openrouter', 'gpt-4o'),
    conversations.scope(['key-1'], 'openai', 'gpt-5'),
    // Parts that would read the same if they were only joined.
    conversations.scope(['1', 'key-1'], 'openai', 'gpt-4o'),
  ];
  for (const scope of scopes) expect(conversations.find(stateOf(messages, scope))).toBeUndefined();
  const prompted = stateOf(messages, undefined, { system: 'Be brief.' });
  expect(conversations.find(prompted)).toBeUndefined();
});

test('cache marks, and one text as a string or as a list of one, make no difference', () => {
  const { conversations, stateOf } = openScene();
  conversations.keep(stateOf([user('one')]), after(1));
  const marked = user([{ type: 'text', text: 'one', cache_control: { type: 'ephemeral' } }]);
  expect(conversations.find(stateOf([marked]))).toEqual(after(1));
});

test('a payload is known by letters from all over it, and by its length', () => {
  const { conversations, stateOf } = openScene();
  const payload = 'A'.repeat(100_000);
  const withPayload = (url: string) => stateOf([user([{ type: 'image_url', image_url: { url } }])]);
  conversations.keep(withPayload(payload), after(1));
  expect(conversations.find(withPayload(payload))).toEqual(after(1));
  expect(conversations.find(withPayload(`${payload}A`))).toBeUndefined();
  const others = [0, 0.25, 0.5, 0.75, 1].map((share) => {
    const at = Math.floor((payload.length - 2_000) * share);
    return payload.slice(0, at) + 'B'.repeat(2_000) + payload.slice(at + 2_000);
  });
  for (const other of others) expect(conversations.find(withPayload(other))).toBeUndefined();
});

test('what a model taught by refusing holds for its scope, and as long as it says', () => {
  const { conversations, scope, wait } = openScene();
  const profile = resolveProfile({ provider: 'openai.chat', model: 'gpt-4o' });
  conversations.learn(scope, profile, []);
  conversations.learn(scope, undefined, []);
  const other = conversations.scope(['key-2'], 'openai', 'gpt-4o');
  expect(conversations.learned(other)).toBeUndefined();
  wait(gatewayLimits.lessonMs - 1);
  expect(conversations.learned(scope)?.profile).toEqual(profile);
  wait(1);
  expect(conversations.learned(scope)).toBeUndefined();
});
