// What reaches the decoder, seen from a recorder that stands between the door and the real pool.
import { doorLimits } from '@percept/core';
import { VolatileBlobStore } from '@percept/store/testing';
import { afterAll, expect, test } from 'vitest';
import { admit } from '../src/admission/index.ts';
import { DecoderPool } from '../src/decoder/pool.ts';
import { type DecodeTask, type Decoder } from '../src/index.ts';
import { hostileCorpus } from './corpus/index.ts';
import { jpeg } from './corpus/make-jpeg.ts';
import { whole } from './corpus/bytes.ts';
import { chunk, png } from './corpus/make-png.ts';

const pool = new DecoderPool();
afterAll(() => pool.close());

function recorder(): { readonly decoder: Decoder; readonly jobs: DecodeTask[] } {
  const jobs: DecodeTask[] = [];
  const decoder: Decoder = {
    run: (job, options) => {
      jobs.push(job);
      return pool.run(job, options);
    },
    bitmap: (job, options) => pool.bitmap(job, options),
    check: (job, options) => pool.check(job, options),
    close: () => Promise.resolve(),
  };
  return { decoder, jobs };
}

const store = new VolatileBlobStore();
const parts = {
  store,
  put: (bytes: Uint8Array) => store.put(bytes),
  limits: doorLimits,
};

test(
  'nothing that the pre-filter refuses ever reaches native code',
  { tags: ['f-ingest-prefilter-pure', 'f-ingest-svg-named-png'] },
  async () => {
    const { decoder, jobs } = recorder();
    const refusable = hostileCorpus().filter(
      ({ by, expect: wanted }) => by === 'prefilter' && wanted !== 'either',
    );
    expect(refusable.length).toBeGreaterThan(300);
    for (const { bytes } of refusable) {
      const outcome = await admit({ ...parts, decoder }, { bytes }, { expect: 'image' });
      expect(outcome.ok).toBe(false);
    }
    expect(jobs).toEqual([]);
  },
);

test(
  'ancillary chunks are cut away before the decoder sees the picture',
  { tags: ['f-ingest-strip-ancillary'] },
  async () => {
    const { decoder, jobs } = recorder();
    const clean = png({ width: 8, height: 8, colour: 2 });
    const text = chunk('tEXt', new TextEncoder().encode(`Comment\0${'gossip '.repeat(5000)}`));
    const end = clean.length - 12;
    const bytes = new Uint8Array([...clean.subarray(0, end), ...text, ...clean.subarray(end)]);
    const outcome = await admit({ ...parts, decoder }, { bytes }, {});
    expect(outcome.ok && outcome.value.steps).toEqual(['metadata-removed']);
    const [job] = jobs;
    if (!job || job.bytes instanceof Uint8Array) throw new Error('the decoder got no parts');
    expect(whole(job.bytes)).toEqual(clean);
    // Nothing is copied for whoever waits for a decoder.
    expect(job.bytes.filter((part) => part.buffer !== bytes.buffer)).toEqual([]);
  },
);

test(
  'a baseline photo of 200 megapixels is still taken',
  { tags: ['f-ingest-big-photo-allowed'], timeout: 240_000 },
  async () => {
    const large = { bytes: jpeg({ width: 20_000, height: 10_000 }) };
    const outcome = await admit({ ...parts, decoder: pool }, large, {});
    expect(outcome.ok ? 'taken' : outcome.refusal).toBe('taken');
  },
);
