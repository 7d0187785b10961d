// A renderer of one's own from a name and a function. Its deadline, its cache and the check of what it hands out are the
// darkroom's, whatever the function does; what it turns a source into is drawn under the same limits as a stranger's file.
import { accept, refuse, type Outcome, type Size } from '@percept/core';
import {
  call,
  checkOptions,
  either,
  listOf,
  maybe,
  text,
  word,
} from '@percept/core/internal/options';
import { drawingSize, pngSize } from './geometry.ts';
import { resolvePages, type RenderOptions } from './options.ts';
import { rendererKey, type RenderContext, type Renderer, type RenderSource } from './renderer.ts';
import { classify } from './source.ts';
import { typeByName } from './text-type.ts';

/** What a function of a renderer is told beside its source. */
export interface DrawingRequest extends Pick<RenderOptions, 'target' | 'theme' | 'density'> {
  /** Aborted at the deadline, or by the caller. */
  readonly signal: AbortSignal;
  /** As large as a drawing of this size is shown, and as the target takes. */
  readonly sizeFor: (natural: Size) => Size;
}

type Drawn<T> = (source: RenderSource, request: DrawingRequest) => T | Promise<T>;

interface Named {
  /** A noun, stable for ever: drawings are kept under it. */
  readonly id: string;
  /** Changes with everything that may change the drawing. */
  readonly version: string;
  /** Endings of names (`.plan`), or a function that looks at the source. */
  readonly accepts: string | readonly string[] | ((source: RenderSource) => boolean);
}

/** Exactly one of the three functions: markup of a drawing, Markdown, or the bytes of a PNG that fits the target. */
export type RendererDefinition = Named &
  (
    | { readonly toSvg: Drawn<string>; readonly toMarkdown?: never; readonly toPng?: never }
    | { readonly toMarkdown: Drawn<string>; readonly toSvg?: never; readonly toPng?: never }
    | { readonly toPng: Drawn<Uint8Array>; readonly toSvg?: never; readonly toMarkdown?: never }
  );

/** Turns a source into a file of another kind, which is drawn by whoever draws that kind in the same darkroom. */
export interface Converter extends Pick<Renderer, 'id' | 'version' | 'accepts'> {
  /** The name of such a file. */
  readonly into: string;
  convert(
    source: RenderSource,
    options: RenderOptions,
    context: RenderContext,
  ): Promise<Outcome<Uint8Array>>;
}

/**
 * A renderer of your own: what it takes, and a function to a drawing, to Markdown or to a PNG.
 *
 * @example
 * const plans = defineRenderer({ id: 'plan', version: '1', accepts: '.plan', toSvg: () => '<svg …/>' });
 * await using darkroom = createDarkroom({ renderers: [plans, ...standardRenderers()] });
 */
export function defineRenderer(definition: RendererDefinition): Renderer | Converter {
  checkOptions<RendererDefinition>('defineRenderer', definition, {
    id: word,
    version: word,
    accepts: either('is an ending, a list of endings, or a function', word, listOf(word, 1), call),
    toSvg: maybe(call),
    toMarkdown: maybe(call),
    toPng: maybe(call),
  });
  const { id, version, accepts: taken, toSvg, toMarkdown, toPng } = definition;
  const given = [toSvg, toMarkdown, toPng].filter((one) => one !== undefined).length;
  if (given !== 1)
    throw new TypeError('defineRenderer: one of toSvg, toMarkdown and toPng is a function.');
  const accepts = typeof taken === 'function' ? taken : endsWith([taken].flat());
  if (toPng) return { id, version, fonts: '', accepts, render: pngPage(id, toPng) };
  const write = toSvg ?? toMarkdown;
  return {
    id,
    version,
    accepts,
    into: toSvg ? 'drawing.svg' : 'page.md',
    convert: async (source, options, context) => {
      const written: unknown = await write(source, requestOf(options, context));
      const wrong = text(written, `what ${id} answered`);
      if (wrong !== undefined) throw new TypeError(`${wrong}.`);
      return accept(new TextEncoder().encode(String(written)));
    },
  };
}

/** The whole renderer: whoever draws what it turns into stands in its key, because a pixel depends on both. */
export function completeRenderer(
  given: Renderer | Converter,
  all: readonly (Renderer | Converter)[],
): Renderer {
  if (!('convert' in given)) return given;
  const { id, version, into, accepts } = given;
  const like = { bytes: new Uint8Array(), mime: typeByName(into), name: into };
  const inner = all.find((one): one is Renderer => 'render' in one && one.accepts(like));
  if (!inner)
    throw new TypeError(
      `createDarkroom: renderers has nobody who draws ${into}, which ${id} is turned into.`,
    );
  return {
    id,
    version: `${version} ${rendererKey(inner)}`,
    fonts: inner.fonts,
    accepts: (source) => accepts(source),
    async render(source, options, context) {
      const converted = await given.convert(source, options, context);
      if (!converted.ok) return converted;
      const found = classify({ bytes: converted.value, name: into }, context.limits);
      if (!found.ok) return found;
      if (found.value.kind !== 'renderable' || !inner.accepts(found.value.source))
        return refuse({
          refused: 'renderer-missing',
          message: `The renderer ${id} wrote something else than ${into}.`,
          hint: 'Mend the renderer; the file is not at fault.',
        });
      return inner.render(found.value.source, options, context);
    },
  };
}

function endsWith(endings: readonly string[]): (source: RenderSource) => boolean {
  const lower = endings.map((ending) => ending.toLowerCase());
  return ({ name = '' }) => lower.some((ending) => name.toLowerCase().endsWith(ending));
}

function requestOf(
  { target, theme, density }: RenderOptions,
  { signal, limits }: RenderContext,
): DrawingRequest {
  const sizeFor = (natural: Size): Size => drawingSize(natural, target, limits.maxOutputPixels);
  return { target, theme, density, signal, sizeFor };
}

/** One page that shows the whole. */
function pngPage(id: string, toPng: Drawn<Uint8Array>): Renderer['render'] {
  return async (source, options, context) => {
    const pages = resolvePages(options.pages, 1);
    if (!pages.ok) return pages;
    const png: unknown = await toPng(source, requestOf(options, context));
    const size = png instanceof Uint8Array ? pngSize(png) : undefined;
    if (!(png instanceof Uint8Array) || !size)
      throw new TypeError(`what ${id} answered is no PNG.`);
    const shown = { left: 0, top: 0, ...size };
    return accept({
      pages: [{ png, ...size, page: 1, original: size, shown }],
      pageCount: 1,
      warnings: options.region ? [wholeShown] : [],
      reproducible: false,
    });
  };
}

const wholeShown = {
  kind: 'truncated',
  message: 'The whole was drawn, and no part of it.',
} as const;
