// Every piece of code that a reader may copy: blocks of the documents, and the examples in doc comments of the sources. Each is
// compiled as a module of its own. What it calls, constructs or names as a type without importing it must be exported: by our
// public entries, or, for an example in a comment, by the packages' own files. Values that the reader is to bring (`bytes`,
// `memory`, `model`) are declared as anything; functions of the reader's own are the short list below.
import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { parseSync } from 'oxc-parser';
import { readManifest } from '../../scripts/manifest.ts';
import { blocksOf, documents, root } from './markdown-files.ts';

export interface Snippet {
  /** `docs/lens.md:17`. */
  readonly place: string;
  readonly code: string;
  /** The source file that the comment stands in. */
  readonly source?: string;
}

/** What a reader calls and nobody exports. */
const readersOwn: ReadonlySet<string> = new Set([
  'asMedia',
  'caption',
  'draw',
  'log',
  'described',
  'openMine',
  'refused',
  'show',
  'shrink',
  'tell',
]);

/** Values that a reader brings, where it matters what they are; every other one is anything. */
const brought: ReadonlyMap<string, string> = new Map([
  ['bytes', 'Uint8Array'],
  ['cwd', 'string'],
  ['door', "import('@percept/ingest').Door"],
  ['memory', "import('@percept/store').Memory"],
  ['signal', 'AbortSignal'],
]);

const others: ReadonlyMap<string, string> = new Map([
  ['anthropic', '@ai-sdk/anthropic'],
  ['APICallError', 'ai'],
  ['Ajv2020', 'ajv/dist/2020.js'],
  ['createOpenAICompatible', '@ai-sdk/openai-compatible'],
  ['createServer', 'node:http'],
  ['deflateSync', 'node:zlib'],
  ['expect', 'vitest'],
  ['generateText', 'ai'],
  ['openai', '@ai-sdk/openai'],
  ['OpenAI', 'openai'],
  ['readFile', 'node:fs/promises'],
  ['stepCountIs', 'ai'],
  ['stdin', 'node:process'],
  ['stdout', 'node:process'],
  ['test', 'vitest'],
  ['wrapLanguageModel', 'ai'],
]);

const languages: ReadonlySet<string> = new Set(['ts', 'tsx', 'js']);

export function snippets(): readonly Snippet[] {
  const blocks = documents().flatMap((document) =>
    blocksOf(document)
      // A whole program with packages of its own is run by test/frameworks.
      .filter(({ language, info }) => languages.has(language) && !info.startsWith('program='))
      .map(({ text, line }) => ({ place: `${document.path}:${line}`, code: text })),
  );
  return [...blocks, ...sourceFiles().flatMap((path) => examplesIn(path))];
}

function sourceFiles(): readonly string[] {
  return globSync('packages/*/src/**/*.ts', { cwd: root }).toSorted();
}

function examplesIn(path: string): readonly Snippet[] {
  const source = readFileSync(join(root, path), 'utf8');
  if (!source.includes('@example')) return [];
  return parseSync(path, source).comments.flatMap(({ type, value, start }) => {
    if (type !== 'Block' || !value.includes('@example')) return [];
    const text = value.replaceAll(/\n\s*\* ?/g, '\n');
    const [before = '', example = ''] = text.split(/@example\s?/);
    const lines = source.slice(0, start).split('\n').length + before.split('\n').length - 1;
    return [{ place: `${path}:${lines}`, code: example, source: path }];
  });
}

