import { describe, expect, test } from 'vitest';
import {
  abilitiesOf,
  isCapability,
  modelCapabilities,
  parseSwitch,
  register,
  reservedCapabilities,
  route,
  type DescriberChoice,
} from '../src/route/index.ts';
import { capabilityTable } from '../src/route/capability-table.ts';
import { published, publishedOn } from './published-models.ts';

describe('the vocabulary', () => {
  test(
    'holds the four new words and the five earlier ones, and no code-execution',
    { tags: ['s001-vocabulary-four', 's001-vocabulary-earlier', 's001-no-code-execution'] },
    () => {
      expect(reservedCapabilities).toEqual(
        expect.arrayContaining(['vision-input', 'audio-input', 'audio-output', 'image-output']),
      );
      expect(reservedCapabilities).toEqual(
        expect.arrayContaining([
          'structured-output',
          'discriminator-enum',
          'long-context',
          'reasoning',
          'function-calling',
        ]),
      );
      expect(reservedCapabilities).not.toContain('code-execution');
      for (const word of reservedCapabilities) expect(isCapability(word)).toBe(true);
    },
  );

  test('is open by pattern', { tags: ['s001-vocabulary-open', 's001-vocabulary-x-host'] }, () => {
    for (const word of ['telepathy', 'x-host-acme-ocr', 'x-host-a-b', 'v2'])
      expect(isCapability(word)).toBe(true);
    for (const word of [
      'Vision',
      'vision_input',
      '-x',
      '',
      'a b',
      'vision-input\n',
      'x'.repeat(129),
      7,
    ])
      expect(isCapability(word)).toBe(false);
  });

  test(
    'a name says what its model takes',
    { tags: ['s001-vision-input-meaning', 's001-audio-meaning', 's001-image-output-distinct'] },
    () => {
      const { capabilities } = modelCapabilities('gemini-3-pro');
      expect(capabilities).toEqual(expect.arrayContaining(['vision-input', 'audio-input']));
      // Taking pictures says nothing about making them.
      expect(capabilities).not.toContain('image-output');
      expect(modelCapabilities('gpt-3.5-turbo').capabilities).not.toContain('vision-input');
    },
  );

  test(
    'a name says which models draw and which speak, and lists say it in words',
    { tags: ['p-output-capabilities', 's001-audio-meaning', 's001-image-output-distinct'] },
    () => {
      expect(modelCapabilities('gpt-audio').capabilities).toEqual(
        expect.arrayContaining(['audio-input', 'audio-output']),
      );
      expect(modelCapabilities('gpt-image-1').capabilities).toContain('image-output');
      const able = (model: string) => abilitiesOf(modelCapabilities(model).capabilities);
      expect(able('gemini-2.5-flash-image')).toEqual(['sees', 'draws']);
      expect(able('google/gemini-3-pro-image-preview')).toEqual(['sees', 'draws']);
      for (const model of [
        'gpt-image-1',
        'dall-e-3',
        'imagen-4',
        'black-forest-labs/flux-2',
        'sdxl',
      ])
        expect([model, able(model)]).toEqual([model, ['draws']]);
      for (const model of ['tts-1-hd', 'gpt-4o-mini-tts', 'gemini-2.5-flash-preview-tts', 'kokoro'])
        expect([model, able(model)]).toEqual([model, ['speaks']]);
      expect(able('gpt-audio')).toEqual(['hears', 'speaks']);
      // Those that can only call somebody who draws do not draw.
      for (const model of ['gpt-5.4', 'claude-opus-4-8', 'gemini-3-pro'])
        expect(able(model)).not.toContain('draws');
      expect(able('whisper-1')).toEqual([]);
      // What a server says of its own model goes before its name.
      const told = modelCapabilities('gpt-image-1', { metadata: ['vision-input'] });
      expect(abilitiesOf(told.capabilities)).toEqual(['sees']);
    },
  );

  test(
    'a module registers where its capability is advertised and refuses elsewhere',
    { tags: ['s001-gate-registers', 's001-gate-refuses'] },
    () => {
      expect(register(['vision-input'], ['reasoning', 'vision-input'])).toEqual({
        registered: true,
      });
      expect(register(['vision-input', 'x-host-acme-ocr'], ['reasoning'])).toEqual({
        registered: false,
        error: 'host_capability_missing',
        missing: ['vision-input', 'x-host-acme-ocr'],
      });
    },
  );
});

