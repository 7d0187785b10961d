// Entity diagrams: entities with attributes, and lines with crow's feet.
import { directionOf } from './flow.ts';
import { GraphBuilder, wordsOf, type Graph, type Mark } from './graph.ts';

const id = '[\\p{L}\\p{N}_.-]+?|"[^"]+"';
const relation = new RegExp(
  `^(${id})\\s*(\\|o|\\|\\||\\}o|\\}\\|)(--|\\.\\.)(o\\||\\|\\||o\\{|\\|\\{)\\s*(${id})\\s*(?::\\s*([^]*))?$`,
  'u',
);

export function readEntities(lines: readonly string[]): Graph {
  const builder = new GraphBuilder();
  let current: string | undefined;
  for (const line of lines.slice(1)) {
    if (current !== undefined) {
      if (line === '}') current = undefined;
      else builder.addTo(current, 0, attributeOf(line));
      continue;
    }
    const match = relation.exec(line);
    const opened = /^([\p{L}\p{N}_.-]+|"[^"]+")\s*(?:\[([^\]]*)\])?\s*(\{)?$/u.exec(line);
    if (match?.[1] !== undefined && match[5] !== undefined) {
      const [from, to] = [wordsOf(match[1]), wordsOf(match[5])];
      builder.edge({
        from,
        to,
        label: wordsOf(match[6] ?? ''),
        line: match[3] === '..' ? 'dashed' : 'solid',
        startMark: markOf(match[2] ?? ''),
        endMark: markOf(match[4] ?? ''),
      });
    } else if (/^direction\s/.test(line)) builder.direction = directionOf(line.split(/\s+/)[1]);
    else if (opened?.[1] !== undefined) {
      const name = wordsOf(opened[1]);
      builder.node(name, { title: wordsOf(opened[2] ?? name) });
      if (opened[3] !== undefined) current = name;
    } else throw new Error(`"${line.slice(0, 60)}" cannot be read`);
  }
  return builder.build();
}

function attributeOf(line: string): string {
  return line.replaceAll(/\s+/g, ' ').replace(/\s*"([^"]*)"$/, ' — $1');
}

function markOf(sign: string): Mark {
  if (sign.includes('{') || sign.includes('}')) return sign.includes('o') ? 'zero-or-many' : 'many';
  return sign.includes('o') ? 'zero-or-one' : 'one';
}
