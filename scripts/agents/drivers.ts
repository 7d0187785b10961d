// The agents that are run, each as its users start it: one prompt, no questions, a home of its own, and a base URL.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { programPackages, programs, type Program } from './programs.ts';

interface Place {
  readonly home: string;
  readonly cwd: string;
  /** `http://127.0.0.1:PORT`, of the provider or of the gateway. */
  readonly base: string;
  readonly prompt: string;
  /** The folder in which its package is installed. */
  readonly packages: string;
}

interface Command {
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export interface Driver {
  readonly name: string;
  /** As npm knows it, with a version. */
  readonly packages: readonly string[];
  /** Where it is not that of the first package. */
  readonly version?: string;
  /** The folder of the packages, where several drivers share one. */
  readonly folder?: string;
  readonly wire: 'chat' | 'responses' | 'anthropic' | 'gemini';
  readonly model: string;
  prepare(place: Place): Promise<Command>;
}

const key = 'sk-percept-agents-0123456789';
const bin = (place: Place, name: string): string =>
  join(place.packages, 'node_modules', '.bin', name);
const within = (place: Place, ...path: readonly string[]): string =>
  join(place.packages, 'node_modules', ...path);

async function put(folder: string, name: string, content: object | string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(
    join(folder, name),
    typeof content === 'string' ? content : JSON.stringify(content),
  );
}

type Wire = Driver['wire'];
const roots: Readonly<Record<Wire, string>> = {
  chat: '/v1',
  responses: '/v1',
  anthropic: '/v1',
  gemini: '/v1beta',
};

function qwen(name: string, wire: Wire, model: string, settings: object): Driver {
  return {
    name,
    packages: ['@qwen-code/qwen-code@0.24.4'],
    wire,
    model,
    prepare: async (place) => {
      await put(join(place.home, '.qwen'), 'settings.json', settings);
      const kind = wire === 'anthropic' ? 'ANTHROPIC' : 'OPENAI';
      return {
        args: [bin(place, 'qwen'), '--auth-type', kind.toLowerCase(), '--yolo', '-p', place.prompt],
        env: {
          [`${kind}_API_KEY`]: key,
          [`${kind}_BASE_URL`]: wire === 'anthropic' ? place.base : `${place.base}/v1`,
          [`${kind}_MODEL`]: model,
          QWEN_TELEMETRY_ENABLED: 'false',
        },
      };
    },
  };
}

const openPackages: Readonly<Record<Wire, string>> = {
  chat: '@ai-sdk/openai-compatible',
  responses: '@ai-sdk/openai',
  anthropic: '@ai-sdk/anthropic',
  gemini: '@ai-sdk/google',
};

function opencode(name: string, wire: Wire, model: string): Driver {
  return {
    name,
    packages: ['opencode-ai@1.18.33'],
    wire,
    model,
    prepare: async (place) => {
      await put(place.cwd, 'opencode.json', openSettings(place, wire, model));
      return {
        args: [within(place, 'opencode-linux-x64', 'bin', 'opencode'), 'run', place.prompt],
        env: {
          OPENCODE_DISABLE_AUTOUPDATE: '1',
          OPENCODE_DISABLE_MODELS_FETCH: '1',
          OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
        },
      };
    },
  };
}

function openSettings(place: Place, wire: Wire, model: string): object {
  return {
    autoupdate: false,
    share: 'disabled',
    provider: {
      mock: {
        npm: openPackages[wire],
        name: 'mock',
        options: { baseURL: `${place.base}${roots[wire]}`, apiKey: key },
        models: {
          [model]: {
            name: model,
            attachment: true,
            tool_call: true,
            modalities: { input: ['text', 'image', 'pdf'], output: ['text'] },
            limit: { context: 200_000, output: 8_000 },
          },
        },
      },
    },
    model: `mock/${model}`,
    small_model: `mock/${model}`,
    permission: { '*': 'allow' },
  };
}

function kilo(name: string, wire: Wire, model: string): Driver {
  return {
    name,
    // The registry has no program for 7.8.1.
    packages: ['@kilocode/cli-linux-x64@7.7.9'],
    wire,
    model,
    prepare: async (place) => {
      await put(place.cwd, 'opencode.json', openSettings(place, wire, model));
      await put(place.cwd, 'kilo.json', openSettings(place, wire, model));
      const program = within(place, '@kilocode', 'cli-linux-x64', 'bin', 'kilo');
      return {
        args: [program, 'run', '--auto', place.prompt],
        env: { KILO_DISABLE_MODELS_FETCH: '1', OPENCODE_DISABLE_MODELS_FETCH: '1' },
      };
    },
  };
}

const piApis: Readonly<Record<Wire, string>> = {
  chat: 'openai-completions',
  responses: 'openai-responses',
  anthropic: 'anthropic-messages',
  gemini: 'google-generative-ai',
};

function pi(name: string, wire: Wire, model: string): Driver {
  return {
    name,
    // 1.5.0 asks for a package that the registry does not have.
    packages: ['@earendil-works/pi-coding-agent@0.87.1'],
    wire,
    model,
    prepare: async (place) => {
      const root = wire === 'anthropic' ? '' : roots[wire];
      const entry = {
        id: model,
        name: model,
        input: ['text', 'image'],
        reasoning: false,
        contextWindow: 200_000,
        maxTokens: 8_000,
        cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
      };
      const mock = {
        baseUrl: `${place.base}${root}`,
        api: piApis[wire],
        apiKey: key,
        models: [entry],
      };
      await put(join(place.home, '.pi', 'agent'), 'models.json', { providers: { mock } });
      return {
        args: [bin(place, 'pi'), '-p', '--provider', 'mock', '--model', model, place.prompt],
        env: { PI_OFFLINE: '1', PI_SKIP_VERSION_CHECK: '1', PI_TELEMETRY: '0' },
      };
    },
  };
}

function copilot(name: string, wire: 'chat' | 'responses' | 'anthropic', model: string): Driver {
  return {
    name,
    packages: ['@github/copilot@1.0.102'],
    wire,
    model,
    prepare: async (place) => ({
      args: [
        bin(place, 'copilot'),
        '-p',
        place.prompt,
        '--allow-all-tools',
        '--allow-all-paths',
        '--no-color',
        '--model',
        model,
      ],
      env: {
        COPILOT_PROVIDER_TYPE: wire === 'anthropic' ? 'anthropic' : 'openai',
        COPILOT_PROVIDER_BASE_URL: wire === 'anthropic' ? place.base : `${place.base}/v1`,
        COPILOT_PROVIDER_API_KEY: key,
        COPILOT_MODEL: model,
        COPILOT_OFFLINE: 'true',
        COPILOT_AUTO_UPDATE: 'false',
        ...(wire === 'responses' && { COPILOT_PROVIDER_WIRE_API: 'responses' }),
      },
    }),
  };
}

const kimiKinds: Readonly<Record<Wire, string>> = {
  chat: 'openai',
  responses: 'openai_responses',
  anthropic: 'anthropic',
  gemini: 'google-genai',
};

function kimi(name: string, wire: Wire, model: string): Driver {
  return {
    name,
    packages: ['@moonshot-ai/kimi-code@2.1.0'],
    wire,
    model,
    prepare: async (place) => ({
      args: [bin(place, 'kimi'), '-p', place.prompt],
      env: {
        KIMI_CODE_HOME: join(place.home, '.kimi'),
        KIMI_MODEL_NAME: model,
        KIMI_MODEL_BASE_URL:
          wire === 'chat' || wire === 'responses' ? `${place.base}/v1` : place.base,
        KIMI_MODEL_API_KEY: key,
        KIMI_MODEL_PROVIDER_TYPE: kimiKinds[wire],
        KIMI_MODEL_CAPABILITIES: 'image_in,tool_use',
        KIMI_CODE_NO_AUTO_UPDATE: '1',
      },
    }),
  };
}

function cline(name: string, provider: string, wire: Wire, model: string): Driver {
  return {
    name,
    packages: ['cline@3.0.65'],
    wire,
    model,
    prepare: async (place) => {
      // Its command for signing in takes an address for OpenAI's wire alone; its settings take one for all.
      const baseUrl = `${place.base}${roots[wire]}`;
      const settings = { provider, apiKey: key, model, baseUrl };
      const folder = join(place.home, '.cline');
      await put(join(folder, 'data', 'settings'), 'providers.json', {
        version: 1,
        lastUsedProvider: provider,
        modes: {},
        providers: {
          [provider]: { settings, updatedAt: '2026-01-01T00:00:00.000Z', tokenSource: 'manual' },
        },
      });
      return {
        args: [bin(place, 'cline'), '--retries', '1', place.prompt],
        env: { CLINE_TELEMETRY_DISABLED: '1', CLINE_DIR: folder },
      };
    },
  };
}

const claude: Driver = {
  name: 'Claude Code',
  packages: ['@anthropic-ai/claude-code@2.1.325'],
  wire: 'anthropic',
  model: 'claude-sonnet-4-5',
  prepare: async (place) => ({
    args: [
      within(place, '@anthropic-ai', 'claude-code-linux-x64', 'claude'),
      '-p',
      place.prompt,
      '--allowedTools',
      'Read',
      '--model',
      'claude-sonnet-4-5',
    ],
    env: {
      ANTHROPIC_BASE_URL: place.base,
      ANTHROPIC_API_KEY: `sk-ant-${key}`,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
      DISABLE_TELEMETRY: '1',
      IS_SANDBOX: '1',
      CLAUDE_CONFIG_DIR: join(place.home, '.claude'),
    },
  }),
};

const codex: Driver = {
  name: 'Codex',
  packages: ['@openai/codex@0.166.0'],
  wire: 'responses',
  model: 'gpt-5',
  prepare: async (place) => {
    const config = [
      'model = "gpt-5"',
      'model_provider = "mock"',
      'check_for_update_on_startup = false',
      '[model_providers.mock]',
      'name = "mock"',
      `base_url = "${place.base}/v1"`,
      'wire_api = "responses"',
      'env_key = "MOCK_KEY"',
      '[analytics]',
      'enabled = false',
    ];
    await put(join(place.home, '.codex'), 'config.toml', `${config.join('\n')}\n`);
    return {
      args: [
        bin(place, 'codex'),
        'exec',
        '--skip-git-repo-check',
        '--dangerously-bypass-approvals-and-sandbox',
        place.prompt,
      ],
      env: { MOCK_KEY: key, CODEX_HOME: join(place.home, '.codex') },
    };
  },
};

function gemini(name: string, model: string): Driver {
  return {
    name,
    packages: ['@google/gemini-cli@0.61.0'],
    wire: 'gemini',
    model,
    prepare: async (place) => {
      await put(join(place.home, '.gemini'), 'settings.json', {
        security: { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: false } },
        privacy: { usageStatisticsEnabled: false },
        general: { disableAutoUpdate: true, enableAutoUpdate: false },
      });
      return {
        args: [bin(place, 'gemini'), '--yolo', '-m', model, '-p', place.prompt],
        env: {
          GEMINI_API_KEY: `AIza-${key}`,
          GOOGLE_GEMINI_BASE_URL: place.base,
          GEMINI_CLI_TRUST_WORKSPACE: 'true',
        },
      };
    },
  };
}

