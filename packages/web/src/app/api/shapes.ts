// The border to the server: every answer is unknown until one of these says what it is. Each is a rule for every field of the
// contract; envelopes are read by the element that shows them, and kept reports are shown as far as they go.
import {
  anything,
  bound,
  finite,
  flag,
  group,
  isShape,
  isUnion,
  listOf,
  maybe,
  oneOf,
  shape,
  text,
  union,
  word,
} from '@percept/core/internal/options';
import type { Refusal } from '@percept/core';
import type * as contract from '@percept/contract';

const words = listOf(text);
const refusal = shape<Refusal>({
  refused: word,
  message: text,
  hint: text,
  limit: maybe(group),
  path: maybe(text),
});

export const isApiError = isShape<contract.ApiError>({
  error: text,
  message: text,
  details: maybe(shape({ hint: maybe(text) })),
});

const permission = shape<contract.Permission>({
  id: text,
  callId: text,
  title: text,
  notes: words,
  lines: listOf(group),
  offers: listOf(shape({ scope: word, words: text })),
  digest: text,
});

const route = union<contract.MediaRoute, 'route'>('route', {
  native: {},
  described: { by: text, host: text, place: oneOf(['device', 'remote']) },
  pages: {},
  text: {},
  words: { message: text },
  refused: { message: text, hint: text },
});

const card = shape<contract.ModelCard>({
  name: text,
  kind: oneOf(['model', 'local']),
  host: text,
  capabilities: words,
  knownFrom: word,
  image: route,
  audio: route,
  file: route,
  limits: shape<contract.ModelLimits>({
    imageTypes: words,
    // JSON has no word for what is without bound.
    maxImageBytes: anything,
    maxImageEdgePx: anything,
    usefulEdgePx: anything,
    maxImagesPerRequest: anything,
    maxBytesPerRequest: anything,
    audioTypes: words,
    fileTypes: words,
  }),
  price: maybe(
    shape<contract.ModelPrice>({
      usdPerMillionInput: bound,
      usdPerMillionCachedInput: maybe(bound),
      usdPerMillionOutput: bound,
    }),
  ),
  maxContextTokens: maybe(bound),
});

export const isStatus = isShape<contract.Status>({
  version: text,
  tenant: text,
  active: text,
  models: listOf(card),
  notices: words,
  limits: shape<contract.UploadLimits>({
    maxBytesPerFile: bound,
    maxImagesPerMessage: bound,
    maxTextChars: bound,
    accept: text,
  }),
  extensions: words,
  since: text,
  trust: maybe(permission),
});

const summary = { id: text, title: text, updatedAt: text, model: text, running: flag };
export const isSessionSummary = isShape<contract.SessionSummary>(summary);
export const isSessionList = isShape<contract.SessionList>({
  sessions: listOf(shape<contract.SessionSummary>(summary)),
  next: maybe(text),
});

const message = shape<contract.Message>({
  id: text,
  role: word,
  at: text,
  tool: maybe(shape({ callId: text, name: text, state: word })),
  envelopes: listOf(group),
  facts: maybe(group),
});
const sighting = shape<contract.Sighting>({
  model: text,
  host: text,
  wire: text,
  images: bound,
  estimatedImageTokens: bound,
  estimatedTextTokens: bound,
  mediaBytes: bound,
  slots: listOf(group),
});
const spent = {
  inputTokens: bound,
  cachedInputTokens: bound,
  outputTokens: bound,
  requests: bound,
  source: oneOf(['provider', 'estimate']),
  costUsd: maybe(bound),
};
const usage = shape<contract.TurnUsage>({ ...spent, models: listOf(group) });

const turn = shape<contract.Turn>({
  turn: bound,
  at: text,
  model: text,
  messages: listOf(message),
  sightings: listOf(sighting),
  permissions: listOf(permission),
  end: maybe(word),
  usage: maybe(usage),
  refusal: maybe(refusal),
  context: maybe(shape({ usedTokens: bound, maxTokens: bound })),
});

export const isSessionView = isShape<contract.SessionView>({
  ...summary,
  turns: listOf(turn),
  hasEarlier: flag,
  cursor: text,
  costUsd: maybe(bound),
});
export const isStartedTurn = isShape<contract.StartedTurn>({ turn: bound, cursor: text });

