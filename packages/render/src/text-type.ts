// Text has no magic, so its name tells what kind of text it is. Nothing here is trusted with more than the choice of a
// layout: every kind is drawn from the same decoded text.

/** A table of words for each name, as the name for each word. */
export function byWord(table: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  const entries = Object.entries(table);
  return new Map(entries.flatMap(([name, words]) => words.split(' ').map((word) => [word, name])));
}

const types = byWord({
  'text/markdown': 'md markdown mdx',
  'text/csv': 'csv',
  'text/tab-separated-values': 'tsv tab',
  'application/json': 'json geojson',
  'application/x-ndjson': 'jsonl ndjson',
  'application/x-ipynb+json': 'ipynb',
  'text/html': 'html htm xhtml',
  'text/x-diff': 'diff patch',
  'text/x-ansi': 'ansi',
  'text/vnd.graphviz': 'dot gv',
  'text/vnd.mermaid': 'mmd mermaid',
  'text/x-tex': 'tex',
  'text/plain': 'txt log text',
});

const escape = 0x1b;
const window = 64 * 1024;

/** A chart says what it is by the address of its schema. */
const vegaSchema = /"\$schema"\s*:\s*"[^"]{0,80}\/schema\/(vega-lite|vega)\//;

function headOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes.subarray(0, 2048));
}

/** The extension of a name, in lower case and without its dot; empty when there is none. */
export function extensionOf(name: string | undefined): string {
  const base = name?.split(/[/\\]/).at(-1) ?? '';
  const dot = base.lastIndexOf('.');
  return dot > 0 ? base.slice(dot + 1).toLowerCase() : '';
}

/** The likely type of a source that nobody has looked at. */
export function typeByName(name: string): string {
  const extension = extensionOf(name);
  if (extension === 'svg') return 'image/svg+xml';
  return extension === 'pdf' ? 'application/pdf' : textTypeOf(name, new Uint8Array());
}

export function textTypeOf(name: string | undefined, bytes: Uint8Array): string {
  const lower = name?.toLowerCase() ?? '';
  if (lower.endsWith('.vl.json')) return 'application/vnd.vegalite+json';
  if (lower.endsWith('.vg.json')) return 'application/vnd.vega+json';
  const type = types.get(extensionOf(name));
  const chart = type === 'application/json' ? vegaSchema.exec(headOf(bytes))?.[1] : undefined;
  if (chart !== undefined) return `application/vnd.${chart.replace('-', '')}+json`;
  const isPlain = type === undefined || type === 'text/plain';
  if (isPlain && bytes.subarray(0, window).includes(escape)) return 'text/x-ansi';
  // Source code of any language is text whose language the highlighter finds by the same name.
  return type ?? (extensionOf(name) === '' ? 'text/plain' : 'text/x-code');
}
