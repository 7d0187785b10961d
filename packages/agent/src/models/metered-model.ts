// A model whose requests are on the bill. It stands next to the provider's package, below everything that retries, so that
// a request which the provider got is counted once, whoever asked for it and however it ended. Stream parts of a package that is newer
// than the SDK here are handed on as `custom`: the SDK would end the whole answer at a kind that it does not know.
// Seed 002: "We bill from what providers report. Locally we also compute a labelled estimate."
import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider';
import type { ModelUsage } from '@percept/contract';
import { isRecord, printable } from '@percept/core/internal';
import type { Price } from '../config/index.ts';
import { tokensOfText } from './text-tokens.ts';

/** One request that a provider got. */
export type Charge = Omit<ModelUsage, 'requests'>;

export interface Account extends Pick<Charge, 'model' | 'host' | 'purpose'> {
  readonly price?: Price | undefined;
  /** Of what is sent, where the provider tells nothing. */
  readonly estimatedInput: (prompt: LanguageModelV4CallOptions['prompt']) => number;
  readonly bill: (charge: Charge) => void;
}

/** @example metered(await model.open(), { model: 'gpt-5.4', host, purpose: 'answer', estimatedInput, bill }) */
export function metered(model: LanguageModelV4, account: Account): LanguageModelV4 {
  const { specificationVersion, provider, modelId } = model;
  return {
    specificationVersion,
    provider,
    modelId,
    get supportedUrls() {
      return model.supportedUrls;
    },
    doGenerate: async (options) => {
      const entry = new Entry(account, options);
      try {
        const result = await model.doGenerate(options);
        const text = result.content.map((part) => ('text' in part ? part.text.length : 0));
        entry.wrote(text.reduce((sum, chars) => sum + chars, 0));
        entry.close(result.usage);
        return result;
      } catch (error) {
        entry.failed(error);
        throw error;
      }
    },
    doStream: async (options) => {
      const entry = new Entry(account, options);
      try {
        const result = await model.doStream(options);
        return { ...result, stream: result.stream.pipeThrough(watching(entry)) };
      } catch (error) {
        entry.failed(error);
        throw error;
      }
    },
  };
}

/** One request while it runs; closed once, also by whoever takes it back. */
class Entry {
  readonly #account: Account;
  readonly #prompt: LanguageModelV4CallOptions['prompt'];
  readonly #signal: AbortSignal | undefined;
  #chars = 0;
  #isClosed = false;

  constructor(account: Account, { prompt, abortSignal }: LanguageModelV4CallOptions) {
    this.#account = account;
    this.#prompt = prompt;
    this.#signal = abortSignal;
    // Taken back before it left, it is nobody's bill.
    this.#isClosed = abortSignal?.aborted === true;
    abortSignal?.addEventListener('abort', this.#takenBack, { once: true });
  }

  readonly #takenBack = (): void => this.close(undefined);

  wrote(chars: number): void {
    this.#chars += chars;
  }

  close(usage: LanguageModelV4Usage | undefined): void {
    const { price, estimatedInput } = this.#account;
    const told = { input: usage?.inputTokens.total, output: usage?.outputTokens.total };
    const input = told.input ?? estimatedInput(this.#prompt);
    const cached = Math.min(input, usage?.inputTokens.cacheRead ?? 0);
    const output = told.output ?? tokensOfText(this.#chars);
    this.#charge({
      inputTokens: input,
      cachedInputTokens: cached,
      outputTokens: output,
      source: told.input === undefined || told.output === undefined ? 'estimate' : 'provider',
      ...(price && { costUsd: costOf(price, input, cached, output) }),
    });
  }

  /** A provider that refuses sells nothing, and one that was never reached was not asked. */
  failed(error: unknown): void {
    const isAsked = isRecord(error) && error['name'] === 'AI_APICallError' && !isUnsent(error);
    if (isAsked) this.#charge(nothing);
    else this.#close();
  }

  #charge(figures: Omit<Charge, 'model' | 'host' | 'purpose'>): void {
    if (this.#isClosed) return;
    this.#close();
    const { model, host, purpose, bill } = this.#account;
    bill({ model, host, purpose, ...figures });
  }

  #close(): void {
    this.#isClosed = true;
    this.#signal?.removeEventListener('abort', this.#takenBack);
  }
}

const nothing = {
  inputTokens: 0,
  cachedInputTokens: 0,
  outputTokens: 0,
  source: 'provider',
} as const;

function watching(
  entry: Entry,
): TransformStream<LanguageModelV4StreamPart, LanguageModelV4StreamPart> {
  return new TransformStream({
    transform: (part, controller) => {
      if ('delta' in part) entry.wrote(part.delta.length);
      if (part.type === 'finish') entry.close(part.usage);
      controller.enqueue(spelled(part));
    },
    flush: () => entry.close(undefined),
  });
}

const known: Readonly<Record<LanguageModelV4StreamPart['type'], true>> = {
  'text-start': true,
  'text-delta': true,
  'text-end': true,
  'reasoning-start': true,
  'reasoning-delta': true,
  'reasoning-end': true,
  'reasoning-file': true,
  'tool-input-start': true,
  'tool-input-delta': true,
  'tool-input-end': true,
  'tool-approval-request': true,
  'tool-call': true,
  'tool-result': true,
  'stream-start': true,
  'response-metadata': true,
  custom: true,
  error: true,
  file: true,
  finish: true,
  ping: true,
  raw: true,
  source: true,
};

function spelled(part: LanguageModelV4StreamPart): LanguageModelV4StreamPart {
  const { type }: { readonly type: string } = part;
  if (Object.hasOwn(known, type)) return part;
  return { type: 'custom', kind: `unknown.${printable(type, 100)}` };
}

const unsent =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/;

/** No connection was made. Node's fetch wraps the socket's error, and the SDK wraps that. */
function isUnsent(error: Readonly<Record<string, unknown>>, depth = 0): boolean {
  const { code, cause } = error;
  if (typeof code === 'string' && unsent.test(code)) return true;
  return depth < 4 && isRecord(cause) && isUnsent(cause, depth + 1);
}

function costOf(price: Price, input: number, cached: number, output: number): number {
  const fresh = (input - cached) * price.usdPerMillionInput;
  const reused = cached * (price.usdPerMillionCachedInput ?? price.usdPerMillionInput);
  return (fresh + reused + output * price.usdPerMillionOutput) / 1_000_000;
}
