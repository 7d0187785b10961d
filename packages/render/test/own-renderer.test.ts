// A renderer of a program's own may do anything: its caller gets a value, at the deadline at the latest, and the process lives on.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { createDarkroom, type Renderer } from '../src/index.ts';

const source = { bytes: new TextEncoder().encode('anything'), name: 'a.own' };
const limits = { renderTimeoutMs: 50 };
const never = (): Promise<never> => new Promise(() => {});

function darkroomOf(behaviour: object) {
  const own: Renderer = {
    id: 'own',
    version: '1',
    fonts: '',
    accepts: () => true,
    render: never,
    ...behaviour,
  };
  return createDarkroom({ renderers: [own], limits });
}

const unruly: Readonly<Record<string, readonly [behaviour: object, refused: string]>> = {
  'never answers': [{ render: never }, 'timed-out'],
  'throws at once': [
    {
      render: () => {
        throw new Error('no');
      },
    },
    'worker-failed',
  ],
  rejects: [{ render: () => Promise.reject(new Error('no')) }, 'worker-failed'],
  'answers nothing': [{ render: () => undefined }, 'worker-failed'],
  'answers nonsense': [
    { render: async () => ({ ok: true, value: { pages: 5 } }) },
    'worker-failed',
  ],
  'answers pages without pixels': [
    { render: async () => ({ ok: true, value: { pages: [{}], pageCount: 1, warnings: [] } }) },
    'worker-failed',
  ],
  'answers too late': [
    {
      render: (_: unknown, __: unknown, { signal }: { signal: AbortSignal }) =>
        new Promise((resolve) => signal.addEventListener('abort', () => resolve('late'))),
    },
    'timed-out',
  ],
};

describe('a renderer that', () => {
  test('throws when it is asked what it takes does not take it', async () => {
    const accepts = (): never => {
      throw new Error('no');
    };
    await using darkroom = darkroomOf({ accepts });
    expect(await darkroom.develop(source)).toMatchObject({
      ok: false,
      refusal: { refused: 'renderer-missing' },
    });
    expect(darkroom.typeOf(source).ok).toBe(false);
  });

  test('fails to close keeps no other from closing', async () => {
    let isClosed = false;
    const renderer = { version: '1', fonts: '', accepts: () => true, render: never };
    const failing = { ...renderer, id: 'a', close: () => Promise.reject(new Error('no')) };
    const tidy = { ...renderer, id: 'b', close: async () => void (isClosed = true) };
    const darkroom = createDarkroom({ renderers: [failing, tidy] });
    await expect(darkroom.close()).rejects.toThrow('no');
    expect(isClosed).toBe(true);
  });

  test.for(Object.entries(unruly))(
    '%s',
    { tags: ['d-deadlines-hold'] },
    async ([, [behaviour, refused]]) => {
      await using darkroom = darkroomOf(behaviour);
      expect(await darkroom.develop(source)).toMatchObject({ ok: false, refusal: { refused } });
    },
  );

  test('never reads what is written there is refused at its deadline', async () => {
    await using darkroom = darkroomOf({ read: never });
    const read = await darkroom.read(source, { pages: { first: 1, last: 1 }, maxChars: 10 });
    expect(read).toMatchObject({ ok: false, refusal: { refused: 'timed-out' } });
  });
});

test(
  'a process that waits for nothing else does not end before the deadline',
  { tags: ['d-deadlines-hold'] },
  async () => {
    const entry = JSON.stringify(fileURLToPath(new URL('../src/index.ts', import.meta.url)));
    const program = `import { createDarkroom } from ${entry};
    const own = { id: 'own', version: '1', fonts: '', accepts: () => true, render: () => new Promise(() => {}) };
    const darkroom = createDarkroom({ renderers: [own], limits: { renderTimeoutMs: 50 } });
    const said = await darkroom.develop({ bytes: new TextEncoder().encode('a'), name: 'a.own' });
    console.log(said.refusal.refused);`;
    const { stdout } = await promisify(execFile)(process.execPath, [
      '--input-type=module',
      '--eval',
      program,
    ]);
    expect(stdout.trim()).toBe('timed-out');
  },
);

test('two renderers of one id are told at once', () => {
  const own: Renderer = { id: 'own', version: '1', fonts: '', accepts: () => true, render: never };
  expect(() => createDarkroom({ renderers: [own, { ...own }] })).toThrow(
    'createDarkroom: renderers has two with the id own.',
  );
});
