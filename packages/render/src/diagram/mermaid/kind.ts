// Which kind of diagram a Mermaid text is. Apart from the drawing, because the host asks this before any thread does.

/** What is drawn here; the other kinds need a browser. */
export const ownMermaidKinds: ReadonlySet<string> = new Set(
  (
    'graph flowchart flowchart-elk stateDiagram stateDiagram-v2 classDiagram classDiagram-v2 ' +
    'erDiagram sequenceDiagram'
  ).split(' '),
);

export function mermaidKind(source: string): string {
  return kindOf(linesOf(source));
}

export function kindOf(lines: readonly string[]): string {
  return /^[\w-]+/.exec(lines[0] ?? '')?.[0] ?? '';
}

/** Statements without comments, directives and front matter. */
export function linesOf(source: string): readonly string[] {
  return source
    .replace(/^\s*---\r?\n[^]*?\n---\r?\n/, '')
    .replaceAll(/%%\{[^]*?\}%%/g, '')
    .split(/\r?\n/)
    .map((line) => line.replace(/^\s*%%.*$/, '').trim())
    .filter((line) => line !== '' && line !== '```' && line !== '```mermaid');
}
