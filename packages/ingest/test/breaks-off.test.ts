// A file that breaks off: where every pixel is there it leaves as it would have left whole, and says so; where one is missing it
// is refused, at whatever byte it was cut.
import { VolatileBlobStore } from '@percept/store/testing';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDoor } from '../src/index.ts';
import { goodCorpus, smallPictures, type GoodPicture } from './corpus/index.ts';
import { be16, join } from './corpus/bytes.ts';
import { segment } from './corpus/make-jpeg.ts';
import { drawPhoto, paint } from './fixtures/pictures.ts';

const store = new VolatileBlobStore();
const door = openDoor({ store });
afterAll(() => door.close());

const target = { imageTypes: ['image/png'], maxBytes: 2 ** 25, maxEdgePx: 8192 } as const;

let pictures: readonly GoodPicture[] = [];
beforeAll(async () => {
  pictures = await goodCorpus('small');
}, 240_000);

async function look(bytes: Uint8Array): Promise<{ sha256: string; words: string } | string> {
  const outcome = await door.ingest({ kind: 'bytes', bytes }, { expect: 'image', target });
  if (!outcome.ok) return outcome.refusal.refused;
  return { sha256: outcome.value.block.sha256, words: outcome.value.warnings.join('\n') };
}

/** How many bytes may be missing at the end. */
async function spared(
  name: string,
  whole: Uint8Array,
  cuts: readonly number[],
): Promise<readonly number[]> {
  const shown = await look(whole);
  if (typeof shown === 'string') throw new Error(`${name} is ${shown}`);
  const found = await Promise.all(
    cuts.map(async (cut) => ({ cut, left: await look(whole.subarray(0, whole.length - cut)) })),
  );
  return found.flatMap(({ cut, left }) => {
    if (typeof left === 'string') {
      expect(left, `${name} less ${cut}`).toBe('corrupt');
      return [];
    }
    expect(left, `${name} less ${cut}`).toEqual({
      sha256: shown.sha256,
      words: expect.stringContaining('breaks off behind its last pixel'),
    });
    return [cut];
  });
}

test(
  'a small picture that is cut at any byte is refused, or leaves with all of its pixels',
  { tags: ['f-ingest-truncated-refused'], timeout: 240_000 },
  async () => {
    const most = new Map<string, number>();
    for (const { name, bytes } of smallPictures()) {
      const cuts = Array.from({ length: bytes.length - 12 }, (_, index) => index + 1);
      most.set(name, Math.max(0, ...(await spared(name, bytes, cuts))));
    }
    // The end marks, and of a PNG the checksum of its pixels too.
    expect(Object.fromEntries(most)).toEqual({ PNG: 16, JPEG: 2, GIF: 1, WebP: 0 });
  },
);

/** One of each way in which pixels are written. */
const ways = [
  'PNG RGB',
  'PNG interlaced',
  'PNG palette',
  'PNG 16-bit RGBA',
  'JPEG 4:2:0',
  'JPEG 4:4:4',
  'JPEG progressive',
  'JPEG CMYK',
  'JPEG grey',
  'GIF',
  'GIF of 12 frames',
  'WebP lossy',
  'WebP lossless',
  'WebP with EXIF and place',
  'WebP of 12 frames',
];

test.each(ways)(
  '%s: what a real encoder wrote leaves whole or not at all',
  { tags: ['f-ingest-truncated-refused'], timeout: 240_000 },
  async (name) => {
    const picture = pictures.find((one) => one.name === name);
    if (!picture) throw new Error(`There is no ${name}.`);
    const { bytes } = picture;
    const cuts = [
      ...Array.from({ length: 24 }, (_, index) => index + 1),
      ...[0.1, 0.3, 0.5, 0.7, 0.9].map((share) => Math.floor(bytes.length * share)),
    ];
    const kept = await spared(name, bytes, cuts);
    // Nothing but the end: never a tenth of a still. An animation is its first frame.
    const fewest = name.includes('12 frames') ? bytes.length : 25;
    expect(Math.max(0, ...kept)).toBeLessThan(fewest);
  },
);

