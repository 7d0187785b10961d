// Mermaid without a browser: the five kinds that are written most, each read by its own reader. What cannot be read is
// said with the line that was in the way; other kinds are named.
import { readClass } from './class.ts';
import { readEntities } from './entity.ts';
import { readFlow } from './flow.ts';
import { kindOf, linesOf } from './kind.ts';
import { layOut } from './layout.ts';
import { paintGraph } from './paint.ts';
import { drawSequence } from './sequence.ts';
import { readState } from './state.ts';

export function drawMermaid(source: string): string {
  const lines = linesOf(source);
  const kind = kindOf(lines);
  switch (kind) {
    case 'graph':
    case 'flowchart':
    case 'flowchart-elk':
      return paintGraph(layOut(readFlow(lines)));
    case 'stateDiagram':
    case 'stateDiagram-v2':
      return paintGraph(layOut(readState(lines)));
    case 'classDiagram':
    case 'classDiagram-v2':
      return paintGraph(layOut(readClass(lines)));
    case 'erDiagram':
      return paintGraph(layOut(readEntities(lines)));
    case 'sequenceDiagram':
      return drawSequence(lines);
    default:
      throw new Error(
        `"${kind.slice(0, 30)}" is not one of flowchart, sequenceDiagram, classDiagram, stateDiagram and erDiagram`,
      );
  }
}
