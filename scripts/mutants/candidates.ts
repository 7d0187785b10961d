// The small changes that a test should notice: one operator, one bound, one constant, one condition, one call. Types, imports and
// messages are left alone, because nothing would behave differently; and so is what stands in for an element that is always there,
// which only the compiler asks for (`bytes[at] ?? 0`).
import { createHash } from 'node:crypto';
import { type Node, parseSync, Visitor } from 'oxc-parser';

export interface Mutant {
  readonly file: string;
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly from: string;
  readonly to: string;
}

const operators: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '&&': '||',
  '||': '&&',
};

export function candidates(file: string, source: string): readonly Mutant[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const found: Mutant[] = [];
  const idle = new Set<number>();
  const lineOf = lineCounter(source);
  const add = (start: number, end: number, to: string): void => {
    found.push({ file, line: lineOf(start), start, end, from: source.slice(start, end), to });
  };
  /** The operator stands between its sides, perhaps with blanks and brackets around it. */
  const addOperator = (left: Node, right: Node, operator: string): void => {
    const to = operators[operator];
    const at = source.indexOf(operator, left.end);
    if (to !== undefined && at >= 0 && at < right.start) add(at, at + operator.length, to);
  };
  new Visitor({
    BinaryExpression({ left, right, operator }) {
      const isText = [left, right].some(({ type }) => type === 'TemplateLiteral') || isString(left);
      if (operator !== '+' || !(isText || isString(right))) addOperator(left, right, operator);
    },
    LogicalExpression({ left, right, operator }) {
      const isElement = left.type === 'MemberExpression' && left.computed;
      if (operator === '??' && isElement && right.type === 'Literal') idle.add(right.start);
      else addOperator(left, right, operator);
    },
    TSLiteralType({ literal }) {
      idle.add(literal.start);
    },
    IfStatement({ test }) {
      add(test.start, test.end, `!(${source.slice(test.start, test.end)})`);
    },
    ConditionalExpression({ test }) {
      add(test.start, test.end, `!(${source.slice(test.start, test.end)})`);
    },
    Literal({ value, start, end }) {
      if (typeof value === 'boolean') add(start, end, String(!value));
      if (typeof value === 'number') add(start, end, `(${source.slice(start, end)} + 1)`);
    },
    ExpressionStatement({ expression, start, end }) {
      const isCall =
        expression.type === 'CallExpression' ||
        (expression.type === 'AwaitExpression' && expression.argument.type === 'CallExpression');
      const isSuper = source.startsWith('super(', start);
      if (isCall && !isSuper) add(start, end, ';');
    },
    ContinueStatement({ start, end }) {
      add(start, end, ';');
    },
  }).visit(program);
  return found.filter(({ start, end }) => !idle.has(start) && !inType(source, start, end));
}

/** Literal types (`type A = 1 | true`) are erased. */
function inType(source: string, start: number, end: number): boolean {
  const lineStart = source.lastIndexOf('\n', start) + 1;
  const lineEnd = source.indexOf('\n', end);
  const line = source.slice(lineStart, lineEnd < 0 ? undefined : lineEnd);
  return /^\s*(export )?(type|interface|import|readonly|declare)\b/.test(line);
}

function isString(node: Node): boolean {
  return node.type === 'Literal' && typeof node.value === 'string';
}

function lineCounter(source: string): (offset: number) => number {
  return (offset) => source.slice(0, offset).split('\n').length;
}

/** The same change wherever the lines above it have moved to: its line as it is written, and which of the same there. */
export function namesOf(mutants: readonly Mutant[], source: string): readonly string[] {
  const lines = source.split('\n');
  const seen = new Map<string, number>();
  return mutants.map(({ file, line, from, to }) => {
    const name = `${file}  ${lines[line - 1]?.trim()}  ${from}  ${to}`;
    const earlier = seen.get(name) ?? 0;
    seen.set(name, earlier + 1);
    return `${name}  ${earlier}`;
  });
}

/**
 * `count` of them, drawn without return. Each name has its place in a row that the seed fixes, so that what is drawn stays
 * drawn while other code changes, and a second run tries again only what could have become different.
 */
export function sample<T>(
  all: readonly T[],
  count: number,
  seed: number,
  nameOf: (one: T) => string,
): readonly T[] {
  const placeOf = (one: T): string =>
    createHash('sha256')
      .update(`${seed} ${nameOf(one)}`)
      .digest('hex');
  return all
    .map((one) => ({ one, place: placeOf(one) }))
    .toSorted((a, b) => (a.place < b.place ? -1 : 1))
    .slice(0, count)
    .map(({ one }) => one);
}