const photo = (): Promise<Buffer> =>
  sharp({ create: { width: 64, height: 48, channels: 3, background: '#c40' } })
    .jpeg({ quality: 90 })
    .toBuffer();

test('a JPEG whose second picture begins before the first has ended is its first picture', async () => {
  const first = await photo();
  const second = await sharp(first).resize(8, 8).jpeg().toBuffer();
  const both = join(first.subarray(0, first.length - 2), second);
  const whole = await look(first);
  expect(await look(both)).toEqual({
    sha256: typeof whole === 'string' ? '' : whole.sha256,
    words: expect.stringContaining('breaks off behind its last pixel'),
  });
});

test('a JPEG that lost its last restart interval is refused, with an end mark and without', async () => {
  const made = await photo();
  const frame = made.indexOf(Buffer.from([0xff, 0xc0]));
  const scan = made.indexOf(Buffer.from([0xff, 0xda]));
  const [from, interval] = [frame, segment(0xdd, Uint8Array.from(be16(1)))];
  const headed = join(made.subarray(0, from), interval, made.subarray(from, scan + 14));
  const lone = join(headed, [0x7f, 0xff, 0xd0, 0x7f]);
  expect(await look(lone)).toBe('corrupt');
});

test('a progressive JPEG that ends between two scans is refused', async () => {
  const bytes = await sharp(await photo())
    .jpeg({ progressive: true })
    .toBuffer();
  const scans = [...bytes.keys()].filter((at) => bytes[at] === 0xff && bytes[at + 1] === 0xda);
  expect(scans.length).toBeGreaterThan(3);
  for (const at of scans.slice(1)) expect(await look(bytes.subarray(0, at))).toBe('corrupt');
});

describe('a JPEG that ends as it should', { tags: ['f-ingest-truncated-refused'] }, () => {
  const end = Uint8Array.of(0xff, 0xd9);
  const scene = (chromaSubsampling: string): Promise<Buffer> =>
    paint(drawPhoto(640, 480)).jpeg({ quality: 92, chromaSubsampling }).toBuffer();
  const ingest = (bytes: Uint8Array, maxEdgePx = 1568) =>
    door.ingest({ kind: 'bytes', bytes }, { expect: 'image', target: { maxEdgePx } });

  test.each(['4:4:4', '4:2:0'])('of %s is refused where its last rows are missing', async (way) => {
    const whole = await scene(way);
    for (const maxEdgePx of [1568, 320, 160, 80]) {
      expect((await ingest(whole, maxEdgePx)).ok).toBe(true);
      for (const cut of [300, 1200]) {
        const less = join(whole.subarray(0, whole.length - 2 - cut), end);
        const outcome = await ingest(less, maxEdgePx);
        expect(outcome, `${cut} bytes at ${maxEdgePx} pixels`).toMatchObject({
          ok: false,
          refusal: { refused: 'corrupt' },
        });
      }
    }
    const less = join(whole.subarray(0, whole.length - 2 - 12), end);
    expect(await ingest(less)).toMatchObject({ ok: false, refusal: { refused: 'corrupt' } });
    const kept = await door.keep({
      kind: 'bytes',
      bytes: join(whole.subarray(0, whole.length - 1202), end),
    });
    expect(kept).toMatchObject({ ok: false, refusal: { refused: 'corrupt' } });
  });

  test('says that it is damaged where its last rows make no sense', async () => {
    const torn = Uint8Array.from(await scene('4:4:4'));
    torn.fill(0xfe, torn.length - 60, torn.length - 40);
    const outcome = await ingest(torn);
    expect(outcome.ok && outcome.value.warnings.join()).toContain('damaged');
  });

  test('and in middle grey is taken without a word', async () => {
    const grey = { width: 640, height: 480, channels: 3, background: '#808080' } as const;
    const bytes = await sharp({ create: grey }).jpeg({ chromaSubsampling: '4:4:4' }).toBuffer();
    for (const maxEdgePx of [1568, 80]) {
      const outcome = await ingest(bytes, maxEdgePx);
      expect(outcome.ok && outcome.value.warnings.join()).not.toContain('damaged');
    }
  });
});
