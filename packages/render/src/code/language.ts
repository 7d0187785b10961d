// Which language a text is in, by its name and, where the name does not say, by its first line. The choice only colours
// the page: a wrong one costs nothing else.
import { plain } from '../text-renderer/order.ts';
import { extensionOf } from '../text-type.ts';

/** What editors call by an extension that is no name of the language. */
const byExtension: Readonly<Record<string, string>> = {
  h: 'c',
  cc: 'cpp',
  cxx: 'cpp',
  hh: 'cpp',
  hpp: 'cpp',
  hxx: 'cpp',
  m: 'objective-c',
  mm: 'objective-cpp',
  ex: 'elixir',
  exs: 'elixir',
  fsx: 'fsharp',
  el: 'emacs-lisp',
  cl: 'common-lisp',
  cljs: 'clojure',
  cljc: 'clojure',
  edn: 'clojure',
  ml: 'ocaml',
  mli: 'ocaml',
  pas: 'pascal',
  pl: 'perl',
  pm: 'perl',
  pyi: 'python',
  pyw: 'python',
  rake: 'ruby',
  gemspec: 'ruby',
  rkt: 'racket',
  scm: 'scheme',
  sv: 'system-verilog',
  svh: 'system-verilog',
  vhd: 'vhdl',
  s: 'asm',
  sol: 'solidity',
  ksh: 'shellscript',
  bashrc: 'shellscript',
  zshrc: 'shellscript',
  psm1: 'powershell',
  psd1: 'powershell',
  patch: 'diff',
  htm: 'html',
  xhtml: 'html',
  svg: 'xml',
  xsd: 'xml',
  plist: 'xml',
  csproj: 'xml',
  rss: 'xml',
  xslt: 'xsl',
  geojson: 'json',
  webmanifest: 'json',
  ipynb: 'json',
  ndjson: 'jsonl',
  markdown: 'markdown',
  tab: 'tsv',
  conf: 'ini',
  cfg: 'ini',
  service: 'systemd',
  env: 'dotenv',
  erl: 'erlang',
  hrl: 'erlang',
  dot: 'plaintext',
  gv: 'plaintext',
  gql: 'graphql',
  nb: 'wolfram',
  tcl: 'tcl',
  vb: 'vb',
  frag: 'glsl',
  vert: 'glsl',
  sty: 'latex',
  cls: 'latex',
  bib: 'bibtex',
  pro: 'prolog',
  jsonld: 'json',
  gradle: 'groovy',
  sbt: 'scala',
  sc: 'scala',
  tfstate: 'json',
  lock: 'yaml',
  txt: 'plaintext',
  text: 'plaintext',
};

const byName: Readonly<Record<string, string>> = {
  dockerfile: 'docker',
  containerfile: 'docker',
  makefile: 'make',
  gnumakefile: 'make',
  'cmakelists.txt': 'cmake',
  gemfile: 'ruby',
  rakefile: 'ruby',
  vagrantfile: 'ruby',
  jenkinsfile: 'groovy',
  justfile: 'just',
  codeowners: 'codeowners',
  '.bashrc': 'shellscript',
  '.bash_profile': 'shellscript',
  '.profile': 'shellscript',
  '.zshrc': 'shellscript',
  '.env': 'dotenv',
  '.gitconfig': 'ini',
  '.editorconfig': 'ini',
  '.npmrc': 'ini',
  '.vimrc': 'viml',
  'nginx.conf': 'nginx',
  'package-lock.json': 'json',
  commit_editmsg: 'git-commit',
  'git-rebase-todo': 'git-rebase',
  'tsconfig.json': 'jsonc',
};

const byProgram: Readonly<Record<string, string>> = {
  sh: 'shellscript',
  bash: 'shellscript',
  zsh: 'shellscript',
  dash: 'shellscript',
  node: 'javascript',
  deno: 'typescript',
  python: 'python',
  ruby: 'ruby',
  perl: 'perl',
  php: 'php',
  lua: 'lua',
  awk: 'awk',
  fish: 'fish',
  Rscript: 'r',
};

/** A language of `known` (names and aliases), or `plaintext`. */
export function languageOf(
  name: string | undefined,
  head: string,
  known: ReadonlySet<string>,
): string {
  const base = name?.split(/[/\\]/).at(-1)?.toLowerCase() ?? '';
  const extension = extensionOf(name);
  const candidates = [
    Object.hasOwn(byName, base) ? byName[base] : undefined,
    Object.hasOwn(byExtension, extension) ? byExtension[extension] : undefined,
    extension,
    programOf(head),
  ];
  for (const candidate of candidates) {
    if (candidate === plain) return plain;
    if (candidate !== undefined && known.has(candidate)) return candidate;
  }
  return plain;
}

function programOf(head: string): string | undefined {
  const match = /^#!\s*\S*\/(?:env\s+(?:-S\s+)?)?([\w.+-]{1,40})/.exec(head);
  const program = match?.[1]?.replace(/[\d.]+$/, '');
  return program !== undefined && Object.hasOwn(byProgram, program)
    ? byProgram[program]
    : undefined;
}
