// The engine as a middleware, for whoever wraps models with the SDK's own function, and in two steps for whoever wants to know
// what will be sent before it is.
import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Middleware,
  LanguageModelV4Prompt,
} from '@ai-sdk/provider';
import type { LensReport } from '../lens/report.ts';
import {
  Calls,
  checkedOptions,
  supportedUrls,
  type DryRunParts,
  type LoweredCall,
  type PerceptOptions,
} from './calls.ts';

/**
 * The lens as a middleware of the AI SDK, for whoever wraps models already.
 *
 * @example const model = wrapLanguageModel({ model: anthropic('claude-opus-5'), middleware: perceptMiddleware({ media }) });
 */
export function perceptMiddleware(options: PerceptOptions = {}): LanguageModelV4Middleware {
  return new PromptLowering(checkedOptions('perceptMiddleware', options)).middleware();
}

/** What may differ between two lowerings of one conversation. A dry run brings a session of its own and tells nobody. */
export interface LoweringRequest {
  readonly prompt: LanguageModelV4Prompt;
  readonly signal?: AbortSignal | undefined;
  readonly dryRun?: DryRunParts;
}

/** A prompt as it will be sent, and why. */
export interface LoweredPrompt {
  readonly prompt: LanguageModelV4Prompt;
  readonly report: LensReport;
}

type Call = LoweredCall<LanguageModelV4CallOptions>;

/** One conversation's way to its models: lowers prompts, sends what was lowered, and remembers what a provider refused. */
export class PromptLowering {
  readonly #calls: Calls;
  readonly #underWay = new WeakMap<LanguageModelV4CallOptions, Call>();
  readonly #lowered = new WeakMap<LoweredPrompt, Call>();

  constructor(options: PerceptOptions) {
    this.#calls = new Calls(options);
  }

  /** The request that `sending` sends. */
  async lower(
    model: LanguageModelV4,
    { prompt, signal, dryRun }: LoweringRequest,
  ): Promise<LoweredPrompt> {
    const params: LanguageModelV4CallOptions = { prompt, ...(signal && { abortSignal: signal }) };
    const call = await this.#calls.lower(params, model, {}, dryRun);
    const lowered = { prompt: call.params.prompt, report: call.lowered.report };
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
        if (call)
          this.#underWay.set(next, {
            ...call,
            params: next,
            original: { ...params, prompt: original },
          });
        return next;
      },
    };
  }

  middleware(): LanguageModelV4Middleware {
    const calls = this.#calls;
    return {
      specificationVersion: 'v4',
      overrideSupportedUrls: ({ model }) => supportedUrls(model),
      transformParams: async ({ params, model }) => {
        const call = await calls.lower(params, model);
        this.#underWay.set(call.params, call);
        return call.params;
      },
      wrapGenerate: async ({ doGenerate, params, model }) => {
        const call = this.#underWay.get(params);
        const result = await calls.recovering(call, model, doGenerate, (retry) =>
          model.doGenerate(retry),
        );
        calls.observe(result.usage);
        return result;
      },
      wrapStream: async ({ doStream, params, model }) => {
        const call = this.#underWay.get(params);
        const result = await calls.recovering(call, model, doStream, (retry) =>
          model.doStream(retry),
        );
        return { ...result, stream: calls.watched(result.stream) };
      },
    };
  }
}
