// HTML as nodes of a scene: what can be seen and nothing that can act. Scripts, frames, handlers and addresses are left
// out while the text is read, so that nothing later needs to know of them. The parser is a loop, and depth is bounded.
import { Parser } from 'htmlparser2';
import { visible } from '../document/code-block.ts';
import { element, lineBreak, presetOf, words } from '../document/node.ts';
import type { Pictures } from '../document/picture.ts';
import type { Remarks } from '../remarks.ts';
import { escapeAttribute, escapeText } from '../svg/markup.ts';
import type { SceneNode } from '../takumi/scene.ts';
import { control } from './controls.ts';
import { cleanCss, styleRule } from './css.ts';
import { maxHtmlChars, maxHtmlDepth, maxHtmlElements } from '../limits.ts';

export interface HtmlFacts {
  readonly nodes: readonly SceneNode[];
  readonly css: readonly string[];
}

export interface HtmlOptions {
  readonly pictures: Pictures;
  readonly remarks: Remarks;
  /** Whether the page's own looks are kept: its classes, style sheets and style attributes. */
  readonly looks: 'own' | 'ours';
}

interface Open {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: SceneNode[];
}

export function parseHtml(html: string, options: HtmlOptions): HtmlFacts {
  const reader = new HtmlReader(options);
  const parser = new Parser(reader, {
    decodeEntities: true,
    lowerCaseTags: true,
    // SVG inside a page has names with capitals.
    lowerCaseAttributeNames: false,
  });
  // In pieces, so that a page that is over its bounds is left early.
  const step = 64 * 1024;
  for (let at = 0; at < html.length && !reader.isFull; at += step)
    parser.write(html.slice(at, at + step));
  parser.end();
  return reader.finish();
}

class HtmlReader {
  readonly #options: HtmlOptions;
  readonly #stack: Open[] = [{ tag: '', attributes: {}, children: [] }];
  readonly #css: string[] = [];
  readonly #rules: string[] = [];
  /** Inside an element that is not shown, this deep. */
  #unseen = 0;
  #beyond = 0;
  #style: string | undefined;
  #svg: { markup: string; depth: number } | undefined;
  #elements = 0;
  #chars = 0;

  constructor(options: HtmlOptions) {
    this.#options = options;
  }

  get isFull(): boolean {
    return this.#elements >= maxHtmlElements || this.#chars >= maxHtmlChars;
  }

