// Two servers and one data folder: the second is told who has it, and a killed one leaves no lock behind.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { openProcessStage } from './serve-stage.ts';

const perceptBin = fileURLToPath(new URL('../../packages/percept/bin/percept.js', import.meta.url));

test(
  'a second percept serve on one data folder names the first one, and starts once that was killed',
  { timeout: 240_000 },
  async () => {
    await using stage = await openProcessStage([], 'none');
    const second = () =>
      spawnSync(
        process.execPath,
        [perceptBin, 'serve', '--json', '--port', '0', '--data', stage.data],
        { cwd: stage.folder, env: stage.env, encoding: 'utf8', timeout: 200_000 },
      );
    for (let round = 0; round < 2; round++) {
      const first = await stage.start();
      const told = second();
      expect(told.status).toBe(1);
      expect(JSON.parse(told.stdout)).toMatchObject({
        error: 'fault',
        message: expect.stringMatching(/--data DIR$/),
      });
      expect(told.stdout).toContain(`Process ${first.child.pid} `);
      expect(told.stdout).toContain(first.origin);
      // The first one was not disturbed.
      expect((await first.visitor.status()).tenant).toBe('local');
      first.child.kill('SIGKILL');
      await first.gone;
    }
    const last = await stage.start();
    last.child.kill('SIGTERM');
    expect(await last.gone).toBe(143);
    const next = await stage.start();
    expect((await next.visitor.status()).tenant).toBe('local');
  },
);
