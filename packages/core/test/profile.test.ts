import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  commonProfile,
  estimateImageTokens,
  fitSize,
  fitTarget,
  overrideProfile,
  profilesById,
  resolveProfile,
  sees,
  type ModelProfile,
} from '../src/index.ts';
import { defaultFit, fits } from '../src/profile/fit.ts';
import { maxRawImageBytes } from '../src/profile/profile.ts';
import { messageLimits } from '../src/limits.ts';
import { profileRules } from '../src/profile/resolve.ts';

function profile(id: string): ModelProfile {
  const found = profilesById.get(id);
  if (!found) throw new Error(`no profile ${id}`);
  return found;
}

function tokens(id: string, width: number, height: number): number | undefined {
  return estimateImageTokens(profile(id).image.tokens, { width, height });
}

describe('published examples', () => {
  test.for([
    ['anthropic', 1075, 1520, 924, 1307],
    ['anthropic', 3840, 2160, 1456, 819],
    ['anthropic-high', 4032, 3024, 2212, 1659],
    ['anthropic-high', 3840, 2160, 2576, 1449],
  ] as const)(
    '%s shows %i × %i as %i × %i',
    { tags: ['f-profile-anthropic-examples'] },
    ([id, width, height, shownWidth, shownHeight]) => {
      const { image } = profile(id);
      const target = {
        ...defaultFit,
        maxPixels: Infinity,
        maxEdgePx: image.usefulEdgePx,
        ...(image.usefulPatches && { patches: image.usefulPatches }),
      };
      expect(fitSize({ width, height }, target)).toEqual({
        width: shownWidth,
        height: shownHeight,
      });
    },
  );

  test.for([
    ['anthropic', 3840, 2160, 1560],
    ['anthropic-high', 3840, 2160, 4784],
    ['anthropic-high', 1920, 1080, 2691],
    ['anthropic', 1000, 1000, 1296],
    ['anthropic', 1092, 1092, 1521],
  ] as const)(
    '%s: %i × %i costs %i tokens',
    { tags: ['f-profile-anthropic-tokens'] },
    ([id, width, height, expected]) => {
      expect(tokens(id, width, height)).toBe(expected);
    },
  );

  test.for([
    ['openai-tile-4o', 1024, 1024, 765],
    ['openai-tile-4o', 2048, 4096, 1105],
    ['openai-tile-5', 1024, 1024, 70 + 4 * 140],
    ['openai-tile-o', 1024, 1024, 75 + 4 * 150],
    ['openai-tile-4o-mini', 1024, 1024, 2833 + 4 * 5667],
    ['openai-tile-computer-use', 1024, 1024, 65 + 4 * 129],
  ] as const)(
    '%s: %i × %i costs %i tokens',
    { tags: ['f-profile-openai-tiles'] },
    ([id, width, height, expected]) => {
      expect(tokens(id, width, height)).toBe(expected);
    },
  );

  test.for([
    ['openai-patch-mini', 1024, 1024, Math.ceil(1024 * 1.62)],
    ['openai-patch-mini', 1800, 2400, Math.ceil(1452 * 1.62)],
    // Few patches, and an edge that is shrunk all the same.
    ['openai-patch-mini', 4096, 64, Math.ceil(64 * 1.62)],
    ['openai-patch-original', 1024, 1024, Math.ceil(1024 * 1.2)],
    ['openai-patch-original', 6000, 4000, Math.ceil(188 * 125 * 1.2)],
  ] as const)(
    '%s: %i × %i costs %i tokens',
    { tags: ['f-profile-openai-patches'] },
    ([id, width, height, expected]) => {
      expect(tokens(id, width, height)).toBe(expected);
    },
  );

  test.for([
    ['gemini-2', 384, 384, 258],
    ['gemini-2', 1536, 768, 516],
    ['gemini-2', 385, 10, 258],
  ] as const)(
    '%s: %i × %i costs %i tokens',
    { tags: ['f-profile-gemini-2'] },
    ([id, width, height, expected]) => {
      expect(tokens(id, width, height)).toBe(expected);
    },
  );

  test.for([
    ['gemini-3', 4000, 3000, 1120],
    ['gemini-3', 10, 10, 1120],
  ] as const)(
    '%s: %i × %i costs %i tokens',
    { tags: ['f-profile-gemini-3'] },
    ([id, width, height, expected]) => {
      expect(tokens(id, width, height)).toBe(expected);
    },
  );

  test.for([
    ['mistral', 1540, 1540, 3025],
    ['mistral', 280, 280, 100],
    ['pixtral', 1024, 1024, 4096],
  ] as const)(
    '%s: %i × %i costs %i tokens',
    { tags: ['f-profile-mistral'] },
    ([id, width, height, expected]) => {
      expect(tokens(id, width, height)).toBe(expected);
    },
  );

  test(
    'a provider that publishes nothing gets no invented figure',
    { tags: ['f-profile-xai', 'f-profile-ollama'] },
    () => {
      expect(tokens('xai', 1024, 1024)).toBeUndefined();
      expect(tokens('ollama', 1024, 1024)).toBeUndefined();
    },
  );
});

