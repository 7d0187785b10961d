// Facts, renderers.md: how a source becomes pixels without reaching a file, a host, or the end of memory.

import { section } from '../requirement.ts';

export const factsRender = [
  ...section('facts/renderers', '§1 SVG', 3, {
    'f-render-svg-fidelity': { trap: 'At least 96 % of the reference suite is within tolerance.' },
    'f-render-svg-css-variables': {
      trap: 'CSS variables are resolved; otherwise boxes are solid black.',
    },
    'f-render-svg-backdrop': { trap: 'A backdrop is drawn; otherwise ink flattens to black.' },
    'f-render-svg-no-file': { trap: 'No href reads a local file.' },
    'f-render-svg-no-network': { trap: 'No reference reaches the network.' },
    'f-render-svg-entities': { trap: 'Entity declarations are refused before any engine.' },
    'f-render-svg-depth': { trap: 'Deep nesting is refused before it can overflow a stack.' },
    'f-render-svg-bombs': { trap: 'Mask, filter, text and use bombs end at the deadline.' },
    'f-render-svg-svgz': { trap: 'Compressed SVG is inflated only under a cap.' },
    'f-render-svg-aspect': { trap: 'A huge aspect is a typed refusal.' },
    'f-render-svg-unsupported-said': { trap: 'foreignObject and scripts are named as not drawn.' },
    'f-render-deterministic': {
      trap: 'Same source, version, fonts and options give the same bytes.',
    },
    'f-render-instance-discarded': { trap: 'An engine is thrown away after a trap.' },
  }),
  ...section('facts/renderers', '§2 Code and text', 3, {
    'f-render-legible-cell': {
      trap: 'Text is drawn at a 9x16 cell or larger unless gist is asked for.',
    },
    'f-render-no-ligatures': {
      trap: 'Code is laid out with ligatures switched off, because models misread them.',
    },
    'f-render-whole-patches': { trap: 'A page is whole 28-px patches that no provider resamples.' },
    'f-render-header-lines': { trap: 'A page names path, range and page and numbers its lines.' },
    'f-render-readback': { trap: 'At least 99 % of the characters of a page are read back.' },
    'f-render-token-estimate': {
      trap: 'The result states its token estimate, because text as pixels costs more.',
    },
    'f-render-pages': { trap: 'view shows page one by default and more on request.' },
    'f-render-missing-glyphs': { trap: 'Missing glyphs are reported.' },
  }),
  ...section('facts/renderers', '§3 PDF', 3, {
    'f-render-pdf-forms': { trap: 'Form fields are drawn.' },
    'f-render-pdf-cjk': { trap: 'Missing CJK fonts are supplied and the substitution is named.' },
    'f-render-pdf-password': { trap: 'A locked PDF is refused as encrypted.' },
    'f-render-pdf-corrupt': { trap: 'A broken PDF is refused as corrupt.' },
    'f-render-pdf-bombs': { trap: 'PDF bombs end as a refusal within the deadline.' },
    'f-render-pdf-page-range': { trap: 'A page out of range is refused with the page count.' },
  }),
  ...section('facts/renderers', '§4 Office, HTML, diagrams', 3, {
    'f-render-markdown-table': { trap: 'Markdown, CSV, JSON and HTML are laid out and paginated.' },
    'f-render-notebook': { trap: 'Notebook cells and outputs are drawn; scripts never run.' },
    'f-render-diagrams': { trap: 'Graphviz, Mermaid, Vega-Lite and LaTeX draw with loaders off.' },
    'f-render-office': {
      trap: 'Office files draw where the host can; else renderer-missing with a hint.',
    },
    'f-render-no-remote-images': { trap: 'Remote images in documents are not fetched.' },
  }),
  ...section('facts/renderers', '§7 Shape', 3, {
    'f-render-region-original': {
      trap: 'region crops from the original, so zooming restores detail.',
    },
    'f-render-factor': { trap: 'The result states the factor from shown to original pixels.' },
    'f-render-cached': {
      trap: 'A render is cached by source, renderer, version, fonts and options.',
    },
    'f-render-lying-file': { trap: 'A file that lies gets what its bytes are.' },
  }),
] as const;
