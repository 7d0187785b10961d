// Models: found on this machine through real sockets, known by configuration before metadata before name, and called with
// the key that was meant for them.

import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { json } from 'node:stream/consumers';
import { isRecord } from '@percept/core/internal';
import { sees } from '@percept/core';
import { afterEach, describe, expect, test } from 'vitest';
import {
  bridgeSettings,
  imageSettings,
  Secret,
  type ModelSpec,
  type PerceptConfig,
} from '../src/config/index.ts';
import {
  discoverServers,
  languageModel,
  buildCatalogue,
  modelChoiceOf,
} from '../src/models/index.ts';
import { knowModel } from '../src/models/known-model.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

type Answer = (path: string, request: IncomingMessage) => unknown;

/** A server that answers JSON, or never when the answer is undefined. */
function serve(answer: Answer): Promise<string> {
  return listen((request, response) => {
    void Promise.resolve(answer(request.url ?? '', request)).then((value) => {
      if (value === undefined) return;
      response.writeHead(value === null ? 404 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(value));
    });
  });
}

function redirectTo(location: string): Promise<string> {
  return listen((_, response) => response.writeHead(307, { location }).end());
}

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('The server has no port.');
  return `http://127.0.0.1:${address.port}/v1`;
}

const closed = 'http://127.0.0.1:9/v1';
const nowhere = { ollama: closed, llamacpp: closed, lmstudio: closed, vllm: closed };

const config: PerceptConfig = {
  models: [],
  strictRouting: true,
  consent: [],
  discovery: true,
  bridge: bridgeSettings,
  images: imageSettings,
  sources: [],
  notes: [],
};

function spec(model: string, more: Partial<ModelSpec> = {}): ModelSpec {
  return {
    name: model,
    provider: 'openai-compatible',
    model,
    baseUrl: 'https://llm.example/v1',
    ...more,
  };
}

describe('servers on this machine', () => {
  test('are found with their models and what those can see', async () => {
    const ollama = await serve(async (path, request) => {
      if (path === '/api/tags') return { models: [{ name: 'qwen3-vl:8b' }, { name: 'llama3' }] };
      if (path !== '/api/show') return null;
      const body: unknown = await json(request);
      const vision = isRecord(body) && body['model'] === 'qwen3-vl:8b';
      return { capabilities: vision ? ['completion', 'vision', 'tools'] : ['completion'] };
    });
    const llamacpp = await serve((path) =>
      path === '/props'
        ? { modalities: { vision: true, audio: true } }
        : path === '/v1/models'
          ? { data: [{ id: 'gemma' }] }
          : null,
    );
    const lmstudio = await serve((path) =>
      path === '/api/v0/models'
        ? {
            data: [
              { id: 'a', type: 'vlm' },
              { id: 'b', type: 'llm' },
              { id: 'e', type: 'embeddings' },
            ],
          }
        : null,
    );
    const vllm = await serve((path) =>
      path === '/v1/models' ? { data: [{ id: 'mystery' }] } : null,
    );
    const found = await discoverServers({
      urls: { ollama, llamacpp, lmstudio, vllm },
      timeoutMs: 5_000,
    });
    expect(found.map(({ server, models }) => ({ server, models }))).toEqual([
      {
        server: 'ollama',
        models: [
          { id: 'qwen3-vl:8b', capabilities: ['vision-input', 'function-calling'] },
          { id: 'llama3', capabilities: [] },
        ],
      },
      {
        server: 'llamacpp',
        models: [{ id: 'gemma', capabilities: ['vision-input', 'audio-input'] }],
      },
      {
        server: 'lmstudio',
        models: [
          { id: 'a', capabilities: ['vision-input'] },
          { id: 'b', capabilities: [] },
        ],
      },
      { server: 'vllm', models: [{ id: 'mystery' }] },
    ]);
  });

  test('that hang, redirect, lie or do not exist are absent, and cost no more than the deadline', async () => {
    const reached: string[] = [];
    const target = await serve((path) => {
      reached.push(path);
      return { data: [{ id: 'bait' }] };
    });
    const hanging = await serve(() => undefined);
    const lying = await serve(() => ['not what was asked for']);
    const redirecting = await redirectTo(`${target}/models`);
    const urls = { ollama: hanging, llamacpp: lying, lmstudio: closed, vllm: redirecting };
    expect(await discoverServers({ urls })).toEqual([]);
    expect(reached).toEqual([]);
  });

  test('are looked for on the loopback address only', async () => {
    const urls = { ...nowhere, vllm: 'http://192.0.2.1:8000/v1' };
    // Nobody waits for a host that is not asked; one that is asked here never answers, and this test would not end.
    expect(await discoverServers({ urls, timeoutMs: 2 ** 31 - 1 })).toEqual([]);
  });
});

