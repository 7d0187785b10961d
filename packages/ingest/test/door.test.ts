import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { defaultFit, parseStoredBlock } from '@percept/core/internal';
import {
  doorLimits,
  fitSize,
  fitTarget,
  profilesById,
  type ImageBlock,
  type Outcome,
} from '@percept/core';
import { VolatileBlobStore } from '@percept/store/testing';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDoor, type Admitted, type Door } from '../src/index.ts';
import { animated, frames as framesOf } from './corpus/make-png.ts';

const store = new VolatileBlobStore();
let door: Door;
let folder: string;

beforeAll(async () => {
  door = openDoor({ store });
  folder = await mkdtemp(join(tmpdir(), 'percept-door-'));
});
afterAll(async () => {
  await door.close();
  await rm(folder, { recursive: true });
});

const userChosen = { followLinks: 'user-chosen' } as const;

/** Flat areas, edges and a little noise: no two sizes of it look alike to an encoder. */
async function picture(width: number, height: number): Promise<Sharp> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#fdfdfd"/><circle cx="50%" cy="50%" r="30%" fill="#1f8a70"/><rect x="10%" y="10%" width="20%" height="15%" fill="#d1495b"/></svg>`;
  return sharp(Buffer.from(svg)).flatten({ background: '#fdfdfd' });
}

async function png(width: number, height: number): Promise<Uint8Array> {
  return new Uint8Array(await (await picture(width, height)).png().toBuffer());
}

/** Photographic: every pixel differs from its neighbours. */
async function noise(width: number, height: number): Promise<Sharp> {
  const raw = new Uint8Array(width * height * 3);
  let seed = 42;
  for (let index = 0; index < raw.length; index++) {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    raw[index] = seed >>> 24;
  }
  return sharp(raw, { raw: { width, height, channels: 3 } });
}

function accepted(outcome: Outcome<Admitted>): Admitted {
  if (!outcome.ok) throw new Error(`${outcome.refusal.refused}: ${outcome.refusal.message}`);
  return outcome.value;
}

function imageOf(outcome: Outcome<Admitted>): ImageBlock {
  const { block } = accepted(outcome);
  if (block.type !== 'image') throw new Error(`not an image: ${block.type}`);
  return block;
}

