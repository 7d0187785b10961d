// The port that the host fills: a renderer that is registered is the seed's render capability, and one that is not
// registered does not exist. A renderer gets bytes and gives pictures; it opens no file and reaches no host.
import { checkOptions, has, listOf, text } from '@percept/core/internal/options';
import type { Outcome } from '@percept/core';
import type { RenderLimits } from './limits.ts';
import type { PageRange, RenderOptions } from './options.ts';
import type { Rendering } from './rendering.ts';
import { typeByName } from './text-type.ts';

/** What is to be looked at, after `classify` has judged its bytes. */
export interface RenderSource {
  /** Of a text: UTF-8 without a mark, whatever the file was in. */
  readonly bytes: Uint8Array;
  /** What the bytes are; for text, what its name adds to that. Never what a sender claims. */
  readonly mime: string;
  /** For headers and for languages. Not a path that anyone opens. */
  readonly name?: string;
}

export interface RenderContext {
  readonly limits: RenderLimits;
  /** Aborted at the deadline of the request, or by the caller. */
  readonly signal: AbortSignal;
}

/** What a renderer returns; the darkroom adds the key. */
export type RenderedSource = Omit<Rendering, 'rendererKey'>;

/** What is written on pages, without a look at them. A page without letters has an empty text. */
export interface ReadPages {
  readonly kind: 'pages';
  readonly pageCount: number;
  readonly pages: readonly { readonly page: number; readonly text: string }[];
}

/** What is written in a format that has no pages before it is drawn. */
export interface ReadWords {
  readonly kind: 'words';
  readonly text: string;
  /** How many characters there are, those that are left out included. */
  readonly chars: number;
  /** How many pictures stand in it. */
  readonly pictures: number;
}

export interface ReadOptions {
  readonly pages: PageRange;
  readonly maxChars: number;
}

export interface Renderer {
  /** A noun, stable for ever: it stands in cache keys. */
  readonly id: string;
  /** Changes with everything that can change a pixel: our code's revision and the engine's version. */
  readonly version: string;
  /** The fonts it draws with, as `FontSet.id`; empty where it draws no text. */
  readonly fonts: string;
  accepts(source: RenderSource): boolean;
  render(
    source: RenderSource,
    options: RenderOptions,
    context: RenderContext,
  ): Promise<Outcome<RenderedSource>>;
  /** The text layer, where the format has one. */
  read?(
    source: RenderSource,
    options: ReadOptions,
    context: RenderContext,
  ): Promise<Outcome<ReadPages | ReadWords>>;
  /** Starts its engines before there is a source. */
  warm?(): void;
  /** Ends its engines. Engines are shared, so this may be called more than once. */
  close?(): Promise<void>;
}

/**
 * Starts what a source of this name will need, for a host that knows the name before it has the bytes. Only a guess: the
 * bytes decide later, and a wrong guess costs an idle thread.
 *
 * @example warmFor(renderers, 'plan.pdf');
 */
export function warmFor(renderers: readonly Renderer[], name: string): void {
  checkOptions('warmFor', { renderers, name }, { renderers: listOf(has('accepts')), name: text });
  const source = { bytes: new Uint8Array(), mime: typeByName(name), name };
  renderers.find((renderer) => renderer.warm && renderer.accepts(source))?.warm?.();
}

export function rendererKey({ id, version, fonts }: Renderer): string {
  return `${id}@${version}${fonts === '' ? '' : `#${fonts}`}`;
}
