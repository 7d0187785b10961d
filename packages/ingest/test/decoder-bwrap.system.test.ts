// What every decoder promises, asked again of those behind bubblewrap, and what only bubblewrap can promise.
import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { unless } from '../../../test/needs.ts';
import { codeFolder } from '../src/decoder/code-cache.ts';
import { DecoderPool } from '../src/decoder/index.ts';
import { jobOf } from './fixtures/jobs.ts';
import { drawScreenshot, paint } from './fixtures/pictures.ts';
import { snooped } from './fixtures/snooped.ts';
import { noBwrap } from './fixtures/tiers.ts';
import './decoder-bombs.test.ts';
import './decoder-faults.test.ts';
import './decoder-sealed.test.ts';

const job = await jobOf(await paint(drawScreenshot(200, 100)).png().toBuffer());

test(
  'A decoder in bubblewrap has no files, no network and no view of other processes.',
  { tags: ['f-ingest-child-sealed', 'f-ingest-no-permission-flag'], ...unless(noBwrap) },
  async () => {
    const { env, network, files, others, cwd } = await snooped('bwrap', job);
    expect(network).toBe('ECONNREFUSED');
    expect(files).toMatchObject({ passwd: 'ENOENT', home: 'ENOENT', write: 'EROFS' });
    // A project that lies in the temporary folder has it mounted, and read-only.
    expect(['ENOENT', 'EROFS']).toContain(files['temp']);
    expect(others).toBeLessThanOrEqual(3);
    expect(cwd).toBe('/');
    expect(Object.keys(env).toSorted()).toEqual([
      'LANG',
      'MALLOC_ARENA_MAX',
      'MALLOC_MMAP_THRESHOLD_',
      'MALLOC_TRIM_THRESHOLD_',
      'NODE_COMPILE_CACHE',
      'PWD',
      'UV_THREADPOOL_SIZE',
    ]);
    expect(env['NODE_COMPILE_CACHE'], 'its own code').toBe(codeFolder());
  },
);

test(
  'A decoder that is killed while bubblewrap starts leaves nobody behind.',
  unless(noBwrap),
  async () => {
    const childEntry = new URL('./fixtures/faults/mute.ts', import.meta.url);
    for (let round = 0; round < 40; round += 1) {
      const pool = new DecoderPool({ sandbox: 'bwrap', childEntry });
      const run = pool.run(job);
      await sleep(round % 8);
      await pool.close();
      await run;
    }
    const left = execFileSync('ps', ['-eo', 'ppid=,args='], { encoding: 'utf8' })
      .split('\n')
      .filter((line) => /^\s*1 .*bwrap .*mute\.ts/.test(line));
    expect(left).toEqual([]);
  },
);