describe('what a model takes', () => {
  test(
    'configuration stands above metadata, metadata above the name',
    { tags: ['f-bridge-unknown-model'] },
    () => {
      expect(modelCapabilities('gpt-4o', { configured: [], metadata: ['vision-input'] })).toEqual({
        capabilities: [],
        knownFrom: 'configuration',
      });
      expect(modelCapabilities('unheard-of', { metadata: ['vision-input'] })).toEqual({
        capabilities: ['vision-input'],
        knownFrom: 'metadata',
      });
      expect(modelCapabilities('gpt-4o')).toEqual({
        capabilities: ['vision-input'],
        knownFrom: 'name',
      });
      expect(modelCapabilities('unheard-of')).toEqual({ capabilities: [], knownFrom: 'nothing' });
      expect(modelCapabilities('gpt-4o', { rules: [{ model: /gpt/, capabilities: [] }] })).toEqual({
        capabilities: [],
        knownFrom: 'name',
      });
    },
  );

  test.for([
    ['gpt-5.6', true],
    ['gpt-4o-mini', true],
    ['o3', true],
    ['o3-mini', false],
    ['gpt-3.5-turbo', false],
    ['gpt-oss-120b', false],
    ['claude-opus-5-5', true],
    ['anthropic/claude-sonnet-4-5', true],
    ['claude-2.1', false],
    ['gemini-2.5-flash', true],
    ['qwen3-vl:8b', true],
    ['qwen3-coder', false],
    ['deepseek-chat', false],
    ['llama-3.2-90b-vision', true],
    ['llama3.1', false],
    ['pixtral-12b', true],
    ['codestral-latest', false],
    ['grok-4', true],
    ['llava:13b', true],
    ['gemma3:4b', true],
    ['kimi-k2', false],
  ] as const)('%s sees: %s', ([model, sees]) => {
    expect(modelCapabilities(model).capabilities.includes('vision-input')).toBe(sees);
  });
});

describe('the table of names, against what providers publish', () => {
  /** Resellers that disagree with the maker, or name a set of models that changes. */
  const known = {
    seesElsewhere: ['Qwen/Qwen3.6-Plus'],
    blindElsewhere: ['zai-org/GLM-5.3', 'zai-org/GLM-5.3-Fast', 'alibaba/qwen3.8-2.4t-a95b'],
    unnamed:
      /^(auto|openrouter\/(auto|auto-beta|free)|typesafe\/jev-router|callstack\/apex|quiverai\/arrow-2.*|~unbiased\/pareto-latest|accounts\/fireworks\/routers\/qwen-max-latest)$/,
  };
  const sees = (model: string) => modelCapabilities(model).capabilities.includes('vision-input');

  test('it says of which day it is', { tags: ['p-capability-table'] }, () => {
    expect(capabilityTable.asOf).toBe(publishedOn);
    expect(Object.keys(published).length).toBeGreaterThanOrEqual(25);
  });

  test.for(Object.entries(published))(
    '%s',
    { tags: ['p-capability-table'] },
    ([, { sees: seeing, reads }]) => {
      const wrong = [
        ...namesIn(seeing).filter((name) => !sees(name) && !known.unnamed.test(name)),
        ...namesIn(reads).filter(sees),
      ];
      const excused = new Set([...known.seesElsewhere, ...known.blindElsewhere]);
      expect(wrong.filter((name) => !excused.has(name))).toEqual([]);
    },
  );

  function namesIn(list: string): readonly string[] {
    return list.split(/\s+/).filter((name) => name !== '');
  }
});

describe('the route', () => {
  const describers: readonly DescriberChoice[] = [
    { kind: 'none' },
    { kind: 'local', chosen: false },
    { kind: 'local', chosen: true },
    { kind: 'remote', sameProvider: true, consented: false },
    { kind: 'remote', sameProvider: false, consented: true },
    { kind: 'remote', sameProvider: false, consented: false },
  ];
  // One row per describer above: the answer when strict, and when not.
  const answers = [
    ['none', 'placeholder'],
    ['none', 'describe local'],
    ['describe local', 'describe local'],
    ['describe remote', 'describe remote'],
    ['describe remote', 'describe remote'],
    ['none', 'placeholder'],
  ] as const;

  const table = (['image', 'audio', 'file'] as const).flatMap((media) =>
    describers.flatMap((describer, row) =>
      [true, false].flatMap((strict) =>
        [true, false].map((taken) => ({
          media,
          describer,
          strict,
          taken,
          expected: taken ? 'native' : (answers[row]?.[strict ? 0 : 1] ?? ''),
        })),
      ),
    ),
  );

  test.for(table)(
    '$media, taken $taken, strict $strict, describer $describer: $expected',
    {
      tags: [
        's002-strict-default',
        'f-bridge-consent',
        'f-bridge-fail-closed',
        's002-no-silent-drop',
        'f-bridge-same-decision',
      ],
    },
    ({ expected, ...question }) => {
      const decided = route(question);
      expect('by' in decided ? `${decided.route} ${decided.by}` : decided.route).toBe(expected);
    },
  );

  test(
    'a missing route is named, with how to add one',
    { tags: ['s002-strict-error-names-route'] },
    () => {
      const decided = route({
        media: 'image',
        taken: false,
        strict: true,
        describer: { kind: 'none' },
      });
      if (decided.route !== 'none') throw new Error('there should be no route');
      expect(decided.refusal.message).toContain('vision-input');
      expect(decided.refusal.hint).toContain('PERCEPT_STRICT_ROUTING=false');
      expect(decided.refusal.hint).toContain('role "vision"');
    },
  );

  test.for([
    ['', undefined],
    ['true', true],
    ['1', true],
    [' Yes ', true],
    ['on', true],
    ['banana', undefined],
    ['maybe', undefined],
    ['constructor', undefined],
    ['off', false],
    ['false', false],
    ['FALSE', false],
    [' False ', false],
    ['0', false],
    ['no', false],
    ['No', false],
  ] as const)(
    'PERCEPT_STRICT_ROUTING=%j means %s',
    { tags: ['s002-strict-env-parser', 's002-strict-env-off'] },
    ([value, meant]) => {
      expect(parseSwitch(value)).toBe(meant);
    },
  );
});
