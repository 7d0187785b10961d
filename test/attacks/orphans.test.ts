// Programs that a client's server started and hid: gone with the session, whatever they did to their environment.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ProcessGroup } from '../../packages/agent/src/client-servers/process-group.ts';
import { hostPids } from '../client-servers/support/host-pids.ts';
import { openClone } from './clone.ts';
import { attacksFrom } from './tries.ts';

/** The child writes its number and stays; the server stays too, or leaves it alone a while after it was told to. */
const child =
  'require("fs").writeFileSync(process.argv[1], String(process.pid)); setInterval(() => {}, 1000)';

function server(detached: boolean, leavesAfterMs: number | undefined): string {
  const start = `require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(child)}, process.argv[1]], { detached: ${detached}, env: {}, stdio: 'ignore' }).unref();`;
  const stay =
    'process.stdin.resume(); process.stdin.on("end", () => {}); setInterval(() => {}, 1000);';
  return `${start} ${leavesAfterMs === undefined ? stay : leaves(leavesAfterMs)}`;
}

function leaves(afterMs: number): string {
  const isTold = 'require("fs").existsSync(process.argv[1] + ".leave")';
  return `setInterval(() => ${isTold} && setTimeout(() => process.exit(0), ${afterMs}), 20);`;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^\d+ \(.*\) Z /s.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
}

describe('a child without the mark of its session', { timeout: 240_000 }, () => {
  const hidings = [
    ['with a cleared environment', false, undefined],
    ['with a cleared environment and a session of its own', true, undefined],
    ['whose server leaves first', true, 4_000],
  ] as const;
  for (const [how, detached, leavesAfterMs] of hidings)
    test(`${how} ends with it`, { tags: ['d-client-servers-end'] }, async (context) => {
      if (process.platform !== 'linux') context.skip('only Linux tells who started whom');
      const attempt = attacksFrom(context, 'finding guests, orphan');
      await using clone = await openClone();
      const note = join(clone.top, 'pid');
      const group = new ProcessGroup({
        command: process.execPath,
        args: ['-e', server(detached, leavesAfterMs), note],
        env: { PATH: process.env['PATH'] ?? '' },
        cwd: clone.top,
      });
      let pid = 0;
      while (pid === 0) {
        await sleep(50);
        try {
          pid = Number(readFileSync(note, 'utf8'));
        } catch {
          // Not started yet.
        }
      }
      [pid = 0] = await hostPids([pid], group.child.pid ?? 0);
      expect(isAlive(pid)).toBe(true);
      onTestFinished(() => void (isAlive(pid) && process.kill(pid, 'SIGKILL')));
      writeFileSync(`${note}.leave`, '');
      if (leavesAfterMs === undefined) await group.close(500);
      else await group.ended;
      attempt();
      await expect.poll(() => isAlive(pid)).toBe(false);
    });
});