async function bytesOf(id: ImageBlock['sha256']): Promise<Uint8Array> {
  const found = await store.get(id);
  if (!found.ok) throw new Error(found.refusal.message);
  return found.value;
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

describe('ways in', () => {
  test(
    'bytes, stream, path, file URL, data URL, base64 and http URL give the same block',
    { tags: ['d-door-inputs'] },
    async () => {
      const bytes = await png(64, 48);
      const path = join(folder, 'a picture.png');
      await writeFile(path, bytes);
      const base64 = Buffer.from(bytes).toString('base64');
      const server = createServer((_request, response) => response.end(bytes)).listen(
        0,
        '127.0.0.1',
      );
      await new Promise((resolve) => server.once('listening', resolve));
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      const policy = { allowPrivateHosts: [`127.0.0.1:${port}`] };
      try {
        const outcomes = await Promise.all([
          door.ingest({ kind: 'bytes', bytes }),
          door.ingest({ kind: 'stream', stream: new Blob([Buffer.from(bytes)]).stream() }),
          door.ingest({ kind: 'path', path, cwd: '/', access: userChosen }),
          door.ingest({ kind: 'path', path: pathToFileURL(path), cwd: '/', access: userChosen }),
          door.ingest({ kind: 'inline', text: `data:image/png;base64,${base64}` }),
          door.ingest({ kind: 'inline', text: base64 }),
          door.ingest({ kind: 'url', url: `http://127.0.0.1:${port}/x.png`, policy }),
        ]);
        const ids = outcomes.map((outcome) => imageOf(outcome).sha256);
        expect(new Set(ids).size).toBe(1);
      } finally {
        server.close();
      }
    },
  );

  test(
    'a server that labels a page as a picture is seen through',
    { tags: ['f-ingest-fetch-sniffed', 's002-mime-sniffed'] },
    async () => {
      const bytes = new TextEncoder().encode('<!doctype html><p>Not found</p>');
      const outcome = await door.ingest({
        kind: 'bytes',
        bytes,
        declaredType: 'image/png',
        name: 'x',
      });
      expect(outcome).toMatchObject({ ok: false, refusal: { refused: 'needs-render' } });
    },
  );

  test(
    'a download that begins like a page is ended before the rest has come',
    { tags: ['f-ingest-fetch-sniffed'] },
    async () => {
      let sent = 0;
      const server = createServer((_request, response) => {
        response.setHeader('content-type', 'image/png');
        response.write(`<!doctype html>${' '.repeat(2000)}`);
        const more = setInterval(() => {
          response.write(' '.repeat(100_000));
          sent += 100_000;
        }, 20);
        response.on('close', () => clearInterval(more));
      }).listen(0, '127.0.0.1');
      await new Promise((resolve) => server.once('listening', resolve));
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      const policy = { allowPrivateHosts: [`127.0.0.1:${port}`] };
      const url = `http://127.0.0.1:${port}/x.png`;
      const outcome = await door.ingest({ kind: 'url', url, policy }, { expect: 'image' });
      server.close();
      expect(outcome).toMatchObject({ ok: false, refusal: { refused: 'needs-render' } });
      expect(sent).toBeLessThan(20_000_000);
    },
  );

  test.each([
    ['takes', 60 * 1024 * 1024, 'unreachable'],
    ['refuses', doorLimits.maxSourceBytes + 1, 'too-large'],
  ] as const)(
    'a URL is held to the size of any other file: it %s one that announces %i bytes',
    { tags: ['d-image-limits'] },
    async (_, length, refused) => {
      const start = await png(64, 48);
      const server = createServer((_request, response) => {
        response.writeHead(200, { 'content-length': length });
        // What is taken is read, and this one ends too early.
        response.write(start, () => response.destroy());
      }).listen(0, '127.0.0.1');
      await new Promise((resolve) => server.once('listening', resolve));
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      const policy = { allowPrivateHosts: [`127.0.0.1:${port}`] };
      const url = `http://127.0.0.1:${port}/x.png`;
      const outcome = await door.ingest({ kind: 'url', url, policy });
      server.close();
      expect(outcome).toMatchObject({ ok: false, refusal: { refused } });
    },
  );

  test(
    'a lying name gets what its bytes are',
    { tags: ['f-ingest-wrong-extension', 's002-mime-sniffed'] },
    async () => {
      const bytes = new Uint8Array(await (await picture(30, 30)).jpeg().toBuffer());
      const outcome = await door.ingest({
        kind: 'bytes',
        bytes,
        name: 'x.png',
        declaredType: 'image/png',
      });
      expect(imageOf(outcome).mime).toBe('image/jpeg');
    },
  );

  test(
    'progress is told while a large input arrives and is worked on',
    { tags: ['d-door-progress'] },
    async () => {
      const path = join(folder, 'large.png');
      await writeFile(path, new Uint8Array(await (await noise(1500, 1500)).png().toBuffer()));
      const seen: number[] = [];
      const stages: string[] = [];
      const outcome = await door.ingest(
        { kind: 'path', path, cwd: '/', access: userChosen },
        {
          onProgress: ({ readBytes }) => seen.push(readBytes),
          onStage: (stage) => stages.push(stage),
        },
      );
      expect(outcome.ok).toBe(true);
      expect(seen.length).toBeGreaterThan(2);
      expect(seen).toEqual(seen.toSorted((a, b) => a - b));
      expect(stages).toContain('decoding');
      expect(stages.at(-1)).toBe('storing');
    },
  );

  test(
    'an abort ends the work promptly and stores nothing',
    { tags: ['d-door-abort'] },
    async () => {
      const own = new VolatileBlobStore();
      await using ownDoor = openDoor({ store: own });
      const bytes = new Uint8Array(
        await (await noise(3000, 3000)).jpeg({ quality: 90 }).toBuffer(),
      );
      const controller = new AbortController();
      const outcome = ownDoor.ingest(
        { kind: 'bytes', bytes },
        { signal: controller.signal, onStage: () => controller.abort() },
      );
      expect(await outcome).toMatchObject({ ok: false, refusal: { refused: 'cancelled' } });
      const left: string[] = [];
      for await (const id of own.list()) left.push(id);
      expect(left).toEqual([]);
    },
  );
});

describe('what comes out', () => {
  test(
    'what fits passes pixel for pixel, and what was written here passes as it is',
    { tags: ['f-ingest-pass-through', 's002-sha256', 's002-decode-validated'] },
    async () => {
      const bytes = await png(200, 100);
      const first = accepted(await door.ingest({ kind: 'bytes', bytes }));
      expect(first.original.sha256).toBe(sha256(bytes));
      expect(first.steps).toEqual([]);
      const ours = await bytesOf(first.block.sha256);
      expect(sha256(ours)).toBe(first.block.sha256);
      expect(await sharp(ours).raw().toBuffer()).toEqual(await sharp(bytes).raw().toBuffer());
      const again = accepted(await door.ingest({ kind: 'bytes', bytes: ours }));
      expect(again.block.sha256).toBe(first.block.sha256);
      expect(again.block.original).toBeUndefined();
      expect(again.original.sha256).toBe(again.block.sha256);
    },
  );

  test(
    'what is too large is downscaled, said, and kept as it was beside it',
    {
      tags: [
        'd-door-original-and-fit',
        'd-block-original',
        's002-over-cap-downscaled',
        's002-downscale-warned',
        'f-ingest-original-kept',
        'f-ingest-both-hashes',
        's002-sha-of-sent-bytes',
      ],
    },
    async () => {
      const bytes = await png(4000, 3000);
      const { block, original, warnings } = accepted(await door.ingest({ kind: 'bytes', bytes }));
      if (block.type !== 'image') throw new Error('not an image');
      expect(Math.max(block.width, block.height)).toBeLessThanOrEqual(1568);
      expect(block.width / block.height).toBeCloseTo(4 / 3, 2);
      expect(warnings.join()).toContain('4000×3000');
      expect(warnings.join()).toContain(`${block.width}×${block.height}`);
      expect(original).toMatchObject({
        sha256: sha256(bytes),
        width: 4000,
        height: 3000,
        bytes: bytes.length,
      });
      expect(block.original).toEqual(original);
      expect(await bytesOf(original.sha256)).toEqual(bytes);
      const sent = await bytesOf(block.sha256);
      expect(sha256(sent)).toBe(block.sha256);
      const { width, height } = block;
      expect(await sharp(sent).metadata()).toMatchObject({ width, height });
      expect(block.bytes).toBe(sent.length);
      expect(parseStoredBlock(JSON.parse(JSON.stringify(block)))).toEqual({
        ok: true,
        value: block,
      });
    },
  );

  test('the target model decides the size', { tags: ['f-ingest-profile-fit'] }, async () => {
    const bytes = await png(4000, 2000);
    const widths: number[] = [];
    for (const id of ['anthropic', 'anthropic-high', 'pixtral', 'common'] as const) {
      const profile = profilesById.get(id);
      if (!profile) throw new Error(id);
      const target = fitTarget(profile);
      const block = imageOf(await door.ingest({ kind: 'bytes', bytes }, { target }));
      const { width, height } = fitSize({ width: 4000, height: 2000 }, target);
      expect([id, block.width, block.height]).toEqual([id, width, height]);
      expect(target.imageTypes).toContain(block.mime);
      widths.push(block.width);
    }
    // A model that sees more than the default is sent more.
    expect(Math.max(...widths)).toBeGreaterThan(defaultFit.maxEdgePx);
  });

  test(
    'a small picture that weighs too much is re-encoded, never enlarged',
    { tags: ['f-ingest-small-over-bytes-reencoded', 'f-ingest-never-upscale', 's002-cap-5-mib'] },
    async () => {
      const bytes = new Uint8Array(await (await noise(1000, 1000)).png().toBuffer());
      const target = { ...defaultFit, maxBytes: 400_000 };
      const block = imageOf(await door.ingest({ kind: 'bytes', bytes }, { target }));
      expect(block.bytes).toBeLessThanOrEqual(400_000);
      expect(block.width).toBeLessThanOrEqual(1000);
      const heavy = new Uint8Array(
        await (await noise(1100, 1100)).png({ compressionLevel: 0 }).toBuffer(),
      );
      expect(
        imageOf(
          await door.ingest(
            { kind: 'bytes', bytes: heavy },
            { target: { ...defaultFit, maxBytes: 2_000_000 } },
          ),
        ).bytes,
      ).toBeLessThanOrEqual(2_000_000);
    },
  );

  test(
    'GPS and every other metadata stay behind, and the pixels do not change for it',
    { tags: ['f-ingest-gps-stripped'] },
    async () => {
      const exif = {
        IFD0: { Copyright: 'secret owner' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 28/1 38/1' },
      };
      const bytes = new Uint8Array(
        await (await picture(300, 200)).withExif(exif).jpeg({ quality: 90 }).toBuffer(),
      );
      expect(Buffer.from(bytes).includes('secret owner')).toBe(true);
      const { block, original, steps } = accepted(await door.ingest({ kind: 'bytes', bytes }));
      const sent = await bytesOf(block.sha256);
      expect(steps).toContain('metadata-removed');
      expect(Buffer.from(sent).includes('secret owner')).toBe(false);
      expect((await sharp(sent).metadata()).exif).toBeUndefined();
      expect(await sharp(sent).raw().toBuffer()).toEqual(await sharp(bytes).raw().toBuffer());
      expect(await bytesOf(original.sha256)).toEqual(bytes);
    },
  );

  test(
    'a rotated photo stands upright, its size told as a person sees it',
    { tags: ['f-ingest-exif-orient'] },
    async () => {
      const bytes = new Uint8Array(
        await (await picture(300, 100)).jpeg().withMetadata({ orientation: 6 }).toBuffer(),
      );
      const { block, original } = accepted(await door.ingest({ kind: 'bytes', bytes }));
      expect(block).toMatchObject({ width: 100, height: 300 });
      expect(original).toMatchObject({ width: 100, height: 300 });
      const { data, info } = await sharp(await bytesOf(block.sha256))
        .raw()
        .toBuffer({ resolveWithObject: true });
      // The red rectangle was at the top left; a quarter turn clockwise brings it to the top right.
      const at = (60 * info.width + 80) * info.channels;
      expect(data[at]).toBeGreaterThan(180);
    },
  );

  test(
    'an animation comes out as a still that says how many frames there were',
    { tags: ['f-ingest-gif-still', 'f-ingest-animation-reported'] },
    async () => {
      const frames = await Promise.all(
        [0, 1, 2].map(async (index) =>
          sharp({
            create: {
              width: 20,
              height: 20,
              channels: 3,
              background: { r: index * 100, g: 0, b: 0 },
            },
          })
            .png()
            .toBuffer(),
        ),
      );
      const moving = sharp(frames, { join: { animated: true } });
      const still = await png(20, 20);
      const [control = still] = framesOf({ width: 20, height: 20, pixels: new Uint8Array() });
      const apng = Buffer.concat([still.subarray(0, 33), animated(3), control, still.subarray(33)]);
      for (const bytes of [
        await moving.clone().gif().toBuffer(),
        await moving.clone().webp({ lossless: true }).toBuffer(),
        apng,
      ]) {
        const { block, original, warnings } = accepted(await door.ingest({ kind: 'bytes', bytes }));
        expect(block.mime).not.toBe('image/gif');
        expect(original.frames).toBe(3);
        expect(warnings.join()).toContain('3 frames');
        expect((await sharp(await bytesOf(block.sha256)).metadata()).pages ?? 1).toBe(1);
      }
    },
  );

  test(
    'what is glued to a picture is reported and does not leave',
    { tags: ['f-ingest-polyglot'] },
    async () => {
      const clean = await png(50, 50);
      const glued = Buffer.concat([clean, Buffer.from('PK\u0003\u0004<script>alert(1)</script>')]);
      const { block, warnings } = accepted(
        await door.ingest({ kind: 'bytes', bytes: new Uint8Array(glued) }),
      );
      expect(warnings.join()).toContain('after the end');
      expect(Buffer.from(await bytesOf(block.sha256)).includes('script')).toBe(false);
    },
  );

  test(
    'the same input and target give the same bytes',
    { tags: ['d-door-deterministic'] },
    async () => {
      const bytes = new Uint8Array(await (await noise(2200, 1700)).jpeg().toBuffer());
      const first = imageOf(await door.ingest({ kind: 'bytes', bytes }));
      await using other = openDoor({ store: new VolatileBlobStore() });
      expect(imageOf(await other.ingest({ kind: 'bytes', bytes })).sha256).toBe(first.sha256);
    },
  );

  test(
    'sound and documents become blocks of their own kind',
    { tags: ['d-door-audio-file'] },
    async () => {
      const wave = Buffer.alloc(44 + 16_000);
      wave.write('RIFF', 0).toString();
      wave.writeUInt32LE(36 + 16_000, 4);
      wave.write('WAVEfmt ', 8);
      wave.writeUInt32LE(16, 16);
      wave.writeUInt16LE(1, 20);
      wave.writeUInt16LE(1, 22);
      wave.writeUInt32LE(8_000, 24);
      wave.writeUInt32LE(16_000, 28);
      wave.writeUInt16LE(2, 32);
      wave.writeUInt16LE(16, 34);
      wave.write('data', 36);
      wave.writeUInt32LE(16_000, 40);
      const sound = accepted(
        await door.ingest({ kind: 'bytes', bytes: new Uint8Array(wave), name: 'a.wav' }),
      );
      expect(sound.block).toMatchObject({
        type: 'audio',
        mime: 'audio/wav',
        durationMs: 1000,
        name: 'a.wav',
      });
      const pdf = new TextEncoder().encode('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n');
      const document = accepted(await door.ingest({ kind: 'bytes', bytes: pdf, name: 'a.pdf' }));
      expect(document.block).toMatchObject({
        type: 'file',
        mime: 'application/pdf',
        name: 'a.pdf',
      });
      expect(
        await door.ingest({ kind: 'bytes', bytes: new Uint8Array(wave) }, { expect: 'image' }),
      ).toMatchObject({ ok: false, refusal: { refused: 'unperceivable' } });
    },
  );

  test('a file that is expected is stored as it is, whatever it holds', async () => {
    const svg = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>');
    const { block } = accepted(
      await door.ingest({ kind: 'bytes', bytes: svg }, { expect: 'file' }),
    );
    expect(block).toMatchObject({ type: 'file', mime: 'image/svg+xml', sha256: sha256(svg) });
  });
});

describe('a file that only begins like a PDF', { tags: ['d-door-inputs'] }, () => {
  const encode = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));
  test.for([
    ['rubbish', encode(`%PDF-1.7\n${'\x80\x01 obj xyz'.repeat(40)}`)],
    ['a sentence', encode('%PDF-1.4 This is a story about files.')],
    ['junk before the first line', encode(`junk junk\n%PDF-1.5\n${'\xff'.repeat(500)}`)],
  ] as const)('%s is no file', async ([, bytes]) => {
    for (const name of ['a.pdf', undefined]) {
      const outcome = await door.ingest({ kind: 'bytes', bytes, ...(name && { name }) });
      expect(outcome).toMatchObject({ ok: false, refusal: { refused: 'corrupt' } });
    }
  });

  test('one with an object is', async () => {
    const bytes = encode(
      '%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n',
    );
    expect(await door.ingest({ kind: 'bytes', bytes })).toMatchObject({
      ok: true,
      value: { block: { type: 'file', mime: 'application/pdf' } },
    });
  });
});

