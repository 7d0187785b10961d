// Text as it is: a label, copy, optional line numbers, and only as much as somebody asked to see.
import type { Json } from '@percept/core';
import { html, nothing, type TemplateResult } from 'lit';
import { jsonText } from '../json-text.ts';
import type { Stage } from '../stage.ts';
import { count, label, visible } from '../words.ts';
import { icon } from './icon.ts';

/** A page is laid out quickly on a slow machine; what is beyond the last is for a download. */
const maxCharsByPage = [4_000, 32_000, 256_000];

export interface Code {
  readonly key: string;
  readonly lang: string;
  /** About this much of the text; longer than asked for when there is more. */
  print(maxChars: number): string;
  readonly numbered?: boolean;
  /** The page to start with. */
  readonly from?: number;
}

export function codeView(stage: Stage, code: Code): TemplateResult {
  const page = Math.min((code.from ?? 1) + stage.pagesOf(code.key), maxCharsByPage.length - 1);
  const maxChars = maxCharsByPage[page] ?? 0;
  const printed = code.print(maxChars);
  const text = visible(printed.slice(0, maxChars));
  const lang = label(code.lang || 'text', 40);
  const copied = stage.copied === code.key;
  return html`<div class="code" part="code">
    <div class="bar">
      <span part="lang">${lang}</span>
      <button
        type="button"
        part="button"
        @click=${() => stage.copy(code.key, () => code.print(Infinity))}
      >
        ${icon(copied ? 'done' : 'copy')}${copied ? 'Copied' : 'Copy'}
      </button>
    </div>
    <div class="lines">
      ${code.numbered ? html`<pre class="gutter" aria-hidden="true">${numbers(text)}</pre>` : nothing}
      <pre
        tabindex="0"
        role="group"
        aria-label="${lang} source"
        dir="ltr"
      ><code>${text}</code></pre>
    </div>
    ${
      printed.length > maxChars
        ? moreView(stage, {
            key: code.key,
            shown: maxChars,
            last: page === maxCharsByPage.length - 1,
            whole: () => code.print(Infinity),
          })
        : nothing
    }
  </div>`;
}

/** What is not laid out yet is one press away; what never will be can be taken along. */
export function moreView(
  stage: Stage,
  rest: { readonly key: string; readonly shown: number; readonly last: boolean; whole(): string },
): TemplateResult {
  const save = (): void => {
    const blob = new Blob([rest.whole()], { type: 'application/octet-stream' });
    stage.save({ blob }, 'envelope.txt');
  };
  return html`<div class="more">
    <span>The first ${count(rest.shown)} characters.</span>
    ${
      rest.last
        ? html`<button type="button" part="button" @click=${save}>
            ${icon('download')}Download all
          </button>`
        : html`<button type="button" part="button" @click=${() => stage.more(rest.key)}>
            Show more
          </button>`
    }
  </div>`;
}

function numbers(text: string): string {
  const lines = text.replace(/\n$/, '').split('\n').length;
  return Array.from({ length: lines }, (_, at) => at + 1).join('\n');
}

/** Readable JSON that folds. */
export function jsonView(
  stage: Stage,
  key: string,
  value: Json,
  summary: unknown,
  open = true,
): TemplateResult {
  const print = (maxChars: number): string => jsonText(value, maxChars);
  return html`<details class="json" part="json" ?open=${open}>
    <summary>${summary}</summary>
    ${codeView(stage, { key, lang: 'JSON', print, from: 0 })}
  </details>`;
}
