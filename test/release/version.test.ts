// One version for everything that is published: packages pin each other exactly, so a release moves all of them together.
import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { readFields } from '../../scripts/pack/fields.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const script = join(root, 'scripts/version.ts');

test('a version is set in every package, its pins and the changelog, and nowhere else', () => {
  const copy = mkdtempSync(join(tmpdir(), 'percept-version-'));
  onTestFinished(() => rmSync(copy, { recursive: true }));
  const files = globSync('{package.json,CHANGELOG.md,packages/*/package.json}', { cwd: root });
  for (const file of files) cpSync(join(root, file), join(copy, file));
  execFileSync(process.execPath, [script, '9.8.7', '--root', copy]);
  const current = String(readFields(join(root, 'package.json'))['version']);
  for (const file of files.filter((name) => name.endsWith('.json'))) {
    const fields = readFields(join(copy, file));
    expect(fields['version']).toBe('9.8.7');
    // What is pinned to our old version was ours.
    const before = readFileSync(join(root, file), 'utf8');
    const after = readFileSync(join(copy, file), 'utf8');
    const ours = /"(?:@percept\/[\w-]+|percept|version)": "/.source;
    expect(after).not.toMatch(new RegExp(`${ours}${current.replaceAll('.', '\\.')}"`));
    expect(after.split('\n')).toHaveLength(before.split('\n').length);
  }
  expect(readFileSync(join(copy, 'CHANGELOG.md'), 'utf8')).toMatch(
    /^# Changelog\n\n## Unreleased\n\n## 9\.8\.7\n/,
  );
});

test('what is no version changes nothing', () => {
  expect(() => execFileSync(process.execPath, [script, 'latest'], { stdio: 'ignore' })).toThrow(
    'Command failed',
  );
});
