// Seed 004, Verification: a controlled image that no prior can guess, through real provider packages over HTTP, to a server
// that sees only what stands in a real image slot. "A plausible-sounding description is not acceptance."

import { randomBytes, randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { base64CharsPerToken } from '../../packages/core/test/base64-tokens.ts';
import { resolveProfile } from '@percept/core';
import llamaTokenizer from 'llama-tokenizer-js';
import { judge, type CapturedRequest } from 'percept/conformance';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { models, type ModelCase } from './models.ts';
import { drawPalette, drawQuadrants, drawScreenshot, nameQuadrants } from './quadrants.ts';
import { blind, seeing } from './seeing.ts';
import { imageOnly } from './spellings.ts';
import { runView } from './view-run.ts';
import { loadPercept } from './with-percept.ts';

const seed = Number(process.env['PERCEPT_SEED'] ?? randomInt(2 ** 32 - 1));
const colours = drawPalette(seed);
const answer = colours.join(', ');
const modes = ['generate', 'stream'] as const;

let png: Buffer;
const logged = globalThis.AI_SDK_LOG_WARNINGS;
beforeAll(async () => {
  globalThis.AI_SDK_LOG_WARNINGS = false;
  png = await drawQuadrants(colours);
  console.log(`Palette ${answer} (PERCEPT_SEED=${seed})`);
});
afterAll(() => {
  globalThis.AI_SDK_LOG_WARNINGS = logged;
});

/** Facts, §1.2: where a tool's image written as v7's own `file` is seen without help. */
const seesUnaided: ReadonlySet<string> = new Set([
  'openai 4 responses',
  'anthropic 4',
  'google 4 gemini-3',
  'amazon-bedrock 5',
  'xai 5',
  'google 3 gemini-3 (spec v3)',
]);

const look = (model: ModelCase, mode: 'generate' | 'stream') => ({
  model,
  mode,
  script: seeing('quadrants.png'),
  output: () => imageOnly('file', png),
});

test('the eye names a drawn palette, and another palette otherwise', async () => {
  expect(await nameQuadrants(png)).toEqual(colours);
  const other = await drawQuadrants(drawPalette(seed + 1));
  expect((await nameQuadrants(other)).join(', ')).not.toBe(answer);
});

describe('without Percept', () => {
  for (const model of models)
    for (const mode of modes) {
      const sees = seesUnaided.has(model.name);
      test(
        `${model.name} ${sees ? 'names' : 'cannot name'} the colours with ${mode}Text`,
        { tags: ['s004-guess-proof-can-fail', 's004-real-provider-package'] },
        async () => {
          const { said, threw } = await runView(look(model, mode));
          if (sees) expect(said).toBe(answer);
          else expect(threw || said === blind).toBe(true);
          expect(said.includes(answer)).toBe(sees);
        },
      );
    }
});

describe('with Percept', () => {
  for (const model of models)
    for (const mode of modes)
      test(
        `${model.name} names all four colours with ${mode}Text`,
        { tags: ['s004-guess-proof', 's004-real-provider-package', 'p-pixels-or-words'] },
        async () => {
          const { said } = await runView({ ...look(model, mode), wrap: await loadPercept() });
          expect(said).toBe(answer);
        },
      );
});

describe('a turn that views eight 4K screenshots', () => {
  const palettes = Array.from({ length: 8 }, (_, index) => drawPalette(seed + index));
  const paths = palettes.map((_, index) => `${index}.png`);
  let shots: readonly Buffer[];
  beforeAll(async () => {
    shots = await Promise.all(palettes.map(drawScreenshot));
    const bytes = shots.map(({ length }) => length);
    console.log(
      `Eight screenshots of 3840×2160, ${Math.round(bytes.reduce((a, b) => a + b) / 1024)} KB`,
    );
  }, 240_000);

  const view = (model: ModelCase) => ({
    model,
    script: seeing(...paths),
    output: (path: string) => imageOnly('file', shots[paths.indexOf(path)] ?? Buffer.alloc(0)),
  });

  test(
    'base64 is a token for every letter and a half at most, where prose has one for every four',
    { tags: ['f-wires-base64-tokens'] },
    async () => {
      const lettersPerToken = (words: string): number =>
        words.length / llamaTokenizer.encode(words, false, false).length;
      const page = await readFile(new URL('../../docs/bridge.md', import.meta.url), 'utf8');
      expect(lettersPerToken(randomBytes(9_000).toString('base64'))).toBeLessThan(1.5);
      expect(lettersPerToken(page.replaceAll(/[^a-z., ]/gi, ''))).toBeGreaterThan(3);
      expect(base64CharsPerToken).toBeLessThan(1.5);
    },
  );

  test(
    'overflows a context of 128,000 tokens with text on Chat Completions without Percept',
    { tags: ['s004-guess-proof-can-fail'] },
    async () => {
      const model = named('openai-compatible 3');
      const { requests, said } = await runView(view(model));
      const { findings } = judged(model, requests[1]);
      expect(findings.map(({ rule }) => rule)).toEqual(Array.from(paths, () => 'base64-in-text'));
      expect(textChars(requests[1]) / base64CharsPerToken).toBeGreaterThan(128_000);
      expect(said).toBe(blind);
    },
  );

  for (const name of [
    'openai-compatible 3',
    'openai 4 responses',
    'anthropic 4',
    'google 4 gemini-3',
    'amazon-bedrock 5',
    'mistral 4',
  ])
    test(
      `reaches ${name} as eight images within the limits with Percept`,
      { tags: ['s004-several-large', 's004-no-overflow'], timeout: 240_000 },
      async () => {
        const model = named(name);
        const { requests, said } = await runView({ ...view(model), wrap: await loadPercept() });
        const verdict = judged(model, requests[1]);
        expect(verdict.findings).toEqual([]);
        expect(verdict.images).toHaveLength(8);
        expect(said).toBe(palettes.map((palette) => palette.join(', ')).join('; '));
        expect(textChars(requests[1])).toBeLessThan(20_000);
      },
    );
});

function named(name: string): ModelCase {
  const model = models.find((candidate) => candidate.name === name);
  if (!model) throw new Error(`No model is named ${name}.`);
  return model;
}

function judged(model: ModelCase, request: CapturedRequest | undefined) {
  const { provider, modelId } = model.make('http://127.0.0.1');
  const wire = model.wire === 'mistral-chat' ? 'chat-completions' : model.wire;
  const profile = resolveProfile({ provider, model: modelId, wire });
  return judge({ wire: model.wire, body: request?.raw, profile });
}

/** What is left of the body when the payloads of real image slots are taken out. */
function textChars(request: CapturedRequest | undefined): number {
  if (!request) return 0;
  const { images } = judge({ wire: request.wire, body: request.raw, model: request.model });
  const payloads = images.reduce((sum, { bytes }) => sum + Math.ceil(bytes / 3) * 4, 0);
  return request.raw.length - payloads;
}
