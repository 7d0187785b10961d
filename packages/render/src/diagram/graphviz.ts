// Graphviz, as WebAssembly without a file system. Fonts are named, because its own default is one that nothing here has.
import { Graphviz } from '@hpcc-js/wasm-graphviz';

let loaded: Promise<Graphviz> | undefined;

export async function drawGraphviz(source: string): Promise<string> {
  const graphviz = await (loaded ??= Graphviz.load());
  const svg = graphviz.layout(withFonts(source), 'svg', 'dot');
  // The name was ours, for its widths; what is drawn with is the font that is here.
  return svg.replaceAll(
    /font-family="(?:Arial|Times,serif|Times-Roman)"/g,
    'font-family="sans-serif"',
  );
}

/** The head of a graph, comments before it passed over. */
const head =
  /^(?:\s|\/\/[^\n]*\n|#[^\n]*\n|\/\*[^]*?\*\/){0,200}(?:strict\s+)?(?:di)?graph\b\s*(?:[\w.\u0080-\uffff]+|"(?:[^"\\]|\\.)*")?\s*\{/i;

const fonts =
  'graph [fontname="Arial"]; node [fontname="Arial" margin="0.16,0.08"]; edge [fontname="Arial"];';

function withFonts(source: string): string {
  const match = head.exec(source);
  if (!match) return source;
  return `${match[0]}${fonts}${source.slice(match[0].length)}`;
}
