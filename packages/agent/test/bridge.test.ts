// The bridge's small parts: thinking aloud, the words for a provider's failure, and the table of routes.

import { parseBlobId } from '@percept/core';
import { defaultFit } from '@percept/core/internal';
import { describe, expect, test } from 'vitest';
import { chooseRoute } from '../src/bridge/choose-route.ts';
import type { Describer } from '../src/bridge/describer.ts';
import { cacheKey, type Subject } from '../src/bridge/description-cache.ts';
import { classifyFailure, isPassing } from '../src/bridge/failure.ts';
import { createRemoteDescriber, remoteDescribers } from '../src/bridge/remote-describer.ts';
import { bridgeSettings } from '../src/config/index.ts';
import { knowModel } from '../src/models/known-model.ts';
import { SharedWork } from '../src/bridge/shared-work.ts';
import { withoutThinking } from '../src/bridge/think-tags.ts';

describe('thinking aloud', () => {
  const cases = [
    ['A square.', 'A square.'],
    ['<think>hm</think>A square.', 'A square.'],
    ['<think>a<think>b</think>c</think>A square.', 'A square.'],
    ['hm, let me see</think>A square.', 'A square.'],
    ['A square.<think>or is it', 'A square.'],
    ['<THINKING>hm</THINKING>\nA square.', 'A square.'],
    ['<think>only thought', ''],
    ['A<reasoning>x</reasoning> square.', 'A square.'],
  ] as const;
  for (const [said, kept] of cases)
    test(`${JSON.stringify(said)} leaves ${JSON.stringify(kept)}`, () => {
      expect(withoutThinking(said)).toBe(kept);
    });
});

describe('a description that was told before', () => {
  test(
    'is found by media, describer, version of the prompt and question, and by no other',
    { tags: ['f-bridge-cached'] },
    () => {
      const [one, another] = ['a', 'b'].map((digit) => parseBlobId(digit.repeat(64)));
      const [describer, other] = ['gpt-4o', 'gpt-4.1'].map((model) => {
        const known = knowModel({ name: 'vl', provider: 'openai', model, baseUrl: 'https://x/v1' });
        if (!known.ok) throw new Error(known.refusal.message);
        return createRemoteDescriber(known.value, bridgeSettings);
      });
      if (!one?.ok || !another?.ok || !describer || !other) throw new Error('Two of each.');
      const subject: Subject = { blob: one.value, describer, promptVersion: '1', question: 'Who?' };
      const others: readonly Partial<Subject>[] = [
        { blob: another.value },
        { describer: other },
        // A later wording.
        { promptVersion: JSON.parse('"2"') },
        { question: 'Where?' },
        { question: undefined },
        { span: { startMs: 0, endMs: 1 } },
      ];
      const keys = [subject, ...others.map((more) => ({ ...subject, ...more }))].map((each) =>
        cacheKey(each),
      );
      expect(new Set(keys).size).toBe(keys.length);
      expect(cacheKey({ ...subject })).toBe(keys[0]);
    },
  );
});

describe('a failure', () => {
  const connection = Object.assign(new Error('fetch failed https://x/?sig=1'), {
    cause: Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
  });
  const cases = [
    [{ statusCode: 401 }, 'forbidden', false],
    [{ statusCode: 404 }, 'absent', false],
    [{ statusCode: 400 }, 'unperceivable', false],
    [{ statusCode: 413 }, 'unperceivable', false],
    [{ statusCode: 429 }, 'unavailable', true],
    [{ statusCode: 503 }, 'unavailable', true],
    [connection, 'unreachable', true],
    [new TypeError('secret'), 'worker-failed', false],
    ['secret', 'worker-failed', false],
  ] as const;
  for (const [error, refused, passing] of cases)
    test(
      `${JSON.stringify(error)} is ${refused} and ${passing ? 'may pass' : 'will not pass'}`,
      { tags: ['f-bridge-errors-redacted'] },
      () => {
        const refusal = classifyFailure(error);
        expect(refusal.refused).toBe(refused);
        expect(isPassing(refusal)).toBe(passing);
        expect(JSON.stringify(refusal)).not.toMatch(/secret|sig=/);
      },
    );
});

describe('work that several wait for', () => {
  const waiting = () => {
    const shared = new SharedWork<string>();
    const { promise: done, resolve: finish } = Promise.withResolvers<string>();
    const signals: AbortSignal[] = [];
    const join = (signal: AbortSignal) =>
      shared.run('key', signal, (own) => {
        signals.push(own);
        return done;
      });
    return { join, finish, signals };
  };

  test('is done once, and goes on when the one who began it leaves', async () => {
    const { join, finish, signals } = waiting();
    const leaver = new AbortController();
    const [left, stayed] = [join(leaver.signal), join(new AbortController().signal)];
    leaver.abort();
    expect(await left).toBeUndefined();
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
    finish('done');
    expect(await stayed).toBe('done');
  });

  test('ends when nobody waits any more, and begins anew for the next one', async () => {
    const { join, finish, signals } = waiting();
    const leaver = new AbortController();
    const left = join(leaver.signal);
    leaver.abort();
    expect(await left).toBeUndefined();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    const next = join(new AbortController().signal);
    finish('done');
    expect(await next).toBe('done');
    expect(signals).toHaveLength(2);
  });
});

