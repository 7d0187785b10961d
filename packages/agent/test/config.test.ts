// Configuration: what wins, what is refused by name, and what is never printed.

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loadConfig, Secret, type PerceptConfig } from '../src/config/index.ts';

let folder: string;
let home: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'percept-config-'));
  home = join(folder, 'home');
  await mkdir(join(folder, 'project', 'deep', 'deeper'), { recursive: true });
  await mkdir(join(home, '.config', 'percept'), { recursive: true });
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

const project = () => join(folder, 'project');
const write = (path: string, content: unknown) =>
  writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));

async function load(
  env: Readonly<Record<string, string>> = {},
  cwd = project(),
): Promise<PerceptConfig> {
  const config = await loadConfig({ cwd, env: { PERCEPT_TRUST: '1', ...env }, home });
  if (!config.ok) throw new Error(`${config.refusal.message} ${config.refusal.hint}`);
  return config.value;
}

async function refusalOf(content: unknown, env: Readonly<Record<string, string>> = {}) {
  await write(join(project(), 'percept.config.json'), content);
  const config = await loadConfig({ cwd: project(), env: { PERCEPT_TRUST: '1', ...env }, home });
  if (config.ok) throw new Error('It was accepted.');
  return config.refusal;
}

test('nothing anywhere is a complete configuration: no model, strict, discovery on', async () => {
  expect(await load()).toEqual({
    models: [],
    strictRouting: true,
    consent: [],
    images: { maxPerMessage: 20, maxBytes: 104_857_600 },
    discovery: true,
    bridge: {
      maxImagesPerTurn: 4,
      maxLooksPerTurn: 8,
      timeoutMs: 30_000,
      retries: 1,
      maxOutputTokens: 2_048,
      reasoning: 'default',
      promptVersion: '1',
    },
    sources: [],
    notes: [],
  });
});

