// Somebody who uses the web API: requests, uploads and events over real HTTP, read as a page would read them.
import { foldEvent } from '@percept/contract/internal';
import {
  type Draft,
  type Forecast,
  type SessionEvent,
  type SessionView,
  type Status,
  type UploadEvent,
  type Uploaded,
} from '@percept/contract';

export interface Answer<T> {
  readonly status: number;
  readonly body: T;
  readonly headers: Headers;
}

export class Visitor {
  readonly origin: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(origin: string, headers: Readonly<Record<string, string>> = {}) {
    this.origin = origin;
    this.headers = headers;
  }

  /** The body is whatever the server says it is: the tests look at it. */
  async ask<T>(method: string, path: string, body?: unknown): Promise<Answer<T>> {
    const response = await fetch(this.origin + path, {
      method,
      redirect: 'manual',
      headers: {
        ...this.headers,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const value: T = text === '' ? undefined : JSON.parse(text);
    return { status: response.status, body: value, headers: response.headers };
  }

  async status(): Promise<Status> {
    return (await this.ask<Status>('GET', '/api/status')).body;
  }

  async create(model?: string): Promise<SessionView> {
    const made = await this.ask<SessionView>(
      'POST',
      '/api/sessions',
      model === undefined ? {} : { model },
    );
    if (made.status !== 201) throw new Error(`No session: ${JSON.stringify(made.body)}`);
    return made.body;
  }

  async session(id: string): Promise<SessionView> {
    return (await this.ask<SessionView>('GET', `/api/sessions/${id}`)).body;
  }

  async upload(bytes: Uint8Array, name: string, type = ''): Promise<readonly UploadEvent[]> {
    const response = await fetch(`${this.origin}/api/uploads`, {
      method: 'POST',
      headers: {
        ...this.headers,
        'x-upload-name': encodeURIComponent(name),
        ...(type !== '' && { 'content-type': type }),
      },
      body: new Uint8Array(bytes),
    });
    if (!response.ok) {
      const message = await response.text();
      return [{ type: 'refused', refusal: { refused: 'invalid-input', message, hint: '' } }];
    }
    const events: UploadEvent[] = [];
    for await (const { data } of readEvents(response)) events.push(JSON.parse(data));
    return events;
  }

  async uploaded(bytes: Uint8Array, name: string, type?: string): Promise<Uploaded> {
    let last = (await this.upload(bytes, name, type)).at(-1);
    // A machine with other things to do misses a renderer's deadline now and then, and is asked again.
    for (let again = 0; again < 5 && isLate(last); again++)
      last = (await this.upload(bytes, name, type)).at(-1);
    if (last?.type === 'done') return last.uploaded;
    throw new Error(`${name} was not taken: ${JSON.stringify(last)}`);
  }

  /** What sending this would do, by the server's own dry run. */
  async forecast(draft: Draft): Promise<Forecast> {
    return (await this.ask<Forecast>('POST', '/api/forecast', draft)).body;
  }

  turn(
    id: string,
    text: string,
    uploads: readonly string[] = [],
  ): Promise<Answer<{ turn: number; cursor: string }>> {
    return this.ask('POST', `/api/sessions/${id}/turns`, { text, uploads });
  }

  /** Everything after the cursor, until the stream is left. */
  async *events(
    id: string,
    after?: string,
    signal?: AbortSignal,
  ): AsyncGenerator<{ readonly cursor: string; readonly event: SessionEvent }, void> {
    const query = after === undefined ? '' : `?after=${after}`;
    const response = await fetch(`${this.origin}/api/sessions/${id}/events${query}`, {
      headers: this.headers,
      ...(signal && { signal }),
    });
    for await (const { id: cursor, data } of readEvents(response))
      yield { cursor, event: JSON.parse(data) };
  }

  /** Sends a message and follows its turn to the end, as a page does. */
  say(id: string, text: string, uploads: readonly string[] = []): Promise<SessionView> {
    return this.#follow(id, () => this.turn(id, text, uploads));
  }

  /** The button of a turn that failed. */
  again(id: string, turn: number): Promise<SessionView> {
    return this.#follow(id, () => this.ask('POST', `/api/sessions/${id}/turns`, { again: turn }));
  }

  async #follow(id: string, start: () => Promise<Answer<unknown>>): Promise<SessionView> {
    let view = await this.session(id);
    const started = await start();
    if (started.status !== 202) throw new Error(`Not started: ${JSON.stringify(started.body)}`);
    for await (const { event } of this.events(id, view.cursor)) {
      view = foldEvent(view, event);
      if (event.type === 'turn-ended') break;
    }
    return view;
  }
}

function isLate(event: UploadEvent | undefined): boolean {
  return event?.type === 'refused' && event.refusal.refused === 'timed-out';
}

/** Server-sent events as they come; comments are left out. */
async function* readEvents(
  response: Response,
): AsyncGenerator<{ readonly id: string; readonly data: string }, void> {
  let rest = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    rest += decoder.decode(chunk, { stream: true });
    const blocks = rest.split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const field = (name: string): string =>
        block
          .split('\n')
          .filter((line) => line.startsWith(`${name}: `))
          .map((line) => line.slice(name.length + 2))
          .join('\n');
      if (field('data') !== '') yield { id: field('id'), data: field('data') };
    }
  }
}

/** Everything that a view says, as one text. */
export function wordsIn(view: SessionView, role: string): string {
  return view.turns
    .flatMap(({ messages }) => messages)
    .filter((message) => message.role === role)
    .flatMap(({ envelopes }) => envelopes)
    .map(({ payload }) => JSON.stringify(payload))
    .join('\n');
}
