// The probe against a terminal that answers when and how it likes.
import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { batchFor } from '../src/probe/queries.ts';
import { probeOf } from '../src/probe/probe.ts';
import { TerminalInput } from '../src/screen/input.ts';
import { terminalLimits } from '../src/limits.ts';
import { type Variables } from '../src/index.ts';

/** The far end of a line: what is written to it, and what it says. */
class Line extends EventEmitter {
  readonly written: string[] = [];
  resume(): void {}
  pause(): void {}
  say(text: string): void {
    this.emit('data', Buffer.from(text, 'latin1'));
  }
}

function connect(
  options: { variables?: Variables; timeoutMs?: number; isTerminal?: boolean } = {},
) {
  const line = new Line();
  const input = new TerminalInput(line);
  let keys = '';
  input.keys.on('data', (chunk: Buffer) => (keys += chunk.toString('latin1')));
  const probe = probeOf({
    surroundings: {
      variables: { TERM: 'xterm-256color', ...options.variables },
      platform: 'linux',
      isTerminal: options.isTerminal ?? true,
    },
    screen: { columns: 80, rows: 24 },
    input,
    write: (text) => line.written.push(text),
    askTmux: async () => undefined,
    ...(options.timeoutMs !== undefined && { timeoutMs: options.timeoutMs }),
  });
  return { line, input, probe, keys: () => keys };
}

const fence = '\u001b[?62;4c';

describe('the batch', () => {
  test('ends with the fence', () => {
    expect(batchFor('none').endsWith('\u001b[c')).toBe(true);
  });

  test('leaves out for tmux what tmux would take for a title', () => {
    expect(batchFor('none')).toContain('\u001b_Gi=31');
    expect(batchFor('tmux')).not.toContain('\u001b_G');
  });

  test('waits for seconds, not for 100 ms', { tags: ['f-term-probe-seconds'] }, () => {
    expect(terminalLimits.probeTimeoutMs).toBeGreaterThanOrEqual(2_000);
  });
});

describe('the probe', () => {
  test('asks once, in one write, and keeps the answer', { tags: ['s002-probe-once'] }, async () => {
    const { line, probe } = connect();
    const first = probe.graphics();
    line.say(fence);
    expect(await first).toBe(await probe.graphics());
    expect(line.written.length).toBe(1);
  });

  test('ends with the fence and not with the clock', async () => {
    const { line, probe } = connect({ timeoutMs: 60_000 });
    const answer = probe.graphics();
    line.say(`\u001b_Gi=31;OK\u001b\\${fence}`);
    expect((await answer).protocol).toBe('kitty');
  });

  test(
    'returns before the terminal answers, so that painting goes on',
    { tags: ['f-term-probe-async'] },
    async () => {
      const { line, probe } = connect();
      let known = false;
      const answer = probe.graphics().then(() => (known = true));
      await sleep(20);
      expect(known).toBe(false);
      line.say(fence);
      await answer;
    },
  );

  test(
    'gives up on a silent terminal after the ceiling',
    { tags: ['s002-probe-timeout'] },
    async () => {
      const { probe } = connect({ timeoutMs: 40 });
      expect(await probe.graphics()).toMatchObject({ protocol: 'half', cell: { known: false } });
    },
  );

  test(
    'understands a terminal that takes 300 ms and answers in pieces',
    { tags: ['f-term-probe-seconds'] },
    async () => {
      const { line, probe, keys } = connect();
      const answer = probe.graphics();
      await sleep(300);
      for (const piece of ['\u001b', '[6;2', '0;9t\u001b[', '?62', ';4', 'c']) {
        line.say(piece);
        await sleep(5);
      }
      expect(await answer).toMatchObject({ protocol: 'sixel', cell: { width: 9, height: 20 } });
      expect(keys()).toBe('');
    },
  );

  test(
    'swallows replies that come after it gave up',
    { tags: ['f-term-late-replies'] },
    async () => {
      const { line, probe, keys } = connect({ timeoutMs: 10 });
      await probe.graphics();
      line.say(`x\u001bP>|foot(1.13)\u001b\\y${fence}z`);
      await sleep(5);
      expect(keys()).toBe('xyz');
    },
  );

  test('hands on what is typed meanwhile, in order', async () => {
    const { line, probe, keys } = connect();
    const answer = probe.graphics();
    line.say('he\u001b[6;20;9tll');
    line.say(`\u001b[A${fence}o`);
    await answer;
    expect(keys()).toBe('hell\u001b[Ao');
  });

  test('hands on a lone Escape after a moment', async () => {
    const { line, keys } = connect();
    line.say('\u001b');
    expect(keys()).toBe('');
    await sleep(terminalLimits.keyTimeoutMs + 40);
    expect(keys()).toBe('\u001b');
  });

  test('asks nothing where nothing could be drawn', async () => {
    const { line, probe } = connect({ isTerminal: false });
    expect((await probe.graphics()).protocol).toBe('none');
    expect(line.written).toEqual([]);
  });
});

describe('the way out', () => {
  test('waits for the fence that is still out', { tags: ['f-term-exit-fence'] }, async () => {
    const { line, probe } = connect({ timeoutMs: 5 });
    await probe.graphics();
    let settled = false;
    const way = probe.settled().then(() => (settled = true));
    await sleep(30);
    expect(settled).toBe(false);
    line.say(fence);
    await way;
    expect(settled).toBe(true);
  });

  test('does not wait for ever', async () => {
    const { probe } = connect({ timeoutMs: 5 });
    await probe.graphics();
    await expect(probe.settled(20)).resolves.toBeUndefined();
  });

  test('is open at once when nothing was asked', async () => {
    await expect(connect().probe.settled(60_000)).resolves.toBeUndefined();
  });
});
