// Strangers share a server only where a decoder that one of them takes over finds nothing of the others: without walls the
// server does not start, and whoever works alone is told with every picture.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isRecord } from '@percept/core/internal';
import { afterAll, describe, expect, test } from 'vitest';
import { noBwrap } from '../../packages/ingest/test/fixtures/tiers.ts';
import { unless } from '../needs.ts';
import { acmeToken } from './serve-stage.ts';

const top = fileURLToPath(new URL('../..', import.meta.url));
const entry = join(top, 'packages/percept/bin/percept.js');
const folder = mkdtempSync(join(tmpdir(), 'percept-walls-'));
afterAll(() => rmSync(folder, { recursive: true }));

type Wall = 'bwrap' | 'wasm' | 'prlimit' | 'false bwrap' | 'false prlimit';

/** Takes every option, does none of it, and starts what it was given. */
const liar = join(folder, 'liar');
writeFileSync(liar, '#!/bin/sh\nwhile [ "$1" != -- ]; do shift; done\nshift\nexec "$@"\n', {
  mode: 0o755,
});

/** The same machine, on which these are not installed, or only seem to be. */
function without(missing: readonly Wall[], args: readonly string[]) {
  const hidden = {
    bwrap: ['--ro-bind', '/dev/null', '/usr/bin/bwrap'],
    prlimit: ['--ro-bind', '/dev/null', '/usr/bin/prlimit'],
    'false bwrap': ['--ro-bind', liar, '/usr/bin/bwrap'],
    'false prlimit': ['--ro-bind', liar, '/usr/bin/prlimit'],
    wasm: ['--tmpfs', join(top, 'node_modules/@img/sharp-wasm32')],
  } as const;
  const walls = ['--dev-bind', '/', '/', ...missing.flatMap((wall) => hidden[wall])];
  const env = { PATH: process.env['PATH'] ?? '', HOME: folder, PERCEPT_DATA: join(folder, 'data') };
  const run = spawnSync(
    '/usr/bin/bwrap',
    [...walls, '--die-with-parent', '--', process.execPath, entry, ...args],
    { cwd: folder, env, encoding: 'utf8', timeout: 240_000 },
  );
  return { code: run.status, out: run.stdout, err: run.stderr };
}

function objectIn(text: string): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(text);
  if (!isRecord(value)) throw new Error(text);
  return value;
}

const picture = fileURLToPath(new URL('../../docs/pictures/sample.png', import.meta.url));

describe('a machine without walls', { tags: ['d-door-sandbox-closed'], ...unless(noBwrap) }, () => {
  const tenants = join(folder, 'tenants.json');
  writeFileSync(tenants, JSON.stringify({ tenants: [{ name: 'acme', token: acmeToken }] }), {
    mode: 0o600,
  });

  test('serves no tenants, and says what is missing', { timeout: 150_000 }, () => {
    const args = ['serve', '--port', '0', '--tenants', tenants, '--json'];
    const ended = without(['bwrap', 'wasm'], args);
    expect(ended.code).toBe(3);
    const { refused, message, hint } = objectIn(ended.out);
    expect(refused).toBe('unavailable');
    expect(message).toMatch(/bwrap: .*wasm: /);
    expect(hint).toContain('percept doctor');
  });

  test.each([
    [['bwrap', 'wasm'], 'rlimit', true],
    [['bwrap'], 'wasm', false],
    [['prlimit'], 'wasm', false],
    [['false bwrap'], 'wasm', false],
    [['false prlimit'], 'wasm', false],
    [['false bwrap', 'wasm'], 'rlimit', true],
    [[], 'bwrap', false],
  ] as const)(
    'lacking %j it decodes in %s, and warns where that is no sandbox: %s',
    { timeout: 150_000 },
    (missing, tier, isWarned) => {
      const facts = objectIn(without(missing, ['ingest', picture, '--json']).out);
      expect(facts['isolation']).toBe(tier);
      expect(JSON.stringify(facts['warnings']).includes('without a sandbox')).toBe(isWarned);
      const rows = JSON.stringify(objectIn(without(missing, ['doctor', '--json']).out));
      expect(rows.includes('without a sandbox')).toBe(isWarned);
    },
  );

  test.each([[['bwrap', 'prlimit', 'wasm']], [['false bwrap', 'false prlimit', 'wasm']]] as const)(
    'lacking %j nothing is decoded',
    { timeout: 150_000 },
    (missing) => {
      const ended = without(missing, ['ingest', picture, '--json']);
      expect(ended.code).toBe(3);
      expect(objectIn(ended.out)).toMatchObject({ refused: 'unavailable' });
    },
  );

  test('a false bubblewrap serves no tenants either', { timeout: 150_000 }, () => {
    const args = ['serve', '--port', '0', '--tenants', tenants, '--json'];
    const ended = without(['false bwrap', 'wasm'], args);
    expect(ended.code).toBe(3);
    expect(objectIn(ended.out)['message']).toContain('the walls do not stand');
  });
});

test('the walls of this test hide what they say', unless(noBwrap), () => {
  const args = ['--dev-bind', '/', '/', '--ro-bind', '/dev/null', '/usr/bin/prlimit', '--'];
  expect(() =>
    execFileSync('/usr/bin/bwrap', [...args, '/usr/bin/prlimit'], { stdio: 'ignore' }),
  ).toThrow();
});
