// The pure decisions of the OpenWOP face: workflows, the gate, tokens, redaction and the fold of a log.
import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseSessionId, type Json } from '@percept/core';
import { gate, gateEvent } from '../src/model-gate.ts';
import { InterruptTokens } from '../src/interrupt-token.ts';
import { BundleRedactor } from '../src/bundle-redactor.ts';
import { digestOf } from '../src/run-request.ts';
import { definitionOf, parseWorkflow } from '../src/workflow.ts';

const kinds = [{ typeId: 'core.noop' }];
const node = (id: string, more: object = {}) => ({ id, typeId: 'core.noop', ...more });

describe('a workflow', () => {
  test('runs its nodes after whatever they wait for, in the order in which they are written', () => {
    const parsed = parseWorkflow(
      {
        id: 'w',
        nodes: [
          node('d', { inputs: { x: { type: 'output', nodeId: 'b', output: 'y' } } }),
          node('a'),
          node('c'),
          node('b'),
        ],
        edges: [
          { sourceNodeId: 'a', targetNodeId: 'c' },
          { sourceNodeId: 'c', targetNodeId: 'b' },
        ],
      },
      kinds,
      10,
    );
    expect(parsed.ok && parsed.value.nodes.map(({ id }) => id)).toEqual(['a', 'c', 'b', 'd']);
  });

  test('is the same after it was written down and read again', () => {
    const ids = fc.uniqueArray(fc.stringMatching(/^[a-z][a-z0-9]{0,5}$/), {
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(
        ids,
        fc.array(fc.tuple(fc.nat(7), fc.nat(7)), { maxLength: 12 }),
        (names, pairs) => {
          const edges = pairs
            .filter(([one, other]) => one < other && other < names.length)
            .map(([one, other]) => ({ sourceNodeId: names[one], targetNodeId: names[other] }));
          const parsed = parseWorkflow(
            { id: 'w', nodes: names.map((id) => node(id)), edges },
            kinds,
            10,
          );
          if (!parsed.ok) throw new Error(parsed.refusal.hint);
          expect(parseWorkflow(definitionOf(parsed.value), 'any', 10)).toEqual(parsed);
        },
      ),
    );
  });

  test('keeps of an input what it is, and nothing that was written beside it', () => {
    const inputs = { x: { type: 'value', value: 1, note: 'of no matter' } };
    const parsed = parseWorkflow({ id: 'w', nodes: [node('a', { inputs })] }, kinds, 10);
    expect(parsed.ok && parsed.value.nodes[0]?.inputs).toEqual({ x: { type: 'value', value: 1 } });
    for (const wrong of [
      null,
      [],
      { x: { type: 'value' } },
      { x: { type: 'output', nodeId: 'a' } },
    ])
      expect(parseWorkflow({ id: 'w', nodes: [node('a', { inputs: wrong })] }, kinds, 10).ok).toBe(
        false,
      );
  });

  test('that is anything at all is a workflow or a refusal, and never an exception', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const parsed = parseWorkflow(value, kinds, 10);
        expect(parsed.ok || parsed.refusal.refused === 'invalid-input').toBe(true);
      }),
    );
  });
});

describe('the gate', () => {
  const capability = fc.constantFrom('a', 'b', 'c', 'd');
  const some = fc.uniqueArray(capability);

  test('lets a node through exactly when the model that will run it has all that it needs', () => {
    fc.assert(
      fc.property(
        some,
        some,
        some,
        fc.boolean(),
        fc.boolean(),
        (required, active, other, substitutes, isSupported) => {
          const outcome = gate({
            required,
            active: { provider: 'p', model: 'm', capabilities: active },
            fallback: { provider: 'q', model: 'n' },
            substitutionSupported: substitutes,
            supportedProviders: isSupported ? ['p', 'q'] : ['p'],
            capabilitiesOf: () => other,
          });
          const has = (offered: readonly string[]) =>
            required.every((one) => offered.includes(one));
          const expected = has(active)
            ? 'dispatch'
            : substitutes && isSupported && has(other)
              ? 'substitute'
              : 'refuse';
          expect(outcome.route).toBe(expected);
          expect(gateEvent(outcome, 'n') === undefined).toBe(expected === 'dispatch');
          if (outcome.route === 'refuse') expect(outcome.fallbackAttempted).toBe(substitutes);
        },
      ),
    );
  });
});

