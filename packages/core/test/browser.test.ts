import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { entryFiles } from '../../../scripts/manifest.ts';

interface Outcome {
  readonly file: string;
  readonly exports?: readonly string[];
  readonly error?: string;
}

const loader = fileURLToPath(new URL('../../../conformance/browser.ts', import.meta.url));
const core = fileURLToPath(new URL('..', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'browser-'));
afterAll(() => rmSync(scratch, { recursive: true }));

test('every entry of core loads in a browser', { tags: ['d-core-browser'] }, async () => {
  const files = entryFiles(core);
  expect(files).not.toEqual([]);
  const outcomes = await load(...files);
  expect(outcomes.filter(({ error }) => error !== undefined)).toEqual([]);
  expect(outcomes.map(({ file }) => file)).toEqual(files);
});

describe('the browser refuses', { tags: ['d-core-browser'] }, () => {
  test.each([
    ["import 'node:fs';", "imports 'node:fs'"],
    ["import { createHash } from 'crypto';", "imports 'crypto'"],
    ["export { z } from 'zod';", "imports 'zod'"],
    ["await import('node:fs');", "imports 'node:fs'"],
    ["import './deep.ts';", "imports 'node:path'"],
    ['export const empty = Buffer.alloc(0);', 'Buffer is not defined'],
    ['export const home = process.env;', 'process is not defined'],
    ["const fs = require('fs');", 'require is not defined'],
    ['export const folder = __dirname;', '__dirname is not defined'],
    ['setImmediate(() => {});', 'setImmediate is not defined'],
    ['export const own = global;', 'global is not defined'],
  ])('a module with %s', async (source, error) => {
    writeFileSync(join(scratch, 'deep.ts'), "import 'node:path';");
    const [outcome] = await load(fixture(source));
    expect(outcome?.error).toContain(error);
  });
});

test('the browser accepts types, Web globals and relative modules', async () => {
  writeFileSync(join(scratch, 'near.ts'), 'export const near: number = 1;');
  const source = `
    import type { Stats } from 'node:fs';
    import { near } from './near.ts';
    export const bytes: Uint8Array = new TextEncoder().encode(new URL('https://a.example/').href);
    export const digest = await crypto.subtle.digest('SHA-256', bytes);
    export const later = (await import('./near.ts')).near + near;
    export type Size = Stats['size'];`;
  expect(await load(fixture(source))).toEqual([
    { file: expect.any(String), exports: ['bytes', 'digest', 'later'] },
  ]);
});

function fixture(source: string): string {
  const file = join(scratch, 'module.ts');
  writeFileSync(file, source);
  return file;
}

async function load(...files: readonly string[]): Promise<readonly Outcome[]> {
  const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, loader, ...files]);
  return stdout
    .trim()
    .split('\n')
    .map((line): Outcome => JSON.parse(line));
}
