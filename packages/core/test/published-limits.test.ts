// What users, providers and documents go by: a figure that changes here changes what somebody relies on.
import { expect, test } from 'vitest';
import { doorLimits, profilesById } from '../src/index.ts';
import { fetchLimits, questionLimits } from '../src/limits.ts';

test('the door, the fetcher and questions have the limits that are written down', () => {
  expect({ ...doorLimits, ...fetchLimits, ...questionLimits }).toEqual({
    maxSourceBytes: 104_857_600,
    maxSourceEdgePx: 30_000,
    maxSourcePixels: 200_000_000,
    maxFrames: 2000,
    maxAncillaryBytes: 16_777_216,
    maxChunks: 20_000,
    maxDecoderBytes: 536_870_912,
    decodeTimeoutMs: 15_000,
    maxWorkerMemoryBytes: 1_073_741_824,
    fetchTimeoutMs: 20_000,
    maxRedirects: 5,
    maxShownChars: 200_000,
    maxEditedChars: 8_000_000,
  });
});

/** Bytes of a picture, its edge, pictures of a request and its bytes, as the provider publishes them. */
test.for([
  ['common', 3_750_000, 2000, 100, 20_000_000],
  ['bedrock', 3_750_000, 8000, 20, 25_000_000],
  ['ollama', 20_000_000, 8000, 8, 100_000_000],
  ['xai', 20_971_520, 16_384, 1000, 100_000_000],
  ['pixtral', 10_000_000, 10_000, 8, 100_000_000],
  ['mistral', 10_000_000, 10_000, 8, 100_000_000],
  ['anthropic-high', 10_000_000, 8000, 600, 32_000_000],
  ['anthropic', 10_000_000, 8000, 100, 32_000_000],
  ['gemini-3', 20_000_000, 16_384, 3600, 20_000_000],
  ['gemini-2', 20_000_000, 16_384, 3600, 20_000_000],
  ['openai', 50_000_000, 65_535, 1500, 512_000_000],
] as const)('%s takes what its provider says', ([id, bytes, edge, images, requestBytes]) => {
  const { image, request } = profilesById.get(id) ?? {};
  const found = [image?.maxBytes, image?.maxEdgePx, request?.maxImages, request?.maxBytes];
  expect(found).toEqual([bytes, edge, images, requestBytes]);
});
