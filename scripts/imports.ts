// Every way in which a TypeScript module can name another one, read from its syntax tree, types included.

import { type Expression, parseSync, Visitor } from 'oxc-parser';

export interface Import {
  /** The name as written, or undefined when it is computed and nobody can check it. */
  readonly specifier: string | undefined;
  readonly typeOnly: boolean;
  readonly line: number;
}

export function importsOf(file: string, source: string): readonly Import[] {
  const { program, errors } = parseSync(file, source);
  const [error] = errors;
  if (error !== undefined) throw new Error(`${file} does not parse: ${error.message}`);

  const found: Import[] = [];
  const add = (start: number, specifier: string | undefined, typeOnly: boolean): void => {
    found.push({ specifier, typeOnly, line: source.slice(0, start).split('\n').length });
  };
  new Visitor({
    ImportDeclaration({ start, source: from, importKind, specifiers }) {
      const inline = specifiers.length > 0 && specifiers.every(isTypeSpecifier);
      add(start, from.value, importKind === 'type' || inline);
    },
    ExportNamedDeclaration({ start, source: from, exportKind, specifiers }) {
      if (from === null) return;
      const inline = specifiers.length > 0 && specifiers.every(isTypeSpecifier);
      add(start, from.value, exportKind === 'type' || inline);
    },
    ExportAllDeclaration({ start, source: from, exportKind }) {
      add(start, from.value, exportKind === 'type');
    },
    TSImportType({ start, source: from }) {
      add(start, from.value, true);
    },
    ImportExpression({ start, source: from }) {
      add(start, text(from), false);
    },
    CallExpression({ start, callee, arguments: [first] }) {
      if (isMetaResolve(callee) && first !== undefined)
        add(start, first.type === 'SpreadElement' ? undefined : text(first), false);
    },
    NewExpression({ start, callee, arguments: [path, base] }) {
      if (callee.type !== 'Identifier' || callee.name !== 'URL') return;
      if (base === undefined || source.slice(base.start, base.end) !== 'import.meta.url') return;
      const named = path === undefined || path.type === 'SpreadElement' ? undefined : text(path);
      if (named !== undefined) add(start, /^[./]/.test(named) ? named : `./${named}`, false);
    },
  }).visit(program);
  return found;
}

function text(expression: Expression): string | undefined {
  if (expression.type === 'Literal' && typeof expression.value === 'string')
    return expression.value;
  if (expression.type !== 'TemplateLiteral' || expression.expressions.length > 0) return undefined;
  return expression.quasis[0]?.value.cooked ?? undefined;
}

function isTypeSpecifier(specifier: { readonly type: string }): boolean {
  return (
    ('importKind' in specifier && specifier.importKind === 'type') ||
    ('exportKind' in specifier && specifier.exportKind === 'type')
  );
}

function isMetaResolve(callee: Expression): boolean {
  return (
    callee.type === 'MemberExpression' &&
    callee.object.type === 'MetaProperty' &&
    callee.property.type === 'Identifier' &&
    callee.property.name === 'resolve'
  );
}
