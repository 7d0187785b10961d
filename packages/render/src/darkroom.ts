// The one way to pixels for whatever has none: judge the bytes, pick the renderer that the host registered, keep the
// deadline, look in the cache first, and hand out nothing that a provider would resample. Whatever happens inside, what
// comes out is a rendering or a typed refusal.
import {
  accept,
  refuse,
  type CallEvent,
  type FitTarget,
  type Outcome,
  type Refusal,
  type Refused,
} from '@percept/core';
import {
  definedOf,
  fits,
  isRecord,
  partialTargetRules,
  waitFor,
  withLimits,
  reasonOf,
} from '@percept/core/internal';
import {
  bound,
  call,
  checkOptions,
  exact,
  group,
  has,
  limitsOf,
  listOf,
  maybe,
  positive,
  signal as signalRule,
} from '@percept/core/internal/options';
import { observed, type Observed } from '@percept/core/internal/observe';
import type { MediaSource } from '@percept/ingest';
import { refusalFor, sniff } from '@percept/ingest/internal/sniff';
import { cacheKey, type RenderCache } from './cache/cache.ts';
import { cancelled, closed, withoutFiles } from './engine/refusals.ts';
import { renderLimits, type RenderLimits } from './limits.ts';
import { completeRenderer, type Converter } from './define-renderer.ts';
import { rendererMissing } from './missing.ts';
import { defaultOptions, defaultTarget, type RenderOptions } from './options.ts';
import { bytesOf, checkSource, developRules, renderedRule, rendererRule } from './request.ts';
import { standardRenderers } from './standard.ts';
import {
  rendererKey,
  type ReadOptions,
  type ReadPages,
  type ReadWords,
  type RenderContext,
  type RenderedSource,
  type Renderer,
  type RenderSource,
} from './renderer.ts';
import type { Rendering, Warning } from './rendering.ts';
import { classify, type NamedBytes } from './source.ts';

export interface DarkroomSetup {
  /** In the order in which they are asked. An empty list: the host withholds `render`. Default: all of this package. */
  readonly renderers?: readonly (Renderer | Converter)[];
  readonly cache?: RenderCache;
  readonly limits?: Partial<RenderLimits>;
  /** Told of every call when it has ended. */
  readonly onEvent?: ((event: CallEvent) => void) | undefined;
}

/** One page, or several; the rest as in `RenderOptions`. */
export interface DrawOptions extends Partial<Omit<RenderOptions, 'target'>> {
  readonly page?: number;
  /** For whom: what is left out is the default. */
  readonly target?: Partial<FitTarget>;
  readonly signal?: AbortSignal;
}

export interface Darkroom extends AsyncDisposable {
  /** Which renderers are registered now; what a host may advertise. */
  readonly renderers: readonly string[];
  /** What these bytes are, where `develop` would find a renderer for them. */
  typeOf(source: NamedBytes): Outcome<string>;
  develop(
    source: NamedBytes,
    options?: Partial<RenderOptions>,
    signal?: AbortSignal,
  ): Promise<Outcome<Rendering>>;
  /**
   * The same for whatever a program holds a source in: a path, bytes with a name, a `File`, a response.
   * @example const third = await darkroom.draw('plan.pdf', { page: 3 });
   */
  draw(source: MediaSource, options?: DrawOptions): Promise<Outcome<Rendering>>;
  /** What is written in it, without drawing it; undefined where nothing here reads the format. */
  read(
    source: NamedBytes,
    options: ReadOptions,
    signal?: AbortSignal,
  ): Promise<Outcome<ReadPages | ReadWords> | undefined>;
  close(): Promise<void>;
}

/**
 * Turns whatever has no pixels yet into pages of them, with the renderers it is given.
 *
 * @example
 * await using darkroom = createDarkroom();
 * const outcome = await darkroom.draw('plan.pdf', { page: 3 });
 */
