// Everything that is decided about a drawing before any engine sees it, in one linear pass: what is refused, what is
// lowered, what is taken out, and what will not be drawn. The engine gets a new text in which nothing points outside.
import { accept, refuse, type Outcome, type Size } from '@percept/core';
import { overLimit } from '@percept/core/internal';
import {
  type RenderLimits,
  maxBlurPx,
  maxKernelOrder,
  maxMorphologyPx,
  maxOctaves,
} from '../limits.ts';
import { Remarks } from '../remarks.ts';
import type { Warning } from '../rendering.ts';
import { CssValues, needsResolving } from './css-values.ts';
import { judgeHref, type ImageBudget } from './hrefs.ts';
import {
  applyEdits,
  escapeAttribute,
  localName,
  tokenise,
  unescapeXml,
  type Edit,
  type OpenTag,
  type Token,
} from './markup.ts';
import { naturalSize, rootEdits } from './root.ts';
import { completeFamilies, completeSheet, pointsOutside, readStyle, stripSheet } from './sheet.ts';
import { plainTransforms } from './transform.ts';

export interface Drawn {
  /** The drawing as the engine may have it: no declarations, no document type, nothing external. */
  readonly markup: string;
  readonly size: Size;
  /** All characters that it may draw. */
  readonly text: string;
  readonly background?: string;
  readonly warnings: readonly Warning[];
}

