// Pictures inside a document: only those that it brings along, judged by their bytes and capped before any engine sees
// them. A picture that lives elsewhere is never fetched; its description stands in its place.
import { doorLimits } from '@percept/core';
import { readImageType } from '@percept/core/internal';
import { probe } from '@percept/ingest/internal/probe';
import { sniff } from '@percept/ingest/internal/sniff';
import { maxAltChars, renderLimits } from '../limits.ts';
import { decodeMarkup } from '../svg/decode.ts';
import { prescan } from '../svg/prescan.ts';
import type { SceneNode } from '../takumi/scene.ts';
import { element, words } from './node.ts';
import type { Remarks } from './remarks.ts';

export interface PictureSize {
  readonly width?: number | undefined;
  readonly height?: number | undefined;
}

export class Pictures {
  readonly #remarks: Remarks;
  readonly #maxWidth: number;
  #pixels = 0;

  constructor(remarks: Remarks, maxWidth: number) {
    this.#remarks = remarks;
    this.#maxWidth = maxWidth;
  }

  /** What an address in a document stands for. */
  at(address: string, alt: string, size: PictureSize = {}): SceneNode {
    const match = /^data:([\w.+-]+\/[\w.+-]+)?((?:;[\w=.+-]+)*),/i.exec(address.slice(0, 200));
    if (!match) {
      this.#remarks.external('picture');
      return absent(alt);
    }
    const body = address.slice(match[0].length);
    const isBase64 = /;base64$/i.test(match[2] ?? '');
    const bytes = isBase64 ? Buffer.from(body, 'base64') : Buffer.from(decodePercent(body), 'utf8');
    return this.of(bytes, alt, size);
  }

  of(bytes: Uint8Array, alt: string, size: PictureSize = {}): SceneNode {
    const drawable = this.#judge(bytes);
    if (!drawable) {
      this.#remarks.part('A picture inside the document could not be drawn.');
      return absent(alt);
    }
    const natural = fitted(drawable, size, this.#maxWidth);
    return { type: 'image', src: drawable.bytes, ...natural, style: { ...natural } };
  }

  #judge(
    bytes: Uint8Array,
  ): { readonly bytes: Uint8Array; readonly width: number; readonly height: number } | undefined {
    const sniffed = sniff(bytes);
    if (sniffed.kind === 'vector') {
      const markup = decodeMarkup(bytes);
      const scanned = markup.ok ? prescan(markup.value, renderLimits) : markup;
      if (!scanned.ok) return undefined;
      this.#remarks.add(scanned.value.warnings);
      return { bytes: new TextEncoder().encode(scanned.value.markup), ...scanned.value.size };
    }
    // The engine draws what may leave the door, and nothing else.
    if (sniffed.kind !== 'image' || !readImageType(sniffed.mime)) return undefined;
    const probed = probe(bytes, sniffed.mime, doorLimits);
    if (!probed.ok) return undefined;
    const { width, height } = probed.value;
    this.#pixels += width * height;
    return this.#pixels > renderLimits.maxSvgImagePixels ? undefined : { bytes, width, height };
  }
}

function fitted(
  natural: { readonly width: number; readonly height: number },
  { width, height }: PictureSize,
  maxWidth: number,
): { readonly width: number; readonly height: number } {
  const ratio = natural.height / natural.width;
  const wished = width ?? (height === undefined ? natural.width : height / ratio);
  const shown = Math.max(1, Math.min(wished, maxWidth, maxHeight / ratio));
  return { width: Math.round(shown), height: Math.max(1, Math.round(shown * ratio)) };
}

/** A picture fits a page. */
const maxHeight = 1100;

function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function shortened(text: string): string {
  return text.length > maxAltChars ? `${text.slice(0, maxAltChars)}…` : text;
}

function absent(alt: string): SceneNode {
  const label = alt.trim() === '' ? 'picture not loaded' : `picture: ${shortened(alt.trim())}`;
  return element('span', [words(`[${label}]`)], { className: 'absent' });
}
