// A release sends packages in an order in which each can be installed at once, with no token and to no host that a file names.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isRecord } from '@percept/core/internal';
import { expect, test } from 'vitest';
import { readFields } from '../../scripts/pack/fields.ts';
import { dependencyOrder } from '../../scripts/pack/order.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

test('every package follows what it needs, whatever their alphabet', () => {
  const manifests = globSync('packages/*/package.json', { cwd: root }).map((file) =>
    readFields(join(root, file)),
  );
  const needs = new Map(
    manifests.map(({ name, dependencies }) => [
      String(name),
      isRecord(dependencies) ? Object.keys(dependencies) : [],
    ]),
  );
  const order = dependencyOrder(needs);
  expect(order.toSorted()).toEqual([...needs.keys()].toSorted());
  for (const [name, needed] of needs)
    for (const other of needed.filter((each) => needs.has(each)))
      expect(order.indexOf(other)).toBeLessThan(order.indexOf(name));
  // The alphabet would begin with the agent, which needs five others.
  expect(order[0]).toBe('@percept/core');
  expect(order.at(-1)).toBe('percept');
});

test('packages that need each other are named, not published', () => {
  const circle = new Map([
    ['a', ['b']],
    ['b', ['c', 'npm-has-it']],
    ['c', ['a']],
  ]);
  expect(() => dependencyOrder(circle)).toThrow('a → b → c → a is a circle');
});

test('the workflow publishes the list that was packed, with the identity of its run and nothing else', () => {
  const text = readFileSync(join(root, '.github/workflows/release.yml'), 'utf8');
  expect(text).not.toMatch(/registry-url|https?:\/\/|secrets\.|TOKEN/);
  expect(text).toContain('id-token: write');
  expect(text).toMatch(/npm run -s pack > tarballs\.txt[^]*npm publish [^]*done < tarballs\.txt/);
  expect(text).not.toContain('*.tgz');
});
