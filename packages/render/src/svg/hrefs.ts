// Where a drawing points. Inside itself is fine; a picture that it carries is looked at by the door's own probe before
// an engine decodes it; a drawing inside the drawing passes the same prescan; everything else is cut.
import { accept, doorLimits, refuse, type Outcome } from '@percept/core';
import { overLimit, readImageType } from '@percept/core/internal';
import { probe } from '@percept/ingest/internal/probe';
import { sniff } from '@percept/ingest/internal/sniff';
import { maxSvgNesting, type RenderLimits } from '../limits.ts';
import type { Warning } from '../rendering.ts';
import { escapeAttribute } from './markup.ts';
import type { Notes } from './notes.ts';

/** Shared by a drawing and the drawings inside it. */
export interface ImageBudget {
  pixelsLeft: number;
  readonly nesting: number;
}

export interface HrefContext {
  readonly limits: RenderLimits;
  readonly budget: ImageBudget;
  readonly notes: Notes;
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
  const { limits, budget, notes } = context;
  const href = value.trim();
  if (href === '' || href.startsWith('#')) return accept(escapeAttribute(value));
  // A link is not followed when a picture is looked at.
  if (element === 'a') return accept(cut);
  const data = /^data:([^,]{0,200}),/i.exec(href);
  if (!data || (element !== 'image' && element !== 'feImage')) {
    notes.external(element === 'image' || element === 'feImage' ? 'picture' : 'reference');
    return accept(cut);
  }
  const bytes = decodeData(href.slice(data[0].length), /;\s*base64\s*$/i.test(data[1] ?? ''));
  const sniffed = bytes && sniff(bytes);
  if (!bytes || !sniffed) return drop(notes, 'A picture inside the drawing is not valid data.');
  if (sniffed.kind === 'vector') return nested(bytes, context);
  if (sniffed.kind !== 'image' || !readImageType(sniffed.mime))
    return drop(notes, 'Something inside the drawing is no picture.');
  const found = probe(bytes, sniffed.mime, {
    ...doorLimits,
    maxSourcePixels: Number.MAX_SAFE_INTEGER,
  });
  if (!found.ok)
    return drop(notes, `A picture inside the drawing was not drawn: ${found.refusal.message}`);
  const { width, height } = found.value;
  if (width * height > budget.pixelsLeft) {
    const hint = 'Scale the pictures inside the drawing down.';
    const actual = limits.maxSvgImagePixels - budget.pixelsLeft + width * height;
    return refuse(overLimit('maxSvgImagePixels', limits.maxSvgImagePixels, actual, hint));
  }
  budget.pixelsLeft -= width * height;
  const base64 = Buffer.from(bytes).toString('base64');
  return accept(`data:${sniffed.mime};base64,${base64}`);
}

function drop(notes: Notes, message: string): Outcome<string> {
  notes.part(message);
  return accept(cut);
}

function nested(bytes: Uint8Array, { budget, notes, scan }: HrefContext): Outcome<string> {
  if (budget.nesting >= maxSvgNesting)
    return drop(notes, 'A drawing in a drawing in a drawing was not drawn.');
  const inner: ImageBudget = { pixelsLeft: budget.pixelsLeft, nesting: budget.nesting + 1 };
  const drawn = scan(Buffer.from(bytes).toString('utf8'), inner);
  if (!drawn.ok) return drawn;
  budget.pixelsLeft = inner.pixelsLeft;
  for (const { message } of drawn.value.warnings) notes.part(`In a drawing inside: ${message}`);
  return accept(`data:image/svg+xml;base64,${Buffer.from(drawn.value.markup).toString('base64')}`);
}

function decodeData(body: string, isBase64: boolean): Uint8Array | undefined {
  try {
    const text = body.includes('%') ? decodeURIComponent(body) : body;
    return new Uint8Array(Buffer.from(text, isBase64 ? 'base64' : 'utf8'));
  } catch {
    return undefined;
  }
}
