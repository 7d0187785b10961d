import { setTimeout as sleep } from 'node:timers/promises';
import { accept, unwrap } from '@percept/core';
import { Limiter } from '@percept/core/internal';
import { describe, expect, test } from 'vitest';

describe('the limiter', () => {
  test('lets so many work at once, and every one that waits in its turn', async () => {
    const limiter = new Limiter(2, 100);
    let inside = 0;
    let most = 0;
    const order: number[] = [];
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        limiter.run(async () => {
          inside++;
          most = Math.max(most, inside);
          await sleep(1);
          order.push(index);
          inside--;
          return accept(index);
        }),
      ),
    );
    expect(most).toBe(2);
    expect(order).toEqual(Array.from({ length: 20 }, (_, index) => index));
  });

  test('refuses who comes when too many wait, and forgets who gives up', async () => {
    const limiter = new Limiter(1, 1);
    const { promise, resolve } = Promise.withResolvers<void>();
    const signal = new AbortController().signal;
    const first = limiter.run(async () => {
      await promise;
      return accept('first');
    });
    const giving = new AbortController();
    const second = limiter.run(() => Promise.resolve(accept('second')), giving.signal);
    const third = await limiter.run(() => Promise.resolve(accept('third')), signal);
    expect(third).toMatchObject({ ok: false, refusal: { refused: 'too-many' } });
    giving.abort();
    expect(await second).toMatchObject({ ok: false, refusal: { refused: 'cancelled' } });
    resolve();
    expect(await first).toEqual(accept('first'));
    expect(await limiter.run(() => Promise.resolve(accept('next')), signal)).toEqual(
      accept('next'),
    );
  });

  test('frees its place when the work throws', async () => {
    const limiter = new Limiter(1, 1);
    const signal = new AbortController().signal;
    await expect(limiter.run(() => Promise.reject(new Error('bug')), signal)).rejects.toThrow(
      'bug',
    );
    expect(await limiter.run(() => Promise.resolve(accept(1)), signal)).toEqual(accept(1));
  });

  test('frees a place once, however often it is given back', async () => {
    const limiter = new Limiter(1, 0);
    const place = unwrap(await limiter.place());
    place[Symbol.dispose]();
    using _ = unwrap(await limiter.place());
    place[Symbol.dispose]();
    expect(await limiter.place()).toMatchObject({ ok: false, refusal: { refused: 'too-many' } });
  });

  test('is idle when everything that was asked for is done, what waits as well', async () => {
    const limiter = new Limiter(1);
    const done: string[] = [];
    for (const name of ['first', 'second'])
      void limiter.run(async () => {
        await sleep(1);
        done.push(name);
        return accept(name);
      });
    await limiter.idle();
    expect(done).toEqual(['first', 'second']);
  });
});