describe('fitting', () => {
  const size = fc.record({
    width: fc.integer({ min: 1, max: 40_000 }),
    height: fc.integer({ min: 1, max: 40_000 }),
  });

  test(
    'never enlarges, always fits, and keeps the shape',
    { tags: ['f-ingest-never-upscale'] },
    () => {
      for (const { profile: candidate } of profileRules) {
        const target = fitTarget(candidate);
        fc.assert(
          fc.property(size, (picture) => {
            const shown = fitSize(picture, target);
            expect(shown.width).toBeLessThanOrEqual(picture.width);
            expect(shown.height).toBeLessThanOrEqual(picture.height);
            expect(fits(shown, target)).toBe(true);
            const ideal = (shown.width * picture.height) / picture.width;
            if (shown.height > 1 && shown.width > 1)
              expect(Math.abs(shown.height - ideal)).toBeLessThanOrEqual(
                picture.height / picture.width + 1,
              );
          }),
          { numRuns: 60 },
        );
      }
    },
  );

  test(
    'the default keeps the longest edge at 1568 px and the bytes at 5 MiB',
    { tags: ['s002-cap-1568-px', 's002-cap-5-mib'] },
    () => {
      expect(defaultFit.maxEdgePx).toBe(1568);
      expect(defaultFit.maxBytes).toBe(5 * 1024 * 1024);
      expect(fitSize({ width: 30_000, height: 100 }, defaultFit).width).toBe(1568);
    },
  );

  test('edge and area are both capped', { tags: ['f-ingest-edge-and-area'] }, () => {
    const shown = fitSize({ width: 4000, height: 4000 }, defaultFit);
    expect(shown.width).toBeLessThan(1568);
    expect(shown.width * shown.height).toBeLessThanOrEqual(defaultFit.maxPixels);
  });

  test(
    'the many-images edge counts above its threshold, and where nobody knows how many there are',
    { tags: ['f-wires-2000-px-rule', 'd-fit-whole-allowance'] },
    () => {
      const high = profile('anthropic-high');
      expect(fitTarget(high, 20).maxEdgePx).toBe(2576);
      expect(fitTarget(high, 21).maxEdgePx).toBe(2000);
      expect(fitTarget(high).maxEdgePx).toBe(2000);
      const screen = { width: 3840, height: 2160 };
      const shown = fitSize(screen, fitTarget(high, 1));
      expect(shown).toEqual({ width: 2576, height: 1449 });
      expect(estimateImageTokens(high.image.tokens, shown)).toBe(4784);
    },
  );

  test(
    'a GIF never leaves, even for a provider that takes it',
    { tags: ['f-ingest-gif-still'] },
    () => {
      for (const { profile: candidate } of profileRules)
        expect(fitTarget(candidate).imageTypes).not.toContain('image/gif');
    },
  );

  test(
    'a limit on base64 is converted to raw bytes',
    { tags: ['f-profile-anthropic-limits'] },
    () => {
      const raw = maxRawImageBytes(profile('anthropic').image);
      expect(Math.ceil(raw / 3) * 4).toBeLessThanOrEqual(10_000_000);
      expect(raw).toBe(7_500_000);
    },
  );
});

