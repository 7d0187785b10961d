// What every memory does with leases and marks, whatever database is behind it.
import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import type { Leases, Marks } from '../sql/lease-table.ts';
import { checkSuite, accepted, type Test } from './harness.ts';

/** `make` returns an empty memory whose clock is given. */
export type MakeLeasing = (
  clock: () => number,
) => Promise<AsyncDisposable & { readonly leases: Leases; readonly marks: Marks }>;

/**
 * The tests that leases and marks of every memory must pass.
 *
 * @example leaseSuite(test, async (clock) => openMine({ clock }));
 */
export function leaseSuite(test: Test, make: MakeLeasing): void {
  checkSuite('leaseSuite', test, make);
  test("a lease is one holder's until it ends or is given back", async () => {
    let now = 1000;
    await using memory = await make(() => now);
    const { leases } = memory;
    strictEqual(accepted(await leases.take('turn', 'a', 50)), 'a');
    strictEqual(accepted(await leases.take('turn', 'b', 50)), 'a');
    strictEqual(accepted(await leases.take('other', 'b', 50)), 'b');
    now = 1040;
    strictEqual(accepted(await leases.take('turn', 'a', 50)), 'a');
    now = 1080;
    strictEqual(accepted(await leases.take('turn', 'b', 50)), 'a');
    strictEqual(accepted(await leases.holder('turn')), 'a');
    now = 1090;
    strictEqual(accepted(await leases.holder('turn')), undefined);
    strictEqual(accepted(await leases.take('turn', 'b', 50)), 'b');
    accepted(await leases.release('turn', 'a'));
    strictEqual(accepted(await leases.holder('turn')), 'b');
    accepted(await leases.release('turn', 'b'));
    strictEqual(accepted(await leases.take('turn', 'a', 50)), 'a');
  });

  test('of many who take a lease at once one gets it', async () => {
    await using memory = await make(() => 1);
    const { leases } = memory;
    const holders = await Promise.all(
      Array.from({ length: 12 }, async (_, index) =>
        accepted(await leases.take('one', `holder ${index}`, 100)),
      ),
    );
    strictEqual(new Set(holders).size, 1);
  });

  test('a mark is set once, and is forgotten some time after it ends', async () => {
    let now = 0;
    await using memory = await make(() => now);
    const { marks } = memory;
    const set = await Promise.all(
      Array.from({ length: 8 }, () => marks.set('sign-in', 'link', 100)),
    );
    const first = set.map(accepted).filter((isFirst) => isFirst);
    deepStrictEqual(first, [true]);
    strictEqual(accepted(await marks.has('sign-in', 'link')), true);
    strictEqual(accepted(await marks.has('sign-out', 'link')), false);
    deepStrictEqual(accepted(await marks.list('sign-in')), [{ id: 'link', until: 100 }]);
    now = 101;
    strictEqual(accepted(await marks.set('sign-out', 'cookie', 200)), true);
    strictEqual(accepted(await marks.has('sign-in', 'link')), false);
  });
}
