// One call of every public function with arguments that are right, and what kind each of them is. Whatever is exported and takes
// options stands here; `options.test.ts` breaks each of them in turn.
import { resolveProfile } from '@percept/core';

/** Of what kind an argument, or a field of one, is: it says which values are wrong for it. A question mark: it may be left out. */
export type Kind =
  | 'bound'
  | 'positive'
  | 'finite'
  | 'text'
  | 'word'
  | 'flag'
  | 'call'
  | 'options'
  | 'object'
  | 'part'
  | 'list'
  | 'bytes'
  | 'signal'
  | 'limits'
  | 'choice'
  | 'script'
  | 'address'
  | 'endings';

export interface PublicCall {
  /** What the error calls it; without it, the name of the value. */
  readonly caller?: string;
  readonly args: readonly unknown[];
  /** `0` is the first argument, `0.limits` a field of it. */
  readonly kinds: Readonly<Record<string, Kind | `${Kind}?`>>;
  /** Of a class: the static method that is called. */
  readonly method?: string;
}

/** Values, errors that hold what they are given, and functions for which nothing is a mistake: each with its reason. */
export const free: Readonly<Record<string, string>> = {
  accept: 'holds what it is given',
  refuse: 'holds what it is given',
  PerceptError: 'an error',
  RuntimeSetupError: 'an error',
  FolderTakenError: 'an error',
  StoreError: 'an error',
  isStoreError: 'asks about anything',
  isMediaEnvelope: 'asks about anything',
  parseBlobId: 'reads anything',
  parseMediaUrl: 'reads anything',
  parseSessionId: 'reads anything',
  parseTenantId: 'reads anything',
  readTenants: 'reads anything',
  readAudioCapability: 'reads anything',
  readImageCapability: 'reads anything',
  modelsFolder: 'takes nothing',
  standardFonts: 'takes nothing',
  findApp: 'takes nothing',
  buildApp: 'takes nothing',
  VolatileBlobStore: 'takes nothing',
  MediaEnvelope: 'an element of a page, tested there',
};

/** Of those that take an object which holds more than is asked of it: what that is. Of all others, every name is known. */
export const things: Readonly<Record<string, string>> = {
  captionsOf: 'what a view saw',
  unwrap: 'an outcome',
  refusalAnswer: 'a refusal',
  fitSize: 'a size, such as a block, and a target, such as a profile has it',
  fitTarget: 'a profile',
  sees: 'a profile',
  estimateImageTokens: 'a formula of a profile and a size',
  overrideProfile: 'a profile',
  redactEnvelope: 'an envelope',
  LensSession: 'a state that another session had',
  judge: 'a request as the capture server has it',
  drawing: 'a file',
  toolCall: 'the input of a tool',
  toolCalls: 'calls with their inputs',
  createFontSet: 'fonts of another set',
  serveAcp: 'pipes',
  serveMcpStdio: 'pipes, such as process',
  fitIn: 'a size, such as a block',
  drawingArea: 'a screen, such as process.stdout',
  drawPicture: 'a picture and what a terminal can show',
  encodeKitty: 'a picture',
  encodeIterm: 'a picture',
  encodeSixel: 'a raster',
  encodeHalfBlocks: 'a raster',
  describeImage: 'a picture, such as a block',
  readUpstreams: 'addresses under names of one’s own',
};

