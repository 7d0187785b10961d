// Formulas by MathJax, as outlines: no font is needed to draw them. Only packages that define symbols are on; those that
// load, link or style are not.
import { LiteElement } from '@mathjax/src/js/adaptors/lite/Element.js';
import { liteAdaptor } from '@mathjax/src/js/adaptors/liteAdaptor.js';
import { RegisterHTMLHandler } from '@mathjax/src/js/handlers/html.js';
import '@mathjax/src/js/input/tex/ams/AmsConfiguration.js';
import '@mathjax/src/js/input/tex/base/BaseConfiguration.js';
import '@mathjax/src/js/input/tex/boldsymbol/BoldsymbolConfiguration.js';
import '@mathjax/src/js/input/tex/cancel/CancelConfiguration.js';
import '@mathjax/src/js/input/tex/newcommand/NewcommandConfiguration.js';
import { TeX } from '@mathjax/src/js/input/tex.js';
import { mathjax } from '@mathjax/src/js/mathjax.js';
import { SVG } from '@mathjax/src/js/output/svg.js';
import '@mathjax/src/js/util/asyncLoad/esm.js';
import { latexLimits } from '../limits.ts';

const adaptor = liteAdaptor();
RegisterHTMLHandler(adaptor);

const packages = ['base', 'ams', 'newcommand', 'boldsymbol', 'cancel'];
/** Pixels of one ex: formulas as large as the words of a page. */
const exPx = 12;

export async function drawLatex(source: string): Promise<string> {
  const tex = new TeX({
    packages,
    ...latexLimits,
    formatError: (_: unknown, error: unknown) => {
      throw error;
    },
  });
  const svg = new SVG({ fontCache: 'local' });
  const document = mathjax.document('', { InputJax: tex, OutputJax: svg });
  const container: unknown = await document.convertPromise(formulaOf(source), { display: true });
  if (!(container instanceof LiteElement)) throw new Error('no formula came out');
  const html = adaptor.outerHTML(container);
  const found = /<svg[^]*<\/svg>/.exec(html)?.[0];
  if (found === undefined) throw new Error('no formula came out');
  const size = { width: 0, height: 0 };
  const inner = found.replace(/^<svg[^>]*>/, (root) =>
    root
      .replace(/style="[^"]*"/, 'color="black"')
      .replaceAll(/(width|height)="([\d.]+)ex"/g, (_, side: 'width' | 'height', ex: string) => {
        size[side] = Math.ceil(Number(ex) * exPx);
        return `${side}="${size[side]}"`;
      }),
  );
  const outer = `width="${size.width + 2 * margin}" height="${size.height + 2 * margin}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${outer}><g transform="translate(${margin} ${margin})">${inner}</g></svg>`;
}

const margin = 24;

/** One formula of everything that is marked as a formula; the whole text where nothing is. */
function formulaOf(source: string): string {
  const text = source.replaceAll(/(^|[^\\])%[^\n]*/g, '$1').trim();
  const marked = /\$\$([^]+?)\$\$|\\\[([^]+?)\\\]|\\\(([^]+?)\\\)|\$([^$\n]+?)\$/g;
  const formulas = [...text.matchAll(marked)].map(
    ([, display, bracketed, inline, single]) => display ?? bracketed ?? inline ?? single ?? '',
  );
  if (formulas.length === 0) return text;
  if (formulas.length === 1) return formulas[0] ?? '';
  return `\\begin{gathered}${formulas.map((formula) => `{${formula.trim()}}`).join(' \\\\[1em] ')}\\end{gathered}`;
}
