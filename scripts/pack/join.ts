// Modules of a package that are loaded together, as one file each way in needs: a module costs half a millisecond of a processor
// where it is imported, whatever stands in it. Only for code that asks nothing of where its file lies.
import { globSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { buildSync } from 'esbuild';

/** Rewrites the compiled code in `folder` so that `entries` (paths in it) remain, and what they share. Declarations stay. */
export function joinModules(folder: string, entries: readonly string[]): void {
  const modules = globSync('**/*.js', { cwd: folder });
  const placed = modules.find((file) =>
    readFileSync(join(folder, file), 'utf8').includes('import.meta'),
  );
  if (placed !== undefined) throw new Error(`${placed} asks where it lies, and cannot be joined`);
  const { metafile } = buildSync({
    absWorkingDir: folder,
    entryPoints: [...entries],
    outdir: folder,
    outbase: folder,
    allowOverwrite: true,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'neutral',
    packages: 'external',
    chunkNames: 'shared/[hash]',
    metafile: true,
    logLevel: 'warning',
  });
  const written = new Set(
    Object.keys(metafile.outputs).map((file) => relative(folder, join(folder, file))),
  );
  for (const file of modules) if (!written.has(file)) rmSync(join(folder, file));
}
