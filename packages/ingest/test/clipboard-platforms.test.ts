// macOS, Windows and WSL cannot run here: their programs are stand-ins, everything of ours is real. What the real
// programs print is taken from their documentation.
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { readTargets } from '../src/sources/clipboard/read-targets.ts';
import { windowsScript } from '../src/sources/clipboard/windows-script.ts';
import { readClipboard, type ClipboardOptions } from '../src/sources/index.ts';
import { makeFolder } from './fixtures/sources/folder.ts';
import { kindOf, refusalOf, valueOf } from './fixtures/sources/outcome.ts';
import { makeProgram } from './fixtures/sources/program.ts';

const run = promisify(execFile);
const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(3000, 5)]);
const base64 = (text: string | Buffer) => Buffer.from(text).toString('base64');

async function makeHost(platform: NodeJS.Platform, extra: Record<string, string> = {}) {
  const folder = await makeFolder();
  const options: ClipboardOptions = {
    platform,
    maxBytes: 100_000,
    env: { PATH: `${folder}:/usr/bin:/bin`, ...extra },
  };
  return { folder, options };
}

async function bytesOf(options: ClipboardOptions): Promise<Buffer> {
  return Buffer.from(valueOf(await readClipboard(options))[0]?.bytes ?? []);
}

describe('macOS', () => {
  test(
    'a picture comes as hexadecimal digits',
    { tags: ['f-ingest-clipboard-exact'] },
    async () => {
      const { folder, options } = await makeHost('darwin');
      await makeProgram(
        folder,
        'osascript',
        `case "$2" in *furl*) echo 'execution error: (-1700)' >&2; exit 1;; *PNGf*) echo '«data PNGf${png.toString('hex').toUpperCase()}»';; esac`,
      );
      expect(Buffer.compare(await bytesOf(options), png)).toBe(0);
    },
  );

  test(
    'a file that was copied comes through its path',
    { tags: ['f-ingest-clipboard-uri-list'] },
    async () => {
      const { folder, options } = await makeHost('darwin');
      const path = join(folder, 'a b.png');
      await writeFile(path, png);
      await makeProgram(
        folder,
        'osascript',
        `case "$2" in *furl*) echo '${path}';; *) echo wrong; exit 1;; esac`,
      );
      expect(Buffer.compare(await bytesOf(options), png)).toBe(0);
    },
  );

  test.each([
    ['exit 1', 'empty'],
    ['case "$2" in *furl*) exit 1;; *) echo \'«data PNGf68656C6C6F»\';; esac', 'corrupt'],
    ['case "$2" in *furl*) exit 1;; *) echo \'«data PNGf895»\';; esac', 'corrupt'],
    ['case "$2" in *furl*) exit 1;; *) echo \'words\';; esac', 'corrupt'],
    ['case "$2" in *furl*) exit 1;; *) yes 89504E47 | tr -d "\\n";; esac', 'too-large'],
    ['echo /nonexistent.png', 'absent'],
    ['sleep 30', 'timed-out'],
  ])('%s is %s', { tags: ['f-ingest-clipboard-bounded'] }, async (script, refused) => {
    const { folder, options } = await makeHost('darwin');
    await makeProgram(folder, 'osascript', script);
    expect(kindOf(await readClipboard(options))).toBe(refused);
  });

  test('without osascript says so', { tags: ['f-ingest-clipboard-none'] }, async () => {
    const { folder } = await makeHost('darwin');
    const refusal = refusalOf(
      await readClipboard({ platform: 'darwin', maxBytes: 1, env: { PATH: folder } }),
    );
    expect(refusal).toMatchObject({
      refused: 'unavailable',
      hint: expect.stringContaining('osascript'),
    });
  });
});

const systems = [
  {
    name: 'Windows',
    make: async () => {
      const { folder } = await makeHost('win32');
      const options: ClipboardOptions = {
        platform: 'win32',
        maxBytes: 100_000,
        env: { PATH: '/usr/bin:/bin', SystemRoot: folder },
      };
      return { folder, options, program: 'System32/WindowsPowerShell/v1.0/powershell.exe' };
    },
  },
  {
    name: 'WSL',
    make: async () => ({
      ...(await makeHost('linux', { WSL_DISTRO_NAME: 'Debian' })),
      program: 'powershell.exe',
    }),
  },
];

