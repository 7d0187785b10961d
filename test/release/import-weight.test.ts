// What `import 'percept'` loads before anything is asked of it: a count of modules, which no load of the machine changes. Each costs
// about half a millisecond of a processor, and a line that imports too much shows here. `npm run bench -- start` has the milliseconds.
import { execFile } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);
const here = dirname(fileURLToPath(import.meta.url));

const program = `
  import { registerHooks } from 'node:module';
  const loaded = new Set();
  registerHooks({ load: (url, context, next) => (loaded.add(url), next(url, context)) });
  await import(process.argv[1]);
  console.log(JSON.stringify([...loaded]));
`;

async function loadedBy(specifier: string): Promise<readonly string[]> {
  const args = ['--no-warnings', '--input-type=module', '-e', program, specifier];
  const { stdout } = await run(process.execPath, args, { cwd: here });
  const loaded: unknown = JSON.parse(stdout);
  if (!Array.isArray(loaded)) throw new Error(stdout);
  return loaded.map(String);
}

const entries = [
  { specifier: 'percept', most: 212 },
  { specifier: '@percept/core', most: 30 },
  { specifier: '@percept/core/ai-sdk', most: 90 },
  { specifier: '@percept/ingest', most: 70 },
  { specifier: '@percept/store', most: 15 },
] as const;

test.for(entries)(
  'import of $specifier loads at most $most modules, all of them ours and none that starts anything',
  { tags: ['d-light-import'] },
  async ({ specifier, most }) => {
    const loaded = await loadedBy(specifier);
    const files = loaded.filter((url) => url.startsWith('file:'));
    expect(files.filter((url) => !/\/packages\/[^/]+\/src\//.test(url))).toEqual([]);
    expect(loaded).not.toContain('node:child_process');
    expect(loaded).not.toContain('node:worker_threads');
    expect(loaded).not.toContain('node:sqlite');
    expect(files.length).toBeLessThanOrEqual(most);
    // A limit that is far away holds nothing.
    expect(files.length).toBeGreaterThan(most / 2);
  },
);
