// State diagrams: transitions, states with descriptions, composite states, starts and ends, notes left out.
import { directionOf } from './flow.ts';
import { GraphBuilder, wordsOf, type Graph } from './graph.ts';

export function readState(lines: readonly string[]): Graph {
  const builder = new GraphBuilder();
  const scope: string[] = [''];
  let isNote = false;
  const endpoint = (word: string, side: 'start' | 'end'): string => {
    if (word !== '[*]') {
      builder.node(word);
      return word;
    }
    const id = `${scope.at(-1) ?? ''}/${side}`;
    builder.node(id, { title: '', shape: side });
    return id;
  };
  for (const line of lines.slice(1)) {
    if (isNote) {
      isNote = line !== 'end note';
      continue;
    }
    const arrow =
      /^(\[\*\]|[\p{L}\p{N}_.-]+?)\s*-->\s*(\[\*\]|[\p{L}\p{N}_.-]+)\s*(?::\s*([^]*))?$/u.exec(
        line,
      );
    const described = /^state\s+"([^"]*)"\s+as\s+([\w.-]+)/.exec(line);
    const opened = /^state\s+(?:"([^"]*)"\s+as\s+)?([\w.-]+)\s*\{$/.exec(line);
    const kind = /^state\s+([\w.-]+)\s+<<(\w+)>>/.exec(line);
    const words = /^([\w.-]+)\s*:\s*([^]+)$/.exec(line);
    if (arrow?.[1] !== undefined && arrow[2] !== undefined) {
      const from = endpoint(arrow[1], 'start');
      const to = endpoint(arrow[2], 'end');
      const label = wordsOf(arrow[3] ?? '');
      builder.edge({ from, to, label, line: 'solid', startMark: 'none', endMark: 'arrow' });
    } else if (opened?.[2] !== undefined) {
      builder.openFrame(opened[2], wordsOf(opened[1] ?? opened[2]));
      scope.push(opened[2]);
    } else if (line === '}') {
      builder.closeFrame();
      scope.pop();
    } else if (described?.[2] !== undefined) {
      builder.node(described[2], { title: wordsOf(described[1] ?? ''), shape: 'round' });
    } else if (kind?.[1] !== undefined) {
      const shape = kind[2] === 'choice' ? 'diamond' : 'bar';
      builder.node(kind[1], { title: '', shape });
    } else if (/^note\b/.test(line)) isNote = !line.includes(':');
    else if (/^direction\s/.test(line)) builder.direction = directionOf(line.split(/\s+/)[1]);
    else if (words?.[1] !== undefined && words[2] !== undefined) {
      builder.node(words[1], { title: `${words[1]}\n${wordsOf(words[2])}`, shape: 'round' });
    } else {
      const lone = /^(?:state\s+)?([\w.-]+)$/.exec(line)?.[1];
      if (lone !== undefined && lone !== '--') builder.node(lone);
    }
  }
  const graph = builder.build();
  const nodes = graph.nodes.map((node) =>
    node.shape === 'box' ? { ...node, shape: 'round' as const } : node,
  );
  return { ...graph, nodes };
}