describe('refusals', () => {
  const encode = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));
  test.for([
    ['nothing', new Uint8Array(), 'empty'],
    ['an SVG', encode('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'needs-render'],
    ['a TGA', encode(`${'\0'.repeat(60)}TRUEVISION-XFILE.\0`), 'unsupported-type'],
    ['a BigTIFF', encode(`II+\0${'\0'.repeat(60)}`), 'unsupported-type'],
    ['a HEIC', encode(`\0\0\0\x18ftypheic\0\0\0\0heicmif1${'\0'.repeat(60)}`), 'unsupported-type'],
    ['a JPEG XL', encode(`\xff\x0a${'\0'.repeat(60)}`), 'unsupported-type'],
    ['a ZIP', encode(`PK\x03\x04${'\0'.repeat(60)}`), 'unperceivable'],
    [
      'noise',
      Uint8Array.from({ length: 500 }, (_, index) => (index * 211 + 128) & 255),
      'unperceivable',
    ],
  ] as const)(
    '%s is refused by name, with a hint',
    {
      tags: [
        's002-mime-bmp-tiff-refused',
        's002-mime-avif-heic-refused',
        'f-ingest-svg-darkroom',
        'f-ingest-svg-named-png',
        'd-refusal-is-value',
      ],
    },
    async ([, bytes, refused]) => {
      const outcome = await door.ingest({
        kind: 'bytes',
        bytes,
        name: 'x.png',
        declaredType: 'image/png',
      });
      expect(outcome).toMatchObject({ ok: false, refusal: { refused } });
      expect(!outcome.ok && outcome.refusal.hint.length).toBeGreaterThan(10);
    },
  );

  test(
    'bytes over the limit are refused before anything looks at them',
    { tags: ['d-refusal-facts'] },
    async () => {
      await using strict = openDoor({ store, limits: { maxSourceBytes: 100 } });
      const bytes = await png(64, 64);
      expect(await strict.ingest({ kind: 'bytes', bytes })).toMatchObject({
        ok: false,
        refusal: {
          refused: 'too-large',
          limit: { name: 'maxSourceBytes', max: 100, actual: bytes.length },
        },
      });
    },
  );

  test('a store without room is a refusal, not a crash', async () => {
    const full = Object.assign(new VolatileBlobStore(), {
      put: () =>
        Promise.resolve({
          ok: false,
          refusal: { refused: 'store-full', message: 'No room.', hint: 'Make room.' },
        } as const),
    });
    await using ownDoor = openDoor({ store: full });
    expect(await ownDoor.ingest({ kind: 'bytes', bytes: await png(10, 10) })).toMatchObject({
      ok: false,
      refusal: { refused: 'store-full' },
    });
  });
});