const work = (): undefined => undefined;
const profile = resolveProfile({ provider: 'openai.chat', model: 'gpt-5' });
const size = { width: 40, height: 30 };
const target = { imageTypes: ['image/png'], maxBytes: 1000, maxEdgePx: 100, maxPixels: 10_000 };
const bytes = new Uint8Array([1, 2, 3]);
const signal = AbortSignal.abort();
const store = { get: work, put: work, sessions: {}, memos: {}, directory: '/nowhere' };
const door = { ingest: work };
const darkroom = { develop: work, read: work };
const decoder = { fit: work, bitmap: work, describe: work };
const freshness = { tokenFor: work, isFresh: work };
const workspace = {
  roots: ['/nowhere'],
  cwd: '/nowhere',
  store: { ...store, tenant: 'a' },
  door,
  darkroom,
  profile: () => profile,
  freshness,
};
const workspaceKinds = {
  '0': 'options',
  '0.roots': 'list',
  '0.cwd': 'word',
  '0.store': 'part',
  '0.door': 'part',
  '0.darkroom': 'part?',
  '0.profile': 'call',
  '0.attachment': 'call?',
  '0.seenBefore': 'call?',
  '0.freshness': 'part',
  '0.permit': 'call?',
  '0.nameOf': 'call?',
} as const;
const lens = {
  budgets: {},
  tariff: { write: 1, read: 1, ttlMs: 1, lookbackBlocks: 1 },
  retention: { mode: 'window', turns: 1 },
};
const lensKinds = {
  '0.session': 'part?',
  '0.media': 'part?',
  '0.budgets': 'options?',
  '0.budgets.maxImages': 'bound?',
  '0.budgets.maxBytes': 'bound?',
  '0.budgets.maxImageTokens': 'bound?',
  '0.budgets.maxPixels': 'bound?',
  '0.retention': 'object?',
  '0.tariff': 'options?',
  '0.dedupe': 'flag?',
  '0.resize': 'choice?',
  '0.shed': 'choice?',
  '0.repairs': 'choice?',
  '0.reviewable': 'call?',
  '0.mediaTimeoutMs': 'bound?',
} as const;
const perceptKinds = {
  ...lensKinds,
  '0.profile': 'object?',
  '0.capabilities': 'list?',
  '0.rules': 'list?',
  '0.specificationVersion': 'choice?',
  '0.clock': 'call?',
  '0.onEvent': 'call?',
} as const;
const model = {
  specificationVersion: 'v4',
  provider: 'openai.chat',
  modelId: 'gpt-5',
  supportedUrls: {},
  doGenerate: work,
  doStream: work,
};
const mcp = { version: '1', openParts: work, profile, roots: [], cwd: '/nowhere' };
const mcpKinds = {
  '0': 'options',
  '0.version': 'word',
  '0.openParts': 'call',
  '0.describer': 'call?',
  '0.vision': 'object?',
  '0.hearing': 'call?',
  '0.makers': 'object?',
  '0.profile': 'object',
  '0.roots': 'list',
  '0.cwd': 'word',
  '0.limits': 'limits?',
  '0.limits.maxMessageBytes': 'bound?',
  '0.report': 'call?',
} as const;
const runtime = { cwd: '/nowhere', env: {}, memory: store };
const runtimeKinds = {
  '0': 'options',
  '0.cwd': 'word',
  '0.env': 'object',
  '0.memory': 'part',
  '0.sandbox': 'choice?',
  '0.senses': 'part?',
} as const;
const images = { maxPerMessage: 1, maxBytes: 1 };
const agent = { memory: store, door, models: { list: () => [], main: work }, images };
const agentKinds = {
  '0': 'options',
  '0.memory': 'part',
  '0.door': 'part',
  '0.darkroom': 'part?',
  '0.models': 'part',
  '0.images': 'options?',
  '0.openBridge': 'call?',
  '0.answerer': 'object?',
  '0.makers': 'object?',
  '0.freshness': 'part?',
  '0.maxStepsPerTurn': 'bound?',
  '0.clientTools': 'call?',
} as const;
const graphics = {
  protocol: 'none',
  multiplexer: 'none',
  depth: 'true-colour',
  cell: { width: 10, height: 20, known: false },
  maxSixelColours: 256,
  reason: 'asked',
};
const raster = { ...size, data: new Uint8Array(40 * 30 * 4) };
const s3 = {
  endpoint: 'http://127.0.0.1:1',
  region: 'here',
  bucket: 'bucket',
  credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
};
const s3Kinds = {
  '0': 'options',
  '0.endpoint': 'word',
  '0.region': 'word',
  '0.bucket': 'word',
  '0.credentials': 'part',
  '0.style': 'choice?',
  '0.prefix': 'text?',
  '0.limits': 'limits?',
  '0.limits.maxAttempts': 'bound?',
} as const;
const eyesKinds = {
  '0': 'options?',
  '0.onEvent': 'call?',
  '0.limits': 'limits?',
  '0.limits.maxPixels': 'bound?',
  '0.decoder': 'part?',
  '0.accept': 'list?',
  '0.modelsFolder': 'word?',
  '0.accelerator': 'choice?',
  '0.acceleratorFrom': 'word?',
} as const;
const hostParts = {
  version: '1',
  memory: store,
  runtime: { plan: work, pool: work },
  cwd: '/nowhere',
};
const hostKinds = {
  '0': 'options',
  '0.onEvent': 'call?',
  '0.version': 'word',
  '0.memory': 'part',
  '0.keys': 'object?',
  '0.runtime': 'part',
  '0.cwd': 'word',
  '0.credentials': 'list?',
  '0.vouched': 'object?',
  '0.upstreams': 'part?',
  '0.gatewayKey': 'object?',
  '0.extensions': 'list?',
  '0.app': 'word?',
  '0.folderTrust': 'object?',
  '0.onSignIn': 'call?',
  '0.onLinkExpired': 'call?',
} as const;
const suite: PublicCall = { args: [work, work], kinds: { '0': 'call', '1': 'call' } };

