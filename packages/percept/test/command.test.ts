import { execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { deflateSync } from 'node:zlib';
import { isRecord } from '@percept/core/internal';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { assemblePng } from '@percept/core/internal';
import { encodePng } from '@percept/ingest/internal/png';
import { ownHome } from '../../../test/home.ts';

const entry = new URL('../bin/percept.js', import.meta.url).pathname;
let folder: string;
let data: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'percept-command-'));
  data = join(folder, 'data');
});
afterAll(() => rm(folder, { recursive: true }));

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

function percept(
  args: readonly string[],
  options: { input?: Uint8Array; env?: Record<string, string> } = {},
): Promise<Ended> {
  return new Promise((resolve) => {
    const env = {
      ...ownHome(folder),
      PERCEPT_DATA: data,
      ...options.env,
    };
    const child = execFile(
      process.execPath,
      [entry, ...args],
      { cwd: folder, env, maxBuffer: 1e8 },
      (error, out, err) => {
        const code = error && typeof error.code === 'number' ? error.code : error ? 1 : 0;
        resolve({ code, out, err });
      },
    );
    child.stdin?.end(options.input ?? new Uint8Array());
  });
}

/** The whole of standard output is one JSON object, or this throws. */
function oneObject({ out }: Ended): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(out);
  if (!isRecord(value)) throw new Error(`not an object: ${out}`);
  return value;
}

/** As the door itself would write it, so that what is stored is one blob. */
function square(size: number): Uint8Array {
  const data = new Uint8Array(size * size * 3);
  for (let at = 0; at < size * size; at += 1) data.set([at % 16, (at / size) % 16, 90], at * 3);
  return encodePng({ width: size, height: size, channels: 3, data });
}