describe('a file', () => {
  const spellings = {
    'percept.config.json': '{ "vision": "local" }',
    'percept.config.js': 'export default { vision: "local" };',
    'percept.config.mjs': 'export default { vision: "local" };',
    'percept.config.ts':
      'const vision: string = "local"; export default { vision } satisfies object;',
  };
  for (const [name, content] of Object.entries(spellings))
    test(`named ${name} is found from a folder below it`, async () => {
      await write(join(project(), 'package.json'), { type: 'module' });
      await write(join(project(), name), content);
      const config = await load({}, join(project(), 'deep', 'deeper'));
      expect(config.vision).toEqual({ kind: 'local' });
      expect(config.sources).toEqual([name]);
    });

  test('that is a CommonJS module works as well', async () => {
    await write(join(project(), 'package.json'), { type: 'commonjs' });
    await write(join(project(), 'percept.config.js'), 'module.exports = { vision: "local" };');
    expect((await load()).vision).toEqual({ kind: 'local' });
  });

  test('that throws is refused without its message', async () => {
    await write(join(project(), 'percept.config.mjs'), 'throw new TypeError("sk-live-1")');
    const config = await loadConfig({ cwd: project(), env: { PERCEPT_TRUST: '1' }, home });
    expect(JSON.stringify(config)).toContain('TypeError');
    expect(JSON.stringify(config)).not.toContain('sk-live-1');
  });

  test('of the project wins over the one of the user, key by key, and the environment over both', async () => {
    const key = { env: 'MY_KEY' };
    await write(join(home, '.config', 'percept', 'percept.config.json'), {
      main: { provider: 'anthropic', model: 'claude-opus-4-8', apiKey: key },
      consent: ['api.openai.com'],
      bridge: { timeoutMs: 10_000, maxImagesPerTurn: 2 },
    });
    await write(join(project(), 'percept.config.json'), {
      vision: 'local',
      consent: ['vision.example'],
      bridge: { maxImagesPerTurn: 6 },
    });
    const config = await load({
      MY_KEY: 'k',
      PERCEPT_MODEL: 'ollama/llama3',
      PERCEPT_BRIDGE_TIMEOUT_MS: '900',
    });
    expect(config.main).toMatchObject({
      provider: 'openai-compatible',
      model: 'llama3',
      vendor: 'ollama',
      baseUrl: 'http://127.0.0.1:11434/v1',
    });
    expect(config.vision).toEqual({ kind: 'local' });
    expect(config.consent).toEqual(['api.openai.com', 'vision.example']);
    expect(config.bridge).toMatchObject({ timeoutMs: 900, maxImagesPerTurn: 6 });
    expect(config.sources).toEqual([
      'percept.config.json of the user',
      'percept.config.json',
      'the environment',
    ]);
  });

  test(
    'sets what a message may hold, figure by figure; a size that no decoder takes is a mistake',
    { tags: ['d-image-limits', 's002-caps-configurable'] },
    async () => {
      const file = join(project(), 'percept.config.json');
      expect((await load()).images).toEqual({ maxPerMessage: 20, maxBytes: 104_857_600 });
      await write(file, { images: { maxPerMessage: 3 } });
      expect((await load()).images).toEqual({ maxPerMessage: 3, maxBytes: 104_857_600 });
      await write(file, { images: { maxBytes: 104_857_601 } });
      const config = await loadConfig({ cwd: project(), env: { PERCEPT_TRUST: '1' }, home });
      expect(config).toMatchObject({
        refusal: { message: expect.stringContaining('images.maxBytes') },
      });
    },
  );

  test(
    'that nobody trusted may lower what a message may hold, and not raise it',
    { tags: ['d-image-limits'] },
    async () => {
      const images = { maxPerMessage: 1000, maxBytes: 1000 };
      await write(join(project(), 'percept.config.json'), { images });
      const config = await loadConfig({ cwd: project(), env: {}, home });
      expect(config).toMatchObject({
        ok: true,
        value: {
          images: { maxPerMessage: 20, maxBytes: 1000 },
          project: { asks: ['set images.maxPerMessage to "1000"'] },
        },
      });
    },
  );

  test('is passed over with PERCEPT_CONFIG=none, and another one is taken by its path', async () => {
    await write(join(project(), 'percept.config.json'), { vision: 'local' });
    await write(join(project(), 'other.json'), { audio: 'local' });
    expect((await load({ PERCEPT_CONFIG: 'none' })).vision).toBeUndefined();
    const other = await load({ PERCEPT_CONFIG: 'other.json' });
    expect([other.vision, other.audio]).toEqual([undefined, { kind: 'local' }]);
  });

  test('beside another one is left alone rather than one of them picked', async () => {
    await write(join(project(), 'percept.config.mjs'), 'export default {}');
    await write(join(project(), 'percept.config.json'), { vision: 'local' });
    const config = await load();
    expect(config.vision).toBeUndefined();
    expect(config.notes).toEqual([
      'percept.config.json and percept.config.mjs stand in the same folder. Neither is used. Keep one of them.',
    ]);
  });
});

