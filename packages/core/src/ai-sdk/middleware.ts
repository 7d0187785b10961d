// The engine at the AI SDK's seam: every model call goes through the prompt lens, and a refusal over media is answered with
// one degraded retry. Types of the SDK are imported, code is not.
import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Middleware,
  LanguageModelV4Prompt,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider';
import type { BlobId } from '../ids.ts';
import type { Lens } from '../lens/lens.ts';
import { lowerWith, type LensOptions, type Lowered } from '../lens/lower.ts';
import type { LensReport } from '../lens/report.ts';
import { freshWorkings, LensSession } from '../lens/session.ts';
import { freshState } from '../lens/state.ts';
import { isRecord, readCount } from '../parse/read.ts';
import { placementOn, wireOf } from '../profile/placement.ts';
import type { ModelProfile } from '../profile/profile.ts';
import { resolveProfile, type ProfileRule } from '../profile/resolve.ts';
import type { Degraded } from '../recovery/degrade.ts';
import type { PerceptEvent } from './event.ts';
import { promptLens } from './lens.ts';
import { recoverFrom } from './recover.ts';

export interface PerceptOptions extends Omit<
  LensOptions,
  'profile' | 'session' | 'nowMs' | 'thinking' | 'signal'
> {
  /** Without it, the provider's and the model's names decide. */
  readonly profile?: ModelProfile;
  /** Looked at before the built-in table. */
  readonly rules?: readonly ProfileRule[];
  /** One per conversation. Without it nothing is remembered between calls but what a provider refused. */
  readonly session?: LensSession;
  /** The generation of the model's package, where it is not the current one. */
  readonly specificationVersion?: 'v2' | 'v3' | 'v4';
  readonly clock?: () => number;
  readonly onEvent?: (event: PerceptEvent) => void;
}

interface Call {
  readonly original: LanguageModelV4CallOptions;
  readonly lowered: Lowered;
  readonly profile: ModelProfile;
  readonly session: LensSession;
}

/**
 * @example
 * const model = wrapLanguageModel({ model: anthropic('claude-opus-5'), middleware: perceptMiddleware({ media }) });
 */
export function perceptMiddleware(options: PerceptOptions = {}): LanguageModelV4Middleware {
  return new PromptLowering(options).middleware();
}

/** What may differ between two lowerings of one conversation. A dry run brings a session of its own and tells nobody. */
export interface LoweringRequest {
  readonly prompt: LanguageModelV4Prompt;
  readonly signal?: AbortSignal | undefined;
  readonly dryRun?: Required<Pick<PerceptOptions, 'session' | 'media'>>;
}

/** A prompt as it will be sent, and why. */
export interface LoweredPrompt {
  readonly prompt: LanguageModelV4Prompt;
  readonly report: LensReport;
}

/** One conversation's way to its models: lowers prompts, sends what was lowered, and remembers what a provider refused. */
export class PromptLowering {
  readonly #options: PerceptOptions;
  readonly #workings = freshWorkings();
  /** What models have taught us by refusing: which take no pictures, and where. */
  readonly #learnt = new Map<string, ModelProfile>();
  readonly #quarantine = new Set<BlobId>();
  readonly #calls = new WeakMap<LanguageModelV4CallOptions, Call>();
  readonly #lowered = new WeakMap<LoweredPrompt, Omit<Call, 'original'>>();

  constructor(options: PerceptOptions) {
    this.#options = options;
  }

  /** The request that `sending` sends. */
  async lower(
    model: LanguageModelV4,
    { prompt, signal, dryRun }: LoweringRequest,
  ): Promise<LoweredPrompt> {
    const call = await this.#lowerPrompt(prompt, model, {}, signal, dryRun);
    if (!dryRun) this.#tellLowered(call.lowered);
    const lowered = { prompt: promptOf(call.lowered, prompt), report: call.lowered.report };
    this.#lowered.set(lowered, call);
    return lowered;
  }