describe('the contract', () => {
  test(
    '--help lists every command, and each command has its own',
    { tags: ['d-cli-help-fast'] },
    async () => {
      const help = await percept(['--help']);
      expect(help.code).toBe(0);
      const names = [...help.out.matchAll(/^ {2}([a-z]+) {2,}/gm)].map(([, name]) => name ?? '');
      expect(names).toEqual(
        expect.arrayContaining(['ingest', 'blobs', 'sessions', 'gc', 'fsck', 'completion']),
      );
      for (const name of names) {
        const own = await percept([name, '--help']);
        expect(own).toMatchObject({ code: 0 });
        expect(own.out).toContain(`percept ${name}`);
      }
      expect(await percept(['help', 'view'])).toEqual(await percept(['view', '--help']));
    },
  );

  test(
    'help is there after 100 ms of the processor, and loads no decoder, no database and no wire',
    { tags: ['d-cli-help-fast'] },
    async () => {
      const watching = `
        import { registerHooks } from 'node:module';
        const loaded = [];
        registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
        process.on('exit', () => {
          const { user, system } = process.cpuUsage();
          console.error(JSON.stringify({ loaded, workedMs: (user + system) / 1000 }));
        });`;
      const args = ['--import', `data:text/javascript,${encodeURIComponent(watching)}`];
      const help = (): Promise<{ loaded: readonly string[]; workedMs: number }> =>
        new Promise((resolve) => {
          const options = { cwd: folder, env: { ...ownHome(folder) } };
          execFile(process.execPath, [...args, entry, '--help'], options, (_error, _out, err) =>
            resolve(JSON.parse(err)),
          );
        });
      const { loaded } = await help();
      // Warm from here on: the code was compiled by the first.
      const worked = [await help(), await help(), await help()].map(({ workedMs }) => workedMs);
      expect(Math.min(...worked)).toBeLessThan(100);
      const files = loaded.filter((url) => url.startsWith('file:'));
      expect(files.filter((url) => !/\/packages\/(?:percept|core)\//.test(url))).toEqual([]);
      expect(files.length).toBeGreaterThan(30);
      expect(loaded.join()).not.toMatch(/sqlite|child_process|worker_threads|node:https?\b/);
    },
  );

  test('a mistyped command, option or file is told with what was meant', async () => {
    await writeFile(join(folder, 'alone.png'), 'x');
    const told = await Promise.all(
      [['descibe', 'a.png'], ['view', 'a.png', '--jsno'], ['alone.png']].map((call) =>
        percept(call),
      ),
    );
    expect(told.map(({ code }) => code)).toEqual([2, 2, 2]);
    expect(told.map(({ err }) => err)).toEqual([
      expect.stringContaining('Did you mean describe?'),
      expect.stringContaining('Did you mean --json?'),
      expect.stringContaining('percept view FILE'),
    ]);
  });

  test.for(['PERCEPT_ACCEPT', 'PERCEPT_PROGRAMS'])(
    'a word in %s that means nothing is told by every command that it is for, and the doctor knows it',
    { tags: ['d-strict-everywhere'] },
    async (variable) => {
      const env = { PERCEPT_DISCOVERY: 'false', [variable]: 'nonne' };
      for (const args of [['-p', 'hi'], ['-p', 'hi', '--dry-run'], ['mcp'], ['doctor']]) {
        const { code, out, err } = await percept(args, { env });
        expect([args, code]).toEqual([args, args[0] === 'mcp' ? 2 : 1]);
        expect(out + err).toContain(`${variable} names`);
        expect(err).not.toMatch(/^ {4}at /m);
      }
    },
  );

  test('eyes that do not open are told by the reason, also where they are closed', async () => {
    const env = { PERCEPT_DISCOVERY: 'false', PERCEPT_EYES_ACCELERATOR: 'nonne' };
    const { code, err } = await percept(['-p', 'hi'], { env });
    expect(code).toBe(2);
    expect(err).toMatch(/^percept: PERCEPT_EYES_ACCELERATOR takes /);
  });

  test('--version prints the version of the package', { tags: ['d-cli-version'] }, async () => {
    const manifest: unknown = JSON.parse(
      await readFile(new URL('../package.json', import.meta.url), 'utf8'),
    );
    const { out, code } = await percept(['--version']);
    expect(code).toBe(0);
    expect(isRecord(manifest) && manifest['version']).toBe(out.trim());
  });

  test.for([
    [['frobnicate']],
    [['ingest']],
    [['ingest', '--nonsense', 'x']],
    [['ingest', 'x', '--profile', 'nobody']],
    [['ingest', 'x', '--session', '../x']],
    [['ingest', 'x', '--clipboard']],
    [['gc', '--grace', 'soon']],
    [['sessions', 'show']],
    [['sessions', 'dance']],
    [['blobs', 'get']],
    [['completion', 'tcsh']],
  ] as const)(
    '%j is wrong usage: exit 2, words on standard error, nothing on standard output',
    { tags: ['d-cli-exit-usage'] },
    async ([args]) => {
      const ended = await percept(args);
      expect(ended).toMatchObject({ code: 2, out: '' });
      expect(ended.err).toContain('--help');
    },
  );

  // Of a command that is none, of an option that is none, and of a value that the command itself refuses.
  test.for([
    [['frobnicate']],
    [['ingest', '--nonsense', 'x']],
    [['gc', '--grace', 'soon']],
  ] as const)(
    '%j with --json is one object, and as wrong',
    { tags: ['d-cli-exit-usage'] },
    async ([args]) => {
      const ended = await percept([...args, '--json']);
      expect(ended.code).toBe(2);
      expect(oneObject(ended)).toMatchObject({ error: 'usage' });
    },
  );

  test(
    'a broken store exits 1 and says what is wrong with it',
    { tags: ['d-cli-exit-bug'] },
    async () => {
      const broken = join(folder, 'broken');
      await writeFile(broken, 'a file where a folder should be');
      const ended = await percept(['sessions', '--json'], { env: { PERCEPT_DATA: broken } });
      expect(ended.code).toBe(1);
      expect(oneObject(ended)).toMatchObject({ error: 'fault' });
    },
  );

  test(
    'completion scripts name every command and are valid shell',
    { tags: ['d-cli-completion'] },
    async () => {
      const help = await percept(['--help']);
      const names = [...help.out.matchAll(/^ {2}([a-z]+) {2,}/gm)].map(([, name]) => name ?? '');
      for (const shell of ['bash', 'zsh', 'fish']) {
        const { out } = await percept(['completion', shell]);
        for (const name of names) expect(out).toContain(name);
      }
      const { out } = await percept(['completion', 'bash']);
      const offered = async (...words: readonly string[]) => {
        const line = `COMP_WORDS=(percept ${words.join(' ')}); COMP_CWORD=${words.length}`;
        const script = `${out}\n${line}; _percept; echo "\${COMPREPLY[*]}"`;
        const said = await new Promise<string>((resolve, reject) => {
          execFile('bash', ['-c', script], (error, stdout) =>
            error ? reject(new Error(error.message)) : resolve(stdout),
          );
        });
        return said.trim();
      };
      expect(await offered('in')).toBe('ingest');
      expect(await offered('gc', '--gr')).toBe('--grace');
      expect(await offered('gc', '--da')).toBe('--data');
      expect(await offered('view', '--gr')).toBe('');
      expect(await offered('--dry')).toBe('--dry-run');
      for (const shell of ['zsh', 'fish'])
        expect((await percept(['completion', shell])).out).toContain('grace');
    },
  );
});

describe('ingest', () => {
  test(
    'a file becomes one JSON object, and progress stays off standard output',
    { tags: ['d-cli-ingest', 'd-cli-single-json', 'd-cli-logs-stderr'] },
    async () => {
      await writeFile(join(folder, 'large.png'), square(2000));
      const ended = await percept(['ingest', 'large.png', '--json', '--profile', 'anthropic']);
      expect(ended.code).toBe(0);
      const facts = oneObject(ended);
      expect(facts).toMatchObject({
        type: 'image',
        original: { mime: 'image/png', width: 2000, height: 2000 },
      });
      expect(facts['width']).toBeLessThanOrEqual(1568);
      expect(facts['sha256']).toMatch(/^[0-9a-f]{64}$/);
      expect(facts['estimatedTokens']).toBeGreaterThan(1000);
      expect(Object.keys(facts)).toEqual(
        expect.arrayContaining(['sha256', 'mime', 'width', 'height', 'bytes', 'original']),
      );
    },
  );

  test(
    'what a picture costs is called an estimate where ingest and view tell it',
    { tags: ['s002-estimate-labelled'] },
    async () => {
      await writeFile(join(folder, 'cost.png'), square(300));
      const ingested = await percept(['ingest', 'cost.png', '--profile', 'anthropic']);
      expect(ingested.out).toMatch(/about \d+ tokens \(estimate, anthropic\)/);
      const facts = oneObject(
        await percept(['ingest', 'cost.png', '--profile', 'anthropic', '--json']),
      );
      expect(facts['estimatedTokens']).toBe(121);
      expect(Object.keys(facts)).not.toContain('tokens');
      const seen = await percept(['view', 'cost.png', '--profile', 'anthropic']);
      expect(seen.out).toContain('about 121 tokens (estimate)');
    },
  );

  test(
    'the picture that was copied is taken in',
    { tags: ['d-cli-ingest', 'd-door-inputs'] },
    async (context) => {
      if (process.platform !== 'linux') context.skip('the stand-in speaks as xclip does');
      const bin = join(folder, 'bin');
      await mkdir(bin);
      await writeFile(join(bin, 'copied.png'), square(31));
      const script = `case "$4" in TARGETS) echo image/png;; image/png) cat '${bin}/copied.png';; esac`;
      await writeFile(join(bin, 'xclip'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
      const env = { PATH: `${bin}:${process.env['PATH']}`, DISPLAY: ':0' };
      const ended = await percept(['ingest', '--clipboard', '--json'], { env });
      expect(oneObject(ended)).toMatchObject({ width: 31, height: 31, mime: 'image/png' });
    },
  );

  test('standard input works', { tags: ['d-cli-ingest'] }, async () => {
    const ended = await percept(['ingest', '-', '--json'], { input: square(30) });
    expect(oneObject(ended)).toMatchObject({ width: 30, height: 30, mime: 'image/png' });
  });

  test(
    'says what the library says: an error page that calls itself a picture is none',
    { tags: ['d-cli-ingest'] },
    async () => {
      await writeFile(join(folder, 'shot.png'), '<!doctype html><title>404</title>');
      const ended = await percept(['ingest', 'shot.png', '--json']);
      expect(ended.code).toBe(3);
      expect(oneObject(ended)).toMatchObject({ refused: 'needs-render' });
      const ftp = await percept(['ingest', 'ftp://example.test/a.png', '--json']);
      expect(ftp.code).toBe(3);
      expect(oneObject(ftp)['message']).toMatch(/ftp/);
      expect(oneObject(ftp)['refused']).not.toBe('absent');
    },
  );

  test(
    'a refusal exits 3 with kind, message and hint',
    { tags: ['d-cli-exit-refusal'] },
    async () => {
      const bomb = assemblePng({
        width: 16_000_000,
        height: 3,
        bitDepth: 8,
        colourType: 6,
        compressed: deflateSync(new Uint8Array(1000)),
      });
      await writeFile(join(folder, 'bomb.png'), bomb);
      const ended = await percept(['ingest', 'bomb.png', '--json']);
      expect(ended.code).toBe(3);
      expect(oneObject(ended)).toMatchObject({
        refused: 'too-large',
        message: expect.any(String),
        hint: expect.any(String),
      });
      expect(await percept(['ingest', 'missing.png'])).toMatchObject({ code: 3, out: '' });
      expect(oneObject(await percept(['ingest', 'missing.png', '--json']))).toMatchObject({
        refused: 'absent',
      });
    },
  );

  test(
    'a data URL is taken in, and an address of this machine is refused by the fetcher that asks for addresses',
    { tags: ['d-cli-ingest'] },
    async () => {
      const inline = `data:image/png;base64,${Buffer.from(square(32)).toString('base64')}`;
      expect(oneObject(await percept(['ingest', inline, '--json']))).toMatchObject({ width: 32 });
      const asked = await percept(['ingest', 'http://127.0.0.1:1/x.png', '--json']);
      expect(asked.code).toBe(3);
      expect(oneObject(asked)).toMatchObject({
        refused: 'forbidden',
        message: expect.stringContaining('public internet'),
      });
    },
  );

  test(
    'several inputs are one object; a bad one does not hide the good ones',
    { tags: ['d-cli-single-json'] },
    async () => {
      await writeFile(join(folder, 'a.png'), square(10));
      const ended = await percept(['ingest', 'a.png', 'bomb.png', '--json']);
      expect(ended.code).toBe(3);
      expect(oneObject(ended)).toMatchObject({
        refused: 'too-large',
        items: [
          { name: 'a.png', width: 10 },
          { name: 'bomb.png', refused: 'too-large' },
        ],
      });
    },
  );

  test(
    'more than twenty pictures in one call are refused as one message',
    { tags: ['s002-20-images-per-message'] },
    async () => {
      await writeFile(join(folder, 'a.png'), square(10));
      const ended = await percept([
        'ingest',
        ...Array.from({ length: 21 }, () => 'a.png'),
        '--json',
      ]);
      expect(ended.code).toBe(3);
      expect(oneObject(ended)).toMatchObject({ refused: 'too-many' });
    },
  );

  test('a hostile file name cannot reach the terminal', async () => {
    const name = 'evil\u001b[2J\u001b]0;owned\u0007.png';
    await writeFile(join(folder, name), square(10));
    const ended = await percept(['ingest', name]);
    expect(ended.code).toBe(0);
    expect(ended.out + ended.err).not.toContain('\u001b');
    expect(ended.out).toContain('\\u{1b}');
  });

  test.for([
    ['ingest', '-', '--json'],
    ['-p', '-'],
    ['say', '-'],
  ])('Ctrl-C while %j waits ends it at once and leaves the store sound', async (args) => {
    const child = spawn(process.execPath, [entry, ...args], {
      cwd: folder,
      env: { ...ownHome(folder), PERCEPT_DATA: data },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    // More than a pipe holds: once it is taken, somebody reads.
    const begun = Buffer.concat([square(400).subarray(0, 2000), Buffer.alloc(400_000)]);
    await new Promise((resolve) => child.stdin.write(begun, resolve));
    child.kill('SIGINT');
    const code = await new Promise((resolve) => child.once('exit', resolve));
    expect(code).toBe(130);
    expect(await percept(['fsck'])).toMatchObject({ code: 0 });
  });
});

test.for([
  ['-p', '-'],
  ['say', '-'],
])('words for %j that never end are refused while they come', async (args) => {
  const child = spawn(process.execPath, [entry, ...args], {
    cwd: folder,
    env: { ...ownHome(folder), PERCEPT_DATA: data },
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  child.stdin.on('error', () => {});
  const endless = Readable.from(
    (function* () {
      for (;;) yield Buffer.alloc(65_536, 'word ');
    })(),
  );
  endless.pipe(child.stdin);
  const told = text(child.stderr);
  expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(2);
  endless.destroy();
  expect(await told).toContain('Standard input has more than a million characters.');
});

describe('view', () => {
  test(
    'answers as the contract says, for a picture, a part of it, a drawing and a page of text',
    { tags: ['d-cli-view'] },
    async () => {
      await writeFile(join(folder, 'wide.png'), square(2400));
      const whole = oneObject(
        await percept(['view', 'wide.png', '--json', '--profile', 'anthropic']),
      );
      expect(whole).toMatchObject({
        pages: 1,
        warnings: expect.any(Array),
        original: { width: 2400 },
      });
      for (const key of ['width', 'height', 'bytes', 'tokens', 'factor'])
        expect(whole[key]).toEqual(expect.any(Number));
      expect(whole['factor']).toBeGreaterThan(1);
      const part = oneObject(
        await percept(['view', 'wide.png', '--region', '0,0,500,500', '--json']),
      );
      expect(part).toMatchObject({ shown: { left: 0, top: 0, width: 1200, height: 1200 } });
      const pixels = oneObject(
        await percept([
          'view',
          'wide.png',
          '--region',
          '10px,20px,30px,40px',
          '--out',
          'part.png',
          '--json',
        ]),
      );
      expect(pixels).toMatchObject({ width: 30, height: 40, factor: 1 });
      expect((await readFile(join(folder, 'part.png'))).length).toBe(pixels['bytes']);
      await writeFile(
        join(folder, 'plan.svg'),
        '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20"/></svg>',
      );
      expect(oneObject(await percept(['view', 'plan.svg', '--json']))).toMatchObject({
        mime: 'image/png',
        pages: 1,
      });
      await writeFile(join(folder, 'note.md'), '# Hello\n\nworld\n');
      expect(oneObject(await percept(['view', 'note.md', '--json']))).toMatchObject({
        mime: 'image/png',
        pages: 1,
      });
    },
  );

  test('refuses in the words of the contract', { tags: ['d-cli-view'] }, async () => {
    await writeFile(
      join(folder, 'a.zip'),
      Buffer.from(`PK\u0003\u0004${'\0'.repeat(80)}`, 'latin1'),
    );
    expect(oneObject(await percept(['view', 'missing.svg', '--json']))).toMatchObject({
      refused: 'absent',
    });
    expect(oneObject(await percept(['view', 'a.zip', '--json']))).toMatchObject({
      refused: 'unperceivable',
    });
    expect(oneObject(await percept(['view', 'wide.png', '--page', '2', '--json']))).toMatchObject({
      refused: 'invalid-input',
    });
    expect(await percept(['view', 'wide.png', '--region', 'here', '--json'])).toMatchObject({
      code: 3,
    });
    expect(await percept(['view'])).toMatchObject({ code: 2 });
  });

  test(
    'standard input, a data URL and a URL are sources, and standard output is a place',
    { tags: ['d-stdin-source'] },
    async () => {
      const input = square(30);
      const seen = { width: 30, height: 30, mime: 'image/png' };
      expect(oneObject(await percept(['view', '-', '--json'], { input }))).toMatchObject(seen);
      const inline = `data:image/png;base64,${Buffer.from(input).toString('base64')}`;
      expect(oneObject(await percept(['view', inline, '--json']))).toMatchObject(seen);
      const words = new TextEncoder().encode('# Hello\n\nworld\n');
      expect(oneObject(await percept(['view', '-', '--json'], { input: words }))).toMatchObject({
        mime: 'image/png',
        pages: 1,
      });
      const piped = await percept(['view', '-', '--out', '-'], { input });
      expect(piped).toMatchObject({ code: 0, err: '' });
      expect(piped.out.slice(1, 4)).toBe('PNG');
      expect(piped.out.trimEnd().endsWith('written to -')).toBe(false);
      for (const command of ['view', 'describe']) {
        const told = oneObject(await percept([command, 'http://127.0.0.1/a.png', '--json']));
        expect(told).toMatchObject({
          refused: 'forbidden',
          message: expect.stringContaining('public internet'),
        });
      }
      expect(await percept(['view', '-', '--out', '-', '--json'], { input })).toMatchObject({
        code: 2,
      });
      await writeFile(join(folder, 'long.md'), 'line\n\n'.repeat(400));
      expect(await percept(['view', 'long.md', '--page', '1-2', '--out', '-'])).toMatchObject({
        code: 3,
        out: '',
      });
    },
  );

  test('says when a region ends beyond the edge, and when a file is not what its name says', async () => {
    await writeFile(join(folder, 'small.png'), square(30));
    const cut = oneObject(
      await percept(['view', 'small.png', '--region', '500,500,900,900', '--json']),
    );
    expect(cut).toMatchObject({
      shown: { left: 15, top: 15, width: 15, height: 15 },
      warnings: [expect.stringContaining('beyond the edge')],
    });
    const inside = await percept(['view', 'small.png', '--region', '500,500,500,500', '--json']);
    expect(oneObject(inside)['warnings']).toEqual([]);
    const named = await percept(['view', 'small.png', '--out', 'small.jpg', '--json']);
    expect(oneObject(named)['warnings']).toEqual([expect.stringContaining('is PNG')]);
  });
});

describe('the store on the command line', () => {
  test(
    'what is recorded in a session is listed, shown, verified, exported and imported',
    { tags: ['d-cli-sessions', 'd-cli-blobs'] },
    async () => {
      await writeFile(join(folder, 'b.png'), square(40));
      const ingested = oneObject(await percept(['ingest', 'b.png', '--session', 'trip', '--json']));
      const id = String(ingested['sha256']);
      expect(oneObject(await percept(['sessions', '--json']))).toMatchObject({
        count: 1,
        sessions: [{ id: 'trip', entries: 2 }],
      });
      expect(oneObject(await percept(['sessions', 'show', 'trip', '--json']))).toMatchObject({
        entries: [{ seq: 1 }, { seq: 2, entry: { type: 'media-ingested', block: { sha256: id } } }],
      });
      expect(oneObject(await percept(['sessions', 'verify', 'trip', '--json']))).toMatchObject({
        intact: true,
        entries: 2,
      });
      expect(await percept(['sessions', 'export', 'trip', 'moved'])).toMatchObject({ code: 0 });
      const elsewhere = { env: { PERCEPT_DATA: join(folder, 'elsewhere') } };
      expect(
        oneObject(await percept(['sessions', 'import', 'moved', '--json'], elsewhere)),
      ).toMatchObject({ id: 'trip', added: 2 });
      expect(oneObject(await percept(['blobs', '--json'], elsewhere))).toMatchObject({
        count: 1,
        blobs: [{ sha256: id }],
      });
      expect(await percept(['blobs', 'get', id, '--out', 'back.png'], elsewhere)).toMatchObject({
        code: 0,
      });
      expect(new Uint8Array(await readFile(join(folder, 'back.png')))).toEqual(
        new Uint8Array(square(40)),
      );
      expect(await percept(['blobs', 'get', id, '--out', 'back.png'], elsewhere)).toMatchObject({
        code: 3,
      });
    },
  );

  test('gc frees what no session refers to, and only that', { tags: ['d-cli-gc'] }, async () => {
    const own = { env: { PERCEPT_DATA: join(folder, 'gc') } };
    await writeFile(join(folder, 'kept.png'), square(41));
    await writeFile(join(folder, 'loose.png'), square(42));
    const kept = oneObject(await percept(['ingest', 'kept.png', '--session', 's', '--json'], own));
    await percept(['ingest', 'loose.png'], own);
    expect(oneObject(await percept(['gc', '--json'], own))).toMatchObject({
      freed: { blobs: 0 },
      kept: { young: { blobs: 1 } },
    });
    expect(
      oneObject(await percept(['gc', '--grace', '0s', '--dry-run', '--json'], own)),
    ).toMatchObject({ dryRun: true, freed: { blobs: 1 } });
    expect(oneObject(await percept(['blobs', '--json'], own))).toMatchObject({ count: 2 });
    expect(oneObject(await percept(['gc', '--grace', '0s', '--json'], own))).toMatchObject({
      freed: { blobs: 1 },
      kept: { referenced: { blobs: 1 } },
    });
    expect(oneObject(await percept(['blobs', '--json'], own))).toMatchObject({
      blobs: [{ sha256: kept['sha256'] }],
    });
    expect(await percept(['sessions', 'remove', 's'], own)).toMatchObject({ code: 0 });
    expect(await percept(['sessions', 'remove', 's'], own)).toMatchObject({ code: 3 });
    expect(oneObject(await percept(['gc', '--grace', '0s', '--json'], own))).toMatchObject({
      freed: { blobs: 1 },
    });
  });

  test(
    'fsck is quiet on a sound store and exits 1 on a flipped bit',
    { tags: ['d-cli-fsck', 'f-fsck-command'] },
    async () => {
      const own = { env: { PERCEPT_DATA: join(folder, 'rot') } };
      await writeFile(join(folder, 'rot.png'), square(43));
      const { sha256 } = oneObject(
        await percept(['ingest', 'rot.png', '--session', 's', '--json'], own),
      );
      expect(oneObject(await percept(['fsck', '--json'], own))).toMatchObject({
        sound: true,
        findings: [],
      });
      const id = String(sha256);
      const { stdout } = await new Promise<{ stdout: string }>((resolve) => {
        execFile(
          'find',
          [join(folder, 'rot'), '-type', 'f', '-path', `*${id.slice(2, 20)}*`],
          (_error, out) => resolve({ stdout: out }),
        );
      });
      const path = stdout.trim();
      const bytes = await readFile(path);
      bytes[100] = (bytes[100] ?? 0) ^ 1;
      await rm(path, { force: true });
      await writeFile(path, bytes, { mode: 0o400 });
      const ended = await percept(['fsck', '--json'], own);
      expect(ended.code).toBe(1);
      expect(oneObject(ended)).toMatchObject({ sound: false });
      expect(oneObject(await percept(['blobs', 'get', id, '--json'], own))).toMatchObject({
        refused: 'corrupt',
      });
    },
  );

  test('the tour shows nine files and ends well', async () => {
    const ended = await percept(['tour', '--json']);
    expect(ended.code).toBe(0);
    const shown = oneObject(ended);
    expect(shown).toMatchObject({ sound: true });
    expect(Array.isArray(shown['exhibits']) && shown['exhibits'].length).toBe(9);
  });
});