describe('the routes', () => {
  const describer = (place: 'device' | 'remote', host: string): Describer => ({
    id: host,
    model: 'm',
    host,
    place,
    kinds: ['image'],
    fit: defaultFit,
    answers: place === 'remote',
    look: () => Promise.reject(new Error('Routing looks at nothing.')),
  });
  const candidates = {
    none: [],
    same: [describer('remote', 'chat.example')],
    loopback: [describer('remote', 'localhost:11434')],
    other: [describer('remote', 'vision.example')],
    local: [describer('device', 'this device')],
    'other, local': [describer('remote', 'vision.example'), describer('device', 'this device')],
  };
  const flags = [false, true];

  test(
    'are decided alike for every combination of describer, consent, strictness and choice',
    { tags: ['f-bridge-consent', 'f-bridge-fail-closed', 'f-bridge-same-decision'] },
    () => {
      const table: string[] = [];
      for (const [name, describers] of Object.entries(candidates))
        for (const strict of flags)
          for (const consented of flags)
            for (const chosen of flags) {
              const consent = consented ? ['vision.example'] : [];
              const options = {
                describers,
                strict,
                consent,
                localChosen: { image: chosen, audio: false },
              };
              const takes = { image: false, audio: false, file: true };
              const choice = chooseRoute('image', { host: 'chat.example', takes }, options);
              const to = choice.kind === 'describe' ? choice.by.host : choice.kind;
              table.push(
                `${name} | ${strict ? 'strict' : 'lenient'} | ${consented ? 'consent' : '-'} | ${chosen ? 'chosen' : '-'} | ${to}`,
              );
              const seeing = { host: 'chat.example', takes: { ...takes, image: true } };
              expect(chooseRoute('image', seeing, options).kind).toBe('native');
              // Pixels never leave for a host that is neither the chat's, nor this machine, nor consented.
              if (!consented) expect(to).not.toBe('vision.example');
            }
      expect(table.join('\n')).toMatchInlineSnapshot(`
        "none | lenient | - | - | placeholder
        none | lenient | - | chosen | placeholder
        none | lenient | consent | - | placeholder
        none | lenient | consent | chosen | placeholder
        none | strict | - | - | none
        none | strict | - | chosen | none
        none | strict | consent | - | none
        none | strict | consent | chosen | none
        same | lenient | - | - | chat.example
        same | lenient | - | chosen | chat.example
        same | lenient | consent | - | chat.example
        same | lenient | consent | chosen | chat.example
        same | strict | - | - | chat.example
        same | strict | - | chosen | chat.example
        same | strict | consent | - | chat.example
        same | strict | consent | chosen | chat.example
        loopback | lenient | - | - | localhost:11434
        loopback | lenient | - | chosen | localhost:11434
        loopback | lenient | consent | - | localhost:11434
        loopback | lenient | consent | chosen | localhost:11434
        loopback | strict | - | - | localhost:11434
        loopback | strict | - | chosen | localhost:11434
        loopback | strict | consent | - | localhost:11434
        loopback | strict | consent | chosen | localhost:11434
        other | lenient | - | - | placeholder
        other | lenient | - | chosen | placeholder
        other | lenient | consent | - | vision.example
        other | lenient | consent | chosen | vision.example
        other | strict | - | - | none
        other | strict | - | chosen | none
        other | strict | consent | - | vision.example
        other | strict | consent | chosen | vision.example
        local | lenient | - | - | this device
        local | lenient | - | chosen | this device
        local | lenient | consent | - | this device
        local | lenient | consent | chosen | this device
        local | strict | - | - | none
        local | strict | - | chosen | this device
        local | strict | consent | - | none
        local | strict | consent | chosen | this device
        other, local | lenient | - | - | this device
        other, local | lenient | - | chosen | this device
        other, local | lenient | consent | - | vision.example
        other, local | lenient | consent | chosen | vision.example
        other, local | strict | - | - | none
        other, local | strict | - | chosen | this device
        other, local | strict | consent | - | vision.example
        other, local | strict | consent | chosen | vision.example"
      `);
    },
  );
});

describe('a model that was chosen for one thing', () => {
  const models = ['vision-input,audio-input', 'audio-input'].map((words, index) => {
    const known = knowModel({
      name: `m${index}`,
      provider: 'openai-compatible',
      model: `m${index}`,
      baseUrl: 'http://127.0.0.1:1/v1',
      capabilities: words.split(','),
    });
    if (!known.ok) throw new Error(known.refusal.message);
    return known.value;
  });
  const [both, ears] = models;
  const kindsOf = (catalogue: Parameters<typeof remoteDescribers>[0]) =>
    remoteDescribers(catalogue, bridgeSettings).map(({ model, kinds }) => [model, kinds]);

  test('is shown nothing else, whatever it could take', { tags: ['f-bridge-consent'] }, () => {
    if (!both || !ears) throw new Error('no models');
    // Listening was given to it by itself; pictures stay on the device.
    expect(kindsOf({ audio: both })).toEqual([['m0', ['audio']]]);
    expect(kindsOf({ vision: both })).toEqual([['m0', ['image']]]);
    expect(kindsOf({ vision: both, audio: ears })).toEqual([
      ['m0', ['image']],
      ['m1', ['audio']],
    ]);
    expect(kindsOf({ vision: both, audio: both })).toEqual([['m0', ['image', 'audio']]]);
  });
});