describe('bare pixels', () => {
  test('a bitmap holds the upright picture, three bytes a pixel, and nothing is stored', async () => {
    const own = new VolatileBlobStore();
    await using ownDoor = openDoor({ store: own });
    const turned = await (
      await picture(300, 100)
    )
      .jpeg({ quality: 95 })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const bitmap = await ownDoor.bitmap(new Uint8Array(turned));
    if (!bitmap.ok) throw new Error(bitmap.refusal.message);
    const { width, height, data } = bitmap.value;
    expect([width, height, data.length]).toEqual([100, 300, 100 * 300 * 3]);
    const { data: expected } = await sharp(turned)
      .autoOrient()
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(
      Math.max(...data.map((value, index) => Math.abs(value - (expected[index] ?? 0)))),
    ).toBeLessThanOrEqual(2);
    const left: string[] = [];
    for await (const id of own.list()) left.push(id);
    expect(left).toEqual([]);
  });

  test('a bitmap is fitted, cut and flattened like a picture, and grey becomes three channels', async () => {
    const grey = await sharp({
      create: { width: 3000, height: 2000, channels: 3, background: '#777' },
    })
      .greyscale()
      .png()
      .toBuffer();
    const bitmap = await door.bitmap(new Uint8Array(grey), {
      region: { unit: 'permille', left: 500, top: 500, width: 500, height: 500 },
    });
    if (!bitmap.ok) throw new Error(bitmap.refusal.message);
    expect(bitmap.value.width / bitmap.value.height).toBeCloseTo(1.5, 1);
    expect([...bitmap.value.data.subarray(0, 3)]).toEqual([0x77, 0x77, 0x77]);
  });

  test('what is no picture is refused by its name', async () => {
    expect(
      await door.bitmap(new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>')),
    ).toMatchObject({ ok: false, refusal: { refused: 'needs-render' } });
  });
});
