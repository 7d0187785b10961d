// Model calls of any generation of the AI SDK through the prompt lens, and one degraded retry where a provider refuses a call
// over its media. Types of the SDK are nowhere needed here: a call is a prompt, a model is its names.
import { call, checkOptions, listOf, maybe, oneOf, text } from '../options.ts';
import { profileRule, profileRuleList } from '../profile/rules.ts';
import { lensRules } from '../lens/rules.ts';
import type { BlobId } from '../ids.ts';
import type { Lens } from '../lens/lens.ts';
import { lowerWith, type LensOptions, type Lowered } from '../lens/lower.ts';
import { freshWorkings, LensSession } from '../lens/session.ts';
import { freshState } from '../lens/state.ts';
import { inside, readCount } from '../parse/read.ts';
import { placementOn, wireOf } from '../profile/placement.ts';
import type { ModelProfile } from '../profile/profile.ts';
import { resolveProfile, type ProfileRule } from '../profile/resolve.ts';
import type { Degraded } from '../recovery/degrade.ts';
import { isPromptLike } from './before-calls.ts';
import { observed, tell } from '../observe.ts';
import type { LensEvent } from './event.ts';
import { promptLens } from './lens.ts';
import { recoverFrom } from './recover.ts';

export interface PerceptOptions extends Omit<
  LensOptions,
  'profile' | 'session' | 'nowMs' | 'thinking' | 'signal'
> {
  /** Without it, the provider's and the model's names decide. */
  readonly profile?: ModelProfile;
  /** Where its name does not tell: `['vision-input']` for a model of your own that sees. A name that nobody knows takes text. */
  readonly capabilities?: readonly string[];
  /** Looked at before the built-in table. */
  readonly rules?: readonly ProfileRule[];
  /** One per conversation. Without it nothing is remembered between calls but what a provider refused. */
  readonly session?: LensSession;
  /** The generation of the model's package, where the SDK hides it behind an adapter. */
  readonly specificationVersion?: Generation;
  readonly clock?: () => number;
  readonly onEvent?: (event: LensEvent) => void;
}

const generations = ['v2', 'v3', 'v4'] as const;
type Generation = (typeof generations)[number];

/** A wrong option would loosen what reaches a model: it stops the start, by the name of who was called. */
export function checkedOptions(caller: string, options: PerceptOptions): PerceptOptions {
  return checkOptions(caller, options, {
    ...lensRules,
    profile: maybe(profileRule),
    capabilities: maybe(listOf(text)),
    rules: profileRuleList,
    specificationVersion: maybe(oneOf(generations)),
    clock: maybe(call),
    onEvent: maybe(call),
  });
}

export interface ModelFacts {
  readonly provider: string;
  readonly modelId: string;
  readonly specificationVersion: Generation;
}

interface CallParams {
  readonly prompt: unknown;
  readonly abortSignal?: AbortSignal | undefined;
}

/** What a dry run brings in place of the conversation's own. */
export type DryRunParts = Required<Pick<PerceptOptions, 'session' | 'media'>>;

/** A call as it leaves, and what a retry needs to know about it. */
export interface LoweredCall<P> {
  readonly params: P;
  readonly original: P;
  readonly lowered: Lowered;
  readonly profile: ModelProfile;
  readonly session: LensSession;
}

export class Calls {
  readonly #options: PerceptOptions;
  readonly #workings = freshWorkings();
  /** What models have taught us by refusing: which take no pictures, and where. */
  readonly #learnt = new Map<string, ModelProfile>();
  readonly #quarantine = new Set<BlobId>();

  constructor(options: PerceptOptions) {
    this.#options = options;
  }

