// The advertisement follows what works, the reader understands what is in the wild, and a line that is too long is answered.
import { commonProfile, imageTypes } from '@percept/core';
import { imageSettings } from '../src/config/index.ts';
import { acpLimits } from '../src/acp/limits.ts';
import { advertise } from '../src/acp/capability.ts';
import { readImageCapability, type Routes } from '@percept/agent/acp';
import { describe, expect, test } from 'vitest';
import { wholeLines } from '../src/acp/serve.ts';
import { readBlock, rescueBlocks } from '../src/acp/prompt-block.ts';
import type { LoopModel } from '../src/loop/index.ts';

const nobody: Routes = { describes: () => false };
const anybody: Routes = { describes: (kind) => kind === 'image' };

function model(name: string, seeing: boolean): LoopModel {
  const types = seeing ? commonProfile.image.types : [];
  const profile = { ...commonProfile, image: { ...commonProfile.image, types }, audioTypes: [] };
  return { name, host: 'here', profile, open: () => Promise.reject(new Error('not opened')) };
}

function catalogue(...models: readonly LoopModel[]) {
  return { list: () => models, main: () => models[0] };
}

const images = { ...imageSettings, types: [...imageTypes, 'image/tiff'] } as const;

describe('the advertisement', () => {
  test(
    'is computed: a text-only model without a route takes no pictures, and with one it does',
    {
      tags: ['f-acp-computed', 'p-advertised-true', 's000-auto-wrong-model', 's000-no-model-error'],
    },
    () => {
      const blind = catalogue(model('blind', false));
      expect(advertise(blind, nobody, acpLimits, images)).toMatchObject({
        image: false,
        audio: false,
        imageCapability: { autoHandlesWrongModel: false },
      });
      expect(advertise(blind, anybody, acpLimits, images)).toMatchObject({
        image: true,
        imageCapability: {
          autoHandlesWrongModel: true,
          maxDimension: 30_000,
          mimeTypes: images.types,
        },
      });
      const mixed = catalogue(model('seeing', true), model('blind', false));
      expect(advertise(mixed, nobody, acpLimits, images)).toMatchObject({
        image: true,
        imageCapability: { autoHandlesWrongModel: false },
      });
      expect(advertise(catalogue(), anybody, acpLimits, images).image).toBe(true);
      expect(advertise(catalogue(), nobody, acpLimits, images).image).toBe(false);
    },
  );

  test('fits through the transport that it is made for', { tags: ['f-acp-transport-cap'] }, () => {
    expect((acpLimits.maxTotalBytes * 4) / 3).toBeLessThan(acpLimits.maxMessageBytes);
    expect(imageSettings.maxBytes).toBeLessThan(acpLimits.maxTotalBytes);
  });
});

describe('the reader', () => {
  const fields = { maxBytes: 8, maxDimension: 8000, downsampleTargetBytes: 4 };
  const flags = { autoHandlesOversized: true, autoHandlesWrongModel: true };
  const capability = { ...fields, ...flags };

  test.each([
    ['the root', { _meta: { imageCapability: capability } }],
    ['a vendor’s namespace', { _meta: { sudocode: { imageCapability: capability } } }],
    ['the agent’s capabilities', { agentCapabilities: { _meta: { imageCapability: capability } } }],
    [
      'the prompt’s capabilities',
      { agentCapabilities: { promptCapabilities: { _meta: { imageCapability: capability } } } },
    ],
    [
      'version 2',
      {
        capabilities: {
          session: { prompt: { image: { _meta: { imageCapability: capability } } } },
        },
      },
    ],
  ])('finds it at %s', { tags: ['f-acp-reader'] }, (_, response) => {
    expect(readImageCapability(response)).toEqual(capability);
  });

  test(
    'turns base64 letters into bytes for the peer that counts them',
    { tags: ['f-acp-reader'] },
    () => {
      const qwen = { autoHandlesWrongModel: true, maxBytes: 10_380_902, maxImagesPerTurn: 4 };
      expect(
        readImageCapability({ agentCapabilities: { _meta: { imageCapability: qwen } } }),
      ).toEqual({
        maxBytes: 7_785_675,
        autoHandlesOversized: false,
        autoHandlesWrongModel: true,
        maxImagesPerTurn: 4,
      });
    },
  );

  test('says nothing where nothing was said', () => {
    for (const response of [undefined, {}, { _meta: null }, { _meta: { imageCapability: 7 } }])
      expect(readImageCapability(response)).toBeUndefined();
  });
});

describe('the transport', () => {
  test(
    'a line over the cap is answered by its id and skipped; the lines around it pass',
    { tags: ['f-acp-transport-cap'] },
    async () => {
      const long = `{"jsonrpc":"2.0","id":7,"method":"x","params":"${'a'.repeat(400)}"}`;
      const lines = ['{"id":1}', long, '{"id":2}', ''].join('\n');
      const chunks = lines.match(/[\s\S]{1,50}/g) ?? [];
      const input = ReadableStream.from(chunks.map((chunk) => new TextEncoder().encode(chunk)));
      const answers: string[] = [];
      let passed = '';
      const writeLine = (line: string): void => void answers.push(line);
      for await (const piece of wholeLines({ input, writeLine }, 200))
        passed += Buffer.from(piece).toString();
      expect(passed).toBe('{"id":1}\n{"id":2}\n');
      expect(answers.map((line): unknown => JSON.parse(line))).toMatchObject([
        { id: 7, error: { code: -32602, data: { refused: 'too-large', limit: { max: 200 } } } },
      ]);
    },
  );
});

describe('blocks in a text', () => {
  test(
    'only a whole list of blocks with media is taken apart',
    { tags: ['f-acp-json-array-text'] },
    () => {
      const rescue = (value: string) =>
        rescueBlocks({ kind: 'text', text: value }).map(({ kind }) => kind);
      const picture = { type: 'image', mimeType: 'image/png', data: 'AAAA' };
      expect(rescue(JSON.stringify([{ type: 'text', text: 'x' }, picture]))).toEqual([
        'text',
        'image',
      ]);
      expect(rescue(JSON.stringify([{ type: 'text', text: 'x' }]))).toEqual(['text']);
      expect(rescue(JSON.stringify([picture, { type: 'unknown' }]))).toEqual(['text']);
      expect(rescue(`Look: ${JSON.stringify([picture])}`)).toEqual(['text']);
      expect(rescue('[{"type":"image"')).toEqual(['text']);
      expect(readBlock({ type: 'image' })).toBeUndefined();
    },
  );
});
