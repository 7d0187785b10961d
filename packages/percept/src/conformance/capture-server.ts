// A provider that records what it is sent and says what it is told to. It listens on the loopback address only, on a port
// that the system picks, and never keeps a process alive.
import {
  anything,
  bound,
  call,
  checkOptions,
  either,
  listOf,
  maybe,
} from '@percept/core/internal/options';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { JudgedWire } from '@percept/core/internal/testing';
import { capture, routeOf, type CapturedRequest } from './captured-request.ts';
import { failure, text, type Reply } from './reply.ts';
import type { Context, ScriptedProvider, Said } from './scripted-provider.ts';
import { scriptedAnthropic } from './wires/anthropic.ts';
import { scriptedBedrock } from './wires/bedrock.ts';
import { scriptedChat } from './wires/chat.ts';
import { scriptedGemini } from './wires/gemini.ts';
import { scriptedResponses } from './wires/responses.ts';

/** Replies in order, or a function that looks at what was captured. */
export type Script =
  | readonly Reply[]
  | ((request: CapturedRequest, index: number) => Reply | Promise<Reply>);

export interface CaptureOptions {
  /** Without a script every request is answered with "Done." */
  readonly script?: Script;
  readonly maxBodyBytes?: number;
}

export interface CaptureServer extends AsyncDisposable {
  /** The base URL to give to a provider package for this wire. */
  readonly baseUrl: (wire: JudgedWire) => string;
  /** Everything that arrived, oldest first. */
  readonly requests: readonly CapturedRequest[];
  readonly close: () => Promise<void>;
}

/**
 * A provider on loopback that answers from a script, on five wires, and keeps every request that came.
 *
 * @example await using server = await startCaptureServer({ script: [toolCall('view', { path: 'a.png' }), text('Done.')] });
 * const model = createOpenAICompatible({ name: 'x', baseURL: server.baseUrl('chat-completions') })('gpt-4o');
 */
export async function startCaptureServer(options: CaptureOptions = {}): Promise<CaptureServer> {
  checkOptions('startCaptureServer', options, {
    script: maybe(either('is a list of replies, or a function', call, listOf(anything))),
    maxBodyBytes: maybe(bound),
  });
  const { script = () => text('Done.'), maxBodyBytes = 256 * 1024 * 1024 } = options;
  const requests: CapturedRequest[] = [];
  const next = typeof script === 'function' ? script : inOrder(script);
  const name = namer();
  // Node's five seconds are short for a busy machine: a client would write into a connection that is being closed.
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    answer(
      request,
      maxBodyBytes,
      async (captured) => next(captured, requests.push(captured) - 1),
      name,
    )
      .then(({ status, contentType, body }) => {
        response.writeHead(status, { 'content-type': contentType }).end(body);
      })
      .catch((error: unknown) => fail(response, error));
  });
  const port = await listen(server);
  const close = () => stop(server);
  return {
    baseUrl: (wire) => `http://127.0.0.1:${port}${prefixes[wire]}`,
    requests,
    close,
    [Symbol.asyncDispose]: close,
  };
}

const prefixes: Readonly<Record<JudgedWire, string>> = {
  'chat-completions': '/v1',
  'mistral-chat': '/mistral/v1',
  responses: '/v1',
  'anthropic-messages': '/v1',
  gemini: '/v1beta',
  'bedrock-converse': '',
};

const voices: Readonly<Record<JudgedWire, ScriptedProvider>> = {
  'chat-completions': scriptedChat,
  'mistral-chat': scriptedChat,
  responses: scriptedResponses,
  'anthropic-messages': scriptedAnthropic,
  gemini: scriptedGemini,
  'bedrock-converse': scriptedBedrock,
};

function inOrder(replies: readonly Reply[]): (request: CapturedRequest, index: number) => Reply {
  return (_, index) =>
    replies[index] ??
    failure(400, `The script has ${replies.length} replies; this is request ${index + 1}.`);
}

/** Nine characters, because Mistral takes no other length for the id of a call. */
function namer(): Context['name'] {
  let count = 0;
  return (kind) => {
    count += 1;
    return kind === 'call' ? `call${String(count).padStart(5, '0')}` : `${kind}_${count}`;
  };
}

interface Answer extends Said {
  readonly status: number;
}

async function answer(
  request: IncomingMessage,
  maxBodyBytes: number,
  next: (captured: CapturedRequest) => Promise<Reply>,
  name: Context['name'],
): Promise<Answer> {
  const path = new URL(request.url ?? '/', 'http://localhost').pathname;
  const route = routeOf(path);
  if (request.method !== 'POST' || !route)
    return json(404, { error: { message: `No wire at ${path}.` } });
  const voice = voices[route.wire];
  const raw = await readBody(request, maxBodyBytes);
  if (raw === undefined)
    return json(413, voice.error(413, `The body is over ${maxBodyBytes} bytes.`));
  const captured = capture(route, path, request.headers, raw);
  if (!captured) return json(400, voice.error(400, 'The body is not a JSON object.'));
  const reply = await next(captured);
  if (reply.kind === 'failure') return json(reply.status, voice.error(reply.status, reply.message));
  const context = { model: captured.model, name };
  return captured.streamed
    ? { status: 200, ...voice.stream(reply, context) }
    : json(200, voice.whole(reply, context));
}

function json(status: number, value: object): Answer {
  return { status, contentType: 'application/json', body: JSON.stringify(value) };
}

async function readBody(request: IncomingMessage, maxBytes: number): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    if (!Buffer.isBuffer(chunk)) continue;
    bytes += chunk.length;
    if (bytes <= maxBytes) chunks.push(chunk);
  }
  return bytes <= maxBytes ? Buffer.concat(chunks).toString('utf8') : undefined;
}

function fail(response: ServerResponse, error: unknown): void {
  if (!response.headersSent) response.writeHead(500, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ error: { message: `The script failed: ${String(error)}` } }));
}

async function listen(server: Server): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject).listen(0, '127.0.0.1', resolve);
  await promise;
  server.unref();
  const address = server.address();
  if (typeof address !== 'object' || address === null)
    throw new Error('The capture server has no port.');
  return address.port;
}

async function stop(server: Server): Promise<void> {
  if (!server.listening) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  server.close(() => resolve());
  server.closeAllConnections();
  await promise;
}
