// What a page hands over is copied once and read never again; printing it costs what is printed.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { jsonText } from '../src/element/json-text.ts';
import { snapshot } from '../src/element/snapshot.ts';

describe('A snapshot', () => {
  test('of JSON is that JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        const plain: unknown = JSON.parse(JSON.stringify(value));
        expect(JSON.parse(JSON.stringify(snapshot(plain)))).toEqual(plain);
        expect(JSON.parse(jsonText(snapshot(plain), Infinity))).toEqual(plain);
      }),
    );
  });

  test('names what JSON cannot hold', () => {
    const cycle: Record<string, unknown> = {};
    cycle['self'] = cycle;
    expect(
      snapshot({
        cycle,
        big: 7n,
        not: Number.NaN,
        act: () => 1,
        none: undefined,
        mark: Symbol('x'),
        bytes: new Uint8Array(3),
      }),
    ).toEqual({
      cycle: { self: '⟨circular⟩' },
      big: '⟨7n⟩',
      not: '⟨NaN⟩',
      act: '⟨function⟩',
      none: '⟨undefined⟩',
      mark: '⟨symbol⟩',
      bytes: '⟨3 bytes⟩',
    });
  });

  test('reads a getter once, and survives one that throws', () => {
    let reads = 0;
    const value = {
      get counted() {
        reads += 1;
        return reads;
      },
      get loud(): never {
        throw new Error('boom');
      },
    };
    expect(snapshot(value)).toEqual({ counted: 1, loud: '⟨unreadable: boom⟩' });
    expect(reads).toBe(1);
    const revoked = Proxy.revocable({}, {});
    revoked.revoke();
    expect(snapshot({ gone: revoked.proxy })).toMatchObject({
      gone: expect.stringContaining('⟨unreadable'),
    });
  });

  test('keeps keys that reach for the prototype as keys', () => {
    const copy = snapshot(JSON.parse('{"__proto__":{"polluted":true},"constructor":1}'));
    expect(Object.keys(copy ?? {})).toEqual(['__proto__', 'constructor']);
    expect(Reflect.has({}, 'polluted')).toBe(false);
  });

  test('of a million members says how many it left out', () => {
    const copy = snapshot({ list: Array.from({ length: 1_000_000 }, (_, at) => at) });
    expect(jsonText(copy, Infinity)).toMatch(/⟨98\d,\d{3} more⟩|⟨98\d{4} more⟩/);
  });

  test('prints no further than it was asked', () => {
    const copy = snapshot({ text: 'x'.repeat(10_000_000), more: 'y'.repeat(10_000_000) });
    const text = jsonText(copy, 1_000);
    expect(text.length).toBeGreaterThan(1_000);
    expect(text.length).toBeLessThan(1_200);
  });
});
