// The original first, its fit later: what somebody attaches is stored before anybody knows which model will look.
import { defaultFit } from '@percept/core/internal';
import { fitTarget, profilesById, type FitTarget } from '@percept/core';
import { VolatileBlobStore } from '@percept/store/testing';
import { createHash } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { openDoor } from '../src/index.ts';
import { drawPhoto, drawScreenshot, paint } from './fixtures/pictures.ts';

const store = new VolatileBlobStore();
const door = openDoor({ store });
afterAll(() => door.close());

const shot = await paint(drawScreenshot(3000, 1500)).png().toBuffer();
const photo = await paint(drawPhoto(1200, 900))
  .withExif({ IFD0: { Copyright: 'me' } })
  .jpeg()
  .toBuffer();

function high(images: number): FitTarget {
  const profile = profilesById.get('anthropic-high');
  if (!profile) throw new Error('There is no such profile.');
  return fitTarget(profile, images);
}

async function kept(bytes: Uint8Array) {
  const outcome = await door.keep({ kind: 'bytes', bytes, name: 'shot.png' });
  if (!outcome.ok) throw new Error(outcome.refusal.message);
  return outcome.value;
}

describe('an original that is kept', { tags: ['d-door-keep-then-fit'] }, () => {
  test('is stored as it came, and alone', async () => {
    const { kind, original, name } = await kept(shot);
    expect(kind).toBe('image');
    expect(name).toBe('shot.png');
    expect(original).toMatchObject({ mime: 'image/png', width: 3000, height: 1500 });
    expect(original.sha256).toBe(createHash('sha256').update(shot).digest('hex'));
    const stored: string[] = [];
    for await (const id of store.list()) stored.push(id);
    expect(stored).toEqual([original.sha256]);
  });

  test('is fitted to whoever looks, as if it had been taken in for them', async () => {
    for (const bytes of [shot, photo]) {
      const { original } = await kept(bytes);
      for (const target of [defaultFit, high(1), high(50)]) {
        const later = await door.fit(original.sha256, { target });
        const atOnce = await door.ingest({ kind: 'bytes', bytes }, { target });
        expect(later).toEqual(atOnce);
      }
    }
  });

  test('shows more to a model when it is alone in the request', async () => {
    const { original } = await kept(shot);
    const alone = await door.fit(original.sha256, { target: high(1) });
    const crowded = await door.fit(original.sha256, { target: high(21) });
    expect(alone).toMatchObject({ ok: true, value: { block: { width: 2576 } } });
    expect(crowded).toMatchObject({ ok: true, value: { block: { width: 1988 } } });
  });

  test('must be a picture that can be shown', async () => {
    const broken = shot.subarray(0, shot.length - 400);
    expect(await door.keep({ kind: 'bytes', bytes: broken })).toMatchObject({
      ok: false,
      refusal: { refused: 'corrupt' },
    });
  });

  test('may be sound or a file, which nobody fits', async () => {
    const text = await door.keep({ kind: 'bytes', bytes: new TextEncoder().encode('Words.\n') });
    expect(text).toMatchObject({ ok: true, value: { kind: 'file', original: { bytes: 7 } } });
    if (!text.ok) return;
    const fitted = await door.fit(text.value.original.sha256, { target: defaultFit });
    expect(fitted).toMatchObject({ ok: false, refusal: { refused: 'needs-render' } });
  });
});

test('a fit of what is not there is a refusal', async () => {
  const { original } = await kept(shot);
  await store.remove(original.sha256);
  const fitted = await door.fit(original.sha256, { target: defaultFit });
  expect(fitted).toMatchObject({ ok: false, refusal: { refused: 'absent' } });
});

test(
  'text that calls itself a PDF passes as no file',
  { tags: ['d-door-audio-file'] },
  async () => {
    const bytes = (words: string): Uint8Array => new TextEncoder().encode(words);
    const fakes = [
      { bytes: bytes('Only words.\n'), name: 'a.pdf' },
      { bytes: bytes('Only words.\n'), declaredType: 'application/pdf' },
    ];
    for (const fake of fakes) {
      expect(await door.ingest({ kind: 'bytes', ...fake })).toMatchObject({
        ok: false,
        refusal: { refused: 'corrupt' },
      });
    }
    const real = bytes('%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\n%%EOF\n');
    expect(await door.ingest({ kind: 'bytes', bytes: real, name: 'a.pdf' })).toMatchObject({
      ok: true,
      value: { block: { type: 'file', mime: 'application/pdf' } },
    });
  },
);