export const isSessionEvent = isUnion<contract.SessionEvent, 'type'>('type', {
  reset: {},
  'turn-started': { turn },
  'message-added': { turn: bound, message },
  'text-appended': { turn: bound, message: text, kind: oneOf(['text', 'thought']), text, at: text },
  'message-replaced': { turn: bound, message },
  'media-shown': { turn: bound, sighting },
  'permission-asked': { turn: bound, permission },
  'permission-answered': { turn: bound, permission: text, allowed: flag },
  'context-measured': { turn: bound, usedTokens: bound, maxTokens: bound, costUsd: maybe(bound) },
  'turn-ended': { turn: bound, end: word, usage, refusal: maybe(refusal) },
  'session-changed': { title: text, model: text },
});

const link = shape<contract.AssetLink>({
  url: text,
  mime: text,
  bytes: maybe(bound),
  width: maybe(bound),
  height: maybe(bound),
  alt: text,
});
const uploaded = shape<contract.Uploaded>({
  upload: text,
  name: text,
  kind: oneOf(['image', 'audio', 'file']),
  mime: text,
  bytes: bound,
  width: maybe(bound),
  height: maybe(bound),
  frames: maybe(bound),
  durationMs: maybe(bound),
  thumbnail: maybe(link),
  pages: maybe(bound),
  warnings: words,
});

export const isUploadEvent = isUnion<contract.UploadEvent, 'type'>('type', {
  reading: { bytes: bound, totalBytes: maybe(bound) },
  checking: { step: text },
  rendering: { page: bound, pages: maybe(bound) },
  done: { uploaded },
  refused: { refusal },
});

export const isForecast = isShape<contract.Forecast>({
  model: text,
  host: text,
  files: listOf(
    shape<contract.FileForecast>({
      outcome: oneOf(['sent', 'described', 'words']),
      message: text,
      width: maybe(bound),
      height: maybe(bound),
      images: bound,
      estimatedTokens: bound,
      by: maybe(text),
      host: maybe(text),
    }),
  ),
  images: bound,
  textTokens: bound,
  mediaTokens: bound,
  costUsd: maybe(bound),
  refusal: maybe(refusal),
});

export const isTimeline = isShape<contract.Timeline>({
  entries: listOf(
    shape<contract.TimelineEntry>({
      seq: bound,
      at: text,
      hash: text,
      type: text,
      summary: text,
      envelopes: listOf(shape({ envelope: group, validation: shape({ valid: flag }) })),
      entry: anything,
    }),
  ),
  next: maybe(bound),
});

const runSummary = {
  id: text,
  workflow: text,
  status: word,
  startedAt: text,
  endedAt: maybe(text),
};
const fault = shape<contract.RunFault>({ code: text, message: text });
const runView = {
  ...runSummary,
  principal: text,
  forkedFrom: maybe(shape({ run: text, mode: oneOf(['replay', 'branch']) })),
  steps: listOf(
    shape<contract.RunStep>({
      id: text,
      kind: text,
      status: word,
      attempts: bound,
      error: maybe(fault),
    }),
  ),
  error: maybe(fault),
  question: maybe(
    union<contract.RunQuestion, 'kind'>('kind', {
      approval: { step: text, title: text, description: maybe(text), actions: words },
      clarification: { step: text, questions: listOf(shape({ id: text, question: text })) },
    }),
  ),
  bill: listOf(
    shape<contract.RunSpent>({
      model: text,
      provider: text,
      inputTokens: bound,
      outputTokens: bound,
      requests: bound,
      costUsd: maybe(bound),
    }),
  ),
  events: bound,
  may: listOf(oneOf(['cancel', 'fork', 'answer'])),
};

export const isRunList = isShape<contract.RunList>({
  runs: listOf(shape<contract.RunSummary>(runSummary)),
  next: maybe(text),
});
export const isRunView = isShape<contract.RunView>(runView);
export const isRunChange = isShape<contract.RunChange>({
  run: shape<contract.RunView>(runView),
  lines: listOf(
    shape<contract.RunLine>({
      sequence: finite,
      at: text,
      type: text,
      step: maybe(text),
      words: text,
      tone: oneOf(['plain', 'told', 'refused']),
      envelopes: listOf(group),
      facts: maybe(group),
      piece: maybe(text),
    }),
  ),
});
export const isForkedRun = isShape<contract.ForkedRun>({ runId: text });
