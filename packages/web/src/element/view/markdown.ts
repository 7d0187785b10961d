// Markdown to templates: blocks and words are drawn from closed lists, and no string ever becomes HTML. Raw HTML is shown
// as the text that it is, links go to the web and to mail only, and pictures obey the same rules as envelopes.
import { html, nothing, type TemplateResult } from 'lit';
import { linkAddress, namesAnother, namesHost } from '../address.ts';
import { type Block, blocksOf, type Definitions } from '../markdown/block.ts';
import { type Inline, wordsOf } from '../markdown/inline.ts';
import { inlinesOf } from '../markdown/parse-inline.ts';
import { InlinePicture } from '../reading.ts';
import type { Stage } from '../stage.ts';
import { label, visible } from '../words.ts';
import { codeView, moreView } from './code.ts';

/** What one page holds; the last is as much as a browser lays out without pain. */
const maxCharsByPage = [64_000, 256_000, 1_000_000];

interface Place {
  readonly stage: Stage;
  readonly key: string;
  readonly definitions: Definitions;
  /** Inside a list or a quote, which has the direction of all its text. */
  readonly inner?: boolean;
}

export function markdownView(stage: Stage, text: string): TemplateResult {
  if (text.trim() === '') return html`<p class="facts">An empty text.</p>`;
  const page = Math.min(stage.pagesOf('markdown'), maxCharsByPage.length - 1);
  const maxChars = maxCharsByPage[page] ?? 0;
  const { blocks, definitions } = blocksOf(text.slice(0, maxChars));
  const last = page === maxCharsByPage.length - 1;
  const rest = { key: 'markdown', shown: maxChars, last, whole: () => text };
  return html`<div class="prose" part="prose">
    ${blocksView({ stage, key: 'markdown', definitions }, blocks)}
    ${text.length > maxChars ? moreView(stage, rest) : nothing}
  </div>`;
}

function blocksView(place: Place, blocks: readonly Block[]): unknown {
  return blocks.map((block, at) => blockView({ ...place, key: `${place.key}.${at}` }, block));
}

function blockView(place: Place, block: Block): unknown {
  switch (block.type) {
    case 'heading': {
      const level = Math.min(block.level + 1, 6);
      return html`<div class="h h${block.level}" role="heading" aria-level=${level} dir="auto">
        ${words(place, block.text)}
      </div>`;
    }
    case 'paragraph':
      return html`<p dir=${place.inner ? nothing : 'auto'}>${words(place, block.text)}</p>`;
    case 'plain':
      return sourceView(place, 'too long or too deep to format', block.text, 0);
    case 'code':
      return sourceView(place, block.lang, block.text, 1);
    case 'quote':
      return html`<blockquote dir="auto">
        ${blocksView({ ...place, inner: true }, block.blocks)}
      </blockquote>`;
    case 'rule':
      return html`<hr />`;
    case 'list': {
      const items = block.items.map(({ done, blocks }, at) => {
        const inner = blocksView({ ...place, key: `${place.key}.${at}`, inner: true }, blocks);
        return done === undefined
          ? html`<li>${inner}</li>`
          : html`<li class="task">
              <input
                type="checkbox"
                disabled
                ?checked=${done}
                aria-label=${done ? 'done' : 'to do'}
              />
              <div>${inner}</div>
            </li>`;
      });
      return block.start === undefined
        ? html`<ul dir="auto">
            ${items}
          </ul>`
        : html`<ol dir="auto" start=${block.start}>
            ${items}
          </ol>`;
    }
    case 'table': {
      const [head = [], ...rows] = block.rows;
      return html`<div class="scroll" tabindex="0" role="group" aria-label="Table">
        <table>
          <thead>
            <tr>
              ${head.map((cell, at) => html`<th scope="col" class=${block.align[at] ?? ''} dir="auto">${words(place, cell)}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${rows.map(
              (row) =>
                html`<tr>
                  ${row.map((cell, at) => html`<td class=${block.align[at] ?? ''} dir="auto">${words(place, cell)}</td>`)}
                </tr>`,
            )}
          </tbody>
        </table>
      </div>`;
    }
  }
}

function sourceView(
  { stage, key }: Place,
  lang: string,
  text: string,
  from: number,
): TemplateResult {
  const print = (maxChars: number): string => text.slice(0, maxChars + 1);
  return codeView(stage, { key, lang, print, from, numbered: from > 0 && stage.lineNumbers });
}

function words(place: Place, text: string): unknown {
  return inlinesView(place, inlinesOf(text, place.definitions));
}

function inlinesView(place: Place, inlines: readonly Inline[]): unknown {
  return inlines.map((inline) => inlineView(place, inline));
}

function inlineView(place: Place, inline: Inline): unknown {
  switch (inline.type) {
    case 'text':
      return visible(inline.text);
    case 'code':
      return html`<code>${visible(inline.text)}</code>`;
    case 'break':
      return html`<br />`;
    case 'em':
      return html`<em>${inlinesView(place, inline.inside)}</em>`;
    case 'strong':
      return html`<strong>${inlinesView(place, inline.inside)}</strong>`;
    case 'del':
      return html`<del>${inlinesView(place, inline.inside)}</del>`;
    case 'image':
      return html`<media-envelope
        .envelope=${new InlinePicture(inline.href, inline.alt, inline.title)}
        .origins=${place.stage.origins}
        .depth=${place.stage.depth + 1}
      ></media-envelope>`;
    case 'link':
      return linkView(place, inline);
  }
}

/** The host is in sight whenever the words of the link do not name it. */
function linkView(place: Place, link: Extract<Inline, { readonly type: 'link' }>): TemplateResult {
  const { href, inside, title } = link;
  const address = linkAddress(href);
  // A button inside a link could not be reached, so pictures stand beside it.
  const shown = inside.filter(({ type }) => type !== 'image');
  const pictures = inside.filter(({ type }) => type === 'image');
  const beside = inlinesView(place, pictures);
  if (address.state === 'refused')
    return html`${inlinesView(place, shown)}
      <span class="refused">(${address.reason})</span>${beside}`;
  const { host } = address;
  const words = wordsOf(shown);
  const named = address.state === 'allowed' ? !namesAnother(words, host) : namesHost(words, host);
  return html`<a
      href=${address.href}
      title=${title || nothing}
      target="_blank"
      rel="noopener noreferrer nofollow"
      >${shown.length > 0 ? inlinesView(place, shown) : label(host)}</a
    >${named ? nothing : html` <bdi class="host">(${label(host, 80)})</bdi>`}${beside}`;
}