  /** Sends exactly what was lowered, whatever prompt the call brings. */
  sending(lowered: LoweredPrompt, original: LanguageModelV4Prompt): LanguageModelV4Middleware {
    return {
      ...this.middleware(),
      transformParams: async ({ params }) => {
        const next = { ...params, prompt: lowered.prompt };
        const call = this.#lowered.get(lowered);
        if (call) this.#calls.set(next, { ...call, original: { ...params, prompt: original } });
        return next;
      },
    };
  }

  middleware(): LanguageModelV4Middleware {
    return {
      specificationVersion: 'v4',
      overrideSupportedUrls: ({ model }) => supportedUrls(model),
      transformParams: ({ params, model }) => this.#lower(params, model, {}),
      wrapGenerate: async ({ doGenerate, params, model }) => {
        const result = await this.#recovering(params, model, doGenerate, (retry) =>
          model.doGenerate(retry),
        );
        this.#observe(result.usage);
        return result;
      },
      wrapStream: async ({ doStream, params, model }) => {
        const result = await this.#recovering(params, model, doStream, (retry) =>
          model.doStream(retry),
        );
        return { ...result, stream: this.#watched(result.stream) };
      },
    };
  }

  async #lower(
    params: LanguageModelV4CallOptions,
    model: LanguageModelV4,
    degraded: Partial<Degraded>,
  ): Promise<LanguageModelV4CallOptions> {
    const call = await this.#lowerPrompt(params.prompt, model, degraded, params.abortSignal);
    this.#tellLowered(call.lowered);
    const next = { ...params, prompt: promptOf(call.lowered, params.prompt) };
    this.#calls.set(next, { ...call, original: params });
    return next;
  }

  async #lowerPrompt(
    prompt: LanguageModelV4Prompt,
    model: LanguageModelV4,
    degraded: Partial<Degraded>,
    signal: AbortSignal | undefined,
    dryRun?: LoweringRequest['dryRun'],
  ): Promise<Omit<Call, 'original'>> {
    const { mediaTimeoutMs, budgets, retention, tariff, dedupe, reviewable, clock } = this.#options;
    const profile = degraded.profile ?? this.#profile(model);
    const media = dryRun?.media ?? this.#options.media;
    const session =
      dryRun?.session ??
      this.#options.session ??
      new LensSession({ ...freshState, quarantine: this.#quarantine }, this.#workings);
    for (const suspect of degraded.suspects ?? []) session.quarantine(suspect);
    const lowered = await lowerWith(
      this.#lens(model),
      { prompt },
      {
        profile,
        session,
        ...(media && { media }),
        ...(mediaTimeoutMs !== undefined && { mediaTimeoutMs }),
        ...(signal && { signal }),
        ...(budgets && { budgets }),
        ...(retention && { retention }),
        ...(tariff && { tariff }),
        ...(dedupe !== undefined && { dedupe }),
        ...(reviewable && { reviewable }),
        ...(clock && { nowMs: clock() }),
        ...(degraded.thinking && { thinking: degraded.thinking }),
      },
    );
    return { lowered, profile, session };
  }

  #tellLowered({ report }: Lowered): void {
    this.#tell({ type: 'request-lowered', report });
    if (this.#options.session && report.frontierMoved)
      this.#tell({ type: 'frontier-moved', frontier: report.frontier });
  }

  #profile(model: LanguageModelV4): ModelProfile {
    const known = this.#learnt.get(nameOf(model));
    if (known) return known;
    const profile =
      this.#options.profile ??
      resolveProfile({ provider: model.provider, model: model.modelId }, this.#options.rules);
    // Packages of the oldest generation spell media in results in a way that nothing above them writes any more.
    const oldest =
      this.#options.specificationVersion === 'v2' && profile.toolResult.image === 'native';
    return oldest ? { ...profile, toolResult: placementOn['chat-completions'] } : profile;
  }

  #lens(model: LanguageModelV4): Lens {
    const older =
      this.#options.specificationVersion === 'v2' || this.#options.specificationVersion === 'v3';
    return promptLens({
      resultSpelling: older ? 'image-data' : 'file',
      assistantMedia: wireOf(model.provider) === 'gemini',
    });
  }

  async #recovering<T>(
    params: LanguageModelV4CallOptions,
    model: LanguageModelV4,
    first: () => PromiseLike<T>,
    again: (params: LanguageModelV4CallOptions) => PromiseLike<T>,
  ): Promise<T> {
    try {
      return await first();
    } catch (error) {
      const call = this.#calls.get(params);
      const plan = call && recoverFrom(error, call.lowered, call.profile, call.session.memo);
      if (!call || !plan) throw error;
      const { fault, degraded, message } = plan;
      const fresh = degraded.suspects.filter((blob) => !call.session.state.quarantine.has(blob));
      this.#tell({ type: 'request-degraded', fault, message, suspects: fresh });
      const retry = await this.#lower(call.original, model, degraded);
      try {
        const result = await again(retry);
        if (degraded.holds === 'this-model' && degraded.profile)
          this.#learnt.set(nameOf(model), degraded.profile);
        for (const blob of fresh) this.#remember(blob, fault.kind);
        return result;
      } catch {
        for (const blob of fresh) call.session.release(blob);
        this.#tell({ type: 'recovery-failed', fault });
        throw error;
      }
    }
  }

  #remember(blob: BlobId, reason: string): void {
    this.#quarantine.add(blob);
    this.#tell({ type: 'blob-quarantined', blob, reason });
  }

  #tell(event: PerceptEvent): void {
    const { onEvent } = this.#options;
    if (onEvent) void tell(onEvent, event);
  }

  /** Packages of older generations, and careless ones, say it in another way or not at all. */
  #observe(usage: unknown): void {
    const input = isRecord(usage) ? usage['inputTokens'] : undefined;
    if (!isRecord(input)) return;
    const inputTokens = readCount(input['total']);
    const cacheReadTokens = readCount(input['cacheRead']);
    if (inputTokens === undefined || cacheReadTokens === undefined) return;
    this.#options.session?.observe({ inputTokens, cacheReadTokens }, this.#options.clock?.());
  }

  #watched(
    stream: ReadableStream<LanguageModelV4StreamPart>,
  ): ReadableStream<LanguageModelV4StreamPart> {
    if (!this.#options.session) return stream;
    const watch = new TransformStream<LanguageModelV4StreamPart, LanguageModelV4StreamPart>({
      transform: (part, controller) => {
        if (part.type === 'finish') this.#observe(part.usage);
        controller.enqueue(part);
      },
    });
    return stream.pipeThrough(watch);
  }
}

/** A listener that fails, now or later, has missed an event; the call goes on. */
async function tell(listener: (event: PerceptEvent) => unknown, event: PerceptEvent) {
  try {
    await listener(event);
  } catch {
    return;
  }
}

/** The SDK hands `media:` URLs on untouched only to a model that says it takes them. */
async function supportedUrls(model: LanguageModelV4): Promise<Record<string, RegExp[]>> {
  const own = await model.supportedUrls;
  return { ...own, '*/*': [...(own['*/*'] ?? []), /^media:/] };
}

function nameOf(model: LanguageModelV4): string {
  return `${model.provider} ${model.modelId}`;
}

function promptOf({ body }: Lowered, given: LanguageModelV4Prompt): LanguageModelV4Prompt {
  const { prompt } = body;
  return isPrompt(prompt) ? prompt : given;
}

/** The lens writes messages of the kinds that it read. */
function isPrompt(value: unknown): value is LanguageModelV4Prompt {
  return (
    Array.isArray(value) &&
    value.every((message) => isRecord(message) && typeof message['role'] === 'string')
  );
}
