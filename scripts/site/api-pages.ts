// The reference of the API: every entry of the exports maps that users may import, from the declarations that are published.

import { globSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { readText } from '@percept/core/internal';
import { readFields } from '../pack/fields.ts';
import { readManifest } from '../manifest.ts';
import { documentedAt, readSource, type SourceFile } from './comments.ts';
import { code, generated, prose } from './markdown.ts';

interface Declared {
  readonly text: string;
  readonly words: string;
  readonly example: string | undefined;
}

/** Page name to Markdown. `declarations` is where the packages were compiled to. */
export function apiPages(root: string, declarations: string): ReadonlyMap<string, string> {
  const reader = new DeclarationReader(root, declarations);
  const pages = new Map<string, string>();
  for (const [folder, entries] of publicEntries(root)) {
    const sections = entries.flatMap(({ specifier, target }) => reader.entry(specifier, target));
    if (sections.length === 0) continue;
    const { name } = readManifest(join(root, folder));
    const about = readText(readFields(join(root, folder, 'package.json'))['description']) ?? '';
    const head = `${generated('the declarations that are published')}\n# ${name}\n\n${prose(about)}\n`;
    pages.set(basename(folder), [head, ...sections].join('\n'));
  }
  return pages;
}

/** Everything that users may import, as it is declared, without comments: what a change of the public face changes. */
export function apiDeclarations(root: string, declarations: string): string {
  const reader = new DeclarationReader(root, declarations);
  const entries = [...publicEntries(root).values()].flat();
  return entries
    .map(({ specifier, target }) => `# ${specifier}\n\n${reader.declared(target).join('\n')}\n`)
    .join('\n');
}

interface PublicEntry {
  readonly specifier: string;
  readonly target: string;
}

/** By the folder of their package. */
function publicEntries(root: string): ReadonlyMap<string, readonly PublicEntry[]> {
  const folders = globSync('packages/*/package.json', { cwd: root }).map((path) => dirname(path));
  return new Map(
    folders.toSorted().map((folder) => {
      const { name, targets } = readManifest(join(root, folder));
      const entries = [...targets]
        .filter(
          ([subpath, target]) => /\.tsx?$/.test(target) && !/\/internal(?:\/|$)/.test(subpath),
        )
        .map(([subpath, target]) => ({
          specifier: name + subpath.slice(1),
          target: join(folder, target),
        }));
      return [folder, entries];
    }),
  );
}

class DeclarationReader {
  readonly #declarations: string;
  readonly #files = new Map<string, SourceFile>();
  readonly #entries: ReadonlyMap<string, string>;

  constructor(root: string, declarations: string) {
    this.#declarations = declarations;
    this.#entries = new Map(
      globSync('packages/*/package.json', { cwd: root }).flatMap((path) => {
        const { name, targets } = readManifest(join(root, dirname(path)));
        return [...targets].map(
          ([subpath, target]) =>
            [name + subpath.slice(1), this.#emitted(join(dirname(path), target))] as const,
        );
      }),
    );
  }

  /** One import specifier with everything that it exports. */
  entry(specifier: string, target: string): readonly string[] {
    const file = this.#emitted(target);
    const sections = this.#namesOf(file).map((name) => {
      const { text, words, example } = this.#find(file, name);
      return [
        `### ${name} {#${anchorOf(`${specifier} ${name}`)}}`,
        prose(words),
        ...(example === undefined ? [] : [code('ts', example)]),
        shown(text),
      ]
        .filter((part) => part !== '')
        .join('\n\n');
    });
    if (sections.length === 0) return [];
    return [`## ${specifier}\n`, ...sections.map((section) => `${section}\n`)];
  }

  /** Every name of one import specifier, in the order of the alphabet. */
  declared(target: string): readonly string[] {
    const file = this.#emitted(target);
    return this.#namesOf(file)
      .toSorted()
      .map((name) => {
        const text = this.#find(file, name).text.replaceAll(/^[^\S\n]*\/\*\*.*?\*\/\n/gms, '');
        return text.includes(name) ? text : `${name}: ${text}`;
      });
  }

  /** `packages/core/src/a.ts` was compiled to `core/src/a.d.ts`. */
  #emitted(target: string): string {
    const path = target.replace(/^packages\//, '').replace(/\.tsx?$/, '.d.ts');
    return join(this.#declarations, path);
  }

  #read(file: string): SourceFile {
    const known = this.#files.get(file) ?? readSource(file);
    this.#files.set(file, known);
    return known;
  }

  #namesOf(file: string): readonly string[] {
    return this.#read(file).program.body.flatMap((statement) => {
      if (statement.type !== 'ExportNamedDeclaration') return [];
      if (statement.declaration) return namesIn(statement.declaration);
      return statement.specifiers.map(({ exported }) => nameOf(exported));
    });
  }

  #find(file: string, name: string): Declared {
    const source = this.#read(file);
    for (const statement of source.program.body) {
      if (statement.type === 'ExportNamedDeclaration') {
        const specifier = statement.specifiers.find(({ exported }) => nameOf(exported) === name);
        if (specifier && statement.source) {
          const next = this.#resolve(file, statement.source.value);
          if (next !== undefined) return this.#find(next, nameOf(specifier.local));
          return { text: textOf(source, statement), words: '', example: undefined };
        }
        if (specifier && nameOf(specifier.local) !== name)
          return this.#find(file, nameOf(specifier.local));
      }
      const declaration =
        statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
      if (declaration && namesIn(declaration).includes(name))
        return {
          text: this.#spelledOut(file, textOf(source, statement)),
          ...documentedAt(source, statement.start),
        };
      if (statement.type === 'ImportDeclaration') {
        const imported = statement.specifiers.find(({ local }) => local.name === name);
        const next = imported && this.#resolve(file, statement.source.value);
        if (next !== undefined && imported?.type === 'ImportSpecifier')
          return this.#find(next, nameOf(imported.imported));
      }
    }
    throw new Error(`${file} declares no ${name}`);
  }

  /** The type of a constant, which users may not be able to import, by what it holds. */
  #spelledOut(file: string, text: string): string {
    const [, name, constant] = /^type (\w+) = typeof (\w+);$/.exec(text) ?? [];
    if (name === undefined || constant === undefined) return text;
    const held = this.#find(file, constant).text;
    return held.replace(`const ${constant}: `, `type ${name} = `);
  }

  #resolve(file: string, specifier: string): string | undefined {
    if (!specifier.startsWith('.')) return this.#entries.get(specifier);
    return join(dirname(file), specifier.replace(/\.(?:js|tsx?)$/, '.d.ts'));
  }
}

const longDeclaration = 12;

/** A long declaration is folded away. */
function shown(text: string): string {
  const block = code('ts', text);
  return text.split('\n').length > longDeclaration
    ? `::: details Declaration\n${block}\n:::`
    : block;
}

interface Node {
  readonly start: number;
  readonly end: number;
}

function textOf({ source }: SourceFile, { start, end }: Node): string {
  return source
    .slice(start, end)
    .replace(/^export declare |^export |^declare /, '')
    .replaceAll(/^\s*#private;\n/gm, '');
}

function namesIn(node: unknown): readonly string[] {
  if (typeof node !== 'object' || node === null) return [];
  if ('declarations' in node && Array.isArray(node.declarations))
    return node.declarations.flatMap((declarator) => namesIn(declarator));
  if ('id' in node && typeof node.id === 'object' && node.id !== null && 'name' in node.id)
    return typeof node.id.name === 'string' ? [node.id.name] : [];
  return [];
}

function nameOf(name: { readonly name: string } | { readonly value: string }): string {
  return 'name' in name ? name.name : name.value;
}

/** Of a name of an entry: `@percept/core/lens lowerRequest`. */
export function anchorOf(text: string): string {
  return text.replaceAll(/[^\w]+/g, '-').replace(/^-/, '');
}
