// A provider on this machine that judges as the real ones do: it asks for the agent's own tool, refuses what they refuse, and
// sees only what stands in a slot for pictures and can be decoded.
import {
  createServer,
  request as onward,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib';
import { isRecord, readText } from '@percept/core/internal';
import { resolveProfile } from '@percept/core';
import {
  failure,
  judge,
  startCaptureServer,
  text,
  toolCalls,
  type CapturedRequest,
  type Finding,
  type JudgedWire,
  type Reply,
} from 'percept/conformance';
import sharp from 'sharp';
import { nameQuadrants } from '../../test/wires/quadrants.ts';
import { providers, refusedRules } from '../../test/wires/seeing.ts';
import { pickTool, type OfferedTool } from './tool-choice.ts';

export interface Seen {
  /** What the last request with results came to. */
  readonly verdict: 'sees' | 'document' | 'nothing' | 'refused' | 'no-result';
  /** Width and height of the first picture that was seen. */
  readonly size?: string;
  readonly images: number;
  readonly requests: number;
  /** The rule that was broken, where it was refused. */
  readonly why?: string;
  /** The tool that was asked for. */
  readonly tool?: string;
  /** Letters of base64 that a model would read as text. */
  readonly base64Text: boolean;
}

export interface Provider extends AsyncDisposable {
  readonly origin: string;
  seen(): Seen;
}

export async function startProvider(
  paths: readonly string[],
  colours: readonly string[],
): Promise<Provider> {
  let state: Seen = { verdict: 'no-result', images: 0, requests: 0, base64Text: false };
  const look = async (request: CapturedRequest): Promise<Reply> => {
    const { wire, raw, model, body } = request;
    state = { ...state, requests: state.requests + 1 };
    const tools = toolsOf(body);
    if (!hasResults(body)) {
      const tool = pickTool(tools);
      if (!tool) return text('A short title');
      state = { ...state, tool: tool.name };
      return toolCalls(...paths.map((path) => ({ tool: tool.name, input: tool.inputFor(path) })));
    }
    const judged: JudgedWire = /mistral|devstral/.test(model) ? 'mistral-chat' : wire;
    const profile = resolveProfile({
      provider: providers[judged],
      model,
      wire: judged === 'mistral-chat' ? 'chat-completions' : judged,
    });
    const { findings, images, files } = judge({ wire: judged, body: raw, profile });
    const base64Text = findings.some(({ rule }) => rule === 'base64-in-text');
    const legal = images.filter((image) => image.legal);
    const whole = await Promise.all(legal.map(({ data }) => isWhole(data)));
    const broken: Finding | undefined = whole.includes(false)
      ? { rule: 'image-corrupt', location: 'a picture', message: 'It cannot be decoded.' }
      : undefined;
    const fatal = findings.find(({ rule }) => refusedRules.has(rule)) ?? broken;
    if (fatal) {
      state = { ...state, verdict: 'refused', why: fatal.rule, base64Text };
      return failure(400, `${fatal.rule} at ${fatal.location}: ${fatal.message}`);
    }
    const named = await Promise.all(legal.map(({ data }) => nameQuadrants(data).catch(() => [])));
    const found = named.findIndex((names) => names.join() === colours.join());
    const size = legal[found]?.size ?? legal[0]?.size;
    const isDocument =
      files.some(({ legal: isLegal }) => isLegal) || (found < 0 && legal.length > 0);
    state = {
      ...state,
      verdict: found >= 0 ? 'sees' : isDocument ? 'document' : 'nothing',
      images: legal.length,
      base64Text,
      ...(size && { size: `${size.width}×${size.height}` }),
    };
    return text(found >= 0 ? `I see ${colours.join(', ')}.` : 'I see nothing.');
  };
  const server = await startCaptureServer({ script: look });
  const target = new URL(server.baseUrl('chat-completions'));
  const front = createServer((request, response) => void answer(request, response, target));
  const { promise, resolve } = Promise.withResolvers<void>();
  front.listen(0, '127.0.0.1', resolve);
  await promise;
  const address = front.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    origin: `http://127.0.0.1:${port}`,
    seen: () => state,
    [Symbol.asyncDispose]: async () => {
      front.closeAllConnections();
      front.close();
      await server.close();
    },
  };
}

/** Providers decode what they are sent; half a file is none. */
async function isWhole(data: Uint8Array): Promise<boolean> {
  try {
    await sharp(data, { failOn: 'truncated' }).raw().toBuffer();
    return true;
  } catch {
    return false;
  }
}

/** What clients ask beside the wires, and bodies that come packed. */
async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  target: URL,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
  const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
  const json = (value: object): void => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  };
  if (path.endsWith('/models')) return json({ object: 'list', data: [], models: [] });
  if (path.endsWith('count_tokens')) return json({ input_tokens: 100 });
  if (path.endsWith(':countTokens')) return json({ totalTokens: 100 });
  const body = unpacked(Buffer.concat(chunks), request.headers['content-encoding']);
  const { 'content-encoding': _, 'transfer-encoding': __, ...headers } = request.headers;
  onward(
    {
      host: target.hostname,
      port: target.port,
      method: request.method,
      path: request.url,
      headers: { ...headers, 'content-length': body.length },
    },
    (answered) => {
      response.writeHead(answered.statusCode ?? 502, answered.headers);
      answered.pipe(response);
    },
  )
    .on('error', () => response.destroy())
    .end(body);
  return undefined;
}

function unpacked(bytes: Buffer, encoding: string | undefined): Buffer {
  switch (encoding) {
    case 'gzip':
      return gunzipSync(bytes);
    case 'br':
      return brotliDecompressSync(bytes);
    case 'deflate':
      return inflateSync(bytes);
    case 'zstd':
      return zstdDecompressSync(bytes);
    default:
      return bytes;
  }
}

type Fields = Readonly<Record<string, unknown>>;

function records(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

function toolsOf(body: unknown): readonly OfferedTool[] {
  const listed = isRecord(body) ? records(body['tools']) : [];
  const declared = listed.flatMap((tool) => records(tool['functionDeclarations']));
  return [...listed, ...declared].flatMap((tool): readonly OfferedTool[] => {
    const own = isRecord(tool['function']) ? tool['function'] : tool;
    const name = readText(own['name']);
    const schema = own['parameters'] ?? own['input_schema'] ?? own['parametersJsonSchema'];
    return name === undefined ? [] : [{ name, schema: isRecord(schema) ? schema : {} }];
  });
}

function hasResults(body: unknown): boolean {
  if (!isRecord(body)) return false;
  const messages = [
    ...records(body['messages']),
    ...records(body['input']),
    ...records(body['contents']),
  ];
  return messages.some(
    (message) =>
      message['role'] === 'tool' ||
      (readText(message['type']) ?? '').endsWith('_call_output') ||
      records(message['content']).some((part) => part['type'] === 'tool_result') ||
      records(message['parts']).some((part) => part['functionResponse'] !== undefined),
  );
}
