// Where a drawing points. Inside itself is fine; a picture that it carries is looked at by the door's own probe before
// an engine decodes it; a drawing inside the drawing passes the same prescan; everything else is cut.
import { accept, refuse, type Outcome } from '@percept/core';
import { overLimit } from '@percept/core/internal';
import { dataAt, judgeEmbedded } from '../image/embedded.ts';
import { maxSvgNesting, type RenderLimits } from '../limits.ts';
import type { Warning } from '../rendering.ts';
import { escapeAttribute } from './markup.ts';
import type { Remarks } from '../remarks.ts';

/** Shared by a drawing and the drawings inside it. */
export interface ImageBudget {
  pixelsLeft: number;
  readonly nesting: number;
}

export interface HrefContext {
  readonly limits: RenderLimits;
  readonly budget: ImageBudget;
  readonly remarks: Remarks;
  /** The prescan of a drawing inside this one. */
  readonly scan: (source: string, budget: ImageBudget) => Outcome<ScannedInside>;
}

interface ScannedInside {
  readonly markup: string;
  readonly warnings: readonly Warning[];
}

const cut = '#';

/** The value to write instead, escaped; a refusal when what the drawing carries is over a limit. */
export function judgeHref(element: string, value: string, context: HrefContext): Outcome<string> {
  const { limits, budget, remarks } = context;
  const href = value.trim();
  if (href === '' || href.startsWith('#')) return accept(escapeAttribute(value));
  // A link is not followed when a picture is looked at.
  if (element === 'a') return accept(cut);
  const isPicture = element === 'image' || element === 'feImage';
  const bytes = isPicture ? dataAt(href) : 'elsewhere';
  if (bytes === 'elsewhere') {
    remarks.count('external-not-loaded', isPicture ? 'picture' : 'reference');
    return accept(cut);
  }
  const embedded = judgeEmbedded(bytes);
  if (embedded.kind === 'drawing') return nested(bytes, context);
  if (embedded.kind === 'neither')
    return drop(remarks, `A picture inside the drawing was not drawn: ${embedded.why}`);
  const { width, height } = embedded.size;
  if (width * height > budget.pixelsLeft) {
    const hint = 'Scale the pictures inside the drawing down.';
    const actual = limits.maxSvgImagePixels - budget.pixelsLeft + width * height;
    return refuse(overLimit('maxSvgImagePixels', limits.maxSvgImagePixels, actual, hint));
  }
  budget.pixelsLeft -= width * height;
  return accept(dataUrl(embedded.mime, bytes));
}

function dataUrl(mime: string, content: Uint8Array | string): string {
  return `data:${mime};base64,${Buffer.from(content).toString('base64')}`;
}

function drop(remarks: Remarks, message: string): Outcome<string> {
  remarks.say('part-not-drawn', message);
  return accept(cut);
}

function nested(bytes: Uint8Array, { budget, remarks, scan }: HrefContext): Outcome<string> {
  if (budget.nesting >= maxSvgNesting)
    return drop(remarks, 'A drawing in a drawing in a drawing was not drawn.');
  const inner: ImageBudget = { pixelsLeft: budget.pixelsLeft, nesting: budget.nesting + 1 };
  const drawn = scan(Buffer.from(bytes).toString('utf8'), inner);
  if (!drawn.ok) return drawn;
  budget.pixelsLeft = inner.pixelsLeft;
  for (const { message } of drawn.value.warnings)
    remarks.say('part-not-drawn', `In a drawing inside: ${message}`);
  return accept(dataUrl('image/svg+xml', drawn.value.markup));
}
