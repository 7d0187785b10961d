import { doorLimits, type SourceType } from '@percept/core';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { colourWay } from '../src/fit/colour.ts';
import { probe } from '../src/probe/index.ts';
import { sniff } from '../src/sniff.ts';
import { stripMetadata } from '../src/strip/index.ts';
import { be32, join } from './corpus/bytes.ts';
import { goodCorpus, type GoodPicture } from './corpus/index.ts';
import { chunk, png } from './corpus/make-png.ts';

let pictures: readonly GoodPicture[] = [];
beforeAll(async () => {
  pictures = await goodCorpus();
}, 240_000);

function find(name: string): GoodPicture {
  const picture = pictures.find((candidate) => candidate.name === name);
  if (!picture) throw new Error(`no picture ${name}`);
  return picture;
}

test('every honest picture passes, the largest and the emptiest too', () => {
  const refused = pictures.flatMap(({ name, mime, bytes }) => {
    const outcome = probe(bytes, mime, doorLimits);
    return outcome.ok ? [] : [`${name}: ${outcome.refusal.message}`];
  });
  expect(refused).toEqual([]);
  expect(pictures.length).toBeGreaterThan(60);
});

test(
  'no picture of a real encoder passes for whole when it is cut, at whatever offset',
  { tags: ['f-ingest-truncated-refused'], timeout: 240_000 },
  () => {
    const wrong: string[] = [];
    for (const { name, mime, bytes } of pictures.filter(({ isLarge }) => !isLarge)) {
      for (let end = 1; end < bytes.length; end++) {
        const outcome = probe(bytes.subarray(0, end), mime, doorLimits);
        const isTold = outcome.ok
          ? outcome.value.breaksOff === true
          : outcome.refusal.refused === 'corrupt';
        if (!isTold) wrong.push(`${name} at ${end}`);
      }
    }
    expect(wrong).toEqual([]);
  },
);

test('every honest picture is what its encoder wrote', { tags: ['s002-mime-sniffed'] }, () => {
  const wrong = pictures.filter(({ bytes, mime }) => {
    const sniffed = sniff(bytes);
    return sniffed.kind !== 'image' || sniffed.mime !== mime;
  });
  expect(wrong.map(({ name }) => name)).toEqual([]);
});

test('size, frames, orientation and alpha agree with the decoder', async () => {
  const differences: string[] = [];
  for (const { name, mime, bytes } of pictures) {
    const outcome = probe(bytes, mime, doorLimits);
    if (!outcome.ok) continue;
    const seen = await sharp(bytes, { limitInputPixels: false }).metadata();
    const { width, height, frames, orientation, hasAlpha, inset } = outcome.value;
    const ours = { width, height, orientation, hasAlpha };
    const theirs = {
      width: seen.width,
      height: seen.height,
      orientation: seen.orientation ?? 1,
      // The decoder does not know that a canvas is transparent where no frame covers it.
      hasAlpha: seen.hasAlpha || inset !== undefined,
    };
    // The decoder does not know animated PNG: it sees one still.
    const isSame = name === 'PNG animated' ? frames === 2 : frames === (seen.pages ?? 1);
    if (!isSame || JSON.stringify(ours) !== JSON.stringify(theirs)) {
      differences.push(
        `${name}: ${JSON.stringify({ ...ours, frames })} and ${JSON.stringify(theirs)}`,
      );
    }
  }
  expect(differences).toEqual([]);
}, 240_000);

/** By what the decoder is given. */
async function isConverted(bytes: Uint8Array, mime: SourceType): Promise<boolean> {
  const way = colourWay(await sharp(join(...stripMetadata(bytes, mime))).metadata());
  return way.kind !== 'as-it-is';
}

describe('colours that are not sRGB are noticed', () => {
  test.each([
    ['PNG RGB', false],
    ['PNG in P3', true],
    ['PNG of gamma 1.0', true],
    ['JPEG 4:2:0', false],
    ['JPEG in P3', true],
    ['JPEG in sRGB by profile', false],
    ['JPEG CMYK', true],
    ['WebP lossy', false],
    ['WebP in P3', true],
  ])('%s: %s', async (name, expected) => {
    const { bytes, mime } = find(name);
    expect(await isConverted(bytes, mime)).toBe(expected);
  });

  // A twentieth around 45455, as in libpng.
  test.each([
    [43_182, true],
    [43_183, false],
    [47_727, false],
    [47_728, true],
  ])('PNG of gamma %i: %s', async (gamma, expected) => {
    const plain = png({ width: 4, height: 4 });
    // Behind its header.
    const bytes = join(plain.subarray(0, 33), chunk('gAMA', join(be32(gamma))), plain.subarray(33));
    expect(await isConverted(bytes, 'image/png')).toBe(expected);
  });
});

test('a profile that calls itself sRGB and has other primaries is not believed', async () => {
  const { bytes } = find('JPEG in sRGB by profile');
  const at = Buffer.from(bytes).indexOf('rXYZ', 0, 'latin1');
  const offset = Buffer.from(bytes).readUInt32BE(at + 4);
  const profile = Buffer.from(bytes).indexOf('ICC_PROFILE\0', 0, 'latin1') + 14;
  const forged = bytes.with(profile + offset + 10, 0x11);
  expect(await isConverted(forged, 'image/jpeg')).toBe(true);
});
