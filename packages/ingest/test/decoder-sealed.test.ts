// What a decoder that was taken over could reach, and what becomes of decoders whose host is gone.
import { imageTypes } from '@percept/core';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { codeFolder } from '../src/decoder/code-cache.ts';
import { DecoderPool } from '../src/decoder/index.ts';
import { jobOf } from './fixtures/jobs.ts';
import { drawScreenshot, paint } from './fixtures/pictures.ts';
import { descendants, isAlive } from './fixtures/processes.ts';
import { snooped } from './fixtures/snooped.ts';
import { childTiers, noRlimit } from './fixtures/tiers.ts';
import { unless } from '../../../test/needs.ts';

const job = await jobOf(await paint(drawScreenshot(200, 100)).png().toBuffer());

describe('a decoder', unless(noRlimit), () => {
  test('inherits nothing of the environment of its host', async () => {
    process.env['PERCEPT_TEST_SECRET'] = 'sk-do-not-leak';
    onTestFinished(() => {
      delete process.env['PERCEPT_TEST_SECRET'];
    });
    const { env, files } = await snooped('rlimit', job);
    expect(Object.keys(env).toSorted()).toEqual([
      'LANG',
      'MALLOC_ARENA_MAX',
      'MALLOC_MMAP_THRESHOLD_',
      'MALLOC_TRIM_THRESHOLD_',
      'NODE_COMPILE_CACHE',
      'UV_THREADPOOL_SIZE',
    ]);
    expect(env['NODE_COMPILE_CACHE'], 'its own code').toBe(codeFolder());
    expect(JSON.stringify(env)).not.toContain('sk-do-not-leak');
    expect(files['temp'], 'no file can be given content').not.toBe('open');
  });

  test(
    'that is native takes no other format than the one that its job names',
    { tags: ['f-ingest-four-loaders', 's002-mime-loaders-disabled'] },
    async () => {
      const pool = new DecoderPool({ sandbox: 'rlimit' });
      onTestFinished(() => pool.close());
      const drawn = paint(drawScreenshot(200, 100));
      const sources: Readonly<Record<string, Uint8Array>> = {
        'image/png': await drawn.clone().png().toBuffer(),
        'image/jpeg': await drawn.clone().jpeg().toBuffer(),
        'image/gif': await drawn.clone().gif().toBuffer(),
        'image/webp': await drawn.clone().webp().toBuffer(),
        'image/tiff': await drawn.clone().tiff().toBuffer(),
        'image/avif': await drawn.clone().avif({ effort: 0 }).toBuffer(),
        svg: Buffer.from(
          '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100"><rect width="9" height="9"/></svg>',
        ),
        pnm: Buffer.from(`P3 200 100 255 ${'9 9 9 '.repeat(20_000)}`),
      };
      for (const mime of imageTypes) {
        // A GIF is walked by our own code before a decoder sees it.
        const other = mime === 'image/gif' ? 'corrupt' : 'unsupported-type';
        for (const [type, bytes] of Object.entries(sources)) {
          const outcome = await pool.run({ ...job, mime, bytes });
          const came = outcome.ok ? 'decoded' : outcome.refusal.refused;
          expect([mime, type, came]).toEqual([mime, type, type === mime ? 'decoded' : other]);
        }
      }
    },
  );
});

test(
  'Sealed sharp reads a picture from memory and no path.',
  { tags: ['f-ingest-four-loaders'] },
  async () => {
    const script = fileURLToPath(new URL('./fixtures/sealed-path.ts', import.meta.url));
    const run = spawn(process.execPath, ['--no-warnings', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    expect(String((await once(run.stdout, 'data'))[0]).trim()).toBe('path refused, buffer open');
  },
);

describe.each(childTiers)('a host with decoders in %s', (tier) => {
  const start = async (ending: string) => {
    const host = spawn(
      process.execPath,
      [
        '--no-warnings',
        fileURLToPath(new URL('./fixtures/host.ts', import.meta.url)),
        tier,
        ending,
      ],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    const said = String((await once(host.stdout, 'data'))[0]).trim();
    expect(said).toBe('ready');
    return { host, decoders: descendants(host.pid!) };
  };
  const allGone = async (pids: readonly number[]): Promise<number> => {
    const began = performance.now();
    // An orphan keeps the test from ending.
    while (pids.some(isAlive)) await new Promise((go) => setTimeout(go, 10));
    return Math.round(performance.now() - began);
  };

  test.each(['idle', 'hang'])(
    'leaves no orphan when it is killed while its decoder is in state %s',
    async (ending) => {
      const { host, decoders } = await start(ending);
      expect(decoders.length).toBeGreaterThan(0);
      host.kill('SIGKILL');
      await once(host, 'exit');
      const waited = await allGone(decoders.map(({ pid }) => pid));
      console.log(
        `${tier}, ${ending}: ${decoders.length} process(es) gone ${waited} ms after their host was killed`,
      );
    },
  );

  test('ends by itself when it has nothing left to do', async () => {
    const { host, decoders } = await start('leave');
    if (host.exitCode === null) await once(host, 'exit');
    expect(host.exitCode).toBe(0);
    await allGone(decoders.map(({ pid }) => pid));
  });
});
