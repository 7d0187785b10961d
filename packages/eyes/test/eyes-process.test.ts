// Whatever becomes of the process that looks, its job is a refusal, the host stands, and the next job has a new one.
import { execFileSync } from 'node:child_process';
import { expect, onTestFinished, test } from 'vitest';
import { unless } from '../../../test/needs.ts';
import { descendants } from '../../ingest/test/fixtures/processes.ts';
import { EyesProcess } from '../src/worker/eyes-process.ts';
import { noSound } from './no-sound.ts';

const answered = { ok: false, refusal: { refused: 'unsupported-type' } };
const elsewhere = process.platform === 'linux' ? undefined : 'there is no /proc here';

test(
  'A process that dies while a job is on its way to it is told.',
  unless(elsewhere),
  async () => {
    const eyes = new EyesProcess(10_000);
    onTestFinished(() => eyes.close());
    expect(await eyes.run(noSound(100))).toMatchObject(answered);
    for (const { pid, command } of descendants(process.pid))
      if (command.includes('worker/child')) process.kill(pid, 'SIGKILL');
    expect(await eyes.run(noSound(20_000_000))).toMatchObject({
      ok: false,
      refusal: { refused: 'worker-failed' },
    });
    expect(await eyes.run(noSound(100))).toMatchObject(answered);
  },
);

test(
  'One that cannot be started for want of files says so, and starts when there are some again.',
  unless(elsewhere),
  () => {
    const program = new URL('no-files.ts', import.meta.url).pathname;
    const limited = 'ulimit -n 256 && exec "$0" --no-warnings --conditions=source "$1"';
    const told = execFileSync('/bin/sh', ['-c', limited, process.execPath, program], {
      encoding: 'utf8',
      timeout: 60_000,
    });
    expect(JSON.parse(told)).toMatchObject({
      without: { refused: 'unavailable', hint: expect.stringContaining('ulimit -n') },
      later: answered,
    });
  },
);