  onopentag(tag: string, written: Readonly<Record<string, string>>): void {
    const { remarks } = this.#options;
    if (this.#svg) return this.#svgOpen(tag, written);
    const attributes = lowered(written);
    if (tag === 'style' && this.#unseenBelowHead()) {
      this.#style = '';
      return;
    }
    if (tag === 'link' && /stylesheet/i.test(attributes['rel'] ?? ''))
      remarks.count('external-not-loaded', 'style sheet');
    if (active.has(tag) || Object.keys(attributes).some((name) => /^on/i.test(name)))
      remarks.count('script-not-run');
    if (this.#unseen > 0 || unseen.has(tag)) {
      if (media.has(tag) && this.#unseen === 0)
        remarks.say('part-not-drawn', `<${tag}> is not drawn.`);
      // The parser closes empty elements itself, so that every start has its end.
      this.#unseen++;
      return;
    }
    if (tag === 'svg') {
      this.#svg = { markup: '', depth: 0 };
      return this.#svgOpen(tag, { xmlns: 'http://www.w3.org/2000/svg', ...written });
    }
    this.#elements++;
    if (this.#stack.length >= maxHtmlDepth || this.isFull) {
      if (!this.isFull)
        remarks.say(
          'part-not-drawn',
          `Boxes deeper than ${maxHtmlDepth} are drawn without their looks.`,
        );
      this.#beyond++;
      return;
    }
    this.#stack.push({ tag, attributes, children: [] });
  }

  ontext(text: string): void {
    if (this.#svg) {
      this.#svg.markup += escapeText(text);
      return;
    }
    if (this.#style !== undefined) {
      this.#style += text;
      return;
    }
    if (this.#unseen > 0 || this.isFull) return;
    this.#chars += text.length;
    const isPre = this.#stack.some(({ tag }) => tag === 'pre' || tag === 'textarea');
    const shown = isPre ? text : text.replaceAll(/[\t\n\r\f ]+/g, ' ');
    if (shown !== '') this.#top().push(words(visible(shown)));
  }

  onclosetag(tag: string): void {
    if (this.#svg) return this.#svgClose(tag);
    if (tag === 'style' && this.#style !== undefined) {
      if (this.#options.looks === 'own') this.#css.push(this.#style);
      this.#style = undefined;
      return;
    }
    if (this.#unseen > 0) {
      this.#unseen--;
      return;
    }
    if (this.#beyond > 0) {
      this.#beyond--;
      return;
    }
    const open = this.#stack.length > 1 ? this.#stack.pop() : undefined;
    if (open) this.#top().push(...this.#close(open));
  }

  finish(): HtmlFacts {
    const { remarks } = this.#options;
    while (this.#stack.length > 1) this.onclosetag('');
    if (this.isFull)
      remarks.say('truncated', 'The page is very long: only its beginning was laid out.');
    const css = this.#css.map((sheet) => cleanCss(sheet, remarks));
    return { nodes: this.#top(), css: [...css, this.#rules.join('\n')] };
  }

  /** Style sheets stand in the head, which is not shown. */
  #unseenBelowHead(): boolean {
    return this.#unseen <= 1;
  }

  #top(): SceneNode[] {
    return this.#stack.at(-1)?.children ?? [];
  }

  #close({ tag, attributes, children }: Open): readonly SceneNode[] {
    const { pictures, remarks, looks } = this.#options;
    if (tag === 'br') return [lineBreak];
    if (tag === 'img') {
      const size = { width: figure(attributes['width']), height: figure(attributes['height']) };
      return [pictures.at(attributes['src'] ?? '', attributes['alt'] ?? '', size)];
    }
    const drawn = control(tag, attributes, children);
    if (drawn) return [drawn];
    const classes = looks === 'own' ? this.#classes(attributes, remarks) : '';
    const isBlock = presetOf(tag)?.['display'] !== undefined;
    return [
      element(tag, children, {
        ...(!isBlock && { preset: { ...presetOf(tag), display: 'inline' } }),
        ...(classes !== '' && { className: classes }),
        ...(looks === 'own' && attributes['id'] && { id: attributes['id'] }),
        ...spans(attributes),
      }),
    ];
  }

  /** Styles of an element become a rule of their own: a sheet passes over what it does not know, an element does not. */
  #classes(attributes: Readonly<Record<string, string>>, remarks: Remarks): string {
    const rule = styleRule(attributes['style'], remarks);
    const own = attributes['class'] ?? '';
    if (rule === '') return own;
    const name = `own-style-${this.#rules.length}`;
    // Written four times it outweighs what a sheet says of the element.
    this.#rules.push(`${`.${name}`.repeat(4)} { ${rule} }`);
    return `${own} ${name}`.trim();
  }

  #svgOpen(tag: string, attributes: Readonly<Record<string, string>>): void {
    if (!this.#svg) return;
    const written = Object.entries(attributes).map(
      ([name, value]) => ` ${name}="${escapeAttribute(value)}"`,
    );
    this.#svg.depth++;
    this.#svg.markup += `<${svgName(tag)}${written.join('')}>`;
  }

  #svgClose(tag: string): void {
    if (!this.#svg) return;
    this.#svg.markup += `</${svgName(tag)}>`;
    this.#svg.depth--;
    if (this.#svg.depth > 0) return;
    const bytes = new TextEncoder().encode(this.#svg.markup);
    this.#svg = undefined;
    this.#top().push(this.#options.pictures.of(bytes, 'drawing'));
  }
}

function lowered(attributes: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const entries = Object.entries(attributes);
  return Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), value]));
}

/** What tables need; other attributes only match selectors. */
function spans(attributes: Readonly<Record<string, string>>): {
  readonly attributes?: Readonly<Record<string, string>>;
} {
  const kept = Object.entries(attributes).filter(([name]) => /^(?:col|row)span$/.test(name));
  return kept.length > 0 ? { attributes: Object.fromEntries(kept) } : {};
}

function figure(text: string | undefined): number | undefined {
  const value = Number.parseFloat(text ?? '');
  return Number.isFinite(value) && value > 0 && !(text ?? '').includes('%') ? value : undefined;
}

/** Their content is no text of the page. */
const unseen: ReadonlySet<string> = new Set(
  (
    'script noscript template iframe frame frameset object embed applet audio video canvas ' +
    'head title meta link base datalist map'
  ).split(' '),
);

const active: ReadonlySet<string> = new Set('script iframe object embed applet'.split(' '));

const media: ReadonlySet<string> = new Set(['audio', 'video', 'canvas', 'object', 'embed']);

/** HTML writes names in small letters; SVG has a few with capitals. */
const capitals: ReadonlyMap<string, string> = new Map(
  (
    'linearGradient radialGradient clipPath textPath foreignObject feBlend feColorMatrix feComponentTransfer ' +
    'feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDropShadow feFlood feFuncA feFuncB feFuncG ' +
    'feFuncR feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset feSpecularLighting feTile feTurbulence'
  )
    .split(' ')
    .map((name) => [name.toLowerCase(), name]),
);

function svgName(tag: string): string {
  return capitals.get(tag) ?? tag.replaceAll(/[^\w:.-]/g, '');
}