export function createDarkroom(setup: DarkroomSetup = {}): Darkroom {
  checkOptions('createDarkroom', setup, {
    renderers: maybe(listOf(rendererRule)),
    cache: maybe(has('get', 'put')),
    limits: limitsOf(renderLimits),
    onEvent: maybe(call),
  });
  const limits: RenderLimits = withLimits(renderLimits, setup.limits);
  const { renderers: given = standardRenderers({ limits }), cache } = setup;
  const renderers = given.map((one) => completeRenderer(one, given));
  const twice = renderers.find(({ id }, at) => renderers.findIndex((one) => one.id === id) !== at);
  if (twice) throw new TypeError(`createDarkroom: renderers has two with the id ${twice.id}.`);
  const ending = new AbortController();
  const untilClosed = (signal?: AbortSignal): AbortSignal =>
    signal ? AbortSignal.any([signal, ending.signal]) : ending.signal;

  function choose(source: NamedBytes): Outcome<Choice> {
    const classified = classify(source, limits);
    if (!classified.ok) return classified;
    if (classified.value.kind === 'raster') return refuse(hasPixels(classified.value.mime));
    const { source: renderable, warnings } = classified.value;
    const renderer = renderers.find((candidate) => takes(candidate, renderable));
    if (renderer) return accept({ source: renderable, renderer, warnings });
    return refuse(rendererMissing(renderable.mime) ?? unperceivable(renderable));
  }

  const told: Observed<Outcome<Rendering>> = {
    onEvent: setup.onEvent,
    result: (drawn) =>
      drawn.ok ? { renderer: drawn.value.rendererKey, pages: drawn.value.pages.length } : {},
  };

  async function develop(
    source: NamedBytes,
    asked: Partial<RenderOptions>,
    signal: AbortSignal | undefined,
  ): Promise<Outcome<Rendering>> {
    if (ending.signal.aborted) return refuse(closed);
    const chosen = choose(source);
    if (!chosen.ok) return chosen;
    const options: RenderOptions = Object.assign({}, defaultOptions, definedOf(asked));
    const objection = objectTo(options, limits);
    if (objection) return refuse(objection);
    const { source: renderable, renderer, warnings } = chosen.value;
    const key = cacheKey(renderable, rendererKey(renderer), options);
    const known = cache && (await quietly(() => cache.get(key)));
    if (known) return accept(saying(warnings, known));
    const outcome = await render(renderer, renderable, options, limits, untilClosed(signal));
    if (!outcome.ok) return outcome;
    const { value } = outcome;
    if (cache) await quietly(() => cache.put(key, value));
    return accept(saying(warnings, value));
  }

  const darkroom: Darkroom = {
    renderers: renderers.map(({ id }) => id),
    typeOf(source) {
      const chosen = choose(source);
      return chosen.ok ? accept(chosen.value.source.mime) : chosen;
    },
    async develop(source, asked, signal) {
      checkSource('darkroom.develop', source);
      checkOptions('darkroom.develop', { ...asked, signal }, developRules);
      return observed('darkroom.develop', () => develop(source, asked ?? {}, signal), told);
    },
    async draw(source, options = {}) {
      const { page, pages, signal, target, ...asked } = checkOptions('darkroom.draw', options, {
        ...developRules,
        page: maybe(positive),
        target: maybe(exact(partialTargetRules)),
      });
      const range = pages ?? (page === undefined ? undefined : { first: page, last: page });
      const whole = {
        ...asked,
        ...definedOf({ pages: range }),
        ...(target && { target: Object.assign({}, defaultTarget, definedOf(target)) }),
      };
      const work = async (): Promise<Outcome<Rendering>> => {
        const given = await bytesOf(source, limits.maxSourceBytes, signal);
        return given.ok ? develop(given.value, whole, signal) : given;
      };
      return observed('darkroom.draw', work, told);
    },
    async read(source, options, signal) {
      checkSource('darkroom.read', source);
      const rules = { pages: group, maxChars: bound, signal: maybe(signalRule) };
      checkOptions('darkroom.read', { ...options, signal }, rules);
      if (ending.signal.aborted) return refuse(closed);
      const chosen = choose(source);
      if (!chosen.ok) return chosen;
      const { source: readable } = chosen.value;
      // Who knows the structure comes after a program that lays it out: the words are the same, and no program is started.
      const renderer = renderers.findLast((one) => one.read && takes(one, readable));
      const read = renderer?.read?.bind(renderer);
      if (!renderer || !read) return undefined;
      const work = (): Promise<Outcome<ReadPages | ReadWords>> =>
        within(renderer.id, limits, untilClosed(signal), (context) =>
          read(readable, options, context),
        );
      return observed('darkroom.read', work, { onEvent: setup.onEvent });
    },
    async close() {
      ending.abort();
      // One after the other: they share engines.
      const failures: unknown[] = [];
      for (const renderer of renderers) {
        try {
          await renderer.close?.();
        } catch (error) {
          failures.push(error);
        }
      }
      if (failures.length > 0) throw failures[0];
    },
    [Symbol.asyncDispose]: () => darkroom.close(),
  };
  return darkroom;
}

interface Choice {
  readonly source: RenderSource;
  readonly renderer: Renderer;
  readonly warnings: readonly Warning[];
}

/** One that throws does not take it. */
function takes(renderer: Renderer, source: RenderSource): boolean {
  try {
    return renderer.accepts(source);
  } catch {
    return false;
  }
}

/** What is known of the source and not of its text is added last: the same text may be kept for another source. */
function saying(warnings: readonly Warning[], rendering: Rendering): Rendering {
  if (warnings.length === 0) return rendering;
  return { ...rendering, warnings: [...warnings, ...rendering.warnings] };
}

/** A cache that fails has forgotten: the picture is drawn again, and what could not be kept was still drawn. */
async function quietly<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch {
    return undefined;
  }
}

