import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { percept } from './percept-command.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'percept-eyes-'));
});
afterAll(() => rm(folder, { recursive: true }));

test(
  'percept describe answers as the contract says',
  { tags: ['d-cli-describe'], timeout: 240_000 },
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
    const { code, json } = await percept(['describe', 'quarters.png'], folder);
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
  { tags: ['d-cli-describe'], timeout: 240_000 },
  async () => {
    await writeFile(
      join(folder, 'note.md'),
      '# Shipping label\n\nParcel number 7731 leaves on Monday.\n',
    );
    const { json } = await percept(['describe', 'note.md'], folder);
    expect(json['markdown']).toContain('Parcel number 7731');
    const side = expect.any(Number);
    const line = {
      text: expect.stringContaining('Parcel number 7731'),
      box: [side, side, side, side],
      confidence: expect.closeTo(1, 0),
    };
    expect(json['lines']).toContainEqual(expect.objectContaining(line));
    const asked = ['--question', 'Which colour?', '--max-characters', '800'];
    const { json: short } = await percept(['describe', 'note.md', ...asked], folder);
    expect(String(short['markdown']).length).toBeLessThanOrEqual(800);
    expect(String(short['markdown'])).toMatch(/Colours[^]*Parcel number 7731/);
    const small = await percept(['describe', 'note.md', '--max-characters', '799'], folder);
    expect(small.code).toBe(2);
    expect(JSON.stringify(small.json)).toContain('--max-characters takes a whole number from 800');
  },
);

test(
  'percept transcribe says which command brings its model',
  { tags: ['d-cli-transcribe'], timeout: 240_000 },
  async () => {
    await writeFile(
      join(folder, 'a.wav'),
      Buffer.from(
        'RIFF\x24\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x80\x3e\0\0\x02\0\x10\0data\0\0\0\0',
        'latin1',
      ),
    );
    const { code, json } = await percept(['transcribe', 'a.wav'], folder);
    expect(code).toBe(3);
    expect(json).toMatchObject({
      refused: 'unavailable',
      hint: expect.stringContaining('percept models pull speech-en'),
    });
  },
);

test(
  'percept transcribe --yes asks the registry that npm is set to for the model, and only then',
  { tags: ['d-cli-transcribe'], timeout: 240_000 },
  async () => {
    const asked: string[] = [];
    const registry = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.writeHead(404).end();
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void registry.close());
    await once(registry, 'listening');
    const address = registry.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    await writeFile(join(folder, '.npmrc'), `registry=http://127.0.0.1:${port}/\n`);
    onTestFinished(() => rm(join(folder, '.npmrc')));
    await writeFile(join(folder, 'b.wav'), 'RIFF');
    expect((await percept(['transcribe', 'b.wav'], folder)).code).toBe(3);
    expect(asked).toEqual([]);
    const { code, json } = await percept(['transcribe', 'b.wav', '--yes'], folder);
    expect(code).toBe(3);
    expect(json['refused']).not.toBe('unavailable');
    expect(asked).toContainEqual(expect.stringContaining('moonshine'));
  },
);
