// A provider that does what the walk tells it: it answers from a queue, bills every answer, and knows which requests came
// from helpers (whoever looks for a blind model, whoever summarises).
import {
  failure,
  startCaptureServer,
  text,
  type CapturedRequest,
  type CaptureServer,
  type Reply,
} from 'percept/conformance';

export const helperModels = { looker: 'looker-1', listener: 'listener-1' } as const;
/** In every request that asks for the words of a picture or a sound. */
const describerWords = 'into words for an assistant that cannot';
/** So dear that the cents of a face show every token. */
export const priceUsd = { usdPerMillionInput: 1_000, usdPerMillionOutput: 2_000 } as const;

export interface Got {
  readonly request: CapturedRequest;
  /** Not the model that was asked, but somebody who works for it. */
  readonly isHelper: boolean;
  /** What it charged; nothing for a request that failed. */
  readonly billed?: { readonly inputTokens: number; readonly outputTokens: number };
}

/** What the model says next; a function decides when the request is there. */
export type Planned = Reply | ((request: CapturedRequest) => Reply | Promise<Reply>);

export class Provider implements AsyncDisposable {
  readonly got: Got[] = [];
  readonly server: CaptureServer;
  /** What a helper says of what it was given. */
  describe: (request: CapturedRequest) => Promise<string> = async () => 'Nothing.';
  #plan: Planned[] = [];

  private constructor(server: CaptureServer) {
    this.server = server;
  }

  static async start(): Promise<Provider> {
    const ready = Promise.withResolvers<Provider>();
    const server = await startCaptureServer({
      script: async (request) => (await ready.promise).#answer(request),
    });
    const provider = new Provider(server);
    ready.resolve(provider);
    return provider;
  }

  /** What the model that is asked says, reply by reply; what is left of an earlier plan is dropped. */
  plan(...replies: readonly Planned[]): void {
    this.#plan = [...replies];
  }

  async #answer(request: CapturedRequest): Promise<Reply> {
    const isHelper =
      Object.values(helperModels).some((name) => name === request.model) ||
      request.raw.includes('You summarise a conversation') ||
      request.raw.includes(describerWords);
    const next = isHelper
      ? text(await this.describe(request))
      : (this.#plan.shift() ?? text('Done.'));
    const reply = typeof next === 'function' ? await next(request) : next;
    if (reply.kind === 'failure') {
      this.got.push({ request, isHelper });
      return failure(reply.status, reply.message);
    }
    const usage = reply.usage ?? { inputTokens: 100, outputTokens: 10, cachedTokens: 0 };
    this.got.push({ request, isHelper, billed: usage });
    return { ...reply, usage };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server.close();
  }
}
