// However a program ends, the shell behind it has its terminal back: asked of the kernel, through a real pty.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { spawn } from '@lydell/node-pty';
import { describe, expect, test } from 'vitest';
import { createScene } from './scene.ts';

const child = new URL('child-session.ts', import.meta.url).pathname;

interface Ending {
  /** What stands on the screen once the program is gone. */
  readonly screen: string;
  readonly modes: string;
}

/** `act` runs when the session is open; the terminal answers the fence after `answerAfterMs`, or never. */
async function end(
  way: string | readonly string[],
  act: (pty: { write(data: string): void; pid: number }) => void,
  answerAfterMs: number | undefined,
  /** How long the shell goes on afterwards: a reply that comes now is echoed by the kernel. */
  lingerSeconds = 0,
): Promise<Ending> {
  const program = typeof way === 'string' ? [child, way] : way;
  const script = `"$0" "$@"; echo "[ended $?]"; stty -a; sleep ${lingerSeconds}; echo "[over]"`;
  const pty = spawn('sh', ['-c', script, process.execPath, ...program], {
    cols: 200,
    rows: 24,
    name: 'xterm-256color',
    env: { ...process.env, CI: '', NO_COLOR: '', TMUX: '' },
  });
  let screen = '';
  let asked = false;
  let acted = false;
  const over = Promise.withResolvers<void>();
  pty.onData((data) => {
    screen += data;
    if (!asked && screen.includes('\u001b[c')) {
      asked = true;
      if (answerAfterMs !== undefined) {
        setTimeout(() => pty.write('\u001bP>|Slow(1)\u001b\\\u001b[?62;4c'), answerAfterMs);
      }
    }
    if (!acted && (asked || screen.includes('[open]'))) {
      acted = true;
      setTimeout(() => act(pty), 50);
    }
    if (screen.includes('[over]')) over.resolve();
  });
  await over.promise;
  await sleep(50);
  pty.kill();
  const modes = screen.slice(screen.indexOf('[ended'));
  return { screen, modes };
}

const nothing = (): void => {};
const command = new URL('../../packages/percept/bin/percept.js', import.meta.url).pathname;

describe('the terminal is as it was', { timeout: 240_000 }, () => {
  test.each<[string, string, Parameters<typeof end>[1], number | undefined]>([
    ['at the end', 'close', nothing, 10],
    ['after a reply that took 300 ms', 'close', nothing, 300],
    ['after process.exit', 'exit', nothing, undefined],
    ['after an exception', 'throw', nothing, undefined],
    ['after Ctrl-C while the terminal is silent', 'wait', (pty) => pty.write('\u0003'), undefined],
    ['after Ctrl-C once the terminal answered', 'wait', (pty) => pty.write('\u0003'), 1],
  ])('%s', { tags: ['f-term-restored'] }, async (_, way, act, answerAfterMs) => {
    const { modes } = await end(way, act, answerAfterMs);
    for (const mode of ['icanon', 'isig', 'echo', 'icrnl', 'opost']) {
      expect(modes).toMatch(new RegExp(`(?<!-)\\b${mode}\\b`));
    }
  });

  test(
    'and a reply that took 300 ms is on no line of it',
    { tags: ['f-term-exit-fence', 'f-term-late-replies'] },
    async () => {
      const { screen } = await end('close-at-once', nothing, 300, 0.6);
      expect(screen.slice(screen.indexOf('[open]'))).not.toMatch(/62;4c|Slow/);
    },
  );

  test(
    'and Ctrl-C ends a program that handles nothing',
    { tags: ['f-term-restored'] },
    async () => {
      const { modes } = await end('wait', (pty) => pty.write('\u0003'), 1);
      expect(modes).toContain('[ended 130]');
    },
  );

  test(
    'and a program that handles Ctrl-C itself ends as it likes',
    { tags: ['f-term-restored'] },
    async () => {
      const { modes } = await end('handle', (pty) => pty.write('\u0003'), undefined);
      expect(modes).toContain('[ended 5]');
      expect(modes).toMatch(/(?<!-)\becho\b/);
    },
  );

  test(
    'after percept view is interrupted twice while the terminal is silent',
    { tags: ['f-term-restored'] },
    async () => {
      using scene = await createScene();
      const file = join(scene.folder, 'quadrants.png');
      const twice: Parameters<typeof end>[1] = (pty) => {
        pty.write('\u0003');
        setTimeout(() => pty.write('\u0003'), 100);
      };
      const { modes } = await end(
        [command, 'view', file, '--data', scene.folder],
        twice,
        undefined,
      );
      expect(modes).toContain('[ended 130]');
      expect(modes).toMatch(/(?<!-)\bicanon\b/);
      expect(modes).toMatch(/(?<!-)\becho\b/);
    },
  );
});
