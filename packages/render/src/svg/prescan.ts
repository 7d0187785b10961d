// Everything that is decided about a drawing before any engine sees it, in one linear pass: what is refused, what is
// lowered, what is taken out, and what will not be drawn. The engine gets a new text in which nothing points outside.
import { accept, refuse, type Outcome, type Size } from '@percept/core';
import { overLimit } from '@percept/core/internal';
import type { RenderLimits } from '../limits.ts';
import type { Warning } from '../rendering.ts';
import { CssValues, needsResolving } from './css-values.ts';
import { clampAttribute } from './clamps.ts';
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
import { Notes } from './notes.ts';
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
  budget?: ImageBudget,
): Outcome<Drawn> {
  if (source.length > limits.maxSvgBytes) {
    const hint = 'Simplify the drawing.';
    return refuse(overLimit('maxSvgBytes', limits.maxSvgBytes, source.length, hint));
  }
  return new Prescan(
    source,
    limits,
    budget ?? { pixelsLeft: limits.maxSvgImagePixels, nesting: 0 },
  ).run();
}

class Prescan {
  readonly #source: string;
  readonly #limits: RenderLimits;
  readonly #budget: ImageBudget;
  readonly #edits: Edit[] = [];
  readonly #notes = new Notes();
  readonly #values = new CssValues();
  readonly #texts: string[] = [];
  readonly #open: string[] = [];
  #elements = 0;
  #textChars = 0;
  #root: OpenTag | undefined;
  #ids: ReadonlySet<string> | undefined;

  constructor(source: string, limits: RenderLimits, budget: ImageBudget) {
    this.#source = source;
    this.#limits = limits;
    this.#budget = budget;
  }

