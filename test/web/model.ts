// The models behind the page, as scripted servers: one that looks at pictures and uses tools when it is asked to, one that
// writes a long text bit by bit, and both wait where a test wants to see the middle of a turn.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  drawing,
  failure,
  text,
  toolCall,
  type CapturedRequest,
  type Reply,
  type Script,
} from 'percept/conformance';
import { lastUserText, look } from '../acp/seeing-server.ts';

/** Held requests wait here until the test lets them go. */
export class Gate {
  #waiting: (() => void)[] = [];
  #arrived: (() => void)[] = [];

  /** Resolves when a request has come. */
  arrival(): Promise<void> {
    if (this.#waiting.length > 0) return Promise.resolve();
    return new Promise((resolve) => this.#arrived.push(resolve));
  }

  wait(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push(resolve);
    for (const tell of this.#arrived.splice(0)) tell();
    return promise;
  }

  open(): void {
    for (const go of this.#waiting.splice(0)) go();
  }
}

/** `hold` waits, `fail` fails once, `edit FILE` changes a file, and everything else is answered from the pixels. */
export function seeingScript(gate: Gate): (request: CapturedRequest) => Promise<Reply> {
  let failures = 0;
  return async (request) => {
    const asked = lastUserText(request);
    if (asked.includes('please hold')) await gate.wait();
    if (asked.includes('please fail') && failures++ < 1)
      return failure(400, 'The model is out of order.');
    return asked.includes('please edit') ? edit(request) : look(request);
  };
}

/** Reads the file, then replaces a word in it with the token that reading gave. */
function edit({ body }: CapturedRequest): Reply {
  const sent = JSON.stringify(body);
  if (sent.includes('"replaced') || sent.includes('not permitted') || sent.includes('said no'))
    return text('That is all.');
  const token = /token[^A-Za-z0-9]{1,8}([A-Za-z0-9_.:-]{8,})/.exec(sent)?.[1];
  const answers = sent.split('"role":"tool"').length - 1;
  if (answers === 0) return toolCall('read', { ref: 'notes.md' });
  if (answers === 1 && token !== undefined)
    return toolCall('edit', { path: 'notes.md', token, old: 'Monday', new: 'Friday' });
  return text('That is all.');
}

export interface Writer extends AsyncDisposable {
  readonly baseUrl: string;
}

/** Chat Completions, a few letters at a time. */
export async function startWriter(words: string, gate: Gate): Promise<Writer> {
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => void write(response, words, gate));
  });
  server.unref();
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

const lettersAtOnce = 24;

async function write(response: ServerResponse, words: string, gate: Gate): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (delta: object, finish: string | null = null): void => {
    const choice = { index: 0, delta, finish_reason: finish };
    const chunk = { id: 'w', object: 'chat.completion.chunk', created: 1, model: 'writer' };
    response.write(`data: ${JSON.stringify({ ...chunk, choices: [choice] })}\n\n`);
  };
  send({ role: 'assistant', content: '' });
  for (let at = 0; at < words.length && !response.destroyed; at += lettersAtOnce) {
    if (at <= words.length / 2 && at + lettersAtOnce > words.length / 2) await gate.wait();
    send({ content: words.slice(at, at + lettersAtOnce) });
    await new Promise((resolve) => setImmediate(resolve));
  }
  send({}, 'stop');
  response.end('data: [DONE]\n\n');
}

/** Draws these one after the other, each with a sentence that counts them; `please speak` is answered aloud, in a second of a tone. */
export function drawingScript(pictures: readonly Buffer[]): Script {
  let at = 0;
  return (request) => {
    if (lastUserText(request).includes('please speak'))
      return drawing('Good morning to all of you.', { mime: 'audio/pcm', base64: tone() });
    const bytes = pictures[at++];
    if (!bytes) return text('Done.');
    const file = { mime: 'image/png', base64: bytes.toString('base64') };
    return drawing(`Picture ${at}, as you asked.`, file);
  };
}

function tone(): string {
  const samples = Int16Array.from({ length: 24_000 }, (_, at) => 8_000 * Math.sin(at / 9));
  return Buffer.from(samples.buffer).toString('base64');
}