const continueCli: Driver = {
  name: 'Continue',
  packages: ['@continuedev/cli@1.5.47'],
  wire: 'chat',
  model: 'gpt-4.1',
  prepare: async (place) => {
    const config = [
      'name: x',
      'version: 1.0.0',
      'schema: v1',
      'models:',
      '  - name: mock',
      '    provider: openai',
      '    model: gpt-4.1',
      `    apiKey: ${key}`,
      `    apiBase: ${place.base}/v1`,
      '    useResponsesApi: false',
      '    capabilities: [tool_use, image_input]',
      '    roles: [chat]',
    ];
    await put(place.home, 'config.yaml', `${config.join('\n')}\n`);
    return {
      args: [
        bin(place, 'cn'),
        '-p',
        place.prompt,
        '--config',
        join(place.home, 'config.yaml'),
        '--auto',
      ],
      env: { CONTINUE_TELEMETRY_ENABLED: '0', CONTINUE_CLI_ENABLE_TELEMETRY: '0' },
    };
  },
};

const nanocoder: Driver = {
  name: 'nanocoder',
  packages: ['@nanocollective/nanocoder@1.30.0'],
  wire: 'chat',
  model: 'gpt-4.1',
  prepare: async (place) => {
    const mock = { name: 'mock', baseUrl: `${place.base}/v1`, apiKey: key, models: ['gpt-4.1'] };
    await put(place.cwd, 'agents.config.json', { nanocoder: { providers: [mock] } });
    const which = ['--provider', 'mock', '--model', 'gpt-4.1', '--mode', 'yolo'];
    return {
      args: [bin(place, 'nanocoder'), ...which, 'run', place.prompt],
      env: { NANOCODER_TRUST_DIRECTORY: '1' },
    };
  },
};