function shifted(kinds: PublicCall['kinds']): PublicCall['kinds'] {
  return Object.fromEntries(
    Object.entries(kinds).map(([at, kind]) => [at.replace(/^0/, '1'), kind]),
  );
}

export const publicCalls: Readonly<Record<string, PublicCall | readonly PublicCall[]>> = {
  AgentSession: ['create', 'unrecorded', 'resume'].map((method) => ({
    method,
    caller: `AgentSession.${method}`,
    args: [agent, { cwd: '/nowhere', roots: [] }],
    kinds: agentKinds,
  })),
  SessionPool: { args: [agent], kinds: { ...agentKinds, '1': 'call?' } },
  serveAcp: {
    args: [
      { limits: { maxMessageBytes: 1 }, pool: work, advertisement: work },
      { input: new ReadableStream(), output: new WritableStream(), writeLine: work },
      signal,
    ],
    kinds: {
      '0': 'part',
      '1': 'object',
      '1.input': 'part',
      '1.output': 'part',
      '1.writeLine': 'call',
      '2': 'signal?',
    },
  },
  composeAcp: {
    args: [{ ...runtime, version: '1', limits: {} }],
    kinds: { ...runtimeKinds, '0.version': 'word', '0.limits': 'limits?' },
  },
  openRuntime: { args: [runtime], kinds: { ...runtimeKinds, '0.version': 'word?' } },
  serveMcpStdio: {
    args: [mcp, { stdin: { on: work, read: work }, stdout: { on: work, write: work } }, signal],
    kinds: { ...mcpKinds, '1': 'object', '1.stdin': 'part', '1.stdout': 'part', '2': 'signal' },
  },
  serveMcpHttp: {
    args: [mcp, {}],
    kinds: { ...mcpKinds, '1': 'options?', '1.port': 'bound?', '1.token': 'word?' },
  },
  createRead: { args: [workspace], kinds: workspaceKinds },
  createView: { args: [workspace], kinds: workspaceKinds },
  createEdit: { args: [workspace], kinds: workspaceKinds },
  createListen: { args: [workspace, work], kinds: { ...workspaceKinds, '1': 'call' } },
  captionsOf: {
    args: [{ ref: 'a.png', perceptions: [], pageCount: 1, warnings: [] }],
    kinds: { '0': 'object', '0.ref': 'text', '0.perceptions': 'list', '0.warnings': 'list' },
  },
  createMedia: {
    args: [{ memory: { forTenant: work }, tenant: 'a', door: { ...door, onto: work } }],
    kinds: { '0': 'options', '0.memory': 'part', '0.tenant': 'word', '0.door': 'part' },
  },
  createFreshness: { args: [bytes], kinds: { '0': 'bytes?' } },
  mediaUrl: { args: ['0'.repeat(64)], kinds: { '0': 'word' } },
  unwrap: { args: [{ ok: true, value: 1 }], kinds: { '0': 'object', '0.ok': 'flag' } },
  refusalAnswer: {
    args: [{ refused: 'empty', message: '', hint: '' }],
    kinds: { '0': 'object', '0.refused': 'choice' },
  },
  fitSize: {
    args: [size, target],
    kinds: {
      '0': 'object',
      '0.width': 'finite',
      '0.height': 'finite',
      '1': 'object',
      '1.imageTypes': 'list',
      '1.maxBytes': 'bound',
      '1.maxEdgePx': 'bound',
      '1.maxShortEdgePx': 'bound?',
      '1.maxPixels': 'bound',
      '1.patches': 'object?',
    },
  },
  fitTarget: {
    args: [profile, 1],
    kinds: {
      '0': 'object',
      '0.image': 'object',
      '0.image.maxBytes': 'bound',
      '0.image.maxEdgePx': 'bound',
      '1': 'bound?',
    },
  },
  sees: { args: [profile], kinds: { '0': 'object', '0.image': 'object', '0.image.types': 'list' } },
  estimateImageTokens: {
    args: [profile.image.tokens, size],
    kinds: { '0': 'object', '1': 'object', '1.width': 'finite', '1.height': 'finite' },
  },
  resolveProfile: {
    args: [{ provider: 'openai', model: 'gpt-5' }, []],
    kinds: {
      '0': 'options',
      '0.provider': 'text',
      '0.model': 'text',
      '0.wire': 'choice?',
      '0.capabilities': 'list?',
      '1': 'list?',
    },
  },
  overrideProfile: {
    args: [profile, {}],
    kinds: { '0': 'object', '0.request': 'object', '0.request.maxImages': 'bound' },
  },
  hoistToolResultImages: {
    args: [[], {}],
    kinds: { '0': 'list', '1': 'options?', '1.captions': 'flag?', '1.provider': 'word?' },
  },
  perceptMiddleware: { args: [lens], kinds: { ...perceptKinds, '0': 'options?' } },
  withPercept: {
    args: [model, lens],
    kinds: { ...shifted(perceptKinds), '0': 'part', '1': 'options?' },
  },
  parseEnvelope: { args: [{}, {}], kinds: { '1': 'options?', '1.maxInlineMediaBytes': 'bound?' } },
  mediaEnvelope: {
    args: [
      {
        block: { type: 'image', mime: 'image/png', bytes: 1 },
        place: { url: 'https://example.com/a' },
        alt: 'a',
        envelopeId: '1',
        correlationId: '1',
        meta: {},
      },
    ],
    kinds: {
      '0': 'options',
      '0.block': 'object',
      '0.block.type': 'choice',
      '0.block.mime': 'word',
      '0.block.bytes': 'bound',
      '0.place': 'part',
      '0.alt': 'text',
      '0.title': 'text?',
      '0.envelopeId': 'word',
      '0.correlationId': 'word',
      '0.nodeId': 'word?',
      '0.meta': 'object',
    },
  },
  redactEnvelope: {
    args: [{ type: 'x.y', payload: {}, meta: {} }, String],
    kinds: { '0': 'object', '0.type': 'text', '0.meta': 'object', '1': 'call?' },
  },
  lowerRequest: {
    args: [{ ...lens, wire: 'responses', body: {}, profile }],
    kinds: {
      ...lensKinds,
      '0': 'options',
      '0.wire': 'choice',
      '0.profile': 'object',
      '0.thinking': 'choice?',
      '0.signal': 'signal?',
      '0.nowMs': 'finite?',
    },
  },
  LensSession: {
    args: [{ frontier: { results: 0, assistants: 0 }, quarantine: new Set() }],
    kinds: { '0': 'object?', '0.frontier': 'object', '0.quarantine': 'part' },
  },
  createEyes: { args: [{ limits: {}, decoder, accelerator: 'wasm' }], kinds: eyesKinds },
  describe: {
    caller: '(createEyes|eyes.describe)',
    args: [bytes, { limits: {}, decoder, accelerator: 'wasm', signal }],
    kinds: {
      ...shifted(eyesKinds),
      '0': 'bytes',
      '1.timeoutMs': 'bound?',
      '1.signal': 'signal?',
      '1.question': 'text?',
    },
  },
  transcribe: {
    caller: '(createEyes|eyes.transcribe)',
    args: [bytes, { limits: {}, decoder, accelerator: 'wasm', signal, modelsFolder: '/nowhere' }],
    kinds: { ...shifted(eyesKinds), '0': 'bytes', '1.timeoutMs': 'bound?', '1.signal': 'signal?' },
  },
  isInstalled: { args: ['/nowhere', 'speech-en'], kinds: { '0': 'word', '1': 'choice' } },
  pullModel: {
    args: ['speech-en', { tarballs: [], folder: '/dev/null/nowhere' }],
    kinds: {
      '0': 'choice',
      '1': 'options?',
      '1.folder': 'word?',
      '1.registry': 'call?',
      '1.headers': 'object?',
      '1.tarballs': 'list?',
      '1.onProgress': 'call?',
      '1.signal': 'signal?',
    },
  },
  openHost: {
    args: [{ ...hostParts, listen: { port: 0, address: '127.0.0.1' }, limits: {} }],
    kinds: {
      ...hostKinds,
      '0.listen': 'options',
      '0.listen.port': 'bound',
      '0.listen.address': 'word',
      '0.origin': 'word?',
      '0.log': 'call?',
      '0.limits': 'limits?',
      '0.clock': 'call?',
    },
  },
  openHandler: {
    args: [{ ...hostParts, origin: 'https://app.example.org', limits: {} }],
    kinds: {
      ...hostKinds,
      '0.origin': 'word',
      '0.log': 'call?',
      '0.limits': 'limits?',
      '0.clock': 'call?',
    },
  },
  createGateway: {
    args: [{ upstreams: new Map(), limits: {} }],
    kinds: {
      '0': 'options',
      '0.upstreams': 'part',
      '0.key': 'object?',
      '0.bridge': 'object?',
      '0.limits': 'limits?',
      '0.door': 'object?',
      '0.darkroom': 'part?',
      '0.answers': 'object?',
      '0.log': 'call?',
      '0.report': 'call?',
      '0.clock': 'call?',
      '0.onEvent': 'call?',
    },
  },
  readUpstreams: {
    args: [
      {
        own: {
          baseUrl: 'http://127.0.0.1:1/v1',
          heal: {},
          models: [{ model: 'a', profile: { request: {} } }],
        },
      },
    ],
    kinds: {
      '0': 'object',
      '0.own': 'options',
      '0.own.baseUrl': 'text',
      '0.own.family': 'choice?',
      '0.own.apiKey': 'part?',
      '0.own.models': 'list?',
      '0.own.heal': 'options?',
      '0.own.heal.describe': 'flag?',
      '0.own.lookIn': 'word?',
      '0.own.store': 'flag?',
    },
  },
  openDoor: {
    args: [{ store, limits: {}, decoder }],
    kinds: {
      '0': 'options',
      '0.store': 'part',
      '0.limits': 'limits?',
      '0.limits.maxSourceBytes': 'bound?',
      '0.limits.maxSourcePixels': 'bound?',
      '0.limits.decodeTimeoutMs': 'bound?',
      '0.sandbox': 'choice?',
      '0.accept': 'list?',
      '0.decoder': 'part?',
      '0.maxInFlight': 'positive?',
      '0.maxBytesInFlight': 'bound?',
      '0.onEvent': 'call?',
    },
  },
  sniff: { args: [bytes], kinds: { '0': 'bytes' } },
  openwop: {
    args: [{}],
    kinds: {
      '0': 'options?',
      '0.workflows': 'list?',
      '0.testSeams': 'flag?',
      '0.maxInlineMediaBytes': 'bound?',
    },
  },
  openPercept: {
    args: [{ eyes: 'none', directory: '/dev/null/nowhere' }],
    kinds: {
      '0': 'options?',
      '0.eyes': 'choice?',
      '0.directory': 'word?',
      '0.roots': 'list?',
      '0.describers': 'list?',
      '0.memory': 'part?',
      '0.door': 'part?',
      '0.darkroom': 'part?',
      '0.tools': 'list?',
      '0.permit': 'call?',
      '0.onEvent': 'call?',
    },
  },
  defineTool: {
    args: [{ name: 'a', description: 'b', inputSchema: {}, run: work }],
    kinds: {
      '0': 'options',
      '0.name': 'word',
      '0.description': 'word',
      '0.inputSchema': 'object',
      '0.timeoutMs': 'positive?',
      '0.run': 'call',
    },
  },
  defineRenderer: {
    args: [{ id: 'a', version: '1', accepts: '.a', toSvg: work }],
    kinds: {
      '0': 'options',
      '0.id': 'word',
      '0.version': 'word',
      '0.accepts': 'endings',
      '0.toSvg': 'call',
      '0.toMarkdown': 'call?',
      '0.toPng': 'call?',
    },
  },
  defineDescriber: {
    args: [{ name: 'a', version: '1', look: work }],
    kinds: {
      '0': 'options',
      '0.name': 'word',
      '0.version': 'word',
      '0.host': 'word?',
      '0.kinds': 'list?',
      '0.fit': 'object?',
      '0.answers': 'flag?',
      '0.look': 'call',
    },
  },
  judge: {
    args: [{ wire: 'responses', body: {} }],
    kinds: {
      '0': 'object',
      '0.wire': 'choice',
      '0.profile': 'object?',
      '0.model': 'text?',
      '0.expectImages': 'bound?',
    },
  },
  prefixStable: { args: ['responses', {}, {}], kinds: { '0': 'choice' } },
  startCaptureServer: {
    args: [{}],
    kinds: { '0': 'options?', '0.script': 'script?', '0.maxBodyBytes': 'bound?' },
  },
  drawing: {
    args: ['a', { mime: 'image/png', base64: '' }],
    kinds: { '0': 'text', '1': 'object' },
  },
  failure: { args: [500, 'a'], kinds: { '0': 'finite', '1': 'text' } },
  text: { args: ['a'], kinds: { '0': 'text' } },
  toolCall: { args: ['a', {}], kinds: { '0': 'text', '1': 'object?' } },
  toolCalls: {
    args: [{ tool: 'a', input: {} }],
    kinds: { '0': 'object', '0.tool': 'text', '0.input': 'object' },
  },
  createDarkroom: {
    args: [{ renderers: [], limits: {} }],
    kinds: {
      '0': 'options?',
      '0.renderers': 'list?',
      '0.cache': 'part?',
      '0.limits': 'limits?',
      '0.limits.renderTimeoutMs': 'bound?',
      '0.onEvent': 'call?',
    },
  },
  warmFor: { args: [[], 'a.pdf'], kinds: { '0': 'list', '1': 'text' } },
  createMemoryCache: { args: [{}], kinds: { '0': 'options?', '0.maxBytes': 'bound?' } },
  createStoreCache: { args: [store, store], kinds: { '0': 'part', '1': 'part' } },
  createFontSet: {
    args: [{ always: [{ id: 'a', load: work }] }],
    kinds: { '0': 'object', '0.always': 'list', '0.emoji': 'part?', '0.lastResort': 'part?' },
  },
  createTakumi: {
    args: [{ limits: {} }],
    kinds: { '0': 'options?', '0.fonts': 'part?', '0.limits': 'limits?' },
  },
  createSvgRenderer: {
    args: [
      { draw: work, measure: work, warm: work, close: work, fonts: { id: 'a' }, version: '1' },
    ],
    kinds: { '0': 'part' },
  },
  findPrograms: {
    args: [{}],
    kinds: { '0': 'options?', '0.wanted': 'choice?', '0.folders': 'list?' },
  },
  standardRenderers: {
    args: [{ limits: {}, programs: {} }],
    kinds: {
      '0': 'options?',
      '0.fonts': 'part?',
      '0.limits': 'limits?',
      '0.programs': 'options?',
      '0.programs.chromium': 'part?',
    },
  },
  openMemory: {
    args: [{ directory: '/dev/null/nowhere' }],
    kinds: {
      '0': 'options',
      '0.directory': 'word',
      '0.access': 'choice?',
      '0.clock': 'call?',
      '0.lockTimeoutMs': 'bound?',
      '0.maxEntryBytes': 'bound?',
      '0.onEvent': 'call?',
    },
  },
  fsck: {
    args: ['/dev/null/nowhere', {}],
    kinds: {
      '0': 'word',
      '1': 'options?',
      '1.depth': 'choice?',
      '1.repair': 'flag?',
      '1.clock': 'call?',
    },
  },
  openScaledMemory: {
    args: [
      { postgres: 'postgres://127.0.0.1:1/none', blobs: { write: work, read: work }, limits: {} },
    ],
    kinds: {
      '0': 'options',
      '0.postgres': 'address',
      '0.blobs': 'part',
      '0.schema': 'word?',
      '0.migrations': 'choice?',
      '0.limits': 'limits?',
      '0.maxEntryBytes': 'bound?',
      '0.clock': 'call?',
      '0.onEvent': 'call?',
    },
  },
  FileBackend: { args: ['/nowhere'], kinds: { '0': 'word' } },
  S3BlobStore: { caller: 'S3', args: [s3], kinds: s3Kinds },
  S3Backend: { caller: 'S3', args: [s3], kinds: s3Kinds },
  grantsSuite: suite,
  blobStoreSuite: suite,
  leaseSuite: suite,
  sessionRecordSuite: suite,
  openTerminal: {
    args: [
      {
        surroundings: {},
        input: { on: work, setRawMode: work },
        output: { write: work },
        onInterrupt: work,
      },
    ],
    kinds: {
      '0': 'options',
      '0.surroundings': 'object',
      '0.input': 'part',
      '0.output': 'part',
      '0.onInterrupt': 'call',
      '0.keyboard': 'choice?',
      '0.timeoutMs': 'bound?',
    },
  },
  fitIn: {
    args: [size, { maxWidth: 10, maxHeight: 10 }],
    kinds: {
      '0': 'object',
      '0.width': 'bound',
      '0.height': 'bound',
      '1': 'options',
      '1.maxWidth': 'bound',
      '1.maxHeight': 'bound',
    },
  },
  drawingArea: {
    args: [{ columns: 80, rows: 24 }, graphics],
    kinds: {
      '0': 'object',
      '0.columns': 'bound',
      '0.rows': 'bound',
      '1': 'object',
      '1.protocol': 'choice',
    },
  },
  drawPicture: {
    args: [{ ...size, png: bytes, id: 1 }, graphics],
    kinds: {
      '0': 'object',
      '1': 'object',
      '1.protocol': 'choice',
      '1.multiplexer': 'choice',
      '1.depth': 'choice',
    },
  },
  encodeKitty: {
    args: [{ png: bytes, id: 1 }],
    kinds: { '0': 'object', '0.png': 'bytes', '0.id': 'positive', '0.cells': 'object?' },
  },
  encodeIterm: {
    args: [{ bytes, extent: { unit: 'pixels', ...size } }],
    kinds: { '0': 'object', '0.bytes': 'bytes', '0.extent': 'object' },
  },
  encodeSixel: {
    args: [raster, {}],
    kinds: { '0': 'object', '0.data': 'bytes', '1': 'options?', '1.maxColours': 'bound?' },
  },
  encodeHalfBlocks: {
    args: [raster, 'true-colour'],
    kinds: { '0': 'object', '0.width': 'positive', '1': 'choice' },
  },
  passThroughTmux: { args: ['a'], kinds: { '0': 'text' } },
  describeImage: {
    args: [{ ...size, mime: 'image/png', bytes: 1 }],
    kinds: {
      '0': 'object',
      '0.width': 'bound',
      '0.height': 'bound',
      '0.mime': 'text',
      '0.bytes': 'bound',
      '0.name': 'text?',
      '0.alt': 'text?',
    },
  },
  runLiveChat: {
    args: [
      {
        surroundings: {},
        input: { on: work, setRawMode: work },
        output: { write: work },
        open: work,
        signal,
      },
    ],
    kinds: {
      '0': 'options',
      '0.surroundings': 'object',
      '0.input': 'part',
      '0.output': 'part',
      '0.open': 'call',
      '0.signal': 'signal',
    },
  },
  answerOnce: {
    args: [
      { conversation: { take: work }, text: 'a', files: [], signal, write: work, remark: work },
    ],
    kinds: {
      '0': 'options',
      '0.conversation': 'part',
      '0.text': 'text',
      '0.files': 'list',
      '0.signal': 'signal',
      '0.write': 'call',
      '0.remark': 'call',
      '0.made': 'call?',
    },
  },
  runPlainChat: {
    args: [
      { host: {}, conversation: {}, resumed: false, input: { on: work }, write: work, signal },
    ],
    kinds: {
      '0': 'options',
      '0.host': 'object',
      '0.conversation': 'object',
      '0.resumed': 'flag',
      '0.input': 'part',
      '0.write': 'call',
      '0.signal': 'signal',
      '0.columns': 'call?',
    },
  },
};