describe('what is known about a model', () => {
  const cases = [
    [spec('gpt-4o'), {}, true, 'name'],
    [spec('gpt-4o', { capabilities: [] }), { metadata: ['vision-input'] }, false, 'configuration'],
    [spec('house-llm', { capabilities: ['vision-input'] }), {}, true, 'configuration'],
    [spec('house-llm'), { metadata: ['vision-input'] }, true, 'metadata'],
    [spec('house-llm'), {}, false, 'nothing'],
    [
      spec('house-llm'),
      { rules: [{ model: /^house/, capabilities: ['vision-input'] as const }] },
      true,
      'name',
    ],
  ] as const;
  for (const [model, knowledge, vision, knownFrom] of cases)
    test(
      `${model.model} ${vision ? 'sees' : 'does not see'}, known from ${knownFrom}`,
      { tags: ['f-bridge-unknown-model'] },
      () => {
        const known = knowModel(model, knowledge);
        if (!known.ok) throw new Error(known.refusal.message);
        expect(sees(known.value.profile)).toBe(vision);
        expect(known.value.knownFrom).toBe(knownFrom);
      },
    );

  test(
    'can be overridden figure by figure',
    {
      tags: ['d-profile-override', 's002-caps-configurable'],
    },
    () => {
      const known = knowModel(spec('gpt-4o', { profile: { image: { maxBytes: 123_456 } } }));
      expect(known).toMatchObject({
        ok: true,
        value: { profile: { image: { maxBytes: 123_456 } } },
      });
      const wrong = knowModel(spec('gpt-4o', { profile: { image: { maxBites: 1 } } }));
      expect(wrong).toMatchObject({
        ok: false,
        refusal: { hint: expect.stringContaining('maxBites') },
      });
    },
  );

  test('an unknown model gets the profile that is safe everywhere', () => {
    const known = knowModel(spec('house-llm', { capabilities: ['vision-input'] }));
    expect(known).toMatchObject({ ok: true, value: { profile: { id: 'common' } } });
  });
});