  async lower<P extends CallParams>(
    params: P,
    model: ModelFacts,
    degraded: Partial<Degraded> = {},
    dryRun?: DryRunParts,
  ): Promise<LoweredCall<P>> {
    const { session: own, clock, ...options } = this.#options;
    const profile = degraded.profile ?? this.#profile(model);
    const session =
      dryRun?.session ??
      own ??
      new LensSession({ ...freshState, quarantine: this.#quarantine }, this.#workings);
    for (const suspect of degraded.suspects ?? []) session.quarantine(suspect);
    const lowering = (): Promise<Lowered> =>
      lowerWith(
        this.#lens(model),
        { prompt: params.prompt },
        {
          ...options,
          ...(dryRun && { media: dryRun.media }),
          profile,
          session,
          ...(params.abortSignal && { signal: params.abortSignal }),
          ...(clock && { nowMs: clock() }),
          ...(degraded.thinking && { thinking: degraded.thinking }),
        },
      );
    // Listeners hear of it as `request-lowered`.
    const lowered = dryRun
      ? await lowering()
      : await observed('lens.lower', lowering, {
          facts: { provider: model.provider, model: model.modelId },
          result: ({ report }) => ({
            images: report.images,
            estimatedImageTokens: report.estimatedImageTokens,
          }),
        });
    if (!dryRun) this.#tellLowered(lowered);
    const { prompt } = lowered.body;
    const next = isPromptLike(prompt, params.prompt) ? { ...params, prompt } : { ...params };
    return { params: next, original: params, lowered, profile, session };
  }

  /** The call, and once more with less where the provider refuses it over its media. */
  async recovering<P extends CallParams, T>(
    call: LoweredCall<P> | undefined,
    model: ModelFacts,
    first: () => PromiseLike<T>,
    again: (params: P) => PromiseLike<T>,
  ): Promise<T> {
    try {
      return await first();
    } catch (error) {
      const plan = call && recoverFrom(error, call.lowered, call.profile, call.session.memo);
      if (!call || !plan) throw error;
      const { fault, degraded, message } = plan;
      const fresh = degraded.suspects.filter((blob) => !call.session.state.quarantine.has(blob));
      this.#tell({ type: 'request-degraded', fault, message, suspects: fresh });
      const retry = await this.lower(call.original, model, degraded);
      try {
        const result = await again(retry.params);
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

  async generate<P extends CallParams, R extends { readonly usage: unknown }>(
    params: P,
    model: ModelFacts,
    send: (params: P) => PromiseLike<R>,
  ): Promise<R> {
    const call = await this.lower(params, model);
    const result = await this.recovering(call, model, () => send(call.params), send);
    this.observe(result.usage);
    return result;
  }

  async stream<
    P extends CallParams,
    S extends { readonly type: string },
    R extends { readonly stream: ReadableStream<S> },
  >(params: P, model: ModelFacts, send: (params: P) => PromiseLike<R>): Promise<R> {
    const call = await this.lower(params, model);
    const result = await this.recovering(call, model, () => send(call.params), send);
    return { ...result, stream: this.watched(result.stream) };
  }

  /** Packages of older generations, and careless ones, say it in another way or not at all. */
  observe(usage: unknown): void {
    const inputTokens = readCount(inside(usage, 'inputTokens', 'total'));
    const cacheReadTokens = readCount(inside(usage, 'inputTokens', 'cacheRead'));
    if (inputTokens === undefined || cacheReadTokens === undefined) return;
    this.#options.session?.observe({ inputTokens, cacheReadTokens }, this.#options.clock?.());
  }

  watched<S extends { readonly type: string }>(stream: ReadableStream<S>): ReadableStream<S> {
    if (!this.#options.session) return stream;
    const watch = new TransformStream<S, S>({
      transform: (part, controller) => {
        if (part.type === 'finish' && 'usage' in part) this.observe(part.usage);
        controller.enqueue(part);
      },
    });
    return stream.pipeThrough(watch);
  }

  #profile(model: ModelFacts): ModelProfile {
    const known = this.#learnt.get(nameOf(model));
    if (known) return known;
    const { provider } = model;
    const profile = profileFor(model, this.#options);
    // The package for the Responses API throws on a sound.
    const heard = wireOf(provider) === 'responses' ? { ...profile, audioTypes: [] } : profile;
    // Under a newer SDK nothing writes any more what packages of the oldest generation read in a result.
    const oldest = this.#behindAdapter(model) && this.#options.specificationVersion === 'v2';
    return oldest && profile.toolResult.image === 'native'
      ? { ...heard, toolResult: placementOn['chat-completions'] }
      : heard;
  }

  /** Whether the SDK translates prompts of a newer generation for this package. */
  #behindAdapter({ specificationVersion }: ModelFacts): boolean {
    const { specificationVersion: own } = this.#options;
    return own !== undefined && own !== specificationVersion;
  }

  #lens(model: ModelFacts): Lens {
    const { specificationVersion } = model;
    const results = this.#options.specificationVersion ?? specificationVersion;
    const wire = wireOf(model.provider);
    return promptLens({
      partSpelling: specificationVersion === 'v4' ? 'tagged' : 'bare',
      resultSpelling:
        results === 'v4'
          ? 'file'
          : results === 'v2' && !this.#behindAdapter(model)
            ? 'media'
            : 'image-data',
      assistantMedia: wire === 'gemini',
      remoteCalls: wire === 'chat-completions' || wire === 'bedrock-converse' ? 'told' : 'kept',
    });
  }

  #tellLowered({ report }: Lowered): void {
    this.#tell({ type: 'request-lowered', report });
    if (this.#options.session && report.frontierMoved)
      this.#tell({ type: 'frontier-moved', frontier: report.frontier });
  }

  #remember(blob: BlobId, reason: string): void {
    this.#quarantine.add(blob);
    this.#tell({ type: 'blob-quarantined', blob, reason });
  }

  #tell(event: LensEvent): void {
    tell(this.#options.onEvent, event);
  }
}

/** The SDK hands `media:` URLs on untouched only to a model that says it takes them. */
export async function supportedUrls({
  supportedUrls: own,
}: {
  readonly supportedUrls: PromiseLike<Record<string, RegExp[]>> | Record<string, RegExp[]>;
}): Promise<Record<string, RegExp[]>> {
  const known = await own;
  return { ...known, '*/*': [...(known['*/*'] ?? []), /^media:/] };
}

/** What a model of the SDK takes: the caller's word first, then the one lookup of names. */
export function profileFor(
  { provider, modelId }: Pick<ModelFacts, 'provider' | 'modelId'>,
  { profile, capabilities, rules }: Pick<PerceptOptions, 'profile' | 'capabilities' | 'rules'>,
): ModelProfile {
  if (profile) return profile;
  return resolveProfile({ provider, model: modelId, ...(capabilities && { capabilities }) }, rules);
}

function nameOf(model: ModelFacts): string {
  return `${model.provider} ${model.modelId}`;
}
