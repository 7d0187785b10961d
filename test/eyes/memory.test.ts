import { createEyes } from '@percept/eyes';
import { expect, it } from 'vitest';
import { drawn } from './pictures.ts';

it('pictures of many sizes never take the worker over 600 MiB', { timeout: 240_000 }, async () => {
  await using eyes = createEyes({
    limits: { maxWorkerMemoryBytes: 600 * 1024 * 1024, describeTimeoutMs: 120_000 },
  });
  for (let index = 0; index < 10; index += 1) {
    const width = 240 + ((index * 379) % 1100);
    const height = 160 + ((index * 251) % 700);
    const text = `<text x="20" y="60" font-family="DejaVu Sans" font-size="18">Picture ${index}</text>`;
    const seen = await eyes.describe(await drawn(text, width, height));
    expect(seen).toMatchObject({ ok: true, value: { complete: true } });
  }
});