describe('the environment', () => {
  const models = [
    ['openai/gpt-5.4', { OPENAI_API_KEY: 'k' }, 'openai', 'https://api.openai.com/v1'],
    ['gpt-5.4', { OPENAI_API_KEY: 'k' }, 'openai', 'https://api.openai.com/v1'],
    ['claude-opus-4-8', { ANTHROPIC_API_KEY: 'k' }, 'anthropic', 'https://api.anthropic.com/v1'],
    [
      'google/gemini-3-pro-preview',
      { GOOGLE_GENERATIVE_AI_API_KEY: 'k' },
      'google',
      'https://generativelanguage.googleapis.com/v1beta',
    ],
    [
      'qwen3',
      { OPENAI_BASE_URL: 'http://gpu.example:9000' },
      'openai-compatible',
      'http://gpu.example:9000/v1',
    ],
    ['vllm/meta-llama/llama-4', {}, 'openai-compatible', 'http://127.0.0.1:8000/v1'],
    ['lmstudio/qwen', {}, 'openai-compatible', 'http://127.0.0.1:1234/v1'],
    [
      'gemini/gemini-3-pro-preview',
      { GEMINI_API_KEY: 'k' },
      'google',
      'https://generativelanguage.googleapis.com/v1beta',
    ],
    [
      'deepseek/deepseek-chat',
      { DEEPSEEK_API_KEY: 'k', OPENAI_API_KEY: 'o' },
      'openai-compatible',
      'https://api.deepseek.com/v1',
    ],
    [
      'openrouter/anthropic/claude-opus-4-8',
      { OPENROUTER_API_KEY: 'k', ANTHROPIC_API_KEY: 'a' },
      'openai-compatible',
      'https://openrouter.ai/api/v1',
    ],
    ['x-ai/grok-4', { XAI_API_KEY: 'k' }, 'openai-compatible', 'https://api.x.ai/v1'],
    [
      'azure/my-deployment',
      { AZURE_OPENAI_API_KEY: 'k', AZURE_OPENAI_ENDPOINT: 'https://mine.openai.azure.com/' },
      'openai',
      'https://mine.openai.azure.com/openai/v1',
    ],
    [
      'github/openai/gpt-5',
      { GITHUB_TOKEN: 'k' },
      'openai-compatible',
      'https://models.github.ai/inference',
    ],
    [
      'openai-compatible/meta-llama/llama-4',
      { OPENAI_BASE_URL: 'http://gpu.example:9000' },
      'openai-compatible',
      'http://gpu.example:9000/v1',
    ],
  ] as const;
  for (const [reference, env, provider, baseUrl] of models)
    test(`makes ${reference} a model of ${provider}`, async () => {
      const { main } = await load({ ...env, PERCEPT_MODEL: reference });
      expect(main).toMatchObject({ provider, baseUrl });
    });

  const keys = {
    OPENAI_API_KEY: 'openai-key',
    ANTHROPIC_API_KEY: 'anthropic-key',
    GEMINI_API_KEY: 'google-key',
    DEEPSEEK_API_KEY: 'deepseek-key',
    GROQ_API_KEY: 'groq-key',
  };
  const strangers = [
    'deepsek/deepseek-chat',
    'bedrock/anthropic.claude',
    'vertex/gemini-3',
    'meta-llama/llama-4',
    'qwen/qwen3-vl',
    '/gpt-5.4',
    'openai-compatible/',
    'openai/ ',
    'constructor/x',
  ];
  for (const reference of strangers)
    test(
      `refuses ${JSON.stringify(reference)} rather than asking another vendor`,
      { tags: ['d-vendor-known'] },
      async () => {
        const env = { ...keys, PERCEPT_MODEL: reference };
        const config = await loadConfig({ cwd: project(), env, home });
        expect(config).toMatchObject({
          ok: false,
          refusal: { message: expect.stringMatching(/^PERCEPT_MODEL in the environment /) },
        });
        const hint = config.ok ? '' : config.refusal.hint;
        for (const known of ['openai', 'google', 'deepseek', 'openrouter', 'ollama'])
          expect(hint).toContain(known);
      },
    );

  test(
    'refuses the bare name of a model that nobody is known for, where no address is set',
    { tags: ['d-vendor-known'] },
    async () => {
      for (const name of ['deepseek-chat', 'qwen3', 'gpt-oss:20b', 'kimi-k2']) {
        const config = await loadConfig({
          cwd: project(),
          env: { ...keys, PERCEPT_MODEL: name },
          home,
        });
        expect(config).toMatchObject({ ok: false });
      }
    },
  );

  test('hands each vendor its own key and no other', { tags: ['d-keys-by-host'] }, async () => {
    for (const [reference, key] of [
      ['openai/gpt-5.4', 'openai-key'],
      ['anthropic/claude-opus-4-8', 'anthropic-key'],
      ['gemini/gemini-3-pro-preview', 'google-key'],
      ['deepseek/deepseek-chat', 'deepseek-key'],
      ['groq/llama', 'groq-key'],
    ] as const) {
      const { main } = await load({ ...keys, PERCEPT_MODEL: reference });
      expect(main?.apiKey?.reveal()).toBe(key);
    }
    const own = await load({
      ...keys,
      PERCEPT_MODEL: 'qwen3',
      OPENAI_BASE_URL: 'https://gpu.example/v1',
    });
    expect(own.main?.apiKey?.reveal()).toBe('openai-key');
    const { main } = await load({ ...keys, PERCEPT_MODEL: 'ollama/qwen3' });
    expect(main?.apiKey).toBeUndefined();
  });

  test(
    'chooses the looking model by PERCEPT_VISION_MODEL',
    { tags: ['s000-bridge-model-configurable'] },
    async () => {
      const env = { ANTHROPIC_API_KEY: 'k', PERCEPT_VISION_MODEL: 'ollama/qwen3-vl:8b' };
      const { vision, main } = await load(env);
      expect(vision).toMatchObject({ kind: 'model', model: { model: 'qwen3-vl:8b' } });
      expect(main?.provider).toBe('anthropic');
      expect((await load({ PERCEPT_VISION_MODEL: 'local' })).vision).toEqual({ kind: 'local' });
    },
  );

  const strictness = [
    [undefined, true],
    ['', true],
    ['yes', true],
    ['on', true],
    ['false', false],
    [' FALSE ', false],
    ['0', false],
    ['No', false],
    ['off', false],
  ] as const;
  for (const [value, strict] of strictness)
    test(
      `reads PERCEPT_STRICT_ROUTING=${value ?? '(unset)'} as ${strict ? 'strict' : 'lenient'}`,
      { tags: ['s002-strict-env-parser', 's002-strict-env-off'] },
      async () => {
        const env = value === undefined ? {} : { PERCEPT_STRICT_ROUTING: value };
        expect((await load(env)).strictRouting).toBe(strict);
      },
    );

  for (const variable of ['PERCEPT_STRICT_ROUTING', 'PERCEPT_DISCOVERY'])
    test(
      `refuses a word that means nothing in ${variable}, by its name`,
      { tags: ['s002-strict-env-parser'] },
      async () => {
        const refused = await loadConfig({ cwd: project(), env: { [variable]: 'maybe' }, home });
        expect(refused).toMatchObject({
          ok: false,
          refusal: { message: `${variable} in the environment is neither true nor false.` },
        });
      },
    );

  test('takes a key alone for the vendor’s usual model', async () => {
    const usual = {
      OPENAI_API_KEY: 'openai',
      ANTHROPIC_API_KEY: 'anthropic',
      GEMINI_API_KEY: 'google',
      GOOGLE_GENERATIVE_AI_API_KEY: 'google',
      MISTRAL_API_KEY: 'mistral',
      OPENROUTER_API_KEY: 'openrouter',
      XAI_API_KEY: 'xai',
      DEEPSEEK_API_KEY: 'deepseek',
    };
    for (const [variable, vendor] of Object.entries(usual))
      expect((await load({ [variable]: 'k' })).main?.vendor).toBe(vendor);
    const many = await load({ GROQ_API_KEY: 'k', GITHUB_TOKEN: 'k', HF_TOKEN: 'k' });
    expect(many.main).toBeUndefined();
    expect(many.notes).toEqual([
      'GROQ_API_KEY is set and no model is chosen. Set PERCEPT_MODEL=groq/NAME.',
    ]);
  });

  test('says what is missing when only an address is set', async () => {
    const { main, notes } = await load({ OPENAI_BASE_URL: 'http://gpu.example/v1' });
    expect(main).toBeUndefined();
    expect(notes).toEqual([
      'OPENAI_BASE_URL is set and no model is chosen. Set PERCEPT_MODEL to one of its models.',
    ]);
  });

  test('names the variable that is wrong', async () => {
    const config = await loadConfig({
      cwd: project(),
      env: { PERCEPT_BRIDGE_TIMEOUT_MS: 'fast' },
      home,
    });
    expect(config).toMatchObject({
      ok: false,
      refusal: {
        message: 'PERCEPT_BRIDGE_TIMEOUT_MS in the environment is a text.',
        hint: 'Give a whole number above zero.',
      },
    });
  });
});

