// Mermaid without a browser: the five kinds that are written most, each read by its own reader. What cannot be read is
// said with the line that was in the way; other kinds are named.
import { readClass } from './class.ts';
import { readEntities } from './entity.ts';
import { readFlow } from './flow.ts';
import type { Graph } from './graph.ts';
import { kindOf, linesOf } from './kind.ts';
import { layOut } from './layout.ts';
import { paintGraph } from './paint.ts';
import { drawSequence } from './sequence.ts';
import { readState } from './state.ts';

const readers: ReadonlyMap<string, (lines: readonly string[]) => Graph> = new Map([
  ['graph', readFlow],
  ['flowchart', readFlow],
  ['flowchart-elk', readFlow],
  ['stateDiagram', readState],
  ['stateDiagram-v2', readState],
  ['classDiagram', readClass],
  ['classDiagram-v2', readClass],
  ['erDiagram', readEntities],
]);

export function drawMermaid(source: string): string {
  const lines = linesOf(source);
  const kind = kindOf(lines);
  if (kind === 'sequenceDiagram') return drawSequence(lines);
  const read = readers.get(kind);
  if (read) return paintGraph(layOut(read(lines)));
  throw new Error(
    `"${kind.slice(0, 30)}" is not one of flowchart, sequenceDiagram, classDiagram, stateDiagram and erDiagram`,
  );
}
