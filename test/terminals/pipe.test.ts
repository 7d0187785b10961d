// `percept view` into a pipe: words, unless a protocol is forced, and then the picture is in what was written.
import { execFileSync } from 'node:child_process';
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decodeSixel } from '../../packages/terminal/test/fixtures/sixel-decoder.ts';
import { createScene, picture, quadrants, type Scene } from './scene.ts';

const command = new URL('../../packages/percept/bin/percept.js', import.meta.url).pathname;
let scene: Scene;
beforeAll(async () => {
  scene = await createScene();
});
afterAll(() => scene[Symbol.dispose]());

function view(
  graphics: string | undefined,
  args: readonly string[] = [],
  name = 'quadrants.png',
): string {
  const { PERCEPT_GRAPHICS: _, ...env } = process.env;
  const file = join(scene.folder, name);
  const call = [command, 'view', file, '--data', join(scene.folder, 'data'), ...args];
  return execFileSync(process.execPath, call, {
    env: { ...env, ...(graphics !== undefined && { PERCEPT_GRAPHICS: graphics }) },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

describe('percept view into a pipe', () => {
  test('writes words and no escape', { tags: ['f-term-no-tty', 's002-text-fallback'] }, () => {
    for (const graphics of [undefined, 'none']) {
      const text = view(graphics);
      expect(text).toMatch(/^\[image: 200x120 png, \d+ B, /);
      expect(text).not.toContain('\u001b');
    }
  });

  test('writes one JSON object whatever is forced', () => {
    expect(JSON.parse(view('sixel', ['--json']))).toMatchObject({ width: 200, height: 120 });
  });

  test(
    'writes kitty when that is forced: the very pixels',
    { tags: ['s002-graphics-override'] },
    async () => {
      const text = view('kitty');
      // oxlint-disable-next-line no-control-regex
      const data = [...text.matchAll(/\u001b_G[^;]*;([^\u001b]*)\u001b\\/g)]
        .map(([, base64]) => base64)
        .join('');
      const pixels = (source: Buffer): Promise<Buffer> =>
        sharp(source).ensureAlpha().raw().toBuffer();
      expect(await pixels(Buffer.from(data, 'base64'))).toEqual(
        await pixels(readFileSync(join(scene.folder, 'quadrants.png'))),
      );
    },
  );

  test(
    'writes sixel when that is forced: the very pixels',
    { tags: ['s002-graphics-override'] },
    () => {
      const text = view('sixel');
      const sixel = text.slice(text.indexOf('\u001bP'), text.indexOf('\u001b\\') + 2);
      const { width, height, percent } = decodeSixel(sixel);
      expect({ width, height }).toEqual(picture);
      const wanted = quadrants.bottomRight.map((level) => Math.round((level * 100) / 255));
      expect(Array.from(percent.subarray(-4))).toEqual([...wanted, 100]);
    },
  );

  test(
    'writes iTerm2 when that is forced: a file that decodes',
    { tags: ['s002-graphics-override'] },
    async () => {
      // oxlint-disable-next-line no-control-regex
      const [, data = ''] = /1337;File=[^:]*:([^\u0007]*)\u0007/.exec(view('iterm')) ?? [];
      expect(await sharp(Buffer.from(data, 'base64')).metadata()).toMatchObject(picture);
    },
  );

  test(
    'writes half blocks when those are forced',
    { tags: ['s002-graphics-override', 'f-term-half-blocks'] },
    () => {
      const lines = view('half')
        .split('\n')
        .filter((line) => line.includes('▀'));
      expect(lines.length).toBeGreaterThan(5);
      expect(lines[0]).toContain(`38;2;${quadrants.topLeft.join(';')}m`);
    },
  );

  test('says no escape that a file name holds', () => {
    const name = 'a\u001b]0;owned\u0007\u001b[2J.png';
    copyFileSync(join(scene.folder, 'quadrants.png'), join(scene.folder, name));
    // oxlint-disable-next-line no-control-regex
    const ours = view('half', [], name).replaceAll(/\u001b\[[\d;]*m/g, '');
    expect(ours).toContain('owned');
    expect(ours).not.toMatch(/[^\P{Cc}\r\n]/u);
  });

  test('marks a picture that the model sees smaller than it is', async () => {
    const large = sharp({ create: { width: 3000, height: 300, channels: 3, background: '#abc' } });
    await large.png().toFile(join(scene.folder, 'large.png'));
    expect(view(undefined, [], 'large.png')).toMatch(/large\.png.*\] \[downscaled\]\n/);
    expect(view(undefined)).not.toContain('[downscaled]');
  });

  test('refuses a protocol that does not exist', () => {
    expect(() => view('holograms')).toThrow(
      /PERCEPT_GRAPHICS takes kitty, sixel, iterm, half, none/,
    );
  });
});
