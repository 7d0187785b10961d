// Sixteen-pixel line drawings in the colour of the text. They are decoration: every button carries its name in words.
import { html, svg, type TemplateResult } from 'lit';

const shapes = {
  alert: 'M8 5v3.5M8 11v.2M8 1.8 14.8 13.8H1.2z',
  close: 'm3.5 3.5 9 9m0-9-9 9',
  copy: 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3',
  done: 'm3 8.5 3.5 3.5 6.5-8',
  download: 'M8 2v8m-3.5-3L8 10.5 11.5 7M2.5 13.5h11',
  file: 'M3.5 1.5h6l3 3v10h-9zM9 2v3h3',
  globe:
    'M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM1.5 8h13M8 1.5c2 2 2.5 4 2.5 6.5S10 12.5 8 14.5C6 12.5 5.5 10.5 5.5 8S6 3.5 8 1.5z',
  image: 'M1.5 2.5h13v11h-13zM2 11.5 6 8l3 2.5 2-1.5 3.5 3M10.5 6v.1',
  sound: 'M2 6.5v3M5 4v8M8 2v12M11 5v6M14 6.5v3',
  zoom: 'M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM10.3 10.3l3.7 3.7M7 5v4M5 7h4',
} as const;
export type IconName = keyof typeof shapes;

export function icon(name: IconName): TemplateResult {
  return html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
    ${svg`<path d=${shapes[name]}></path>`}
  </svg>`;
}

export function iconButton(name: IconName, words: string, act: () => void): TemplateResult {
  return html`<button type="button" part="button" aria-label=${words} title=${words} @click=${act}>
    ${icon(name)}
  </button>`;
}
