// A copy of the checkout in which a file may be changed: every process of a test reads the change, also one that is sealed off or starts
// with an empty environment, and the checkout itself is never touched.
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  type Dirent,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export interface Copy extends Disposable {
  readonly root: string;
}

export function copyOf(root: string): Copy {
  const copy = mkdtempSync(join(tmpdir(), 'percept-mutants-'));
  for (const file of trackedFiles(root)) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    copyFileSync(join(root, file), join(copy, file));
  }
  const modules = ['.', ...readdirSync(join(root, 'packages')).map((name) => `packages/${name}`)];
  for (const folder of modules) link(join(root, folder), join(copy, folder), 'node_modules');
  return { root: copy, [Symbol.dispose]: () => rmSync(copy, { recursive: true, force: true }) };
}

function trackedFiles(root: string): readonly string[] {
  const options = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const listed = execFileSync('git', options, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 });
  const deleted = execFileSync('git', ['ls-files', '-z', '--deleted'], {
    cwd: root,
    encoding: 'utf8',
  });
  const gone = new Set(deleted.split('\0'));
  return listed.split('\0').filter((file) => file !== '' && !gone.has(file));
}

/** Packages of the registry are linked; the workspace's own lead to the copy, because their links are relative. */
function link(from: string, to: string, name: string): void {
  const inside = list(join(from, name));
  if (inside.length === 0) return;
  mkdirSync(join(to, name), { recursive: true });
  for (const entry of inside) {
    if (entry.isSymbolicLink()) {
      const target = readlinkSync(join(from, name, entry.name));
      symlinkSync(target, join(to, name, entry.name));
    } else if (entry.name.startsWith('@')) link(join(from, name), join(to, name), entry.name);
    // What a run writes down belongs to the copy.
    else if (!/^\.(cache|vite|vitest)/.test(entry.name))
      symlinkSync(join(from, name, entry.name), join(to, name, entry.name));
  }
}

function list(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
