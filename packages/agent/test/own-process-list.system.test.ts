// A server that wants to read what it was not given, and one that hides what it started: both with the list of their own that
// bubblewrap gives them.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { listMaker } from '../src/client-servers/own-process-list.ts';
import { ProcessGroup } from '../src/client-servers/process-group.ts';

const env = { PATH: process.env['PATH'] ?? '' };
const program = (script: string) => ({ command: 'sh', args: ['-c', script], env, cwd: '/' });

async function saidBy(group: ProcessGroup): Promise<string> {
  const pieces: Buffer[] = [];
  group.child.stdout.on('data', (piece: Buffer) => pieces.push(piece));
  await once(group.child, 'close');
  return Buffer.concat(pieces).toString('latin1');
}

function commandLines(): string {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => {
      try {
        return readFileSync(`/proc/${name}/cmdline`, 'latin1');
      } catch {
        return '';
      }
    })
    .join('\n');
}

describe('a server in a process list of its own', { tags: ['d-client-servers-end'] }, () => {
  test('there is one where bwrap works, and these tests need it', () => {
    expect(listMaker()).toMatch(/bwrap$/);
  });

  test('attack: it reads nobody’s variables in /proc', async () => {
    const ours = spawn('sleep', ['60'], { env: { ...env, KEY_OF_OURS: 'k-4711-secret' } });
    try {
      await once(ours, 'spawn');
      expect(readFileSync(`/proc/${ours.pid}/environ`, 'latin1')).toContain('k-4711-secret');
      const group = new ProcessGroup(program('cat /proc/[0-9]*/environ; echo the end'));
      const said = await saidBy(group);
      expect(said).toContain('the end');
      expect(said).not.toContain('k-4711-secret');
    } finally {
      ours.kill('SIGKILL');
    }
  });

  test('attack: what left its group, its environment and its parent ends with it', async () => {
    const script = '(setsid env -i /bin/sleep 47114711 &) ; echo up; exec cat';
    const group = new ProcessGroup(program(script));
    await once(group.child.stdout, 'data');
    await expect.poll(commandLines).toContain('47114711');
    await group.close(500);
    await expect.poll(commandLines).not.toContain('47114711');
  });

  test('is told to end before it is killed, and says its last word', async () => {
    const group = new ProcessGroup(
      program('trap "echo bye; exit 0" TERM; echo up; while :; do sleep 0.05; done'),
    );
    const said = saidBy(group);
    await once(group.child.stdout, 'data');
    await group.close(2_000);
    expect(await said).toContain('bye');
  });
});