describe.each(systems)('$name', ({ make }) => {
  test(
    'a picture comes as base64, asked for by one fixed script',
    { tags: ['f-ingest-clipboard-exact'] },
    async () => {
      const { folder, options, program } = await make();
      await makeProgram(
        folder,
        program,
        `printf '%s\\n' "$@" > '${folder}/args'\nprintf 'image %s\\r\\n' '${base64(png)}'`,
      );
      expect(Buffer.compare(await bytesOf(options), png)).toBe(0);
      const args = (await readFile(join(folder, 'args'), 'utf8')).trim().split('\n');
      expect(args.slice(0, -1)).toEqual([
        '-NoProfile',
        '-NonInteractive',
        '-STA',
        '-EncodedCommand',
      ]);
      expect(Buffer.from(args.at(-1) ?? '', 'base64').toString('utf16le')).toBe(windowsScript);
    },
  );

  test.each([
    ['exit 0', 'empty'],
    ['echo "access denied" >&2; exit 1', 'unavailable'],
    ["echo 'image aGVsbG8='", 'corrupt'],
    ["echo 'image a*b'", 'corrupt'],
    ["echo 'image '", 'empty'],
    ["echo 'something else'", 'unavailable'],
    ['printf "image "; yes aGVs | tr -d "\\n"', 'too-large'],
    [`echo 'file ${base64('\\\\server\\share\\a.png')}'`, 'invalid-input'],
    [`echo 'file ${base64('--help')}'`, 'invalid-input'],
    [`echo 'file ${base64('C:\\a\0b.png')}'`, 'invalid-input'],
  ])('%s is %s', async (script, refused) => {
    const { folder, options, program } = await make();
    await makeProgram(folder, program, script);
    expect(kindOf(await readClipboard(options))).toBe(refused);
  });
});

describe('Linux inside Windows', () => {
  test(
    'a program that hangs ends in time, and the process with it although a grandchild keeps the pipe',
    { tags: ['f-ingest-clipboard-bounded'] },
    async () => {
      const { folder, options } = await makeHost('linux', { WSL_INTEROP: '/run/WSL/1' });
      await makeProgram(folder, 'powershell.exe', 'sleep 300 &\nsleep 300');
      const module = new URL('../src/sources/index.ts', import.meta.url).href;
      const script = `
        import { readClipboard } from ${JSON.stringify(module)};
        const outcome = await readClipboard(${JSON.stringify(options)});
        console.log(JSON.stringify(outcome));`;
      const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script]);
      expect(JSON.parse(stdout)).toMatchObject({
        refusal: { refused: 'timed-out', message: expect.stringContaining('5000 ms') },
      });
    },
  );

  test(
    'translates the path of a copied file',
    { tags: ['f-ingest-clipboard-uri-list'] },
    async () => {
      const { folder, options } = await makeHost('linux', { WSL_INTEROP: '/run/WSL/1' });
      await writeFile(join(folder, 'ü b.png'), png);
      await makeProgram(folder, 'powershell.exe', `echo 'file ${base64('C:\\Users\\ü b.png')}'`);
      await makeProgram(
        folder,
        'wslpath',
        `[ "$1 $2" = '-u C:\\Users\\ü b.png' ] && echo '${folder}/ü b.png'`,
      );
      expect(Buffer.compare(await bytesOf(options), png)).toBe(0);
    },
  );

  test('asks Windows when the Linux clipboard cannot be read', async () => {
    const { folder, options } = await makeHost('linux', {
      WSL_DISTRO_NAME: 'Debian',
      DISPLAY: ':32000',
      WAYLAND_DISPLAY: 'none',
    });
    await makeProgram(folder, 'powershell.exe', `echo 'image ${base64(png)}'`);
    expect(Buffer.compare(await bytesOf(options), png)).toBe(0);
  });
});

describe('a clipboard with several types', () => {
  async function several(types: Readonly<Record<string, string>>) {
    const { folder, options } = await makeHost('linux');
    for (const [type, content] of Object.entries(types)) {
      await writeFile(join(folder, type.replace('/', '-')), content, 'latin1');
    }
    await makeProgram(
      folder,
      'list-types',
      `printf '%s\\n' ${Object.keys(types).join(' ')} '$(reboot)' -h`,
    );
    await makeProgram(
      folder,
      'read-type',
      `cat "${folder}/$(echo "$1" | tr / -)"; echo "$1" >> '${folder}/asked'`,
    );
    const outcome = await readTargets(
      {
        kind: 'targets',
        name: 'clipboard program',
        install: '',
        list: { file: 'list-types', args: [], timeoutMs: 1000 },
        read: { file: 'read-type', args: ['{type}'], timeoutMs: 1000 },
      },
      options,
    );
    const asked = await readFile(join(folder, 'asked'), 'utf8').catch(() => '');
    return { outcome, asked: asked.trim().split('\n') };
  }
  const real = { png: '\x89PNG\r\n\x1a\nx', jpeg: '\xff\xd8\xffx', gif: 'GIF89ax' };

  test('gives the best one first', async () => {
    const { outcome, asked } = await several({
      'text/html': '<img>',
      'image/gif': real.gif,
      'image/jpeg': real.jpeg,
      'image/png': real.png,
    });
    expect(valueOf(outcome)[0]?.declaredType).toBe('image/png');
    expect(asked).toEqual(['image/png']);
  });

  test('gives the next one when the best is not what it says', async () => {
    const { outcome, asked } = await several({ 'image/png': 'text', 'image/jpeg': real.jpeg });
    expect(valueOf(outcome)[0]?.declaredType).toBe('image/jpeg');
    expect(asked).toEqual(['image/png', 'image/jpeg']);
  });

  test('never asks for a type that is not on the closed list', async () => {
    const { outcome, asked } = await several({ 'image/bmp': 'BM', 'image/svg+xml': '<svg/>' });
    expect(kindOf(outcome)).toBe('empty');
    expect(asked).toEqual(['']);
  });
});