describe('a mistake is refused by the name of its key, with the way to mend it', () => {
  const mistakes = [
    [{ vison: 'local' }, /^vison in percept\.config\.json is not a known key/, /main, vision/],
    [{ main: 7 }, /^main in/, /provider\/model/],
    [{ main: 'local' }, /^main in/, /Leave main out/],
    [{ main: { provider: 'openia', model: 'x' } }, /^main\.provider/, /anthropic, openai/],
    [{ main: { provider: 'openai' } }, /^main in/, /an object with provider and model/],
    [
      { models: { a: { provider: 'ollama', model: 'x', baseUrl: 'ftp://x' } } },
      /^models\.a\.baseUrl/,
      /http/,
    ],
    [
      { models: { a: { provider: 'ollama', model: 'x', capabilities: ['Sees!'] } } },
      /^models\.a\.capabilities/,
      /vision-input/,
    ],
    [
      { models: { a: { provider: 'ollama', model: 'x', maxContextTokens: 'big' } } },
      /^models\.a\.maxContextTokens/,
      /above zero/,
    ],
    [
      { models: { a: { provider: 'ollama', model: 'x', price: { usdPerMillionInput: -1 } } } },
      /^models\.a\.price/,
      /usdPerMillionOutput/,
    ],
    [{ bridge: { timeoutMs: 0 } }, /^bridge\.timeoutMs/, /above zero/],
    [{ bridge: { retries: 5 } }, /^bridge\.retries/, /once/],
    [{ bridge: { promptVersion: '99' } }, /^bridge\.promptVersion/, /The words are 1/],
    [{ consent: 'all' }, /^consent/, /hosts/],
    [{ strictRouting: 'false' }, /^strictRouting/, /without quotes/],
    [{ main: 'openai-compatible/x' }, /^main in .* has no address/, /OPENAI_BASE_URL/],
    [{ main: 'anthropic/claude-opus-4-8' }, /there is no key/, /ANTHROPIC_API_KEY/],
    [
      { main: { provider: 'openai', model: 'x', apiKey: { env: 'NOPE' } } },
      /names NOPE, which is not set/,
      /Set NOPE/,
    ],
    ['{ "main": ', /not JSON: it ends too early/, /double quotes/],
    ['{\n  "vision": "local",\n}', /not JSON: line 3, column 1/, /trailing commas/],
  ] as const;
  for (const [content, message, hint] of mistakes)
    test(`${JSON.stringify(content)} is refused`, async () => {
      const refusal = await refusalOf(content);
      expect(refusal.message).toMatch(message);
      expect(refusal.hint).toMatch(hint);
    });
});