  run(): Outcome<Drawn> {
    this.#collectVariables();
    for (const token of tokenise(this.#source)) {
      const refusal = this.#take(token);
      if (refusal) return refusal;
    }
    return this.#finish();
  }

  /** Variables may be used before the style sheet that declares them. */
  #collectVariables(): void {
    if (!this.#source.includes('--')) return;
    let inSheet = false;
    for (const token of tokenise(this.#source)) {
      const isSheet = inSheet && (token.kind === 'text' || token.kind === 'cdata');
      if (isSheet) this.#values.declare(this.#source.slice(token.start, token.end));
      if (token.kind === 'close') inSheet = false;
      if (token.kind !== 'open') continue;
      inSheet = token.name === 'style' && !token.selfClosing;
      for (const { name, start, end } of token.attributes) {
        if (name === 'style') this.#values.declare(unescapeXml(this.#source.slice(start, end)));
      }
    }
  }

  #take(token: Token): Outcome<never> | undefined {
    switch (token.kind) {
      case 'doctype':
        return this.#takeDoctype(token.start, token.end);
      case 'aside':
        if (this.#source.startsWith('<?xml-stylesheet', token.start))
          this.#notes.external('style sheet');
        if (this.#source.startsWith('<?', token.start)) this.#edits.push({ ...token, text: '' });
        return undefined;
      case 'open':
        return this.#takeOpen(token);
      case 'close':
        this.#open.pop();
        return undefined;
      case 'text':
      case 'cdata':
        return this.#takeText(token.start, token.end);
    }
  }

  #takeDoctype(start: number, end: number): Outcome<never> | undefined {
    if (/<!ENTITY/i.test(this.#source.slice(start, end))) {
      return refuse({
        refused: 'forbidden',
        message:
          'The drawing declares entities, by which a small file can unfold without end or name other files.',
        hint: 'Save it without a document type (for example as "plain SVG"), or read it as text.',
      });
    }
    this.#edits.push({ start, end, text: '' });
    return undefined;
  }

  #takeOpen(token: OpenTag): Outcome<never> | undefined {
    this.#elements++;
    if (this.#elements > this.#limits.maxSvgElements) {
      return this.#tooMany('maxSvgElements', this.#limits.maxSvgElements, this.#elements);
    }
    if (!token.selfClosing) this.#open.push(token.name);
    if (this.#open.length > this.#limits.maxSvgDepth) {
      return this.#tooMany('maxSvgDepth', this.#limits.maxSvgDepth, this.#open.length);
    }
    this.#root ??= token;
    this.#notes.element(token.name);
    for (const attribute of token.attributes) {
      const raw = this.#source.slice(attribute.start, attribute.end);
      const changed = this.#takeAttribute(token.name, attribute.name, raw);
      if (!changed.ok) return changed;
      if (changed.value !== raw)
        this.#edits.push({ start: attribute.start, end: attribute.end, text: changed.value });
    }
    return undefined;
  }

  #takeAttribute(element: string, name: string, raw: string): Outcome<string> {
    const local = localName(name);
    if (local === 'href' || local === 'src') {
      return judgeHref(element, unescapeXml(raw), {
        limits: this.#limits,
        budget: this.#budget,
        notes: this.#notes,
        scan: (inner, budget) => prescan(inner, this.#limits, budget),
      });
    }
    if (pointsOutside(raw)) this.#notes.external('reference');
    const clamped = clampAttribute(element, local, raw);
    if (clamped !== undefined) {
      this.#notes.clamped(`${local} of ${element}`);
      return accept(clamped);
    }
    if (local.startsWith('on')) this.#notes.element('script');
    if (local === 'font-family') return accept(escapeAttribute(this.#families(unescapeXml(raw))));
    if (local === 'filter' && this.#pointsNowhere(raw)) return accept('none');
    const needsWork = local === 'style' && /font-family|transform/i.test(raw);
    if (!needsWork && !needsResolving(raw)) return accept(raw);
    const value = unescapeXml(raw);
    const resolved = local === 'style' ? this.#declarations(value) : this.#values.resolve(value);
    return accept(escapeAttribute(resolved));
  }

  /** A filter that is not there is no filter; the engine would leave out what it stands on. */
  #pointsNowhere(value: string): boolean {
    const id = /^\s*url\(\s*#([^)\s]{1,200})\s*\)\s*$/.exec(value)?.[1];
    if (id === undefined) return false;
    this.#ids ??= new Set(
      [...this.#source.matchAll(/\sid\s{0,9}=\s{0,9}["']([^"']{1,200})["']/g)].map(
        ([, name]) => name ?? '',
      ),
    );
    return !this.#ids.has(id);
  }

  #declarations(value: string): string {
    const resolved = this.#values.resolveSheet(`{${value};}`).slice(1, -2);
    return completeSheet(plainTransforms(resolved), (name) => this.#notes.font(name));
  }

  #families(value: string): string {
    const { list, absent } = completeFamilies(this.#values.resolve(value));
    if (absent !== undefined) this.#notes.font(absent);
    return list;
  }

  #takeText(start: number, end: number): Outcome<never> | undefined {
    const inside = this.#open.at(-1);
    if (inside === 'style') {
      this.#takeSheet(start, end);
      return undefined;
    }
    if (this.#open.length === 0) return undefined;
    const text = this.#source.slice(start, end);
    const isDrawn =
      inside === 'text' ||
      inside === 'tspan' ||
      inside === 'textPath' ||
      inside === 'a' ||
      inside === 'tref';
    if (!isDrawn || text.trim() === '') return undefined;
    this.#textChars += text.length;
    if (this.#textChars > this.#limits.maxSvgTextChars) {
      return this.#tooMany('maxSvgTextChars', this.#limits.maxSvgTextChars, this.#textChars);
    }
    this.#texts.push(unescapeXml(text));
    return undefined;
  }

  #takeSheet(start: number, end: number): void {
    const css = this.#source.slice(start, end);
    const { sheet, external } = stripSheet(css);
    if (external) this.#notes.external('style sheet or font');
    const plain = plainTransforms(this.#values.resolveSheet(sheet));
    const resolved = completeSheet(plain, (name) => this.#notes.font(name));
    if (resolved !== css) this.#edits.push({ start, end, text: resolved });
  }

  #tooMany(name: string, max: number, actual: number): Outcome<never> {
    return refuse(overLimit(name, max, actual, 'Simplify the drawing, or read it as text.'));
  }

  #finish(): Outcome<Drawn> {
    const root = this.#root;
    if (this.#values.isSpent) this.#notes.clamped('number of CSS variables');
    if (root?.name !== 'svg') return refuse(noDrawing);
    const facts = new Map(
      root.attributes.map(({ name, start, end }) => [
        name,
        unescapeXml(this.#source.slice(start, end)),
      ]),
    );
    const style = readStyle(facts.get('style') ?? '');
    const size = naturalSize(
      {
        width: style.get('width') ?? facts.get('width'),
        height: style.get('height') ?? facts.get('height'),
        viewBox: facts.get('viewBox'),
      },
      this.#limits,
    );
    if (!size.ok) return size;
    const background = style.get('background-color') ?? style.get('background');
    return accept({
      markup: applyEdits(this.#source, [
        ...this.#edits,
        ...rootEdits(this.#source, root, facts, size.value),
      ]).trim(),
      size: size.value,
      text: this.#texts.join(' '),
      ...(background !== undefined && { background: this.#values.resolve(background) }),
      warnings: this.#notes.warnings(),
    });
  }
}

const noDrawing = {
  refused: 'corrupt',
  message: 'The text has no svg element at its root.',
  hint: 'Check the drawing as text.',
} as const;
