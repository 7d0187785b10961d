#!/usr/bin/env node
// Plain JavaScript that every Node can read, so that an old one gets a sentence instead of a syntax error.
import { existsSync, lstatSync, mkdirSync, readFileSync } from 'node:fs';
import module from 'node:module';
import { isAbsolute, join } from 'node:path';

// What is installed is compiled for older ones than what runs from a clone.
const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const [wanted, found] = [engines.node, process.versions.node].map((version) => {
  const [, major, minor = 0] = /(\d+)(?:\.(\d+))?/.exec(version) ?? [];
  return { text: `${major}.${minor}`, order: Number(major) * 1000 + Number(minor) };
});

if (found.order < wanted.order) {
  console.error(
    `percept needs Node ${wanted.text} or newer, and this is ${process.version}.\n` +
      'In a clone, npm brings the right one: npx percept --help',
  );
  process.exitCode = 1;
} else {
  // Before the first import, so that the second start reads compiled code.
  const folder = codeFolder();
  if (folder !== undefined) module.enableCompileCache(folder);
  quietSqlite();
  const { main } = await import('../src/main.ts');
  await main();
}

/** Node 22 calls its SQLite experimental at every start; what Percept uses of it is tested there. */
function quietSqlite() {
  const warn = process.emitWarning.bind(process);
  process.emitWarning = (warning, ...rest) => {
    if (!String(warning).startsWith('SQLite is an experimental')) warn(warning, ...rest);
  };
}

/**
 * Code is run from there, so it must be the user's own: Node's choice, in the temporary folder, is anybody's. Undefined where
 * there is no such folder; everything works without it, a little later.
 */
function codeFolder() {
  const { XDG_CACHE_HOME: cache = '', LOCALAPPDATA: local = '', HOME: home = '' } = process.env;
  const base = [cache, local, join(home, '.cache')].find((path) => isAbsolute(path));
  if (base === undefined) return undefined;
  const folder = join(base, 'percept', 'code');
  try {
    // One by one: Node's recursive mkdir never ends under /proc.
    for (const path of [base, join(base, 'percept'), folder])
      if (!existsSync(path)) mkdirSync(path, 0o700);
    const facts = lstatSync(folder);
    const isOwn =
      process.getuid === undefined ||
      (facts.uid === process.getuid() && (facts.mode & 0o022) === 0);
    return facts.isDirectory() && isOwn ? folder : undefined;
  } catch {
    return undefined;
  }
}
