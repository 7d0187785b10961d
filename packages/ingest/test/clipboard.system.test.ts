// The clipboards that this machine can run, for real: X11 under Xvfb and Wayland under a headless compositor.
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { readClipboard, type ClipboardOptions } from '../src/sources/index.ts';
import {
  copy,
  missingPackages,
  startWayland,
  startX11,
  waylandTools,
  x11Tools,
  type Display,
} from './fixtures/sources/display.ts';
import { makeFolder } from './fixtures/sources/folder.ts';
import { kindOf, refusalOf, textOf, valueOf } from './fixtures/sources/outcome.ts';
import { unless } from '../../../test/needs.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(500, 1)]);
const inCi = process.env['CI'] === 'true';

const systems = [
  { name: 'X11', copier: 'xclip', tools: x11Tools, start: startX11, required: inCi },
  { name: 'Wayland', copier: 'wl-copy', tools: waylandTools, start: startWayland, required: false },
] as const;

for (const { name, copier, tools, start, required } of systems) {
  const missing = missingPackages(tools);
  const reason =
    missing.length > 0 && !required
      ? `a clipboard is missing; apt-get install ${missing.join(' ')}`
      : undefined;

  describe(`the ${name} clipboard`, unless(reason), () => {
    let display: Display | undefined;
    beforeAll(async () => {
      if (missing.length > 0)
        throw new Error(`Missing tools: apt-get install ${missing.join(' ')}`);
      display = await start();
    });
    afterAll(() => display?.stop());

    const options = (): ClipboardOptions => ({
      platform: 'linux',
      env: display?.env ?? {},
      maxBytes: 8 * 1024 * 1024,
    });

    async function clip(type: string, content: Uint8Array | string) {
      const path = join(await makeFolder(), 'content');
      await writeFile(path, content);
      const owner = await copy(copier, type, path, display?.env ?? {});
      onTestFinished(() => owner.stop());
      return owner;
    }

    test('without content is empty, and says what to do', async () => {
      const refusal = refusalOf(await readClipboard(options()));
      expect(refusal.refused).toBe('empty');
      expect(refusal.hint).toContain('Copy');
    });

    test(
      'hands over the very bytes that were copied',
      { tags: ['f-ingest-clipboard-exact', 's002-ingest-clipboard'] },
      async () => {
        for (const [type, bytes] of [
          ['image/png', Buffer.concat([png, Buffer.alloc(2_000_000, 3)])],
          ['image/jpeg', jpeg],
          ['image/gif', Buffer.from('GIF89a and so on')],
          ['image/webp', Buffer.from('RIFF\0\0\0\0WEBPVP8 ')],
        ] as const) {
          const owner = await clip(type, bytes);
          const [item, ...more] = valueOf(await readClipboard(options()));
          expect(more).toEqual([]);
          expect(item?.declaredType).toBe(type);
          expect(Buffer.compare(item?.bytes ?? new Uint8Array(), bytes)).toBe(0);
          await owner.stop();
        }
      },
    );

    test(
      'that calls text an image is refused by its bytes',
      { tags: ['f-ingest-clipboard-sniffed'] },
      async () => {
        await clip('image/png', 'just text');
        const refusal = refusalOf(await readClipboard(options()));
        expect(refusal.refused).toBe('corrupt');
        expect(refusal.message).toContain('9 bytes under image/png');
      },
    );

    test('with text only is empty', async () => {
      await clip('text/plain', 'words');
      expect(kindOf(await readClipboard(options()))).toBe('empty');
    });

    test(
      'with copied files brings the files',
      { tags: ['f-ingest-clipboard-uri-list'] },
      async () => {
        const folder = await makeFolder();
        await writeFile(join(folder, 'a b.png'), png);
        await writeFile(join(folder, 'ü.txt'), 'text');
        const uris = ['a b.png', 'ü.txt'].map((file) => pathToFileURL(join(folder, file)).href);
        await clip('text/uri-list', `# copied\r\n${uris.join('\r\n')}\r\n`);
        const items = valueOf(await readClipboard(options()));
        expect(items.map(({ name: file }) => file)).toEqual(['a b.png', 'ü.txt']);
        expect(Buffer.compare(items[0]?.bytes ?? new Uint8Array(), png)).toBe(0);
      },
    );

    test('with hostile file lists reads nothing', async () => {
      const folder = await makeFolder();
      await mkdir(join(folder, 'dir'));
      await symlink('/dev/zero', join(folder, 'zero'));
      for (const [list, refused] of [
        ['file:///dev/zero', 'forbidden'],
        [`file://${folder}/zero`, 'forbidden'],
        [`file://${folder}/dir`, 'invalid-input'],
        ['file://server/share/a.png', 'forbidden'],
        ['file:///etc%2Fpasswd', 'invalid-input'],
        ['http://127.0.0.1/a.png', 'invalid-input'],
        ['relative.png', 'invalid-input'],
        [Array.from({ length: 21 }, (_, index) => `file:///tmp/${index}`).join('\n'), 'too-many'],
        ['file:///nonexistent.png', 'absent'],
      ] as const) {
        const owner = await clip('text/uri-list', list);
        expect({ list, is: kindOf(await readClipboard(options())) }).toEqual({ list, is: refused });
        await owner.stop();
      }
    });

    test(
      'over the limit is refused while it is read',
      { tags: ['f-ingest-clipboard-bounded'] },
      async () => {
        await clip('image/png', Buffer.concat([png, Buffer.alloc(3_000_000)]));
        const refusal = refusalOf(await readClipboard({ ...options(), maxBytes: 1_000_000 }));
        expect(refusal).toMatchObject({ refused: 'too-large', limit: { max: 1_000_000 } });
      },
    );

    test('of files counts them together', async () => {
      const folder = await makeFolder();
      await writeFile(join(folder, 'a'), 'aaaa');
      await writeFile(join(folder, 'b'), 'bbbb');
      await clip('text/uri-list', `file://${folder}/a\nfile://${folder}/b\n`);
      expect(kindOf(await readClipboard({ ...options(), maxBytes: 8 }))).toBe('accepted');
      expect(kindOf(await readClipboard({ ...options(), maxBytes: 7 }))).toBe('too-large');
    });

    test('whose owner hangs ends in time', { tags: ['f-ingest-clipboard-bounded'] }, async () => {
      const owner = await clip('image/png', png);
      owner.process.kill('SIGSTOP');
      const refusal = refusalOf(await readClipboard(options()));
      expect(refusal.refused).toBe('timed-out');
      expect(refusal.message).toMatch(/within [13]000 ms/);
    });

    test('can be cancelled', { tags: ['d-door-abort'] }, async () => {
      const owner = await clip('image/png', png);
      owner.process.kill('SIGSTOP');
      const outcome = await readClipboard({ ...options(), signal: AbortSignal.timeout(50) });
      expect(kindOf(outcome)).toBe('cancelled');
      expect(kindOf(await readClipboard({ ...options(), signal: AbortSignal.abort() }))).toBe(
        'cancelled',
      );
    });

    test('of a display that is not there is unavailable', async () => {
      const env = { ...options().env, DISPLAY: ':32000', WAYLAND_DISPLAY: 'wayland-none' };
      const outcome = await readClipboard({ ...options(), env });
      expect(kindOf(outcome)).toBe('unavailable');
    });

    test('is asked after one that holds nothing', async () => {
      await clip('image/png', png);
      const env = { DISPLAY: ':32000', ...options().env, WSL_DISTRO_NAME: 'Debian' };
      expect(
        textOf({
          ok: true,
          value: valueOf(await readClipboard({ ...options(), env }))[0] ?? { bytes: png },
        }),
      ).toBe(png.toString());
    });
  });
}

