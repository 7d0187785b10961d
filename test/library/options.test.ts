// Options cannot fail open: whatever is wrong about one is a `TypeError` that names the call and the option, before anything is
// done; what is undefined is the default. Everything that is exported is called here, or says why nothing is a mistake for it.
import { fileURLToPath } from 'node:url';
import { doorLimits, resolveProfile, fitTarget } from '@percept/core';
import { openDoor } from '@percept/ingest';
import { createDarkroom, renderLimits } from '@percept/render';
import { openMemory } from '@percept/store';
import { VolatileBlobStore } from '@percept/store/testing';
import { createEyes } from '@percept/eyes';
import { afterAll, describe, expect, test } from 'vitest';
import { publicFace } from '../../scripts/exports.ts';
import { free, publicCalls, things, type Kind, type PublicCall } from './public-calls.ts';

const nonsense = [
  '1kb',
  '5',
  Number.NaN,
  -1,
  null,
  {},
  [],
  true,
  10n,
  Symbol('x'),
  () => 1,
] as const;
const all: readonly unknown[] = nonsense;
const not = (...right: readonly unknown[]): readonly unknown[] =>
  all.filter((value) => !right.some((one) => Object.is(one, value)));
const texts = all.filter((value) => typeof value === 'string');
const [, , , , , object, list, , , , work] = nonsense;

/** What is wrong for an argument of this kind. */
const wrong: Readonly<Record<Kind, readonly unknown[]>> = {
  bound: all,
  positive: [...all, 0, 1.5, Infinity],
  finite: not(-1),
  text: not(...texts),
  word: [...not(...texts), ''],
  flag: not(true),
  call: not(work),
  options: not(object, list, work),
  object: not(object, list, work),
  part: not(work),
  list: not(list),
  bytes: all,
  signal: all,
  limits: not(object, work),
  choice: not(list),
  script: not(list, work),
  address: not(...texts, work),
  endings: not(...texts, work),
};

const { values } = publicFace(fileURLToPath(new URL('../..', import.meta.url)));
/** What the umbrella only passes on is tested where it comes from. */
const names = new Map(
  values.toReversed().map((value) => {
    const [specifier = '', name = ''] = value.split(' ');
    return [name, specifier];
  }),
);

// Everything is loaded here, which a busy machine takes its time for.
test(
  'every exported function has its row, and no row is left of one that is gone',
  { timeout: 600_000 },
  async () => {
    const missing: string[] = [];
    for (const [name, specifier] of names) {
      const module: object = await import(specifier);
      const isCalled = typeof Reflect.get(module, name) === 'function';
      if (isCalled && !(name in publicCalls) && !(name in free)) missing.push(name);
      if (!isCalled && (name in publicCalls || name in free))
        missing.push(`${name} is no function`);
    }
    expect(missing).toEqual([]);
    const gone = [...Object.keys(publicCalls), ...Object.keys(free)].filter(
      (name) => !names.has(name),
    );
    expect(gone).toEqual([]);
  },
);

describe.for(Object.entries(publicCalls))('%s', ([name, rows]) => {
  test.for([rows].flat())(
    'says which option is wrong',
    { tags: ['d-options-closed'] },
    async (row) => {
      const module: object = await import(names.get(name) ?? '');
      const value: unknown = Reflect.get(module, name);
      const failures: string[] = [];
      for (const [path, kind] of Object.entries(row.kinds))
        for (const bad of broken(kind)) {
          const said = await complaint(value, row, replaced(row.args, path.split('.'), bad));
          const option = path.split('.').length > 1 ? (path.split('.').at(-1) ?? '') : '';
          const expected = new RegExp(`^${row.caller ?? name}: .*${option}`);
          if (!(said instanceof TypeError) || !expected.test(said.message))
            failures.push(`${path} = ${String(bad)}: ${String(said)}`);
        }
      expect(failures).toEqual([]);
    },
  );
});

test('an object is either options, whose names are all known, or a thing that says what it is', () => {
  const holding = Object.entries(publicCalls).filter(([, rows]) =>
    [rows]
      .flat()
      .some(({ kinds }) =>
        Object.entries(kinds).some(
          ([path, kind]) => /^\d$/.test(path) && kind.startsWith('object'),
        ),
      ),
  );
  expect(holding.map(([name]) => name).toSorted()).toEqual(Object.keys(things).toSorted());
});

const closed = Object.entries(publicCalls)
  .flatMap(([name, rows]) => [rows].flat().map((row) => ({ name, row })))
  .filter(({ row }) => Object.values(row.kinds).some((kind) => kind.startsWith('options')));

test.for(closed)(
  '$name knows its options by name: another one is misspelt',
  { tags: ['d-options-closed'] },
  async ({ name, row }) => {
    const module: object = await import(names.get(name) ?? '');
    const value: unknown = Reflect.get(module, name);
    const failures: string[] = [];
    for (const [path, kind] of Object.entries(row.kinds)) {
      if (!kind.startsWith('options')) continue;
      const at = path.split('.');
      const said = await complaint(value, row, replaced(row.args, [...at, 'misspelt'], 1));
      const option = [...at.slice(1), 'misspelt'].join('.');
      const expected = new RegExp(`^${row.caller ?? name}: ${option} is no option; there are `);
      if (!(said instanceof TypeError) || !expected.test(said.message))
        failures.push(`${path}: ${String(said)}`);
    }
    expect(failures).toEqual([]);
  },
);

function broken(kind: string): readonly unknown[] {
  const isOptional = kind.endsWith('?');
  const base = kind.replace('?', '');
  const own = Object.entries(wrong).find(([name]) => name === base)?.[1] ?? [];
  return isOptional ? own : [...own, undefined];
}

