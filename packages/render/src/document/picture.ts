// Pictures inside a document: only those that it brings along, judged by their bytes and capped before any engine sees
// them. A picture that lives elsewhere is never fetched; its description stands in its place.
import type { Size } from '@percept/core';
import { dataAt, judgeEmbedded } from '../image/embedded.ts';
import { maxAltChars, renderLimits } from '../limits.ts';
import { decodeMarkup } from '../svg/decode.ts';
import { prescan } from '../svg/prescan.ts';
import type { SceneNode } from '../takumi/scene.ts';
import { element, words } from './node.ts';
import type { Remarks } from '../remarks.ts';

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
    const bytes = dataAt(address);
    if (bytes !== 'elsewhere') return this.of(bytes, alt, size);
    this.#remarks.count('external-not-loaded', 'picture');
    return absent(alt);
  }

  of(bytes: Uint8Array, alt: string, size: PictureSize = {}): SceneNode {
    const drawable = this.#judge(bytes);
    if (!drawable) {
      this.#remarks.say('part-not-drawn', 'A picture inside the document could not be drawn.');
      return absent(alt);
    }
    const natural = fitted(drawable, size, this.#maxWidth);
    return { type: 'image', src: drawable.bytes, ...natural, style: { ...natural } };
  }

  #judge(bytes: Uint8Array): (Size & { readonly bytes: Uint8Array }) | undefined {
    const embedded = judgeEmbedded(bytes);
    if (embedded.kind === 'neither') return undefined;
    if (embedded.kind === 'drawing') {
      const markup = decodeMarkup(bytes);
      const scanned = markup.ok ? prescan(markup.value, renderLimits) : markup;
      if (!scanned.ok) return undefined;
      this.#remarks.add(scanned.value.warnings);
      return { bytes: new TextEncoder().encode(scanned.value.markup), ...scanned.value.size };
    }
    // One that is too large takes no room from those behind it.
    const pixels = this.#pixels + embedded.size.width * embedded.size.height;
    if (pixels > renderLimits.maxSvgImagePixels) return undefined;
    this.#pixels = pixels;
    return { bytes, ...embedded.size };
  }
}

function fitted(natural: Size, { width, height }: PictureSize, maxWidth: number): Size {
  const ratio = natural.height / natural.width;
  const wished = width ?? (height === undefined ? natural.width : height / ratio);
  const shown = Math.max(1, Math.min(wished, maxWidth, maxHeight / ratio));
  return { width: Math.round(shown), height: Math.max(1, Math.round(shown * ratio)) };
}

/** A picture fits a page. */
const maxHeight = 1100;

function shortened(text: string): string {
  return text.length > maxAltChars ? `${text.slice(0, maxAltChars)}…` : text;
}

function absent(alt: string): SceneNode {
  const label = alt.trim() === '' ? 'picture not loaded' : `picture: ${shortened(alt.trim())}`;
  return element('span', [words(`[${label}]`)], { className: 'absent' });
}