export function prescan(
  source: string,
  limits: RenderLimits,
  budget: ImageBudget = { pixelsLeft: limits.maxSvgImagePixels, nesting: 0 },
): Outcome<Drawn> {
  if (source.length > limits.maxSvgBytes) {
    const hint = 'Simplify the drawing.';
    return refuse(overLimit('maxSvgBytes', limits.maxSvgBytes, source.length, hint));
  }
  const edits: Edit[] = [];
  const remarks = new Remarks();
  const values = new CssValues();
  const texts: string[] = [];
  const open: string[] = [];
  let elements = 0;
  let textChars = 0;
  let root: OpenTag | undefined;
  let ids: ReadonlySet<string> | undefined;

  collectVariables();
  for (const token of tokenise(source)) {
    const refusal = take(token);
    if (refusal) return refusal;
  }
  return finish();

  /** Variables may be used before the style sheet that declares them. */
  function collectVariables(): void {
    if (!source.includes('--')) return;
    let inSheet = false;
    for (const token of tokenise(source)) {
      const isSheet = inSheet && (token.kind === 'text' || token.kind === 'cdata');
      if (isSheet) values.declare(source.slice(token.start, token.end));
      if (token.kind === 'close') inSheet = false;
      if (token.kind !== 'open') continue;
      inSheet = token.name === 'style' && !token.selfClosing;
      for (const { name, start, end } of token.attributes) {
        if (name === 'style') values.declare(unescapeXml(source.slice(start, end)));
      }
    }
  }

  function take(token: Token): Outcome<never> | undefined {
    switch (token.kind) {
      case 'doctype':
        return takeDoctype(token.start, token.end);
      case 'aside':
        if (source.startsWith('<?xml-stylesheet', token.start))
          remarks.count('external-not-loaded', 'style sheet');
        if (source.startsWith('<?', token.start)) edits.push({ ...token, text: '' });
        return undefined;
      case 'open':
        return takeOpen(token);
      case 'close':
        open.pop();
        return undefined;
      case 'text':
      case 'cdata':
        return takeText(token.start, token.end);
    }
  }

  function takeDoctype(start: number, end: number): Outcome<never> | undefined {
    if (/<!ENTITY/i.test(source.slice(start, end)))
      return refuse({
        refused: 'forbidden',
        message:
          'The drawing declares entities, by which a small file can unfold without end or name other files.',
        hint: 'Save it without a document type (for example as "plain SVG"), or read it as text.',
      });
    edits.push({ start, end, text: '' });
    return undefined;
  }

  function takeOpen(token: OpenTag): Outcome<never> | undefined {
    elements++;
    if (elements > limits.maxSvgElements)
      return tooMany('maxSvgElements', limits.maxSvgElements, elements);
    if (!token.selfClosing) open.push(token.name);
    if (open.length > limits.maxSvgDepth)
      return tooMany('maxSvgDepth', limits.maxSvgDepth, open.length);
    root ??= token;
    const unplayed = unseen.get(token.name);
    if (unplayed) remarks.count(unplayed);
    for (const attribute of token.attributes) {
      const raw = source.slice(attribute.start, attribute.end);
      const changed = takeAttribute(token.name, attribute.name, raw);
      if (!changed.ok) return changed;
      if (changed.value !== raw)
        edits.push({ start: attribute.start, end: attribute.end, text: changed.value });
    }
    return undefined;
  }

  function takeAttribute(element: string, name: string, raw: string): Outcome<string> {
    const local = localName(name);
    if (local === 'href' || local === 'src')
      return judgeHref(element, unescapeXml(raw), {
        limits,
        budget,
        remarks,
        scan: (inner, left) => prescan(inner, limits, left),
      });
    if (pointsOutside(raw)) remarks.count('external-not-loaded', 'reference');
    const clamped = clampAttribute(element, local, raw);
    if (clamped !== undefined) {
      remarks.say('clamped', lowered(`${local} of ${element}`));
      return accept(clamped);
    }
    if (local.startsWith('on')) remarks.count('script-not-run');
    if (local === 'font-family') return accept(escapeAttribute(families(unescapeXml(raw))));
    if (local === 'filter' && pointsNowhere(raw)) return accept('none');
    const needsWork = local === 'style' && /font-family|transform/i.test(raw);
    if (!needsWork && !needsResolving(raw)) return accept(raw);
    const value = unescapeXml(raw);
    const resolved = local === 'style' ? declarations(value) : values.resolve(value);
    return accept(escapeAttribute(resolved));
  }

  /** A filter that is not there is no filter; the engine would leave out what it stands on. */
  function pointsNowhere(value: string): boolean {
    const id = /^\s*url\(\s*#([^)\s]{1,200})\s*\)\s*$/.exec(value)?.[1];
    if (id === undefined) return false;
    ids ??= new Set(
      [...source.matchAll(/\sid\s{0,9}=\s{0,9}["']([^"']{1,200})["']/g)].map(
        ([, name]) => name ?? '',
      ),
    );
    return !ids.has(id);
  }

  function declarations(value: string): string {
    const resolved = values.resolveSheet(`{${value};}`).slice(1, -2);
    return completeSheet(plainTransforms(resolved), (name) => remarks.font(name));
  }

  function families(value: string): string {
    const { list, absent } = completeFamilies(values.resolve(value));
    if (absent !== undefined) remarks.font(absent);
    return list;
  }

  function takeText(start: number, end: number): Outcome<never> | undefined {
    const inside = open.at(-1);
    if (inside === 'style') takeSheet(start, end);
    const text = source.slice(start, end);
    if (!lettered.has(inside) || text.trim() === '') return undefined;
    textChars += text.length;
    if (textChars > limits.maxSvgTextChars)
      return tooMany('maxSvgTextChars', limits.maxSvgTextChars, textChars);
    texts.push(unescapeXml(text));
    return undefined;
  }

  function takeSheet(start: number, end: number): void {
    const css = source.slice(start, end);
    const { sheet, external } = stripSheet(css);
    if (external) remarks.count('external-not-loaded', 'style sheet or font');
    const plain = plainTransforms(values.resolveSheet(sheet));
    const resolved = completeSheet(plain, (name) => remarks.font(name));
    if (resolved !== css) edits.push({ start, end, text: resolved });
  }

  function tooMany(name: string, max: number, actual: number): Outcome<never> {
    return refuse(overLimit(name, max, actual, 'Simplify the drawing, or read it as text.'));
  }

  function finish(): Outcome<Drawn> {
    if (values.isSpent) remarks.say('clamped', lowered('number of CSS variables'));
    if (root?.name !== 'svg') return refuse(noDrawing);
    const facts = new Map(
      root.attributes.map(({ name, start, end }) => [name, unescapeXml(source.slice(start, end))]),
    );
    const style = readStyle(facts.get('style') ?? '');
    const size = naturalSize(
      {
        width: style.get('width') ?? facts.get('width'),
        height: style.get('height') ?? facts.get('height'),
        viewBox: facts.get('viewBox'),
      },
      limits,
    );
    if (!size.ok) return size;
    const background = style.get('background-color') ?? style.get('background');
    return accept({
      markup: applyEdits(source, [...edits, ...rootEdits(source, root, facts, size.value)]).trim(),
      size: size.value,
      text: texts.join(' '),
      ...(background !== undefined && { background: values.resolve(background) }),
      warnings: remarks.warnings(),
    });
  }
}

const unseen: ReadonlyMap<
  string,
  'foreign-object-not-drawn' | 'script-not-run' | 'animation-not-drawn'
> = new Map([
  ['foreignObject', 'foreign-object-not-drawn'],
  ['script', 'script-not-run'],
  ['animate', 'animation-not-drawn'],
  ['animateTransform', 'animation-not-drawn'],
  ['animateMotion', 'animation-not-drawn'],
  ['animateColor', 'animation-not-drawn'],
  ['set', 'animation-not-drawn'],
]);

const lettered: ReadonlySet<string | undefined> = new Set('text tspan textPath a tref'.split(' '));

function lowered(what: string): string {
  return `The ${what} was lowered to keep the work bounded.`;
}

const noDrawing = {
  refused: 'corrupt',
  message: 'The text has no svg element at its root.',
  hint: 'Check the drawing as text.',
} as const;

/** Figures in filters by which a few bytes ask for hours of work, and the value from which on nothing visible changes. */
const highest: ReadonlyMap<string, number> = new Map([
  ['feTurbulence numOctaves', maxOctaves],
  ['feMorphology radius', maxMorphologyPx],
  ['feGaussianBlur stdDeviation', maxBlurPx],
  ['feDropShadow stdDeviation', maxBlurPx],
  ['feConvolveMatrix order', maxKernelOrder],
]);

/** The lowered value, or undefined where the value may stay. */
function clampAttribute(element: string, name: string, value: string): string | undefined {
  const max = highest.get(`${element} ${name}`);
  if (max === undefined) return undefined;
  const parts = value.trim().split(/[\s,]+/);
  const lowered = parts.map((part) => (Number(part) > max ? String(max) : part));
  return lowered.some((part, index) => part !== parts[index]) ? lowered.join(' ') : undefined;
}
