// Reads which tests cite which requirement without running them.
// Only the syntax tree counts: an id in a comment, a string or a skipped test is no citation.

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Argument, type Expression, parseSync, Visitor } from 'oxc-parser';
import type { Citations } from './gate.ts';
import { suites, type Suite } from './test-files.ts';

/** A test or suite that carries an id. */
export interface CitingTest {
  readonly file: string;
  readonly title: string;
}

export interface Scan {
  readonly citations: Citations;
  /** `tags` whose ids are not written as plain strings: nobody could search for them. */
  readonly unreadable: readonly string[];
}

export function scan(
  root: string,
  where: readonly Pick<Suite, 'include' | 'exclude'>[],
): Scan & { readonly tests: ReadonlyMap<string, readonly CitingTest[]> } {
  const tests = new Map<string, CitingTest[]>();
  const unreadable: string[] = [];
  for (const file of new Set(where.flatMap((suite) => filesOf(root, suite)))) {
    const cited = citedIn(file, readFileSync(join(root, file), 'utf8'));
    for (const { id, title } of cited.citations)
      tests.set(id, [...(tests.get(id) ?? []), { file, title }]);
    unreadable.push(...cited.unreadable);
  }
  const citations = new Map([...tests].map(([id, { length }]) => [id, length]));
  return { citations, unreadable, tests };
}

/** The ids that tests of the other suites cite: a run of some suites is not asked to prove them. */
export function citedOutside(root: string, running: readonly string[]): ReadonlySet<string> {
  const others = suites.filter(({ name }) => !running.includes(name));
  return new Set(scan(root, others).citations.keys());
}

function filesOf(
  root: string,
  { include, exclude }: Pick<Suite, 'include' | 'exclude'>,
): readonly string[] {
  return globSync([...include], { cwd: root, exclude: [...exclude] }).toSorted();
}

/** The ids that the tests of one file cite, once per citing test or suite. */
export function citedIn(
  file: string,
  source: string,
): {
  readonly citations: readonly { readonly id: string; readonly title: string }[];
  readonly unreadable: readonly string[];
} {
  const { program, errors } = parseSync(file, source);
  const citations: { id: string; title: string }[] = [];
  const unreadable = errors.map(({ message }) => `${file}: ${message}`);
  const line = (offset: number): number => source.slice(0, offset).split('\n').length;
  new Visitor({
    CallExpression(call) {
      const words = calleeWords(call.callee);
      if (!testWords.has(words[0] ?? '') || words.some((word) => idleWords.has(word))) return;
      for (const value of call.arguments.flatMap(tagsOf)) {
        const literals = strings(value);
        if (literals === undefined)
          unreadable.push(`${file}:${line(value.start)}: tags must be written as plain strings`);
        else for (const id of literals) citations.push({ id, title: titleOf(call.arguments[0]) });
      }
    },
  }).visit(program);
  return { citations, unreadable };
}

const testWords: ReadonlySet<string> = new Set(['test', 'it', 'describe', 'suite']);
const idleWords: ReadonlySet<string> = new Set(['skip', 'todo']);

/** `test.skipIf(x).each(y)` reads as ['test', 'skipIf', 'each']. */
function calleeWords(callee: Expression): readonly string[] {
  switch (callee.type) {
    case 'Identifier':
      return [callee.name];
    case 'MemberExpression':
      return callee.property.type === 'Identifier' && !callee.computed
        ? [...calleeWords(callee.object), callee.property.name]
        : calleeWords(callee.object);
    case 'CallExpression':
      return calleeWords(callee.callee);
    case 'TaggedTemplateExpression':
      return calleeWords(callee.tag);
    default:
      return [];
  }
}

/** A title as it stands in the file; what is computed in it is left open. */
function titleOf(argument: Argument | undefined): string {
  if (argument?.type === 'Literal' && typeof argument.value === 'string') return argument.value;
  if (argument?.type === 'TemplateLiteral')
    return argument.quasis.map(({ value }) => value.cooked ?? '').join('…');
  return '…';
}

function tagsOf(argument: Argument): readonly Expression[] {
  if (argument.type !== 'ObjectExpression') return [];
  return argument.properties.flatMap((property) =>
    property.type === 'Property' &&
    !property.computed &&
    ((property.key.type === 'Identifier' && property.key.name === 'tags') ||
      (property.key.type === 'Literal' && property.key.value === 'tags'))
      ? [property.value]
      : [],
  );
}

function strings(value: Expression): readonly string[] | undefined {
  if (value.type === 'Literal') return typeof value.value === 'string' ? [value.value] : undefined;
  if (value.type !== 'ArrayExpression') return undefined;
  const found: string[] = [];
  for (const element of value.elements) {
    if (element?.type !== 'Literal' || typeof element.value !== 'string') return undefined;
    found.push(element.value);
  }
  return found;
}
