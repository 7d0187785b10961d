// Where the built chat app is. A finished build appears as a whole or not at all; building is only possible in a source
// checkout, and only when somebody asks for it.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { accept, refuse, type Outcome } from '@percept/core';

const home = fileURLToPath(new URL('../', import.meta.url));
const finished = join(home, 'dist', 'app');
const bundler = join(home, 'scripts', 'bundle.ts');
/** A page of the app is as old as the oldest of what it is made from. */
const sources = ['src', 'index.html', 'vite.app.config.ts', '../core/src'] as const;

/**
 * The folder with `index.html`, if the app was built.
 *
 * @example await openHost({ ...setup, app: await findApp() });
 */
export async function findApp(): Promise<string | undefined> {
  return existsSync(join(finished, 'index.html')) ? finished : undefined;
}

/**
 * Builds where the sources are newer than the last build. Two at once do the work twice and end the same.
 *
 * @example const folder = await buildApp(); if (folder.ok) await openHost({ ...setup, app: folder.value });
 */
export async function buildApp(): Promise<Outcome<string>> {
  if (!existsSync(bundler)) return (await findApp()) ? accept(finished) : refuse(notBuilt);
  if (await isCurrent()) return accept(finished);
  const fresh = join(home, 'dist', `app-${process.pid}-${Date.now()}`);
  await mkdir(join(home, 'dist'), { recursive: true });
  const started = new Date();
  const failure = await bundle(fresh);
  if (failure === undefined) {
    // As old as its beginning: what was changed meanwhile is newer, and is built the next time.
    await utimes(join(fresh, 'index.html'), started, started);
    await swap(fresh);
  }
  await rm(fresh, { recursive: true, force: true });
  return failure === undefined ? accept(finished) : refuse({ ...notBuilt, message: failure });
}

async function isCurrent(): Promise<boolean> {
  const built = await stat(join(finished, 'index.html')).catch(() => undefined);
  if (!built) return false;
  const newest = await Promise.all(sources.map((source) => newestIn(join(home, source))));
  return Math.max(...newest) <= built.mtimeMs;
}

async function newestIn(path: string): Promise<number> {
  const found = await stat(path).catch(() => undefined);
  if (!found?.isDirectory()) return found?.mtimeMs ?? 0;
  const names = await readdir(path);
  const times = await Promise.all(names.map((name) => newestIn(join(path, name))));
  // A folder's own time tells that something in it went away.
  return Math.max(found.mtimeMs, ...times);
}

/** The bundler runs in a process of its own: a server that serves the page never loads it. */
function bundle(into: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [bundler, into], { cwd: home, stdio: ['ignore', 2, 2] });
    child.on('error', (error) => resolve(`The chat app could not be built: ${error.message}.`));
    child.on('close', (code) =>
      resolve(code === 0 ? undefined : `The chat app could not be built (exit code ${code}).`),
    );
  });
}

async function swap(fresh: string): Promise<void> {
  const old = `${fresh}-old`;
  await rename(finished, old).catch(() => undefined);
  await rename(fresh, finished).catch(async (error: unknown) => {
    // Somebody else was faster with the same sources.
    if (!(await findApp())) throw error;
  });
  await rm(old, { recursive: true, force: true });
}

const notBuilt = {
  refused: 'unavailable',
  message: 'The chat app is not built.',
  hint: 'Run "npm run -w packages/web build" in a checkout of the sources.',
} as const;
