// Which language a text is in, by its name and, where the name does not say, by its first line. The choice only colours
// the page: a wrong one costs nothing else.
import { plain } from '../text-renderer/order.ts';
import { extensionOf, byWord } from '../text-type.ts';

/** What editors call by an extension that is no name of the language. */
const byExtension = byWord({
  c: 'h',
  cpp: 'cc cxx hh hpp hxx',
  'objective-c': 'm',
  'objective-cpp': 'mm',
  elixir: 'ex exs',
  fsharp: 'fsx',
  'emacs-lisp': 'el',
  'common-lisp': 'cl',
  clojure: 'cljs cljc edn',
  ocaml: 'ml mli',
  pascal: 'pas',
  perl: 'pl pm',
  python: 'pyi pyw',
  ruby: 'rake gemspec',
  racket: 'rkt',
  scheme: 'scm',
  'system-verilog': 'sv svh',
  vhdl: 'vhd',
  asm: 's',
  solidity: 'sol',
  shellscript: 'ksh bashrc zshrc',
  powershell: 'psm1 psd1',
  diff: 'patch',
  html: 'htm xhtml',
  xml: 'svg xsd plist csproj rss',
  xsl: 'xslt',
  json: 'geojson webmanifest ipynb jsonld tfstate',
  jsonl: 'ndjson',
  markdown: 'markdown',
  tsv: 'tab',
  ini: 'conf cfg',
  systemd: 'service',
  dotenv: 'env',
  erlang: 'erl hrl',
  plaintext: 'dot gv txt text',
  graphql: 'gql',
  wolfram: 'nb',
  tcl: 'tcl',
  vb: 'vb',
  glsl: 'frag vert',
  latex: 'sty cls',
  bibtex: 'bib',
  prolog: 'pro',
  groovy: 'gradle',
  scala: 'sbt sc',
  yaml: 'lock',
});

const byName = byWord({
  docker: 'dockerfile containerfile',
  make: 'makefile gnumakefile',
  cmake: 'cmakelists.txt',
  ruby: 'gemfile rakefile vagrantfile',
  groovy: 'jenkinsfile',
  just: 'justfile',
  codeowners: 'codeowners',
  shellscript: '.bashrc .bash_profile .profile .zshrc',
  dotenv: '.env',
  ini: '.gitconfig .editorconfig .npmrc',
  viml: '.vimrc',
  nginx: 'nginx.conf',
  json: 'package-lock.json',
  'git-commit': 'commit_editmsg',
  'git-rebase': 'git-rebase-todo',
  jsonc: 'tsconfig.json',
});

const byProgram = byWord({
  shellscript: 'sh bash zsh dash',
  javascript: 'node',
  typescript: 'deno',
  python: 'python',
  ruby: 'ruby',
  perl: 'perl',
  php: 'php',
  lua: 'lua',
  awk: 'awk',
  fish: 'fish',
  r: 'Rscript',
});

/** A language of `known` (names and aliases), or `plaintext`. */
export function languageOf(
  name: string | undefined,
  head: string,
  known: ReadonlySet<string>,
): string {
  const base = name?.split(/[/\\]/).at(-1)?.toLowerCase() ?? '';
  const extension = extensionOf(name);
  const candidates = [byName.get(base), byExtension.get(extension), extension, programOf(head)];
  for (const candidate of candidates) {
    if (candidate === plain) return plain;
    if (candidate !== undefined && known.has(candidate)) return candidate;
  }
  return plain;
}

function programOf(head: string): string | undefined {
  const match = /^#!\s*\S*\/(?:env\s+(?:-S\s+)?)?([\w.+-]{1,40})/.exec(head);
  const program = match?.[1]?.replace(/[\d.]+$/, '');
  return program === undefined ? undefined : byProgram.get(program);
}
