// Whatever an engine does, its job ends with a typed refusal, the engine is thrown away, and the next job has a new one.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { unless } from '../../../test/needs.ts';
import { Engine } from '../src/engine/engine.ts';
import { renderLimits } from '../src/index.ts';
import { refusalOf } from './support/darkroom.ts';

const engine = new Engine({
  name: 'unruly',
  entry: new URL('./support/unruly-engine.ts', import.meta.url),
  limits: { ...renderLimits, maxEngineMemoryBytes: 200 * 1024 * 1024, maxJobsPerEngine: 3 },
});
afterAll(() => engine.close());

const ask = (order: string, signal?: AbortSignal, timeoutMs = 3_000) =>
  engine.run({ jobs: () => [{ order, timeoutMs }], isAnswer, signal });
const isAnswer = (value: unknown): value is unknown => value !== undefined;

async function thread(): Promise<unknown> {
  const outcome = await ask('who');
  return outcome.ok ? outcome.value : outcome.refusal;
}

describe('an engine that misbehaves', () => {
  it.each([
    ['trap', 'worker-failed'],
    ['memory trap', 'too-large'],
    ['lie', 'worker-failed'],
    ['other job', 'worker-failed'],
    ['exit', 'worker-failed'],
    ['grow', 'too-large'],
  ])(
    'by a %s is refused as %s and replaced',
    { tags: ['f-render-instance-discarded'] },
    async (order, kind) => {
      const before = await thread();
      expect(refusalOf(await ask(order, undefined, 15_000)).refused).toBe(kind);
      const after = await thread();
      expect(typeof after).toBe('number');
      expect(after).not.toBe(before);
    },
  );

  it(
    'by never ending is refused as timed-out and replaced',
    { tags: ['f-render-instance-discarded'] },
    async () => {
      expect(refusalOf(await ask('spin', undefined, 300)).refused).toBe('timed-out');
      expect(typeof (await thread())).toBe('number');
    },
  );

  it('by not starting is refused as timed-out, and the source is not blamed', async () => {
    const late = new Engine({
      name: 'late',
      entry: new URL('./support/unruly-engine.ts', import.meta.url),
      limits: { ...renderLimits, engineStartTimeoutMs: 1 },
    });
    onTestFinished(() => late.close());
    const asked = late.run({ jobs: () => [{ order: 'who', timeoutMs: 3_000 }], isAnswer });
    expect(refusalOf(await asked)).toMatchObject({
      refused: 'timed-out',
      message: 'The late engine did not start within 1 ms.',
    });
  });

  it(
    'is ended where its memory can no longer be watched, and the host goes on',
    unless(process.platform === 'linux' ? undefined : 'memory is read from a file on Linux'),
    async () => {
      const program = new URL('support/files-run-out.ts', import.meta.url).pathname;
      const limited = 'ulimit -n 256 && exec "$0" --no-warnings --conditions=source "$1"';
      const args = ['-c', limited, process.execPath, program];
      const { stdout } = await promisify(execFile)('/bin/sh', args, { timeout: 60_000 });
      expect(JSON.parse(stdout)).toMatchObject({
        without: { refused: 'unavailable', hint: expect.stringContaining('ulimit -n') },
        later: true,
      });
    },
  );

  it('is ended when the caller takes the job back', async () => {
    const controller = new AbortController();
    const asked = ask('spin', controller.signal);
    setTimeout(() => controller.abort(), 100);
    expect(refusalOf(await asked).refused).toBe('cancelled');
  });
});

describe('an engine that behaves', () => {
  it('is kept after a refusal, which is about the source', async () => {
    await ask('trap');
    const before = await thread();
    expect(refusalOf(await ask('refuse')).refused).toBe('corrupt');
    expect(await thread()).toBe(before);
  });

  it('is replaced after its number of jobs, and when it holds too much', async () => {
    await ask('trap');
    const first = await thread();
    expect(await thread()).toBe(first);
    expect(await thread()).toBe(first);
    const second = await thread();
    expect(second).not.toBe(first);
    await ask('swell');
    expect(await thread()).not.toBe(second);
  });

  it('has no way to the network', { tags: ['f-render-svg-no-network'] }, async () => {
    expect(await ask('ways out')).toEqual({ ok: true, value: [] });
  });
});
