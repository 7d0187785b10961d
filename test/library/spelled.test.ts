// Options that a program spells by hand: a misspelt one is a `TypeError` with its name, because what it was to bound, attach or
// allow would be as it is without it. The same for what is given to what `openPercept` gives.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEyes } from '@percept/eyes';
import { openPercept, type Percept } from 'percept';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const eyes = createEyes({ accelerator: 'wasm' });
let directory: string;
let percept: Percept;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'percept-spelled-'));
  percept = await openPercept({ directory, roots: [directory], eyes: 'none' });
});
afterAll(async () => {
  await eyes.close();
  await percept[Symbol.asyncDispose]();
  await rm(directory, { recursive: true });
});

/** As a program without types calls it. */
function calling(target: object, name: string, ...args: readonly unknown[]): () => unknown {
  const method: unknown = Reflect.get(target, name);
  if (typeof method !== 'function') throw new Error(`There is no ${name}.`);
  return () => Reflect.apply(method, target, args);
}

const model = { doGenerate: () => 1, doStream: () => 1, provider: 'a', modelId: 'b' };
const picture = new Uint8Array([1, 2, 3]);

describe('an option that nobody knows', { tags: ['d-options-closed'] }, () => {
  test.each([
    [
      'openPercept',
      () => openPercept(JSON.parse('{ "root": ["/srv/safe"] }')),
      'root is no option',
    ],
    [
      'chat.say',
      async () => calling(await percept.session('a'), 'say', 'x', { attachments: ['a.png'] })(),
      'attachments is no option; there are attach',
    ],
    [
      'chat.append',
      async () => calling(await percept.session('a'), 'append', [], { signl: 1 })(),
      'signl is no option',
    ],
    [
      'chat.model',
      async () => calling(await percept.session('a'), 'model', model, { capability: [] })(),
      'capability is no option',
    ],
    ['door.fit', () => calling(percept.door, 'fit', picture, { maxEdge: 300 })(), 'maxEdge is no'],
    [
      'door.ingest',
      () => calling(percept.door, 'ingest', picture, { maxBytes: 9 })(),
      'maxBytes is',
    ],
    [
      'door.ingest',
      () => calling(percept.door, 'ingest', picture, { target: { maxByte: 9 } })(),
      'target.maxByte is no option',
    ],
    ['door.keep', () => calling(percept.door, 'keep', picture, { target: {} })(), 'target is no'],
    ['door.bitmap', () => calling(percept.door, 'bitmap', picture, { targt: 1 })(), 'targt is no'],
    [
      'darkroom.draw',
      () => calling(percept.darkroom, 'draw', picture, { target: { maxEdge: 9 } })(),
      'target.maxEdge is no option',
    ],
    [
      'darkroom.develop',
      () => calling(percept.darkroom, 'develop', { bytes: picture }, { page: 3 })(),
      'page is no option; there are pages',
    ],
    ['memory.put', () => calling(percept.memory, 'put', picture, { signl: 1 })(), 'signl is no'],
    ['memory.get', () => calling(percept.memory, 'get', 'a', { signl: 1 })(), 'signl is no'],
    ['memory.collect', () => calling(percept.memory, 'collect', { dryrun: true })(), 'dryrun is'],
    ['memory.fork', () => calling(percept.memory, 'fork', 'a', { upto: 1 })(), 'upto is no'],
    ['memory.fsck', () => calling(percept.memory, 'fsck', { repare: true })(), 'repare is no'],
    [
      'memory.exportSession',
      () => calling(percept.memory, 'exportSession', 'a', '/dev/null/a', { signl: 1 })(),
      'signl is no option',
    ],
    [
      'memory.importSession',
      () => calling(percept.memory, 'importSession', '/dev/null/a', { inspct: 1 })(),
      'inspct is no option',
    ],
    [
      'sessions.open',
      () => calling(percept.memory.sessions, 'open', { tennant: 'b' })(),
      'tennant is no option',
    ],
    [
      'sessions.list',
      () => calling(percept.memory.sessions, 'list', { tennant: 'b' })(),
      'tennant is no option',
    ],
    [
      'sessions.count',
      () => calling(percept.memory.sessions, 'count', { limit: 1, tennant: 'b' })(),
      'tennant is no option',
    ],
    [
      'sessions.entries',
      () => calling(percept.memory.sessions, 'entries', 'a', { from: 3 })(),
      'from is no option',
    ],
    ['eyes.describe', () => calling(eyes, 'describe', picture, { maxChars: 9 })(), 'maxChars is'],
    ['eyes.transcribe', () => calling(eyes, 'transcribe', picture, { timeout: 9 })(), 'timeout is'],
    ['percept.tools', async () => calling(percept, 'tools', { model })(), 'model is no option'],
    [
      'percept.fetchWith',
      async () => calling(percept, 'fetchWith', { modls: [] })(),
      'modls is no',
    ],
  ])('of %s is a TypeError with its name', async (call, act, words) => {
    const failed = await Promise.resolve()
      .then(act)
      .catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(TypeError);
    expect(String(failed)).toContain(`${call}: ${words}`);
  });
});

describe('a wrong value', { tags: ['d-options-closed'] }, () => {
  test.each([
    ['percept.tools: profile', 'tools', { profile: 5 }],
    ['percept.fetchWith: heal', 'fetchWith', { heal: 'yes' }],
    ['percept.fetchWith: heal.resize', 'fetchWith', { heal: { resize: 'yes' } }],
    ['percept.fetchWith: models', 'fetchWith', { models: 'all' }],
    ['models[0].profil is no option', 'fetchWith', { models: [{ model: 'a', profil: {} }] }],
    [
      'models[0].profile: `request.maxImage` is not a field',
      'fetchWith',
      { models: [{ model: 'a', profile: { request: { maxImage: 3 } } }] },
    ],
    ['percept.fetchWith: fetch', 'fetchWith', { fetch: 'http://127.0.0.1' }],
  ])('is named: %s', (words, name, options) => {
    expect(calling(percept, name, options)).toThrow(TypeError);
    expect(calling(percept, name, options)).toThrow(words);
  });

  // Roots that bound nothing, and an address that is private by a name that nobody knows.
  test.each([
    { kind: 'path', path: 'a.png', cwd: '/', access: { followLinks: 'user-chosen', roots: ['/'] } },
    { kind: 'url', url: 'http://127.0.0.1:1/', policy: { allowPrivateHost: ['127.0.0.1:1'] } },
  ])('of a source is told: %j', async (source) => {
    await expect(calling(percept.door, 'ingest', source)()).rejects.toThrow(TypeError);
  });

  test.each([
    ['messages[0].role', { role: 'x', content: 'a' }],
    ['messages[0].content', { role: 'assistant' }],
    ['messages[0].content', { role: 'assistant', content: 5 }],
    ['messages[0].content', { role: 'tool', content: [null] }],
  ])('of a message is named: %s', async (words, message) => {
    const chat = await percept.session('b');
    const appended = calling(chat, 'append', message)();
    await expect(appended).rejects.toThrow(TypeError);
    await expect(calling(chat, 'append', message)()).rejects.toThrow(`chat.append: ${words}`);
    expect(chat.messages()).toEqual([]);
  });
});
