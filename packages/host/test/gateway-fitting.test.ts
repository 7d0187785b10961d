// What the gateway holds of the pictures that pass through it: those that it fitted, each of them fitted once.
import { createHash } from 'node:crypto';
import { type FitTarget, parseBlobId } from '@percept/core';
import { defaultFit } from '@percept/core/internal';
import { expect, test } from 'vitest';
import { drawPalette, drawQuadrants } from '../../../test/wires/quadrants.ts';
import { createFitting, type Fitting } from '../src/gateway/fitting.ts';

const target = { ...defaultFit, maxEdgePx: 64 };

async function refit(fitting: Fitting, bytes: Uint8Array, to: FitTarget): Promise<Uint8Array> {
  const fitted = await fitting.port.refit?.(bytes, to);
  if (!fitted?.ok) throw new Error('It is not fitted.');
  return fitted.value.bytes;
}

function idOf(bytes: Uint8Array) {
  const id = parseBlobId(createHash('sha256').update(bytes).digest('hex'));
  if (!id.ok) throw new Error(id.refusal.message);
  return id.value;
}

test('a picture that was fitted is held, and not the one that it was', async () => {
  const original = await drawQuadrants(drawPalette(5));
  await using fitting = createFitting(10_000_000);
  const fitted = await refit(fitting, original, target);
  expect(idOf(fitted)).not.toBe(idOf(original));
  expect(await fitting.store.get(idOf(fitted))).toMatchObject({ ok: true });
  expect(await fitting.store.get(idOf(original))).toMatchObject({ ok: false });
});

test('a picture that leaves as it came is held', async () => {
  const original = await drawQuadrants(drawPalette(6));
  await using fitting = createFitting(10_000_000);
  expect(idOf(await refit(fitting, original, defaultFit))).toBe(idOf(original));
});

test('a picture that many requests hold at one time is fitted once', async () => {
  const original = await drawQuadrants(drawPalette(7));
  await using fitting = createFitting(10_000_000);
  const asked = Array.from({ length: 3 }, () => refit(fitting, original, target));
  // The very same bytes, and not the like of them.
  expect(new Set(await Promise.all(asked)).size).toBe(1);
});
