// What the source says about itself: the documenting comment before a declaration or a member, read from the syntax tree.

import { readFileSync } from 'node:fs';
import { type Comment, parseSync, type Program } from 'oxc-parser';

export interface SourceFile {
  readonly source: string;
  readonly program: Program;
  readonly comments: readonly Comment[];
}

export interface Documented {
  /** Its sentences. */
  readonly words: string;
  /** The code below `@example`, where there is some. */
  readonly example: string | undefined;
}

export interface Field extends Documented {
  readonly name: string;
  readonly type: string;
  readonly optional: boolean;
}

export function readSource(path: string): SourceFile {
  const source = readFileSync(path, 'utf8');
  const { program, comments, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  return { source, program, comments };
}

/** The comment that ends where `start` begins, but for spaces. */
export function documentedAt({ source, comments }: SourceFile, start: number): Documented {
  const comment = comments.findLast(
    ({ type, value, end }) =>
      type === 'Block' &&
      value.startsWith('*') &&
      end <= start &&
      source.slice(end, start).trim() === '',
  );
  return parted(comment?.value ?? '');
}

function parted(comment: string): Documented {
  const text = comment
    .replace(/^\*/, '')
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, ''))
    .join('\n')
    .trim();
  const [words = '', example] = text.split(/^@example\s?/m);
  return { words: words.trim(), example: example?.trim() };
}

/** The fields of an interface of this name, with what stands above each. */
export function fieldsOf(file: SourceFile, name: string): readonly Field[] {
  for (const statement of file.program.body) {
    const declared =
      statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declared?.type !== 'TSInterfaceDeclaration' || declared.id.name !== name) continue;
    return declared.body.body.flatMap((member) => {
      if (member.type !== 'TSPropertySignature' || member.key.type !== 'Identifier') return [];
      const annotation = member.typeAnnotation?.typeAnnotation;
      return [
        {
          name: member.key.name,
          type: annotation ? file.source.slice(annotation.start, annotation.end) : 'unknown',
          optional: member.optional,
          ...documentedAt(file, member.start),
        },
      ];
    });
  }
  throw new Error(`there is no interface ${name}`);
}

/** What stands above each figure of a page of limits (`defineLimits({ … })`). */
export function figuresOf(file: SourceFile, name: string): ReadonlyMap<string, string> {
  for (const statement of file.program.body) {
    const declared =
      statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declared?.type !== 'VariableDeclaration') continue;
    for (const { id, init } of declared.declarations) {
      if (id.type !== 'Identifier' || id.name !== name || init?.type !== 'CallExpression') continue;
      const [figures] = init.arguments;
      if (figures?.type !== 'ObjectExpression') continue;
      return new Map(
        figures.properties.flatMap((property) =>
          property.type === 'Property' && property.key.type === 'Identifier'
            ? [[property.key.name, documentedAt(file, property.start).words] as const]
            : [],
        ),
      );
    }
  }
  throw new Error(`there is no page of limits ${name}`);
}

/** The words of a list of texts (`[…] as const`), with what stands above each. */
export function listOf(
  file: SourceFile,
  name: string,
): readonly (Documented & { readonly word: string })[] {
  for (const statement of file.program.body) {
    const declared =
      statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declared?.type !== 'VariableDeclaration') continue;
    for (const { id, init } of declared.declarations) {
      if (id.type !== 'Identifier' || id.name !== name) continue;
      const list = init?.type === 'TSAsExpression' ? init.expression : init;
      if (list?.type !== 'ArrayExpression') continue;
      return list.elements.flatMap((element) =>
        element?.type === 'Literal' && typeof element.value === 'string'
          ? [{ word: element.value, ...documentedAt(file, element.start) }]
          : [],
      );
    }
  }
  throw new Error(`there is no list ${name}`);
}
