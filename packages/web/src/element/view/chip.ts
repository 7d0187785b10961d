// What stands where something is not shown: what it is, why not, and what to do. Never a hole.
import { html, nothing, type TemplateResult } from 'lit';
import { icon, type IconName } from './icon.ts';

export interface Chip {
  readonly icon: IconName;
  readonly tone: 'error' | 'calm';
  readonly what: unknown;
  readonly why?: unknown;
  readonly actions?: unknown;
}

export function chipView({ icon: name, tone, what, why, actions }: Chip): TemplateResult {
  return html`<div class="chip ${tone}" part="chip">
    ${icon(name)}
    <div class="words">
      <div class="what" dir="auto">${what}</div>
      ${why ? html`<div class="why" dir="auto">${why}</div>` : nothing}
    </div>
    ${actions ? html`<div class="actions">${actions}</div>` : nothing}
  </div>`;
}
