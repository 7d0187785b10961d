// What leaves is the same pixels to everybody: Pillow, which providers use, and libvips decode every output of the corpus alike.
import { sourceTypes } from '@percept/core/internal';
import { VolatileBlobStore } from '@percept/store/testing';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { unless } from '../../../test/needs.ts';
import { openDoor } from '../src/index.ts';
import { foreignCorpus, goodCorpus } from './corpus/index.ts';
import { plantedPictures } from './fixtures/secrets.ts';

const python = '/usr/bin/python3';
const hasPillow = spawnSync(python, ['-c', 'import PIL']).status === 0;
const store = new VolatileBlobStore();
const door = openDoor({ store, accept: sourceTypes });
const folder = mkdtempSync(join(tmpdir(), 'percept-pillow-'));
afterAll(async () => {
  await door.close();
  rmSync(folder, { recursive: true });
});

const script = `
import sys, os
from PIL import Image
for name in sorted(os.listdir(sys.argv[1])):
    if not name.endswith('.out'): continue
    path = os.path.join(sys.argv[1], name)
    with Image.open(path) as picture:
        extra = [key for key in picture.info if key not in ('jfif', 'jfif_version', 'jfif_unit', 'jfif_density', 'adobe', 'adobe_transform', 'dpi', 'loop', 'background', 'timestamp', 'duration')]
        if extra: print(name, extra)
        with open(path + '.rgb', 'wb') as file: file.write(picture.convert('RGB').tobytes())
`;

/** Of a lossy codec: two ways to turn the same coefficients into pixels. */
const tolerance = 1.5;

describe('Pillow', unless(hasPillow ? undefined : 'python3-pil is not installed'), () => {
  test(
    'shows every output as libvips does, and finds nothing beside the pixels',
    {
      tags: ['d-door-canonical'],
      timeout: 240_000,
    },
    async () => {
      const sources = [
        ...(await goodCorpus('small')),
        ...(await foreignCorpus()),
        ...(await plantedPictures()),
      ];
      const outputs: { name: string; file: string; mime: string }[] = [];
      for (const [index, { name, bytes }] of sources.entries()) {
        const outcome = await door.ingest({ kind: 'bytes', bytes });
        if (!outcome.ok) continue;
        const written = await store.get(outcome.value.block.sha256);
        if (!written.ok) throw new Error(written.refusal.message);
        const file = join(folder, `${index}.out`);
        writeFileSync(file, written.value);
        outputs.push({ name, file, mime: outcome.value.block.mime });
      }
      const run = spawnSync(python, ['-c', script, folder], { encoding: 'utf8' });
      expect(run.stderr).toBe('');
      expect(run.stdout).toBe('');
      const wrong: string[] = [];
      for (const { name, file, mime } of outputs) {
        const [theirs, ours] = [
          readFileSync(`${file}.rgb`),
          await sharp(file).toColourspace('srgb').removeAlpha().raw().toBuffer(),
        ];
        const sum = ours.reduce(
          (total, value, at) => total + Math.abs(value - (theirs[at] ?? 0)),
          0,
        );
        const error = theirs.length === ours.length ? sum / ours.length : Infinity;
        if (error > (mime === 'image/png' ? 0 : tolerance)) wrong.push(`${name}: ${error}`);
      }
      expect(wrong).toEqual([]);
      expect(outputs.length).toBeGreaterThan(80);
    },
  );
});