/** The arguments with one of them, or a field of one, replaced. */
function replaced(whole: unknown, [at = '', ...rest]: readonly string[], value: unknown): unknown {
  const next =
    rest.length === 0
      ? value
      : replaced(
          typeof whole === 'object' && whole !== null ? Reflect.get(whole, at) : {},
          rest,
          value,
        );
  if (Array.isArray(whole)) return Object.assign([...whole], { [at]: next });
  return { ...(typeof whole === 'object' ? whole : {}), [at]: next };
}

async function complaint(value: unknown, row: PublicCall, args: unknown): Promise<unknown> {
  if (typeof value !== 'function' || !Array.isArray(args)) return 'is no function';
  try {
    if (row.method !== undefined)
      return await Reflect.apply(Reflect.get(value, row.method), value, args);
    const isClass = /^class\b/.test(Function.prototype.toString.call(value));
    return isClass ? Reflect.construct(value, args) : await Reflect.apply(value, undefined, args);
  } catch (error) {
    return error;
  }
}

const store = new VolatileBlobStore();
const door = openDoor({ store });
const darkroom = createDarkroom();
const eyes = createEyes();
afterAll(() => Promise.all([door.close(), darkroom.close(), eyes.close()]));

const methods: Readonly<Record<string, (bad: unknown) => unknown>> = {
  'door.ingest: source': (bad) => call(door, 'ingest', bad),
  'door.ingest: the options': (bad) => call(door, 'ingest', new Uint8Array(), bad),
  'door.ingest: target': (bad) => call(door, 'ingest', new Uint8Array(), { target: bad }),
  'door.ingest: target.maxEdgePx': (bad) =>
    call(door, 'ingest', 'a.png', { target: { maxEdgePx: bad } }),
  'door.ingest: target.maxBytes': (bad) =>
    call(door, 'ingest', 'a.png', { target: { maxBytes: bad } }),
  'door.ingest: expect': (bad) => call(door, 'ingest', 'a.png', { expect: bad }),
  'door.ingest: signal': (bad) => call(door, 'ingest', 'a.png', { signal: bad }),
  'door.keep: source': (bad) => call(door, 'keep', bad),
  'door.fit: source': (bad) => call(door, 'fit', bad, { maxEdgePx: 300 }),
  'door.fit: maxEdgePx': (bad) => call(door, 'fit', 'a.png', { maxEdgePx: bad }),
  'door.fit: maxPixels': (bad) => call(door, 'fit', 'a.png', { maxPixels: bad }),
  'door.bitmap: bytes': (bad) => call(door, 'bitmap', bad),
  'door.bitmap: region': (bad) => call(door, 'bitmap', new Uint8Array(), { region: bad }),
  'darkroom.draw: source': (bad) => call(darkroom, 'draw', bad),
  'darkroom.draw: page': (bad) => call(darkroom, 'draw', 'a.pdf', { page: bad }),
  'darkroom.draw: target': (bad) => call(darkroom, 'draw', 'a.pdf', { target: bad }),
  'darkroom.develop: source': (bad) => call(darkroom, 'develop', bad),
  'darkroom.develop: theme': (bad) =>
    call(darkroom, 'develop', { bytes: new Uint8Array() }, { theme: bad }),
  'darkroom.read: maxChars': (bad) =>
    call(
      darkroom,
      'read',
      { bytes: new Uint8Array() },
      { pages: { first: 1, last: 1 }, maxChars: bad },
    ),
  'door.onto: store': (bad) => call(door, 'onto', bad),
  'eyes.describe: image': (bad) => call(eyes, 'describe', bad),
  'eyes.describe: timeoutMs': (bad) => call(eyes, 'describe', new Uint8Array(), { timeoutMs: bad }),
  'eyes.transcribe: audio': (bad) => call(eyes, 'transcribe', bad),
};

async function call(part: object, method: string, ...args: readonly unknown[]): Promise<unknown> {
  try {
    return await Reflect.apply(Reflect.get(part, method), part, [...args]);
  } catch (error) {
    return error;
  }
}

test.for(Object.entries(methods))('%s is wrong, and nothing else', async ([words, broken]) => {
  // A text is a path for whoever takes sources.
  const bad = /source/.test(words) ? not(...texts) : all;
  for (const value of bad) {
    const said = await broken(value);
    // An empty object has no wrong option in it, nor have figures that are all left out.
    if (/the options|target$/.test(words) && (value === object || Array.isArray(value))) continue;
    expect([String(value), said]).toEqual([String(value), expect.any(TypeError)]);
    expect(String(said)).toMatch(new RegExp(`^TypeError: ${words.replaceAll('.', '\\.')}`));
  }
});

test('a limit that is undefined is the default, and one that nobody knows is told', () => {
  const { limits } = openDoor({ store, limits: { maxSourceBytes: undefined } as object });
  expect(limits).toEqual(doorLimits);
  const misspelt = { maxSourceByte: 10 } as object;
  expect(() => openDoor({ store, limits: misspelt })).toThrow(
    'openDoor: limits.maxSourceByte is no limit.',
  );
  expect(() => createDarkroom({ limits: { rendertimeoutMs: 1 } as object })).toThrow('no limit');
  expect(renderLimits.renderTimeoutMs).toBeGreaterThan(0);
});

test('a text, a Blob or a stream where bytes are wanted is the caller’s mistake, and no picture is blamed', async () => {
  await expect(openMemory('.percept' as never)).rejects.toThrow(
    'openMemory: the options are an object.',
  );
  const profile = resolveProfile({ provider: 'openai', model: 'gpt-5' });
  expect(() => fitTarget(profile, '3' as never)).toThrow('fitTarget: imagesInRequest is a number');
});
