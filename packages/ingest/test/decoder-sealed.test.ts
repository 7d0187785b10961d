// What a decoder that was taken over could reach, and what becomes of decoders whose host is gone.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { DecoderPool, type Sandbox } from '../src/decoder/index.ts';
import { jobOf } from './fixtures/jobs.ts';
import { drawScreenshot, paint } from './fixtures/pictures.ts';
import { descendants, isAlive } from './fixtures/processes.ts';
import { childTiers, hasBwrap, hasRlimit } from './fixtures/tiers.ts';

const job = await jobOf(await paint(drawScreenshot(200, 100)).png().toBuffer());

interface Report {
  readonly env: Record<string, string>;
  readonly network: string;
  readonly files: Record<string, string>;
  readonly others: number;
  readonly cwd: string;
}

/** Runs the snooping decoder with a listening port of the host in reach, and returns what it saw. */
async function snoop(sandbox: Sandbox): Promise<Report> {
  const server = createServer((socket) => socket.end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const pool = new DecoderPool({
    sandbox,
    childEntry: new URL('./fixtures/faults/snoop.ts', import.meta.url),
  });
  onTestFinished(async () => {
    server.close();
    await pool.close();
  });
  const { port } = server.address() as AddressInfo;
  const outcome = await pool.run({ ...job, region: { left: port, top: 0, width: 1, height: 1 } });
  if (outcome.ok || outcome.refusal.refused !== 'corrupt') throw new Error(JSON.stringify(outcome));
  expect(pool.tier).toBe(sandbox);
  return JSON.parse(outcome.refusal.message) as Report;
}

describe.runIf(hasRlimit)('a decoder', () => {
  test('inherits nothing of the environment of its host', async () => {
    process.env['PERCEPT_TEST_SECRET'] = 'sk-do-not-leak';
    onTestFinished(() => {
      delete process.env['PERCEPT_TEST_SECRET'];
    });
    const { env, files } = await snoop('rlimit');
    expect(Object.keys(env).toSorted()).toEqual(['LANG', 'MALLOC_ARENA_MAX', 'UV_THREADPOOL_SIZE']);
    expect(JSON.stringify(env)).not.toContain('sk-do-not-leak');
    expect(files['temp'], 'no file can be given content').not.toBe('open');
  });

  test.runIf(hasBwrap)(
    'in bubblewrap has no files, no network and no view of other processes',
    { tags: ['f-ingest-child-sealed', 'f-ingest-no-permission-flag'] },
    async () => {
      const { env, network, files, others, cwd } = await snoop('bwrap');
      expect(network).toBe('ECONNREFUSED');
      expect(files).toMatchObject({ passwd: 'ENOENT', home: 'ENOENT', write: 'EROFS' });
      // A project that lies in the temporary folder has it mounted, and read-only.
      expect(['ENOENT', 'EROFS']).toContain(files['temp']);
      expect(others).toBeLessThanOrEqual(3);
      expect(cwd).toBe('/');
      expect(Object.keys(env).toSorted()).toEqual([
        'LANG',
        'MALLOC_ARENA_MAX',
        'PWD',
        'UV_THREADPOOL_SIZE',
      ]);
    },
  );

  test(
    'that is native takes no other format than the four',
    { tags: ['f-ingest-four-loaders', 's002-mime-loaders-disabled'] },
    async () => {
      const pool = new DecoderPool({ sandbox: 'rlimit' });
      onTestFinished(() => pool.close());
      const sources = {
        svg: '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100"><rect width="9" height="9"/></svg>',
        pnm: `P3 200 100 255 ${'9 9 9 '.repeat(20_000)}`,
      };
      for (const text of Object.values(sources)) {
        const outcome = await pool.run({ ...job, bytes: new TextEncoder().encode(text) });
        expect(outcome).toMatchObject({ ok: false, refusal: { refused: 'unsupported-type' } });
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
    while (pids.some(isAlive) && performance.now() - began < 5_000)
      await new Promise((go) => setTimeout(go, 10));
    expect(pids.filter(isAlive)).toEqual([]);
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

test.runIf(hasBwrap)(
  'A decoder that is killed while bubblewrap starts leaves nobody behind.',
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