describe('the catalogue', () => {
  const served = [
    {
      server: 'ollama' as const,
      baseUrl: 'http://127.0.0.1:11434/v1',
      models: [
        { id: 'llama3', capabilities: [] },
        { id: 'qwen3-vl:8b', capabilities: ['vision-input'] },
      ],
    },
  ];
  const line = (change: Partial<PerceptConfig>, found = served.slice(0, 0)) => {
    const catalogue = buildCatalogue({ ...config, ...change }, found);
    if (!catalogue.ok) throw new Error(catalogue.refusal.message);
    return catalogue.value;
  };

  test('with nothing configured and nothing found is local eyes, said plainly', () => {
    const { main, localChosen, notices } = line({});
    expect(main).toBeUndefined();
    expect(localChosen).toEqual({ image: true, audio: true });
    expect(notices.join()).toMatch(/No model is configured and none was found .* local eyes/);
  });

  test('takes a model that was found when none is configured, and says so', () => {
    const { main, notices } = line({}, served);
    expect(main?.spec.model).toBe('qwen3-vl:8b');
    expect(notices).toEqual([
      'No model is configured: qwen3-vl:8b at 127.0.0.1:11434 was found on this machine and is used.',
    ]);
  });

  test('lets a model on this machine look for one that does not see, and says so', () => {
    const main = spec('deepseek-chat', { baseUrl: 'https://api.deepseek.com/v1' });
    const { vision, notices } = line({ main, models: [main] }, served);
    expect(vision?.spec.model).toBe('qwen3-vl:8b');
    expect(notices.join()).toContain('looks at pictures for deepseek-chat');
  });

  test('says at the start that a looking model of another provider needs consent', () => {
    const main = spec('deepseek-chat', { baseUrl: 'https://api.deepseek.com/v1' });
    const other = spec('gpt-4o', { baseUrl: 'https://api.openai.com/v1' });
    const vision = { kind: 'model', model: other } as const;
    const asked = line({ main, vision, models: [main, other] });
    expect(asked.notices.join()).toContain('set PERCEPT_CONSENT=api.openai.com');
    const given = line({ main, vision, models: [main, other], consent: ['api.openai.com'] });
    expect(given.notices).toEqual([]);
  });

  test('believes who names an unknown model for a role, unless its own entry says otherwise', () => {
    const main = spec('house-llm');
    for (const [capabilities, able] of [
      [undefined, true],
      [[], false],
    ] as const) {
      const looker = spec('house-eyes', capabilities && { capabilities });
      const vision = { kind: 'model', model: looker } as const;
      const catalogue = line({ main, vision, models: [main, looker] });
      expect(catalogue.vision?.capabilities.includes('vision-input')).toBe(able);
      expect(catalogue.main?.capabilities).toEqual([]);
    }
  });

  test('never picks another provider by guess', () => {
    const main = spec('deepseek-chat', { baseUrl: 'https://api.deepseek.com/v1' });
    const other = spec('gpt-4o', { baseUrl: 'https://api.openai.com/v1' });
    const { vision, notices } = line({ main, models: [main, other] });
    expect(vision).toBeUndefined();
    expect(notices.join()).toContain('no route for vision is configured: pictures are refused');
  });

  test('knows a configured model by what the server says about it', () => {
    const main = spec('llama3', { baseUrl: 'http://localhost:11434/v1' });
    const catalogue = line({ main, models: [main] }, served);
    expect(catalogue.main?.knownFrom).toBe('metadata');
    expect(catalogue.vision?.spec.model).toBe('qwen3-vl:8b');
    expect(
      modelChoiceOf(catalogue)
        .list()
        .map(({ name }) => name),
    ).toEqual(['llama3', 'ollama/qwen3-vl:8b']);
  });
});

describe('a model that is called', () => {
  const env = ['OPENAI_API_KEY', 'ANTHROPIC_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY'] as const;

  for (const provider of ['openai', 'anthropic', 'google', 'openai-compatible'] as const)
    test(`of ${provider} sends the key that it was given, and never one from the environment`, async () => {
      const headers: string[] = [];
      const baseUrl = await serve((_, request) => {
        headers.push(JSON.stringify(request.headers));
        return null;
      });
      const before = env.map((name) => process.env[name]);
      for (const name of env) process.env[name] = 'from-the-environment';
      try {
        for (const apiKey of [new Secret('given-key'), undefined]) {
          const model = await languageModel(
            spec('m', { provider, baseUrl, ...(apiKey && { apiKey }) }),
          );
          const prompt = [
            { role: 'user' as const, content: [{ type: 'text' as const, text: 'Hi' }] },
          ];
          await expect(Promise.resolve(model.doGenerate({ prompt }))).rejects.toThrow();
        }
      } finally {
        for (const [index, name] of env.entries())
          if (before[index] === undefined) delete process.env[name];
          else process.env[name] = before[index];
      }
      expect(headers).toHaveLength(2);
      expect(headers[0]).toContain('given-key');
      expect(headers.join()).not.toContain('from-the-environment');
    });

  for (const provider of ['openai', 'anthropic', 'google', 'openai-compatible'] as const)
    test(`of ${provider} does not follow a redirect to another host`, async () => {
      const reached: string[] = [];
      const elsewhere = await serve((path) => {
        reached.push(path);
        return null;
      });
      const baseUrl = await redirectTo(elsewhere);
      const model = await languageModel(spec('m', { provider, baseUrl, apiKey: new Secret('k') }));
      const prompt = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'Hi' }] }];
      await expect(Promise.resolve(model.doGenerate({ prompt }))).rejects.toThrow();
      expect(reached).toEqual([]);
    });
});
