// A server that draws and speaks, over real HTTP: OpenAI's images and speech, servers that imitate it, and Gemini's
// generateContent. It keeps what it was sent, and says what it is told to.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { isRecord, readText } from '@percept/core/internal';

export interface MakerRequest {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  /** What stood in the body: JSON, or the fields of a form. */
  readonly json: Readonly<Record<string, unknown>>;
  readonly files: ReadonlyMap<string, Uint8Array>;
}

export type MakerAnswer =
  | { readonly kind: 'pictures'; readonly base64: readonly string[] }
  | { readonly kind: 'sound'; readonly bytes: Uint8Array }
  | { readonly kind: 'raw'; readonly status: number; readonly type: string; readonly body: string }
  /** Only where it is, and not what it is. */
  | { readonly kind: 'address'; readonly url: string }
  /** Takes the request, and says nothing. */
  | { readonly kind: 'silent' }
  /** Begins and never ends. */
  | { readonly kind: 'endless' };

export interface MakerServer extends AsyncDisposable {
  readonly url: string;
  readonly requests: readonly MakerRequest[];
}

export async function startMaker(
  answer: (request: MakerRequest) => MakerAnswer,
): Promise<MakerServer> {
  const requests: MakerRequest[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const read = await readRequest(request);
      requests.push(read);
      write(answer(read), read, response);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('There is no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function readRequest(request: IncomingMessage): Promise<MakerRequest> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) if (chunk instanceof Uint8Array) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  const { headers, url = '/' } = request;
  const path = new URL(url, 'http://localhost').pathname;
  const type = headers['content-type'] ?? '';
  const files = new Map<string, Uint8Array>();
  if (!type.startsWith('multipart/form-data')) {
    const json: unknown = body.length === 0 ? {} : JSON.parse(body.toString('utf8'));
    return { path, headers, json: isRecord(json) ? json : {}, files };
  }
  const fields: [string, unknown][] = [];
  const boundary = `--${/boundary=([^;]+)/.exec(type)?.[1] ?? ''}`;
  for (const part of body.toString('latin1').split(boundary).slice(1, -1)) {
    const end = part.indexOf('\r\n\r\n');
    const [head, held] = [part.slice(0, end), part.slice(end + 4, -2)];
    const name = /name="([^"]*)"/.exec(head)?.[1] ?? '';
    const bytes = Buffer.from(held, 'latin1');
    if (head.includes('filename=')) files.set(name, bytes);
    else fields.push([name, bytes.toString('utf8')]);
  }
  return { path, headers, json: Object.fromEntries(fields), files };
}

const usage = { input_tokens: 50, output_tokens: 1000, total_tokens: 1050 };

function write(answer: MakerAnswer, { path }: MakerRequest, response: ServerResponse): void {
  const json = (value: object): void =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  switch (answer.kind) {
    case 'pictures':
      if (path.endsWith(':generateContent')) json(geminiAnswer(answer.base64));
      else json({ created: 1, data: answer.base64.map((b64_json) => ({ b64_json })), usage });
      return;
    case 'address':
      json({ created: 1, data: [{ url: answer.url }] });
      return;
    case 'sound':
      response.writeHead(200, { 'content-type': 'audio/wav' }).end(answer.bytes);
      return;
    case 'raw':
      response.writeHead(answer.status, { 'content-type': answer.type }).end(answer.body);
      return;
    case 'silent':
      return;
    case 'endless':
      response.writeHead(200, { 'content-type': 'application/json' });
      flood(response);
  }
}

/** As fast as it is read. */
function flood(response: ServerResponse): void {
  const piece = 'A'.repeat(1024 * 1024);
  const more = (): void => {
    while (!response.destroyed && response.write(piece));
    response.once('drain', more);
  };
  response.write('{"created":1,"data":[{"b64_json":"');
  more();
}

function geminiAnswer(base64: readonly string[]): object {
  const parts = base64.map((data) => ({ inlineData: { mimeType: 'image/png', data } }));
  return {
    candidates: [{ index: 0, content: { role: 'model', parts }, finishReason: 'STOP' }],
    usageMetadata: { promptTokenCount: 50, candidatesTokenCount: 1000, totalTokenCount: 1050 },
  };
}

/** What was asked for, on any of the wires. */
export function promptIn({ json }: MakerRequest): string {
  const direct = readText(json['prompt']) ?? readText(json['input']);
  return direct ?? JSON.stringify(json['contents'] ?? '');
}

/** A second of silence, as a recorder writes it that cannot seek back. */
export function streamedWave(): Uint8Array {
  const wave = Buffer.alloc(44 + 16_000);
  wave.write('RIFF', 0, 'latin1');
  wave.writeUInt32LE(0xffff_ffff, 4);
  wave.write('WAVEfmt ', 8, 'latin1');
  wave.writeUInt32LE(16, 16);
  wave.writeUInt16LE(1, 20);
  wave.writeUInt16LE(1, 22);
  wave.writeUInt32LE(8000, 24);
  wave.writeUInt32LE(16_000, 28);
  wave.writeUInt16LE(2, 32);
  wave.writeUInt16LE(16, 34);
  wave.write('data', 36, 'latin1');
  wave.writeUInt32LE(0xffff_ffff, 40);
  return wave;
}