describe('a secret', () => {
  const key = 'sk-live-0123456789';

  test('is shown by no way of printing', async () => {
    await write(join(project(), 'percept.config.json'), {
      main: {
        provider: 'openai',
        model: 'gpt-5.4',
        apiKey: key,
        baseUrl: `https://u:${key}@x.example/v1?t=${key}`,
      },
    });
    const config = await load();
    const secret = new Secret(key);
    const prints = [
      inspect(config.main?.apiKey),
      String(secret),
      JSON.stringify(secret),
      inspect(secret),
    ];
    for (const print of prints) expect(print).not.toContain(key);
    expect(config.main?.apiKey?.reveal()).toBe(key);
  });

  test('is not repeated by a message about the key that it stands under', async () => {
    const wrong = [
      { main: { provider: 'openai', model: 'x', apikey: key } },
      { bridge: { timeoutMs: key } },
      { consent: key },
      `{ "main": { "apiKey": "${key}", } }`,
      `{ "apiKey": ${key} }`,
    ];
    for (const content of wrong)
      expect(JSON.stringify(await refusalOf(content))).not.toContain(key);
  });

  test('of a provider never goes to a host that a project brought along', async () => {
    const main = { provider: 'openai', model: 'x', baseUrl: 'https://evil.example/v1' };
    const env = { OPENAI_API_KEY: key };
    const refusal = await refusalOf({ main: { ...main, apiKey: { env: 'OPENAI_API_KEY' } } }, env);
    expect(refusal.message).toContain('would send OPENAI_API_KEY to evil.example');
    await write(join(project(), 'percept.config.json'), { main });
    expect((await load(env)).main).toMatchObject({ baseUrl: main.baseUrl });
    expect((await load(env)).main?.apiKey).toBeUndefined();
    const meant = await load({ ...env, OPENAI_BASE_URL: main.baseUrl });
    expect(meant.main?.apiKey?.reveal()).toBe(key);
  });
});
