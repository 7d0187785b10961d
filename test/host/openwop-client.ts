// A client of the OpenWOP face that knows nothing but HTTP. Every answer that it gets is held against the upstream schemas.
import { isRecord, readText } from '@percept/core/internal';
import { checkAnswer } from './openwop-schemas.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The JSON of the answer, or an empty object. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly text: string;
}

export interface SseFrame {
  readonly event: string;
  readonly id: string;
  readonly data: unknown;
}

export interface Sse {
  readonly status: number;
  readonly frames: readonly SseFrame[];
  readonly text: string;
}

export class Client {
  readonly base: string;
  readonly #origin: string;
  readonly #token: string | undefined;

  constructor(base: string, origin: string, token: string | undefined) {
    this.base = base;
    this.#origin = origin;
    this.#token = token;
  }

  get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.send('GET', path, undefined, headers);
  }

  post(
    path: string,
    body: unknown = {},
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> {
    return this.send('POST', path, JSON.stringify(body), headers);
  }

  async send(
    method: string,
    path: string,
    body?: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> {
    const response = await fetch(this.#address(path), {
      method,
      redirect: 'manual',
      headers: {
        accept: 'application/json',
        ...(this.#token !== undefined && { authorization: `Bearer ${this.#token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body }),
    });
    const text = await response.text();
    const isJson = (response.headers.get('content-type') ?? '').includes('application/json');
    const parsed: unknown = isJson ? JSON.parse(text) : {};
    const answer = {
      status: response.status,
      headers: response.headers,
      body: isRecord(parsed) ? parsed : {},
      text,
    };
    checkAnswer(method, new URL(this.#address(path)).pathname, answer);
    return answer;
  }

  /** The bytes of an asset. */
  async fetchAsset(url: string): Promise<Response> {
    return fetch(this.#address(url));
  }

  /** Until the server ends the stream, or `until` says that it is enough. */
  async stream(
    path: string,
    headers: Readonly<Record<string, string>> = {},
    until: (frames: readonly SseFrame[]) => boolean = () => false,
  ): Promise<Sse> {
    const stop = new AbortController();
    const response = await fetch(this.#address(path), {
      headers: {
        accept: 'text/event-stream',
        ...(this.#token !== undefined && { authorization: `Bearer ${this.#token}` }),
        ...headers,
      },
      signal: stop.signal,
    });
    let text = '';
    const decoder = new TextDecoder();
    if (response.status !== 200 || !response.body)
      return { status: response.status, frames: [], text: await response.text() };
    const stream: AsyncIterable<Uint8Array> = response.body;
    for await (const chunk of stream) {
      text += decoder.decode(chunk, { stream: true });
      if (until(framesIn(text))) break;
    }
    stop.abort();
    const frames = framesIn(text);
    for (const frame of frames)
      checkAnswer('SSE', frame.event, {
        status: 200,
        body: isRecord(frame.data) ? frame.data : {},
      });
    return { status: response.status, frames, text };
  }

  /** Starts a run and says its id. */
  async run(workflowId: string, inputs?: unknown): Promise<string> {
    const created = await this.post('/v1/runs', {
      workflowId,
      ...(inputs !== undefined && { inputs }),
    });
    if (created.status !== 201) throw new Error(`${created.status} ${created.text}`);
    return readText(created.body['runId']) ?? '';
  }

  /** Waits for the run to be in one of these states. */
  async until(runId: string, ...statuses: readonly string[]): Promise<Answer> {
    for (;;) {
      const answer = await this.get(`/v1/runs/${runId}`);
      if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
      if (statuses.includes(readText(answer.body['status']) ?? '')) return answer;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  ended(runId: string): Promise<Answer> {
    return this.until(runId, 'completed', 'failed', 'cancelled');
  }

  async events(runId: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
    const answer = await this.get(`/v1/runs/${runId}/events`);
    const events: readonly unknown[] = Array.isArray(answer.body['events'])
      ? answer.body['events']
      : [];
    return events.filter(isRecord);
  }

  /** URLs carry the origin of the first start; the server may be on another port by now. */
  #address(path: string): string {
    const local = path.startsWith(this.#origin) ? path.slice(this.#origin.length) : path;
    return local.startsWith('http') ? local : `${this.base}${local}`;
  }
}

function framesIn(text: string): readonly SseFrame[] {
  return text
    .split('\n\n')
    .slice(0, -1)
    .flatMap((block) => {
      const field = (name: string) =>
        block
          .split('\n')
          .find((line) => line.startsWith(`${name}: `))
          ?.slice(name.length + 2);
      const data = field('data');
      if (data === undefined) return [];
      const value: unknown = JSON.parse(data);
      return [{ event: field('event') ?? 'message', id: field('id') ?? '', data: value }];
    });
}