async function render(
  renderer: Renderer,
  source: RenderSource,
  options: RenderOptions,
  limits: RenderLimits,
  caller: AbortSignal,
): Promise<Outcome<Rendering>> {
  const outcome = await within(renderer.id, limits, caller, (context) =>
    renderer.render(source, options, context),
  );
  if (!outcome.ok) return outcome;
  const flaw = flawOf(outcome.value, options);
  if (flaw !== undefined) return refuse(broken(renderer.id, flaw));
  return accept({ ...outcome.value, rendererKey: rendererKey(renderer) });
}

/** Whatever a renderer does, its caller gets a value in time: it may throw, never answer, or answer with nonsense. */
async function within<T extends Outcome<unknown>>(
  id: string,
  limits: RenderLimits,
  caller: AbortSignal,
  work: (context: RenderContext) => Promise<T>,
): Promise<T | Refused> {
  const ending = new AbortController();
  const signal = AbortSignal.any([caller, ending.signal]);
  if (signal.aborted) return refuse(cancelled);
  const attempt = async (): Promise<T> => work({ limits, signal });
  const timeoutMs = limits.renderTimeoutMs;
  const waited = await waitFor(attempt(), { timeoutMs, signal });
  if (waited.kind !== 'done') ending.abort();
  switch (waited.kind) {
    case 'done':
      return isOutcome(waited.value)
        ? waited.value
        : refuse(broken(id, 'its answer is no outcome'));
    case 'failed':
      // A renderer that throws has a bug, and its input may be hostile: the caller still gets a value.
      return refuse(broken(id, reasonOf(waited.error)));
    case 'timed-out':
      return refuse(late(id, timeoutMs));
    case 'cancelled':
      return refuse(cancelled);
  }
}

function isOutcome(value: unknown): boolean {
  return isRecord(value) && (value['ok'] === true || isRecord(value['refusal']));
}

/** Whatever a renderer hands out, the model sees it at the size that it has. */
function flawOf(rendered: RenderedSource, { target }: RenderOptions): string | undefined {
  const wrong = renderedRule(rendered, 'its answer');
  if (wrong !== undefined) return wrong;
  const { pages } = rendered;
  if (pages.length === 0) return 'it returned no page';
  for (const { width, height, png } of pages) {
    if (!fits({ width, height }, target)) return `its page of ${width}×${height} does not fit`;
    if (png.length > target.maxBytes) return `its page of ${png.length} bytes does not fit`;
    if (png[0] !== 0x89 || png[1] !== 0x50) return 'its page is not a PNG';
  }
  return undefined;
}

function objectTo(options: RenderOptions, limits: RenderLimits): Refusal | undefined {
  const { pages, region } = options;
  const whole = Number.isSafeInteger(pages.first) && Number.isSafeInteger(pages.last);
  if (!whole || pages.first < 1 || pages.last < pages.first)
    return {
      refused: 'invalid-input',
      message: `The pages ${pages.first} to ${pages.last} are not a range.`,
      hint: 'Pages are counted from 1, and the last is not before the first.',
    };
  const count = pages.last - pages.first + 1;
  if (count > limits.maxPagesPerRender)
    return {
      refused: 'too-many',
      message: `${count} pages were asked for, and at most ${limits.maxPagesPerRender} are drawn at once.`,
      hint: 'Ask for fewer pages at a time.',
      limit: { name: 'maxPagesPerRender', max: limits.maxPagesPerRender, actual: count },
    };
  const figures = region ? [region.left, region.top, region.width, region.height] : [];
  if (figures.every((figure) => Number.isFinite(figure))) return undefined;
  return {
    refused: 'invalid-input',
    message: 'The region has a side that is not a number.',
    hint: 'Give left, top, width and height as numbers.',
  };
}

function hasPixels(mime: string): Refusal {
  return {
    refused: 'unsupported-type',
    message: `This is a picture (${mime}) that has its pixels already, and needs no renderer.`,
    hint: 'Hand it to the door, which decodes pictures.',
  };
}

function unperceivable({ bytes, mime }: RenderSource): Refusal {
  const sniffed = sniff(bytes);
  if (sniffed.kind === 'document') return refusalFor(sniffed);
  return {
    refused: 'unperceivable',
    message: `No way is known to turn ${mime} into pixels.`,
    hint: 'Convert it to PNG, SVG or PDF.',
  };
}

function late(id: string, max: number): Refusal {
  return {
    refused: 'timed-out',
    message: `The ${id} renderer did not finish within ${max} ms.`,
    hint: 'Ask for fewer pages or a smaller part.',
    limit: { name: 'renderTimeoutMs', max, actual: max },
  };
}

function broken(id: string, reason: string): Refusal {
  const without = withoutFiles(`${id} renderer`, reason);
  if (without) return without;
  return {
    refused: 'worker-failed',
    message: `The ${id} renderer failed on this source: ${reason}.`,
    hint: 'Save the source again with another program, or read it as text.',
  };
}
