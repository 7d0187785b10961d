// Compiled once for a whole run of tests, and not at each start of a decoder, which would cost more processor time than what is
// tested. Programs and threads of tests read and write the same folder, as those of one user do.
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { codeFolder } from '../packages/ingest/src/decoder/code-cache.ts';
import { warmDecoder } from '../packages/ingest/src/decoder/warm-decoder.ts';

/** Called by the test runner, before the first file. */
export async function setup(): Promise<void> {
  enableCompileCache(process.env['NODE_COMPILE_CACHE']);
  const folder = codeFolder();
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const compiling = warmDecoder(folder);
  compiling.ref();
  await once(compiling, 'exit');
}
