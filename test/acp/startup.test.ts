// An editor starts the agent before anybody types: decoders, renderers and recognisers must not be loaded for it.
import { expect, test } from 'vitest';
import { measureStartup } from './startup.ts';

test('initialize is answered before anything heavy is loaded', { timeout: 240_000 }, async () => {
  const { medianCpuMs, idleMegabytes } = await measureStartup(3);
  // About 400 ms and 130 MB on a quiet machine; a neighbour's load makes every figure larger.
  expect(medianCpuMs).toBeLessThan(1_500);
  expect(idleMegabytes).toBeLessThan(260);
});
