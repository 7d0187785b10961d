// A card: head, words, fields, and the envelopes inside. Every member of the payload has a place in it.
import type { Json } from '@percept/core';
import { html, nothing, type TemplateResult } from 'lit';
import { jsonText } from '../json-text.ts';
import type { Card } from '../reading.ts';
import type { Stage } from '../stage.ts';
import { label } from '../words.ts';
import { jsonView } from './code.ts';
import { maxCardDepth, maxOpenCardChars } from '../../limits.ts';

export interface CardContent {
  readonly title: string | undefined;
  readonly card: Card;
  readonly text: unknown;
  readonly media: unknown;
}

export function cardView(stage: Stage, { title, card, text, media }: CardContent): TemplateResult {
  return html`<section class="card" part="card" aria-label=${label(title ?? 'Card', 120)}>
    ${title === undefined ? nothing : html`<div class="title" part="title" dir="auto">${label(title)}</div>`}
    ${text} ${media}
    ${
      card.fields.length === 0
        ? nothing
        : html`<dl>
            ${card.fields.map(
              ({ name, value }, at) =>
                html`<div class="field" part="field">
                  <dt dir="auto">${label(name, 120)}</dt>
                  <dd dir="auto">${valueView(stage, `field.${at}`, value)}</dd>
                </div>`,
            )}
          </dl>`
    }
    ${card.parts.map((part, at) => partView(stage, `part.${at}`, part))}
  </section>`;
}

function valueView(stage: Stage, key: string, value: Json): unknown {
  if (typeof value === 'object' && value !== null)
    return jsonView(
      stage,
      key,
      value,
      'Details',
      jsonText(value, maxOpenCardChars).length <= maxOpenCardChars,
    );
  return typeof value === 'string' && value.length > 2_000
    ? jsonView(stage, key, value, label(value, 200), false)
    : label(String(value), 2_000);
}

function partView(stage: Stage, key: string, part: Json): TemplateResult {
  return stage.depth < maxCardDepth
    ? html`<media-envelope
        .envelope=${part}
        .origins=${stage.origins}
        .lineNumbers=${stage.lineNumbers}
        .depth=${stage.depth + 1}
      ></media-envelope>`
    : jsonView(stage, key, part, 'Nested too deeply to draw', false);
}