describe('without a clipboard', () => {
  const options = { platform: 'linux', maxBytes: 1000 } as const;

  test('a shell without a display says so', async () => {
    const refusal = refusalOf(await readClipboard({ ...options, env: {} }));
    expect(refusal.refused).toBe('unavailable');
    expect(refusal.message).toContain('DISPLAY');
  });

  test('a remote shell says where the clipboard is and what to do instead', async () => {
    for (const env of [{ SSH_CONNECTION: '1.2.3.4 1 5.6.7.8 22' }, { SSH_TTY: '/dev/pts/0' }]) {
      const refusal = refusalOf(await readClipboard({ ...options, env }));
      expect(refusal.refused).toBe('unavailable');
      expect(refusal.hint).toContain('scp');
    }
  });

  test.each([
    [{ DISPLAY: ':0' }, 'xclip'],
    [{ WAYLAND_DISPLAY: 'wayland-0' }, 'wl-clipboard'],
    [{ WSL_DISTRO_NAME: 'Debian' }, 'powershell.exe'],
  ])(
    '%j without its program names what to install',
    { tags: ['f-ingest-clipboard-none'] },
    async (display, wanted) => {
      const env = { PATH: '/nonexistent', ...display };
      const refusal = refusalOf(await readClipboard({ ...options, env }));
      expect(refusal.refused).toBe('unavailable');
      expect(refusal.hint).toContain(wanted);
    },
  );
});
