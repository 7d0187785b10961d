// Flowcharts: `A[words] -->|label| B{words}`, chains, groups by `&`, and subgraphs.
import { readWord } from '@percept/core/internal';
import {
  GraphBuilder,
  wordsOf,
  type Graph,
  type GraphEdge,
  type Mark,
  type Shape,
} from './graph.ts';

const brackets: readonly (readonly [open: string, close: string, shape: Shape])[] = [
  ['(((', ')))', 'circle'],
  ['([', '])', 'pill'],
  ['[[', ']]', 'box'],
  ['[(', ')]', 'cylinder'],
  ['((', '))', 'circle'],
  ['{{', '}}', 'hexagon'],
  ['[/', '/]', 'slanted'],
  ['[/', '\\]', 'slanted'],
  ['[\\', '\\]', 'slanted'],
  ['[\\', '/]', 'slanted'],
  ['[', ']', 'box'],
  ['(', ')', 'round'],
  ['{', '}', 'diamond'],
  ['>', ']', 'flag'],
];

const name = /^[\p{L}\p{N}_][\p{L}\p{N}_.]*(?:-(?=[\p{L}\p{N}_])[\p{L}\p{N}_.]+)*/u;
/** `-->`, `---`, `-.->`, `==>`, `--o`, `x--x`, `<-->`, `~~~`, with words inside or after. */
const link =
  /^\s*([<ox])?(--+|==+|-\.+-?|~~~+)(?:\s*(?:"([^"]*)"|([^-=.|>\s][^|>]*?))\s*(--+|==+|\.+-+))?([>ox])?\s*(?:\|([^|]*)\|)?\s*/u;

export function readFlow(lines: readonly string[]): Graph {
  const builder = new GraphBuilder();
  const head = /^(?:graph|flowchart)(?:-elk)?\s*(TB|TD|BT|LR|RL)?/i.exec(lines[0] ?? '');
  builder.direction = directionOf(head?.[1]);
  let frames = 0;
  for (const line of lines.slice(1).flatMap(statements)) {
    const subgraph = /^subgraph\s*([^]*)$/.exec(line);
    if (subgraph) {
      const parts = /^([\w.-]+)\s*\[([^]*)\]$/.exec(subgraph[1] ?? '');
      const title = wordsOf(parts?.[2] ?? subgraph[1] ?? '');
      builder.openFrame(parts?.[1] ?? (title === '' ? `frame ${frames++}` : title), title);
    } else if (line === 'end') builder.closeFrame();
    else if (
      !/^(?:direction|classDef|class|style|linkStyle|click|accTitle|accDescr)\b/.test(line)
    ) {
      readChain(line, builder);
    }
  }
  return builder.build();
}

const directions = ['LR', 'RL', 'BT', 'TB'] as const;

export function directionOf(word: string | undefined): Graph['direction'] {
  return readWord(directions, word?.toUpperCase()) ?? 'TB';
}

/** A semicolon ends a statement, unless it is in words. */
function statements(line: string): readonly string[] {
  const parts = line.match(/(?:"[^"]*"|\[[^\]]*\]|\|[^|]*\||[^;])+/g) ?? [];
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

function readChain(line: string, builder: GraphBuilder): void {
  let rest = line;
  let before: readonly string[] = [];
  let edge: Omit<GraphEdge, 'from' | 'to'> | undefined;
  while (rest !== '') {
    const group = readGroup(rest, builder);
    if (group.ids.length === 0) throw new Error(`"${line.slice(0, 60)}" cannot be read`);
    rest = group.rest;
    if (edge)
      for (const from of before) for (const to of group.ids) builder.edge({ ...edge, from, to });
    before = group.ids;
    const match = link.exec(rest);
    if (!match || match[0] === '') break;
    edge = edgeOf(match);
    rest = rest.slice(match[0].length);
  }
  if (rest.trim() !== '') throw new Error(`"${rest.trim().slice(0, 60)}" cannot be read`);
}

function edgeOf([, start, line = '', quoted, words, second, end, piped]: readonly (
  | string
  | undefined
)[]): Omit<GraphEdge, 'from' | 'to'> {
  const style = `${line}${second ?? ''}`;
  return {
    label: wordsOf(piped ?? quoted ?? words ?? ''),
    line: style.includes('~')
      ? 'unseen'
      : style.includes('=')
        ? 'thick'
        : style.includes('.')
          ? 'dashed'
          : 'solid',
    startMark: marks.get(start) ?? 'none',
    endMark: marks.get(end) ?? 'none',
  };
}

const marks: ReadonlyMap<string | undefined, Mark> = new Map([
  ['<', 'arrow'],
  ['>', 'arrow'],
  ['o', 'circle'],
  ['x', 'cross'],
]);

function readGroup(
  text: string,
  builder: GraphBuilder,
): { readonly ids: readonly string[]; readonly rest: string } {
  const ids: string[] = [];
  let rest = text.trimStart();
  for (;;) {
    const id = name.exec(rest)?.[0];
    if (id === undefined) return { ids, rest };
    rest = rest.slice(id.length);
    const body = readBody(rest);
    if (body) {
      builder.node(id, { title: body.title, shape: body.shape });
      rest = rest.slice(body.length);
    } else builder.node(id);
    ids.push(id);
    rest = rest.replace(/^:::[\w-]+/, '');
    const more = /^\s*&\s*/.exec(rest);
    if (!more) return { ids, rest };
    rest = rest.slice(more[0].length);
  }
}

function readBody(
  text: string,
): { readonly title: string; readonly shape: Shape; readonly length: number } | undefined {
  for (const [open, close, shape] of brackets) {
    if (!text.startsWith(open)) continue;
    const quoted = text.slice(open.length).trimStart().startsWith('"');
    const from = quoted ? text.indexOf('"', text.indexOf('"') + 1) + 1 : open.length;
    const end = text.indexOf(close, from);
    if (end < 0) continue;
    return { title: wordsOf(text.slice(open.length, end)), shape, length: end + close.length };
  }
  return undefined;
}