describe('resolving', () => {
  test.for([
    ['anthropic.messages', 'claude-sonnet-4-5', 'anthropic', 'native'],
    ['anthropic.messages', 'claude-opus-4-7', 'anthropic-high', 'native'],
    ['anthropic.messages', 'claude-opus-5-5', 'anthropic-bound', 'native'],
    ['anthropic.messages', 'claude-fable-5-1', 'anthropic-bound', 'native'],
    ['openrouter', 'anthropic/claude-sonnet-4-5', 'anthropic', 'hoist'],
    ['openai.chat', 'gpt-4o', 'openai-tile-4o', 'hoist'],
    ['openai.responses', 'gpt-4o', 'openai-tile-4o', 'native'],
    ['openai.responses', 'gpt-5.6', 'openai-patch-original', 'native'],
    ['openai.chat', 'gpt-5.5', 'openai-patch-high', 'hoist'],
    ['openai.chat', 'gpt-5', 'openai-tile-5', 'hoist'],
    ['openai.chat', 'gpt-5-mini', 'openai-patch-mini', 'hoist'],
    ['openai.chat', 'gpt-4.1-nano', 'openai-patch-nano', 'hoist'],
    ['openai.chat', 'gpt-4o-mini', 'openai-tile-4o-mini', 'hoist'],
    ['openai.chat', 'o4-mini', 'openai-patch-o4-mini', 'hoist'],
    ['openai.chat', 'o3', 'openai-tile-o', 'hoist'],
    ['google.generative-ai', 'gemini-3-pro', 'gemini-3', 'native'],
    ['google.generative-ai', 'gemini-2.5-flash', 'gemini-2', 'hoist'],
    ['amazon-bedrock', 'anthropic.claude-sonnet-4-5', 'bedrock', 'native'],
    ['mistral.chat', 'mistral-large-latest', 'mistral', 'hoist-after-bridge'],
    ['openai-compatible.chat', 'mistralai/mistral-small', 'mistral', 'hoist-after-bridge'],
    ['mistral.chat', 'pixtral-12b', 'pixtral', 'hoist-after-bridge'],
    ['xai.responses', 'grok-4', 'xai', 'native'],
    ['ollama.chat', 'llava', 'ollama', 'hoist'],
    ['somebody.chat', 'unheard-of-1', 'common+text-only', 'hoist'],
  ] as const)(
    '%s %s has profile %s and %s tool images',
    { tags: ['d-profile-families', 'd-profile-unknown-safe'] },
    ([provider, model, id, image]) => {
      const found = resolveProfile({ provider, model });
      expect(found.id).toBe(id);
      expect(found.toolResult.image).toBe(image);
    },
  );

  test(
    'a name that nobody knows takes text, whoever offers it, unless its caller says that it sees',
    { tags: ['d-profile-unknown-safe'] },
    () => {
      const capabilities = ['vision-input'];
      const rules = [{ model: /unheard/, profile: commonProfile }];
      const providers = ['anthropic.messages', 'openai.chat', 'google.generative-ai', 'x'];
      const names = providers.map((provider) => ({ provider, model: 'unheard-of-1' }));
      expect(names.filter((name) => sees(resolveProfile(name)))).toEqual([]);
      expect(names.filter((name) => !sees(resolveProfile({ ...name, capabilities })))).toEqual([]);
      expect(names.filter((name) => resolveProfile(name, rules) !== commonProfile)).toEqual([]);
    },
  );

  test(
    'models that bind thinking to the prefix get an append-only history',
    { tags: ['f-wires-thinking-binding'] },
    () => {
      expect(
        resolveProfile({ provider: 'anthropic.messages', model: 'claude-opus-5-5' }).history,
      ).toBe('append-only');
      expect(
        resolveProfile({ provider: 'anthropic.messages', model: 'claude-opus-4-7' }).history,
      ).toBe('rewritable');
    },
  );

  test(
    'the common profile is inside every other one that sees',
    { tags: ['f-profile-common'] },
    () => {
      expect(commonProfile.image).toMatchObject({
        types: ['image/png', 'image/jpeg'],
        maxBytes: 3_750_000,
        bytesCountedAs: 'raw',
        maxEdgePx: 2000,
      });
      for (const { profile: other } of profileRules) {
        for (const type of commonProfile.image.types) expect(other.image.types).toContain(type);
        expect(maxRawImageBytes(commonProfile.image)).toBeLessThanOrEqual(
          maxRawImageBytes(other.image),
        );
        expect(fitTarget(commonProfile).maxEdgePx).toBeLessThanOrEqual(other.image.maxEdgePx);
      }
    },
  );

  test(
    'limits are the published ones',
    {
      tags: [
        'f-profile-bedrock',
        'f-profile-mistral',
        'f-profile-xai',
        'f-profile-ollama',
        'f-profile-gemini-no-gif',
        'f-profile-anthropic-limits',
      ],
    },
    () => {
      expect(profile('bedrock').image).toMatchObject({
        maxBytes: 3_750_000,
        bytesCountedAs: 'raw',
        maxEdgePx: 8000,
      });
      expect(profile('bedrock').request.maxImages).toBe(20);
      expect(profile('xai').image.types).toEqual(['image/png', 'image/jpeg']);
      expect(profile('ollama').image.types).not.toContain('image/gif');
      expect(profile('gemini-2').image.types).not.toContain('image/gif');
      expect(profile('gemini-3').image.types).not.toContain('image/gif');
      expect(profile('anthropic').image).toMatchObject({
        maxEdgePx: 8000,
        manyImages: { above: 20, maxEdgePx: 2000 },
      });
      expect(profile('anthropic').request).toEqual({ maxImages: 100, maxBytes: 32_000_000 });
      expect(profile('anthropic-high').request).toEqual({ maxImages: 600, maxBytes: 32_000_000 });
      expect(profile('anthropic-high').image).toMatchObject({
        maxEdgePx: 8000,
        manyImages: { above: 20, maxEdgePx: 2000 },
      });
      expect(profile('mistral').request.maxImages).toBe(8);
      expect(fitTarget(profile('mistral')).maxEdgePx).toBe(1540);
    },
  );

  test('a model that shrinks the short side is never sent more than it keeps', () => {
    const shown = fitSize({ width: 3840, height: 2160 }, fitTarget(profile('openai-tile-4o')));
    expect(shown).toEqual({ width: 1366, height: 768 });
    expect(tokens('openai-tile-4o', shown.width, shown.height)).toBe(
      tokens('openai-tile-4o', 3840, 2160),
    );
  });

  test('rules of the caller stand above the table', () => {
    const own = { ...commonProfile, id: 'mine' };
    expect(
      resolveProfile({ provider: 'openai.chat', model: 'gpt-4o' }, [{ model: /gpt/, profile: own }])
        .id,
    ).toBe('mine');
  });
});