const grok: Driver = {
  name: 'grok-cli',
  packages: ['@vibe-kit/grok-cli@0.0.34'],
  wire: 'chat',
  model: 'gpt-4.1',
  prepare: async (place) => ({
    args: [bin(place, 'grok'), '-p', place.prompt],
    env: { GROK_API_KEY: key, GROK_BASE_URL: `${place.base}/v1`, GROK_MODEL: 'gpt-4.1' },
  }),
};

function sdk({ name, version, wire, model, source }: Program): Driver {
  return {
    name,
    packages: programPackages,
    version,
    folder: 'programs',
    wire,
    model,
    prepare: async (place) => {
      const file = `${name.toLowerCase().replaceAll(/[^a-z]+/g, '-')}.mjs`;
      await put(place.packages, file, source);
      return {
        args: [
          process.execPath,
          join(place.packages, file),
          `${place.base}/v1`,
          model,
          place.prompt,
        ],
        env: {
          WIRE: wire,
          OPENAI_API_KEY: key,
          OPENAI_AGENTS_DISABLE_TRACING: '1',
          MASTRA_TELEMETRY_DISABLED: '1',
          ANTHROPIC_BASE_URL: place.base,
          ANTHROPIC_API_KEY: `sk-ant-${key}`,
          CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
          DISABLE_TELEMETRY: '1',
          IS_SANDBOX: '1',
          CLAUDE_CONFIG_DIR: join(place.home, '.claude'),
        },
      };
    },
  };
}

