// `percept draw` and `percept say` as a newcomer types them, against a scripted server.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { access, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isRecord } from '@percept/core/internal';
import { describe, expect, test } from 'vitest';
import { ownHome } from '../home.ts';
import { command } from '../chat/chat-process.ts';
import { drawPalette, drawQuadrants } from '../wires/quadrants.ts';
import { imagePrice, painters, speakers } from './makers.ts';
import { startMaker, streamedWave, type MakerAnswer, type MakerServer } from './maker-server.ts';

const timeout = 240_000;

interface Desk extends AsyncDisposable {
  readonly root: string;
  readonly server: MakerServer;
  run(...args: readonly string[]): Promise<Ran>;
  start(args: readonly string[]): { readonly done: Promise<Ran>; interrupt(): void };
}

interface Ran {
  readonly code: unknown;
  readonly stdout: string;
  readonly stderr: string;
}

async function openDesk(
  config: (url: string) => object,
  answer: () => MakerAnswer,
  where: 'user' | 'project' = 'user',
): Promise<Desk> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'percept-draw-')));
  const server = await startMaker(answer);
  const path = join(root, 'percept.config.json');
  await writeFile(path, JSON.stringify({ discovery: false, ...config(server.url) }));
  const env = {
    ...ownHome(join(root, 'home')),
    PERCEPT_DATA: join(root, 'data'),
    ...(where === 'user' && { PERCEPT_CONFIG: path }),
  };
  const start: Desk['start'] = (args) => {
    const child = spawn(process.execPath, [command, ...args], { cwd: root, env });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (data) => (stdout += String(data)));
    child.stderr.on('data', (data) => (stderr += String(data)));
    child.stdin.end();
    const done = new Promise<Ran>((resolve) =>
      child.on('close', (code) => resolve({ code, stdout, stderr })),
    );
    return { done, interrupt: () => void child.kill('SIGINT') };
  };
  return {
    root,
    server,
    start,
    run: (...args) => start(args).done,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await rm(root, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

const picture = async (seed: number): Promise<MakerAnswer> => {
  const bytes = await drawQuadrants(drawPalette(seed));
  return { kind: 'pictures', base64: [bytes.toString('base64')] };
};

const jsonOf = (text: string): Readonly<Record<string, unknown>> => {
  const value: unknown = JSON.parse(text);
  return isRecord(value) ? value : {};
};

describe('percept draw', () => {
  test(
    'says where it goes and what it costs, draws, and writes',
    { timeout, tags: ['p-made-on-purpose'] },
    async () => {
      const drawn = await picture(1);
      await using desk = await openDesk(
        (url) => ({ image: { ...painters['OpenAI images'](url), price: imagePrice } }),
        () => drawn,
      );
      const out = join(desk.root, 'bike.png');
      const { code, stdout, stderr } = await desk.run(
        'draw',
        'a red bicycle',
        '--out',
        out,
        '--json',
      );
      expect(code).toBe(0);
      expect(stderr).toMatch(/gpt-image-1 at 127\.0\.0\.1:\d+ draws\. It costs about \$0\.0400\./);
      const told = jsonOf(stdout);
      const bytes = await readFile(out);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      expect(told).toMatchObject({ sha256, mime: 'image/png', costUsd: 0.04, out });
      // A picture that is there already is found before anything is paid for.
      const again = await desk.run('draw', 'a red bicycle', '--out', out);
      expect([again.code, again.stderr]).toEqual([3, expect.stringContaining('exists already')]);
      expect(desk.server.requests).toHaveLength(1);
      // What was made is changed by its name, and looked at by it.
      const name = `media:sha256-${sha256}`;
      const darker = await desk.run('draw', 'darker', '--from', name, '--region', '0,0,500,500');
      expect([darker.code, desk.server.requests.at(-1)?.path]).toEqual([0, '/v1/images/edits']);
      const viewed = await desk.run('view', name, '--json');
      expect([viewed.code, jsonOf(viewed.stdout)['width']]).toEqual([0, 320]);
    },
  );

  test(
    'without a model it names the setting, and sends nothing',
    { timeout, tags: ['p-made-on-purpose'] },
    async () => {
      await using desk = await openDesk(
        () => ({}),
        () => ({ kind: 'endless' }),
      );
      const drawn = await desk.run('draw', 'a bicycle', '--json');
      expect([drawn.code, jsonOf(drawn.stdout)]).toMatchObject([
        3,
        { refused: 'unavailable', hint: expect.stringContaining('PERCEPT_IMAGE_MODEL') },
      ]);
      const said = await desk.run('say', 'hello', '--json');
      expect([said.code, jsonOf(said.stdout)]).toMatchObject([
        3,
        { refused: 'unavailable', hint: expect.stringContaining('PERCEPT_SPEECH_MODEL') },
      ]);
    },
  );

  test(
    'a project’s file alone chooses nobody who draws',
    { timeout, tags: ['p-made-needs-consent'] },
    async () => {
      const drawn = await picture(2);
      await using desk = await openDesk(
        (url) => ({ image: painters['a server that imitates OpenAI'](url) }),
        () => drawn,
        'project',
      );
      const { code, stderr } = await desk.run('draw', 'a bicycle');
      expect([code, desk.server.requests]).toEqual([3, []]);
      expect(stderr).toContain('have pictures drawn by');
      expect((await desk.run('draw', 'a bicycle', '--trust')).code).toBe(0);
    },
  );

  test(
    'Ctrl-C ends it, and leaves no file and a sound store',
    { timeout, tags: ['p-made-on-purpose'] },
    async () => {
      await using desk = await openDesk(
        (url) => ({ image: painters['OpenAI images'](url) }),
        () => ({ kind: 'silent' }),
      );
      const out = join(desk.root, 'never.png');
      const running = desk.start(['draw', 'a bicycle', '--out', out]);
      await expect.poll(() => desk.server.requests.length).toBe(1);
      running.interrupt();
      const { code } = await running.done;
      expect(code).toBe(130);
      await expect(access(out)).rejects.toThrow();
      expect((await readdir(desk.root)).toSorted()).toEqual(['data', 'percept.config.json']);
      expect((await desk.run('fsck')).code).toBe(0);
    },
  );

  test('wrong usage is told as usage', { timeout, tags: ['p-made-on-purpose'] }, async () => {
    await using desk = await openDesk(
      () => ({}),
      () => ({ kind: 'endless' }),
    );
    expect((await desk.run('draw')).code).toBe(2);
    expect((await desk.run('say')).code).toBe(2);
    const help = await desk.run('draw', '--help');
    expect([help.code, help.stdout]).toEqual([0, expect.stringContaining('PERCEPT_IMAGE_MODEL')]);
  });
});

describe('percept say', () => {
  test(
    'speaks in the format that the file’s ending says',
    { timeout, tags: ['p-made-on-purpose'] },
    async () => {
      await using desk = await openDesk(
        (url) => ({ speech: speakers['OpenAI speech'](url) }),
        () => ({ kind: 'sound', bytes: streamedWave() }),
      );
      const out = join(desk.root, 'hello.wav');
      const { code, stdout } = await desk.run(
        'say',
        'Good morning',
        '--voice',
        'nova',
        '--out',
        out,
        '--json',
      );
      expect([code, jsonOf(stdout)]).toMatchObject([
        0,
        { mime: 'audio/wav', durationMs: 1000, out },
      ]);
      expect(desk.server.requests[0]?.json).toMatchObject({
        input: 'Good morning',
        voice: 'nova',
        response_format: 'wav',
      });
      expect((await readFile(out)).subarray(0, 4).toString('latin1')).toBe('RIFF');
      const wrong = await desk.run('say', 'Good morning', '--out', join(desk.root, 'hello.txt'));
      expect([wrong.code, desk.server.requests.length]).toEqual([3, 1]);
    },
  );
});