/** One line per complaint of the compiler, at the place where the piece stands. */
export function complaintsAbout(pieces: readonly Snippet[]): readonly string[] {
  mkdirSync(join(root, '.cache'), { recursive: true });
  const folder = mkdtempSync(join(root, '.cache', 'snippets-'));
  try {
    const imports = new Imports(folder);
    const missing = new Map<number, Set<string>>();
    compile(folder, pieces, imports, missing);
    for (const { piece, message } of compiled(folder)) {
      const name = /(?:Cannot find name|shorthand property) '(\w+)'/.exec(message)?.[1];
      const code = pieces[piece]?.code ?? '';
      if (name === undefined || (isCalled(code, name) && !readersOwn.has(name))) continue;
      missing.set(piece, (missing.get(piece) ?? new Set()).add(name));
    }
    compile(folder, pieces, imports, missing);
    return compiled(folder).map(({ piece, line, message }) => {
      const [path, first] = pieces[piece]?.place.split(':') ?? [];
      return `${path}:${Number(first) + line - 2}: ${message}`;
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function isCalled(code: string, name: string): boolean {
  return new RegExp(`(?<![.\\w])${name}(?:<[^>]*>)?\\(|new ${name}\\b`).test(code);
}

/** The head of each module is one line, so that line two is the first of the piece. */
function compile(
  folder: string,
  pieces: readonly Snippet[],
  imports: Imports,
  missing: ReadonlyMap<number, ReadonlySet<string>>,
): void {
  for (const [index, piece] of pieces.entries()) {
    const values = [...(missing.get(index) ?? [])].map(
      (name) => `declare const ${name}: ${brought.get(name) ?? 'any'};`,
    );
    const head = [...imports.of(piece), ...values].join(' ');
    const isBody = /^return\b/m.test(piece.code);
    const code = isBody ? `async () => {\n${piece.code}\n};` : `\n${piece.code}`;
    writeFileSync(join(folder, `piece-${index}.ts`), `${head} ${code}\nexport {};\n`);
  }
  const compilerOptions = { noImplicitAny: false, verbatimModuleSyntax: false };
  const base = relative(folder, join(root, 'tsconfig.json'));
  const config = { extends: base, compilerOptions, include: ['*.ts'] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
}

interface Complaint {
  readonly piece: number;
  readonly line: number;
  readonly message: string;
}

function compiled(folder: string): readonly Complaint[] {
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  let output = '';
  try {
    execFileSync(process.execPath, [compiler, '-p', folder, '--pretty', 'false'], { cwd: folder });
  } catch (error) {
    if (!(error instanceof Error) || !('stdout' in error)) throw error;
    output = String(error.stdout);
  }
  // What the packages' own files do not compile as is for `npm run check`.
  return [...output.matchAll(/^piece-(\d+)\.ts\((\d+),\d+\): error (.*)$/gm)].map(
    ([, piece, line, message = '']) => ({ piece: Number(piece), line: Number(line), message }),
  );
}

/** Where a name that a piece uses comes from. */
class Imports {
  readonly #folder: string;
  readonly #public = publicNames();
  readonly #files = new Map(sourceFiles().map((path) => [path, exportsOf(join(root, path))]));

  constructor(folder: string) {
    this.#folder = folder;
  }

  of({ code, source }: Snippet): readonly string[] {
    const declared = declaredIn(code);
    const used = new Set([...code.matchAll(/(?<![.\w'-])[A-Za-z_]\w*/g)].map(([name]) => name));
    return [...used].flatMap((name) => {
      const from = declared.has(name) ? undefined : this.#placeOf(name, code, source);
      return from === undefined ? [] : [`import { ${name} } from '${from}';`];
    });
  }

  #placeOf(name: string, code: string, source: string | undefined): string | undefined {
    if (source !== undefined && this.#files.get(source)?.includes(name)) return this.#path(source);
    if (readersOwn.has(name)) return undefined;
    if (!isCalled(code, name) && !/^[A-Z]/.test(name)) return others.get(name);
    const offered = this.#public.get(name) ?? others.get(name);
    if (offered !== undefined || source === undefined) return offered;
    const own = source.split('/').slice(0, 2).join('/');
    const files = [...this.#files].filter(([, names]) => names.includes(name));
    const file = files.find(([path]) => path.startsWith(own)) ?? files[0];
    return file && this.#path(file[0]);
  }

  #path(path: string): string {
    return relative(this.#folder, join(root, path));
  }
}

/** What a piece imports or declares itself. */
function declaredIn(code: string): ReadonlySet<string> {
  const lists = code.matchAll(
    /import (?:type )?(?:(\w+),? ?)?(?:\{([^}]*)\})?|(?:const|let) [{[]([^}\]]*)[}\]]/g,
  );
  const listed = [...lists].flatMap(([, whole = '', names = '', parts = '']) => [
    whole,
    ...`${names},${parts}`
      .split(',')
      .map((name) => name.replace(/^.* as |^.*:|^\s*type |=.*$/g, '').trim()),
  ]);
  const bound = code.matchAll(/(?:const|let|using|function|class|interface|type) (\w+)/g);
  return new Set([...listed, ...[...bound].map(([, name = '']) => name)]);
}

/** Public names from the first entry that has them, the umbrella before its parts. */
function publicNames(): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const folders = globSync('packages/*/package.json', { cwd: root }).map((path) => dirname(path));
  for (const folder of ['packages/percept', ...folders.toSorted()]) {
    const { name, targets } = readManifest(join(root, folder));
    for (const [subpath, target] of targets) {
      if (!/\.tsx?$/.test(target) || subpath.includes('/internal')) continue;
      for (const exported of exportsOf(join(root, folder, target)))
        if (!names.has(exported)) names.set(exported, name + subpath.slice(1));
    }
  }
  return names;
}

function exportsOf(file: string): readonly string[] {
  const { module } = parseSync(file, readFileSync(file, 'utf8'));
  return module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ exportName: { name } }) => (name === null ? [] : [name])),
  );
}
