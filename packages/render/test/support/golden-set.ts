// Our own golden set: one small source for each thing that a change of engine, font or encoder could move.
import { cjkPdf, formPdf, pdfKinds } from './pdf-kinds.ts';

const svg = (body: string, attributes = 'viewBox="0 0 200 120"'): Uint8Array =>
  new TextEncoder().encode(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${body}</svg>`);

const kinds = pdfKinds();
const kind = (name: string): Uint8Array => kinds.get(name) ?? new Uint8Array();

export const goldenSet: ReadonlyMap<string, Uint8Array> = new Map([
  [
    'shapes.svg',
    svg(
      '<rect x="5" y="5" width="60" height="40" rx="8" fill="#36c"/><circle cx="110" cy="40" r="30" fill="none" stroke="#c33" stroke-width="5"/><path d="M10 110Q60 40 190 110" fill="none" stroke="#283" stroke-width="3" stroke-dasharray="6 3"/>',
    ),
  ],
  [
    'text.svg',
    svg(
      '<text x="5" y="30" font-size="20">Ångström <tspan font-weight="bold">bold</tspan> <tspan font-style="italic">italic</tspan></text><text x="5" y="60" font-family="monospace" font-size="16">mono 0O1lI</text><text x="5" y="95" font-size="20">Ωμέγα Жук</text>',
    ),
  ],
  [
    'scripts.svg',
    svg(
      '<text x="5" y="40" font-size="24">漢字 かな 한글</text><text x="5" y="90" font-size="24">✓ → ★ ≠</text>',
    ),
  ],
  [
    'gradients.svg',
    svg(
      '<linearGradient id="l"><stop stop-color="#f00"/><stop offset="1" stop-color="#00f"/></linearGradient><radialGradient id="r"><stop stop-color="#ff0"/><stop offset="1" stop-color="#080"/></radialGradient><rect width="100" height="120" fill="url(#l)"/><rect x="100" width="100" height="120" fill="url(#r)"/>',
    ),
  ],
  [
    'filters.svg',
    svg(
      '<filter id="b"><feGaussianBlur stdDeviation="3"/></filter><filter id="s"><feDropShadow dx="4" dy="4" stdDeviation="2"/></filter><rect x="15" y="15" width="60" height="60" fill="#a3c" filter="url(#b)"/><rect x="115" y="15" width="60" height="60" fill="#3ac" filter="url(#s)"/>',
    ),
  ],
  [
    'masks.svg',
    svg(
      '<mask id="m"><rect width="200" height="120" fill="#fff"/><circle cx="60" cy="60" r="30"/></mask><clipPath id="c"><circle cx="150" cy="60" r="40"/></clipPath><rect width="120" height="120" fill="#c60" mask="url(#m)"/><rect x="100" width="100" height="120" fill="#06c" clip-path="url(#c)"/>',
    ),
  ],
  [
    'variables.svg',
    svg(
      '<style>:root{--ink:#135;--wash:color-mix(in srgb,var(--ink) 15%,white)}.b{fill:var(--wash);stroke:var(--ink)}</style><rect class="b" x="10" y="10" width="180" height="100"/>',
    ),
  ],
  [
    'white-ink.svg',
    svg('<circle cx="100" cy="60" r="40" fill="none" stroke="#fff" stroke-width="8"/>'),
  ],
  ['units.svg', svg('<rect width="50%" height="50%" fill="#390"/>', 'width="40mm" height="3cm"')],
  ['text.pdf', kind('text')],
  ['rotated.pdf', kind('rotated')],
  ['image.pdf', kind('image')],
  ['shading.pdf', kind('shading')],
  ['form.pdf', formPdf()],
  ['cjk.pdf', cjkPdf()],
]);
