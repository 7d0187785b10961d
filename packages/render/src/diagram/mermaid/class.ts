// Class diagrams: classes with members, and the relations of UML.
import { directionOf } from './flow.ts';
import { GraphBuilder, wordsOf, type Graph, type Mark } from './graph.ts';

const id = '[\\p{L}\\p{N}_.~]+|`[^`]+`';
const relation = new RegExp(
  `^(${id})\\s*(?:"([^"]*)")?\\s*(<\\|--|<\\|\\.\\.|\\*--|o--|<--|--|<\\.\\.|\\.\\.|<\\|)?(--|\\.\\.)?(\\|>|\\*|o|>)?\\s*(?:"([^"]*)")?\\s*(${id})\\s*(?::\\s*([^]*))?$`,
  'u',
);

export function readClass(lines: readonly string[]): Graph {
  const builder = new GraphBuilder();
  let current: string | undefined;
  for (const line of lines.slice(1)) {
    if (current !== undefined) {
      if (line === '}') current = undefined;
      else addMember(builder, current, line);
      continue;
    }
    const opened = new RegExp(
      `^class\\s+(${id})\\s*(?:\\["([^"]*)"\\])?(?::::?\\w+)?\\s*(\\{)?\\s*(\\})?$`,
      'u',
    ).exec(line);
    if (opened?.[1] !== undefined) {
      const name = plain(opened[1]);
      builder.node(name, { title: opened[2] ?? name });
      if (opened[3] !== undefined && opened[4] === undefined) current = name;
      continue;
    }
    if (/^namespace\s/.test(line)) {
      const title = line.replace(/^namespace\s+/, '').replace(/\s*\{$/, '');
      builder.openFrame(title, title);
      continue;
    }
    if (line === '}') builder.closeFrame();
    else if (/^direction\s/.test(line)) builder.direction = directionOf(line.split(/\s+/)[1]);
    else if (/^(?:note|click|link|style|classDef|cssClass|callback)\b/.test(line)) continue;
    else if (!readRelation(line, builder)) readMember(line, builder);
  }
  return builder.build();
}

function plain(word: string): string {
  return word.replaceAll('`', '').replaceAll(/~([^~]*)~/g, '<$1>');
}

function readMember(line: string, builder: GraphBuilder): void {
  const stereotype = /^<<([^>]+)>>\s*([\w.~]+)$/.exec(line);
  const member = /^([\p{L}\p{N}_.~]+)\s*:\s*([^]+)$/u.exec(line);
  if (stereotype?.[2] !== undefined) {
    const name = plain(stereotype[2]);
    builder.node(name, { title: `«${stereotype[1] ?? ''}»\n${name}` });
  } else if (member?.[1] !== undefined && member[2] !== undefined) {
    addMember(builder, plain(member[1]), member[2]);
  } else throw new Error(`"${line.slice(0, 60)}" cannot be read`);
}

function addMember(builder: GraphBuilder, name: string, text: string): void {
  const stereotype = /^<<([^>]+)>>$/.exec(text.trim());
  if (stereotype) return builder.node(name, { title: `«${stereotype[1] ?? ''}»\n${name}` });
  const line = plain(text.trim()).replace(/[$*]$/, '');
  const isMethod = line.includes('(');
  if (isMethod) builder.addTo(name, 0, '');
  builder.addTo(name, isMethod ? 1 : 0, line);
}

/** The signs of UML, read from both ends of the line. */
function readRelation(line: string, builder: GraphBuilder): boolean {
  if (!/--|\.\./.test(line)) return false;
  const match = relation.exec(line.replace(/(<\|)(--|\.\.)/, '$1$2'));
  const [, from, fromCount, first = '', second = '', last = '', toCount, to, label] = match ?? [];
  if (from === undefined || to === undefined || !/--|\.\./.test(first + second)) return false;
  const signs = first + second + last;
  const counts = [fromCount, label, toCount].map((part) => wordsOf(part ?? ''));
  builder.edge({
    from: plain(from),
    to: plain(to),
    label: counts.filter((part) => part !== '').join(' '),
    line: signs.includes('..') ? 'dashed' : 'solid',
    startMark: marks.get(first.replace(/--|\.\./, '')) ?? 'none',
    endMark: marks.get(last) ?? 'none',
  });
  return true;
}

const marks: ReadonlyMap<string, Mark> = new Map([
  ['<|', 'triangle'],
  ['|>', 'triangle'],
  ['*', 'filled-diamond'],
  ['o', 'diamond'],
  ['<', 'open-arrow'],
  ['>', 'open-arrow'],
]);