describe('an interrupt token', () => {
  const run = parseSessionId('run_0123456789');
  if (!run.ok) throw new Error('no id');
  const claims = { runId: run.value, nodeId: 'gate', interruptId: 'int_1' };
  const secret = randomBytes(32);

  test(
    'is read back as it was signed, and every change of a character is refused',
    { tags: ['f-wop-interrupts'] },
    () => {
      const tokens = new InterruptTokens([secret], 1000, () => 5000);
      const { token, expiresAt } = tokens.sign(claims);
      expect(tokens.read(token)).toEqual({ kind: 'valid', claims: { ...claims, expiresAt } });
      expect(expiresAt).toBe(6000);
      for (let at = 0; at < token.length; at++)
        for (const letter of ['A', 'z', '_', '.', '']) {
          const changed = token.slice(0, at) + letter + token.slice(at + 1);
          if (changed !== token)
            expect([changed, tokens.read(changed).kind]).toEqual([changed, 'unknown']);
        }
    },
  );

  test('ends with its time, to the millisecond', () => {
    let now = 5000;
    const tokens = new InterruptTokens([secret], 1000, () => now);
    const { token } = tokens.sign(claims);
    now = 5999;
    expect(tokens.read(token).kind).toBe('valid');
    now = 6000;
    expect(tokens.read(token).kind).toBe('expired');
  });

  test('of an older secret is read until that secret is taken away', () => {
    const [old, young] = [randomBytes(32), randomBytes(32)];
    const { token } = new InterruptTokens([old], 1000, () => 0).sign(claims);
    expect(new InterruptTokens([young, old], 1000, () => 0).read(token).kind).toBe('valid');
    expect(new InterruptTokens([young], 1000, () => 0).read(token).kind).toBe('unknown');
  });

  test('needs a secret that deserves the name', () => {
    expect(() => new InterruptTokens([], 1, () => 0)).toThrow(TypeError);
    expect(() => new InterruptTokens([new Uint8Array(16)], 1, () => 0)).toThrow(TypeError);
  });
});

describe('the digest of a request', () => {
  test('is the same for the same meaning, and another for another', () => {
    expect(digestOf({ a: 1, b: [1, { c: 2, d: 3 }] })).toBe(
      digestOf({ b: [1, { d: 3, c: 2 }], a: 1 }),
    );
    const pairs: readonly (readonly [Json, Json])[] = [
      [{ a: 1 }, { a: '1' }],
      [
        [1, 2],
        [2, 1],
      ],
      [{ a: { b: 1 } }, { 'a.b': 1 }],
      [{ a: null }, {}],
      ['{"a":1}', { a: 1 }],
    ];
    for (const [one, other] of pairs) expect(digestOf(one)).not.toBe(digestOf(other));
  });
});

describe('redaction', () => {
  test('takes secrets, handles and bytes out of every depth, and says whether it did', () => {
    const redactor = new BundleRedactor((given) => given.replaceAll('HANDLE', 'gone'));
    const clean = { title: 'plain', count: 3, list: ['a', null, true] };
    expect(redactor.object(clean)).toEqual(clean);
    expect(redactor.applied).toBe(false);
    const told = JSON.stringify(
      redactor.object({
        deep: { Password: 'one', list: [{ 'api-key': 'two' }], token: null, tokens: 4 },
        text: 'see HANDLE',
        long: 'Ab1'.repeat(100),
      }),
    );
    expect(told).not.toMatch(/"one"|"two"|HANDLE|Ab1Ab1/);
    expect(told).toContain('"tokens":4');
    expect(redactor.applied).toBe(true);
  });
});
