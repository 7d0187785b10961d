// Loaded into every Node of a mutant's run, and named by vitest's configuration as a plugin: the one file that the environment names
// is read with its change, whoever reads it. No file on the disk is ever changed. Imports nothing of this project, which it may change.
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

const {
  PERCEPT_MUTANT: changedPath,
  PERCEPT_MUTANT_START: start,
  PERCEPT_MUTANT_END: end,
  PERCEPT_MUTANT_TO: to,
} = process.env;

export function mutated(path: string, source: string): string {
  if (path !== changedPath) return source;
  return source.slice(0, Number(start)) + (to ?? '') + source.slice(Number(end));
}

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!url.startsWith('file:') || fileURLToPath(url) !== changedPath) return loaded;
    return { ...loaded, source: mutated(changedPath, readFileSync(changedPath, 'utf8')) };
  },
});
