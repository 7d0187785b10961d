// What a source is, by its bytes first: a name can only say which kind of text a text is. A file that lies gets what its
// bytes are.
import { accept, refuse, type Outcome, type SourceType } from '@percept/core';
import { overLimit } from '@percept/core/internal';
import { refusalFor, sniff } from '@percept/ingest/internal/sniff';
import { gunzipSync } from 'node:zlib';
import type { RenderLimits } from './limits.ts';
import type { RenderSource } from './renderer.ts';
import { declaresEncoding, decodeMarkup } from './svg/decode.ts';
import type { Warning } from './rendering.ts';
import { guessedText, markedText, type Utf8Text } from './text-encoding.ts';
import { textTypeOf } from './text-type.ts';

export type Classified =
  /** Has pixels already: it needs the door and `read`, no renderer. */
  | { readonly kind: 'raster'; readonly mime: SourceType }
  /** Needs `render`. */
  | {
      readonly kind: 'renderable';
      readonly source: RenderSource;
      /** What is to be said besides what the renderer says. */
      readonly warnings: readonly Warning[];
    };

export interface NamedBytes {
  readonly bytes: Uint8Array;
  readonly name?: string;
}

/** @example classify({ bytes, name: 'chart.svg' }, renderLimits) */
export function classify({ bytes, name }: NamedBytes, limits: RenderLimits): Outcome<Classified> {
  if (bytes.length > limits.maxSourceBytes) {
    const hint = 'Look at a smaller file, or read a part of it as text.';
    return refuse(overLimit('maxSourceBytes', limits.maxSourceBytes, bytes.length, hint));
  }
  const sniffed = sniff(bytes);
  const renderable = (
    mime: string,
    content = bytes,
    warnings: readonly Warning[] = [],
  ): Outcome<Classified> =>
    accept({
      kind: 'renderable',
      source: { bytes: content, mime, ...(name !== undefined && { name }) },
      warnings,
    });
  const text = (decoded: Utf8Text): Outcome<Classified> =>
    renderable(textTypeOf(name, decoded.bytes), decoded.bytes, decoded.warnings);
  switch (sniffed.kind) {
    case 'image':
      return accept({ kind: 'raster', mime: sniffed.mime });
    case 'vector':
      return renderable(sniffed.mime);
    case 'text':
      return text(markedText(bytes));
    case 'document': {
      if (sniffed.mime !== 'application/gzip') return renderable(sniffed.mime);
      const inflated = inflateSvg(bytes, limits);
      return inflated.ok ? renderable('image/svg+xml', inflated.value) : inflated;
    }
    case 'audio':
      return refuse({
        refused: 'unperceivable',
        message: `This is sound (${sniffed.mime}): there is nothing to see.`,
        hint: 'listen, or percept transcribe, tells what is in it.',
      });
    case 'empty':
    case 'refused-image':
    case 'refused-audio':
    case 'video':
      return refuse(refusalFor(sniffed));
    case 'unknown': {
      const drawing = bytes.length > limits.maxSvgBytes ? undefined : recodeDrawing(bytes);
      if (drawing) return renderable('image/svg+xml', drawing);
      const decoded = guessedText(bytes);
      return decoded ? text(decoded) : refuse(refusalFor(sniffed));
    }
  }
}

/** A drawing that declares an encoding other than UTF-8, as UTF-8. */
function recodeDrawing(bytes: Uint8Array): Uint8Array | undefined {
  const text = declaresEncoding(bytes) ? decodeMarkup(bytes) : undefined;
  if (!text?.ok) return undefined;
  const recoded = new TextEncoder().encode(text.value.replace(/^\s*<\?xml[^>]{0,200}\?>/, ''));
  return sniff(recoded).kind === 'vector' ? recoded : undefined;
}

/** A compressed drawing, inflated under the cap that holds for drawings; any other gzip stays closed. */
function inflateSvg(bytes: Uint8Array, limits: RenderLimits): Outcome<Uint8Array> {
  const max = limits.maxSvgBytes;
  if (bytes.length > max) return refuse(refusalFor({ kind: 'document', mime: 'application/gzip' }));
  try {
    const content = new Uint8Array(gunzipSync(bytes, { maxOutputLength: max }));
    if (sniff(content).kind === 'vector') return accept(content);
    return refuse(refusalFor({ kind: 'document', mime: 'application/gzip' }));
  } catch (error) {
    if (error instanceof RangeError) {
      const hint = 'Send a smaller drawing; what a compressed file unpacks to is bounded.';
      return refuse(overLimit('maxSvgBytes', max, max + 1, hint));
    }
    return refuse({
      refused: 'corrupt',
      message: 'The compressed file ends too early or is damaged.',
      hint: 'Save or export the file again, and send that copy.',
    });
  }
}
