// Each part alone, in one call: whatever a program holds media in goes in as it is.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { unwrap } from '@percept/core';
import { openDoor, type MediaSource } from '@percept/ingest';
import { createDarkroom } from '@percept/render';
import { VolatileBlobStore } from '@percept/store/testing';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const store = new VolatileBlobStore();
const door = openDoor({ store });
let folder: string;
let png: Uint8Array<ArrayBuffer>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'percept-one-call-'));
  const create = { width: 640, height: 400, channels: 3, background: '#c03020' } as const;
  png = Uint8Array.from(await sharp({ create }).png().toBuffer());
  await writeFile(join(folder, 'red.png'), png);
  await writeFile(join(folder, 'plan.md'), '# A plan\n\n- one\n- two\n');
});
afterAll(async () => {
  await door.close();
  await rm(folder, { recursive: true });
});

describe('door.ingest', () => {
  const holders: Readonly<Record<string, () => MediaSource>> = {
    bytes: () => png,
    'a Buffer': () => Buffer.from(png),
    'an ArrayBuffer': () => png.buffer,
    'a Blob': () => new Blob([png]),
    'a File': () => new File([png], 'red.png', { type: 'image/png' }),
    'a Request': () => new Request('http://127.0.0.1/', { method: 'POST', body: png }),
    'a Response': () => new Response(png),
    'a stream': () => new Blob([png]).stream(),
    'a path': () => join(folder, 'red.png'),
    'a file URL': () => pathToFileURL(join(folder, 'red.png')),
    'a data URL': () => `data:image/png;base64,${Buffer.from(png).toString('base64')}`,
    'an input of the door': () => ({ kind: 'bytes', bytes: png }),
  };

  test.for(Object.entries(holders))('takes %s', { tags: ['d-door-one-call'] }, async ([, held]) => {
    const { block, original } = unwrap(await door.ingest(held()));
    expect(original.bytes).toBe(png.length);
    expect(block).toMatchObject({ type: 'image', width: 640, height: 400 });
  });

  test('a request that was read before is the caller’s mistake', async () => {
    const request = new Request('http://127.0.0.1/', { method: 'POST', body: png });
    await request.arrayBuffer();
    await expect(door.ingest(new Request('http://127.0.0.1/'))).rejects.toThrow(
      'door.ingest: source has no body, or it was read before.',
    );
  });
});

describe('door.fit', () => {
  test('takes bytes and a single figure', { tags: ['d-door-one-call'] }, async () => {
    const { block } = unwrap(await door.fit(png, { maxEdgePx: 300 }));
    expect(block).toMatchObject({ width: 300, height: 188 });
  });

  test('takes what is stored, and an edge is not cut short by the usual area', async () => {
    const { original } = unwrap(await door.keep(png));
    const { block } = unwrap(await door.fit(original.sha256, { maxEdgePx: 640 }));
    expect(block).toMatchObject({ width: 640, height: 400 });
    const small = unwrap(await door.fit(original.sha256, { target: { maxPixels: 6400 } }));
    expect(small.block).toMatchObject({ width: 101, height: 63 });
  });

  test('a figure that is undefined is the default', async () => {
    const given: object = { maxEdgePx: undefined };
    expect(unwrap(await door.fit(png, given)).block).toMatchObject({ width: 640, height: 400 });
  });
});

test(
  'darkroom.draw takes a path, a File or bytes, and a page',
  { tags: ['d-door-one-call'] },
  async () => {
    await using darkroom = createDarkroom();
    const path = join(folder, 'plan.md');
    const drawn = unwrap(await darkroom.draw(path));
    expect(drawn.pages).toHaveLength(1);
    const file = new File(['# A plan\n\n- one\n- two\n'], 'plan.md');
    expect(
      unwrap(await darkroom.draw(file, { target: { maxEdgePx: 400 } })).pages[0]?.width,
    ).toBeLessThanOrEqual(400);
    const second = await darkroom.draw(path, { page: 2 });
    expect(second).toMatchObject({ ok: false, refusal: { refused: 'invalid-input' } });
    const absent = await darkroom.draw(join(folder, 'none.md'));
    expect(absent).toMatchObject({ ok: false, refusal: { refused: 'absent' } });
  },
);