export const drivers: readonly Driver[] = [
  claude,
  codex,
  opencode('opencode, chat', 'chat', 'gpt-4.1'),
  opencode('opencode, Mistral', 'chat', 'mistral-large-latest'),
  opencode('opencode, Responses', 'responses', 'gpt-5'),
  opencode('opencode, Anthropic', 'anthropic', 'claude-sonnet-4-5'),
  opencode('opencode, Gemini', 'gemini', 'gemini-2.5-flash'),
  pi('pi, chat', 'chat', 'gpt-4.1'),
  pi('pi, Mistral', 'chat', 'mistral-large-latest'),
  pi('pi, Responses', 'responses', 'gpt-5'),
  pi('pi, Anthropic', 'anthropic', 'claude-sonnet-4-5'),
  pi('pi, Gemini', 'gemini', 'gemini-2.5-flash'),
  qwen('Qwen Code, chat', 'chat', 'gpt-4.1', {}),
  qwen('Qwen Code, splitToolMedia off', 'chat', 'gpt-4.1', {
    model: { generationConfig: { splitToolMedia: false } },
  }),
  qwen('Qwen Code, Mistral', 'chat', 'mistral-large-latest', {}),
  qwen('Qwen Code, Anthropic', 'anthropic', 'claude-sonnet-4-5', {}),
  gemini('gemini-cli, 2.5', 'gemini-2.5-flash'),
  gemini('gemini-cli, 3', 'gemini-3-pro-preview'),
  kimi('Kimi Code, chat', 'chat', 'gpt-4.1'),
  kimi('Kimi Code, Responses', 'responses', 'gpt-5'),
  kimi('Kimi Code, Anthropic', 'anthropic', 'claude-sonnet-4-5'),
  kimi('Kimi Code, Gemini', 'gemini', 'gemini-2.5-flash'),
  cline('Cline, chat', 'openai-compatible', 'chat', 'gpt-4.1'),
  cline('Cline, Anthropic', 'anthropic', 'anthropic', 'claude-sonnet-4-5'),
  kilo('Kilo, chat', 'chat', 'gpt-4.1'),
  kilo('Kilo, Anthropic', 'anthropic', 'claude-sonnet-4-5'),
  copilot('Copilot, chat', 'chat', 'gpt-4.1'),
  copilot('Copilot, Responses', 'responses', 'gpt-5'),
  copilot('Copilot, Anthropic', 'anthropic', 'claude-sonnet-4-5'),
  continueCli,
  nanocoder,
  grok,
  ...programs.map(sdk),
];

/** Known, and not run, with the reason. */
export const notRun: readonly (readonly [string, string])[] = [
  [
    'amp (@sourcegraph/amp 0.0.1790142911)',
    'speaks only its vendor’s own protocol: with `AMP_URL` on loopback and a key it asks for `POST /api/internal?getUserInfo` first, and calls no model itself',
  ],
  [
    'droid (droid 0.215.0)',
    'asks to sign in at its vendor before any model: `droid exec` with a model of one’s own in `settings.json` ends with “Exec failed” and sends nothing there',
  ],
  [
    'mastracode (mastracode 0.32.1)',
    'takes its list of models from the network: on loopback `openai/gpt-4.1` with `OPENAI_BASE_URL` is “Unknown model”, and one of a custom provider in its settings is listed and then “Could not find config for provider”. Its library is the row Mastra',
  ],
  ['crush, goose', 'are not on npm'],
];