describe('overriding', () => {
  test('any figure can be changed by configuration', { tags: ['d-profile-override'] }, () => {
    const changed = overrideProfile(profile('anthropic'), {
      image: { maxBytes: 5_000_000, manyImages: null, tokens: { kind: 'flat', tokens: 7 } },
      request: { maxImages: 3 },
      toolResult: { image: 'hoist' },
      history: 'append-only',
    });
    expect(changed).toMatchObject({
      ok: true,
      value: {
        image: { maxBytes: 5_000_000, tokens: { kind: 'flat', tokens: 7 } },
        request: { maxImages: 3, maxBytes: 32_000_000 },
        toolResult: { image: 'hoist', file: 'native' },
        history: 'append-only',
      },
    });
    expect(changed.ok && changed.value.image.manyImages).toBeUndefined();
  });

  test(
    'each figure of each profile is changed by its name, and nothing else with it',
    { tags: ['d-profile-override'] },
    () => {
      let figures = 0;
      for (const base of profilesById.values())
        for (const part of ['image', 'request'] as const)
          for (const [name, figure] of Object.entries(base[part])) {
            if (typeof figure !== 'number') continue;
            figures += 1;
            expect(overrideProfile(base, { [part]: { [name]: 7 } })).toEqual({
              ok: true,
              value: { ...base, [part]: { ...base[part], [name]: 7 } },
            });
          }
      expect(figures).toBeGreaterThan(5 * profilesById.size - 1);
    },
  );

  test.for([
    [{ image: { maxBites: 1 } }, 'image.maxBites'],
    [{ image: { maxBytes: -1 } }, 'image.maxBytes'],
    [{ image: { maxEdgePx: 1.5 } }, 'image.maxEdgePx'],
    [{ image: { types: ['image/svg+xml'] } }, 'image.types'],
    [{ image: { tokens: { kind: 'guess' } } }, 'image.tokens'],
    [{ image: { manyImages: 20 } }, 'image.manyImages'],
    [{ colour: 1 }, 'colour'],
    [{ toolResult: { image: 'somewhere' } }, 'toolResult'],
    [{ toolResult: { images: 'words' } }, 'toolResult.images'],
    [{ toolResult: 'words' }, 'toolResult is an object'],
    [{ request: { maxImage: 3 } }, 'request.maxImage'],
    [{ request: null }, 'request is an object'],
    [{ image: null }, 'image is an object'],
    [{ history: 'never' }, 'history'],
    ['fast', 'object'],
  ] as const)('%j is refused by the name of what is wrong', ([change, word]) => {
    const refused = overrideProfile(commonProfile, change);
    expect(refused.ok).toBe(false);
    expect(!refused.ok && refused.refusal.hint).toContain(word);
  });

  test('overriding with nothing changes nothing', () => {
    const nothing = { id: undefined, audioTypes: undefined, image: { maxBytes: undefined } };
    for (const { profile: candidate } of profileRules)
      for (const change of [{}, nothing, { image: undefined, request: undefined }])
        expect(overrideProfile(candidate, change)).toEqual({ ok: true, value: candidate });
  });
});

test(
  'defaults for a message are those of the seed',
  { tags: ['s002-20-images-per-message', 's002-30-mib-per-message'] },
  () => {
    expect(messageLimits).toEqual({
      maxImageBytes: 5_242_880,
      maxEdgePx: 1568,
      maxImagesPerMessage: 20,
      maxBytesPerMessage: 31_457_280,
    });
  },
);
