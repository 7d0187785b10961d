// A job of a worker ends once, in the first way that comes, and after anything but an answer the worker is spent.
import { describe, expect, test, vi } from 'vitest';
import { accept, refuse, type Refusal } from '../src/index.ts';
import { Supervision } from '../src/supervision.ts';

const saying = (message: string): Refusal => ({ refused: 'worker-failed', message, hint: '' });
const [late, cancelled, garbled, dead] = ['late', 'cancelled', 'garbled', 'dead'].map(saying);
if (!late || !cancelled || !garbled || !dead) throw new Error('Four refusals were expected.');
const bounds = { timeoutMs: 60_000, late, cancelled };

function open(): { readonly kill: () => void; readonly worker: Supervision<string, string> } {
  const kill = vi.fn();
  return { kill, worker: new Supervision<string, string>(kill) };
}

describe('a job', { tags: ['d-deadlines-hold'] }, () => {
  test('that is answered leaves a worker for the next one', async () => {
    const { kill, worker } = open();
    const { id, ended } = worker.begin('first', bounds);
    expect([worker.at(id), worker.at(id + 1)]).toEqual(['first', undefined]);
    worker.answer(accept('done'));
    expect(await ended).toEqual(accept('done'));
    expect([worker.spent, worker.job]).toEqual([false, undefined]);
    expect(kill).not.toHaveBeenCalled();
    expect(worker.begin('second', bounds).id).toBe(id + 1);
    worker.abandon(garbled);
  });

  test('that is too late ends its worker, and an answer afterwards is none', async () => {
    const { kill, worker } = open();
    const { id, ended } = worker.begin('slow', { ...bounds, timeoutMs: 1 });
    expect(await ended).toEqual(refuse(late));
    worker.answer(accept('after all'));
    expect(worker.at(id)).toBeUndefined();
    expect(worker.spent).toBe(true);
    expect(kill).toHaveBeenCalledOnce();
  });

  test.each([Infinity, 2 ** 31])('may take as long as %s ms', async (timeoutMs) => {
    const { kill, worker } = open();
    const { ended } = worker.begin('patient', { ...bounds, timeoutMs });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(kill).not.toHaveBeenCalled();
    worker.answer(accept('done'));
    expect(await ended).toEqual(accept('done'));
  });

  test('that is taken back, or of a worker that dies, ends with its own reason', async () => {
    const stop = new AbortController();
    const first = open();
    const taken = first.worker.begin('taken back', { ...bounds, signal: stop.signal });
    stop.abort();
    expect(await taken.ended).toEqual(refuse(cancelled));
    expect(first.kill).toHaveBeenCalledOnce();
    const second = open();
    const { ended } = second.worker.begin('orphan', bounds);
    second.worker.lost(dead);
    expect(await ended).toEqual(refuse(dead));
    expect(second.kill).not.toHaveBeenCalled();
    expect(second.worker.spent).toBe(true);
  });

  test('that is watched ends when it has to', async () => {
    const { worker } = open();
    let looks = 0;
    const check = (): Refusal | undefined => {
      looks += 1;
      return looks === 3 ? garbled : undefined;
    };
    const { ended } = worker.begin('greedy', { ...bounds, watch: { everyMs: 1, check } });
    expect(await ended).toEqual(refuse(garbled));
    expect(looks).toBe(3);
  });
});
