// Pages drawn from a seed that nobody tuned to: screens of several kinds, in many languages, in fonts from npm that the reader was never trained on,
// with every visual line and every identifier known from the document itself.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Seeded } from '../../test/eyes/variants/seeded.ts';
import { proseOf, type Language } from './prose.ts';

interface Font {
  readonly family: string;
  readonly isMono: boolean;
}

const fonts: readonly Font[] = [
  { family: 'cabin', isMono: false },
  { family: 'figtree', isMono: false },
  { family: 'gelasio', isMono: false },
  { family: 'zilla-slab', isMono: false },
  { family: 'hanken-grotesk', isMono: false },
  { family: 'martian-mono', isMono: true },
  { family: 'commit-mono', isMono: true },
  { family: 'b612-mono', isMono: true },
];
const subsets = ['latin', 'latin-ext', 'vietnamese', 'greek', 'cyrillic'] as const;

export const themes = [
  { paper: '#ffffff', ink: '#1f2328', soft: '#f6f8fa', accent: '#0969da' },
  { paper: '#0d1117', ink: '#e6edf3', soft: '#161b22', accent: '#58a6ff' },
  { paper: '#fdf6e3', ink: '#586e75', soft: '#eee8d5', accent: '#268bd2' },
  { paper: '#1e1e2e', ink: '#cdd6f4', soft: '#313244', accent: '#f38ba8' },
  { paper: '#f4f5f7', ink: '#253858', soft: '#ffffff', accent: '#de350b' },
] as const;

export interface Page {
  readonly html: string;
  readonly kind: string;
  readonly language: Language;
  readonly scale: 1 | 2;
}

/** The subsets that a family has, as a browser takes them; the reader's fallback has the rest. */
export function facesOf(family: string): string {
  return [family, 'noto-sans']
    .flatMap((name) =>
      subsets.map((subset) => {
        const file = `@fontsource/${name}/files/${name}-${subset}-400-normal.woff2`;
        try {
          const bytes = readFileSync(fileURLToPath(import.meta.resolve(file)));
          const ranges = rangesOf[subset];
          return `@font-face{font-family:"${name}";src:url(data:font/woff2;base64,${bytes.toString('base64')});unicode-range:${ranges}}`;
        } catch {
          return '';
        }
      }),
    )
    .join('');
}

const rangesOf: Readonly<Record<(typeof subsets)[number], string>> = {
  latin:
    'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215',
  'latin-ext': 'U+0100-02BA,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113',
  vietnamese:
    'U+0102-0103,U+0110-0111,U+0128-0129,U+0168-0169,U+01A0-01A1,U+01AF-01B0,U+0300-0301,U+0303-0304,U+0308-0309,U+0323,U+0329,U+1EA0-1EF9,U+20AB',
  greek: 'U+0370-03FF',
  cyrillic: 'U+0301,U+0400-045F,U+0490-0491,U+04B0-04B1,U+2116',
};

const languages: readonly Language[] = [
  'en',
  'en',
  'en',
  'de',
  'fr',
  'es',
  'it',
  'pt',
  'pl',
  'cs',
  'tr',
  'sv',
  'hu',
  'ro',
  'el',
  'ru',
  'vi',
];
const kinds = [
  'settings',
  'article',
  'credentials',
  'log',
  'table',
  'code',
  'files',
  'prices',
] as const;

export function pageOf(seed: number): Page {
  const dice = new Seeded(seed * 7919 + 3);
  const kind = kinds[seed % kinds.length] ?? 'settings';
  const wantsMono =
    kind === 'log' ||
    kind === 'code' ||
    kind === 'files' ||
    (kind === 'credentials' && dice.chance(0.5));
  const { family } = dice.pick(fonts.filter(({ isMono }) => isMono === wantsMono));
  const theme = dice.pick(themes);
  const px = dice.between(kind === 'article' ? 13 : 11, kind === 'article' ? 20 : 17);
  const language =
    kind === 'log' || kind === 'code' || kind === 'files' ? 'en' : dice.pick(languages);
  const body = bodyOf(kind, dice, language);
  const html = `<!doctype html><meta charset="utf-8"><style>${facesOf(family)}
*{box-sizing:border-box}body{margin:0;padding:20px 24px;width:880px;background:${theme.paper};color:${theme.ink};font:${px}px/1.55 "${family}","noto-sans"}
h1{font-size:1.7em;margin:0 0 12px}.card{background:${theme.soft};padding:12px 16px;border-radius:8px;margin:0 0 12px}.row{display:flex;justify-content:space-between;gap:24px;padding:4px 0}
a,.accent{color:${theme.accent}}a{text-decoration:underline}.button{display:inline-block;background:${theme.accent};color:${theme.paper};padding:5px 14px;border-radius:6px;margin:4px 8px 4px 0}
.dim{opacity:.65}table{border-collapse:collapse;width:100%}td,th{padding:5px 12px;text-align:left;border-bottom:1px solid ${theme.accent}55}pre{margin:0;font:inherit;white-space:pre-wrap;overflow-wrap:anywhere}code{font-family:inherit}</style>${body}`;
  return { html, kind, language, scale: dice.chance(0.3) ? 2 : 1 };
}

const hex = '0123456789abcdef';
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

function token(dice: Seeded, length: number, pool: string): string {
  return Array.from({ length }, () => pool[dice.between(0, pool.length - 1)] ?? '').join('');
}

function identifier(dice: Seeded): string {
  switch (dice.between(0, 9)) {
    case 0:
      return token(dice, 7, hex);
    case 1:
      return token(dice, 40, hex);
    case 2:
      return [8, 4, 4, 4, 12].map((length) => token(dice, length, hex)).join('-');
    case 3:
      return `${dice.pick(['sk-', 'ghp_', 'AKIA', 'npm_'])}${token(dice, dice.between(16, 32), letters)}`;
    case 4:
      return `eyJ${token(dice, 17, letters)}.eyJ${token(dice, 22, letters)}`;
    case 5:
      return `https://${dice.pick(['api', 'cdn', 'git'])}.example.${dice.pick(['com', 'org', 'io'])}/v${dice.between(1, 4)}/${token(dice, 6, letters)}?q=${token(dice, 5, hex)}`;
    case 6:
      return (
        Array.from({ length: 4 }, () => dice.between(0, 255)).join('.') +
        `:${dice.between(1000, 65_000)}`
      );
    case 7:
      return `/${dice.pick(['var/lib', 'usr/share', 'home/dev', 'opt'])}/${token(dice, 9, letters)}/${dice.pick(['index', 'main', 'l10n'])}.${dice.pick(['ts', 'log', 'json'])}`;
    case 8:
      return `${token(dice, dice.between(20, 40), `${letters}+/`)}${dice.pick(['', '=', '=='])}`;
    default:
      return `v${dice.between(0, 20)}.${dice.between(0, 40)}.${dice.between(0, 99)}-${dice.pick(['rc.1', 'beta.10', 'alpha'])}`;
  }
}

function price(dice: Seeded): string {
  const value = (dice.between(100, 500_000) / 100).toLocaleString('en-US', {
    minimumFractionDigits: 2,
  });
  return dice.pick([`€${value}`, `£${value}`, `$${value}`, `${value} €`, `¥${value}`]);
}

function stamp(dice: Seeded): string {
  const two = (most: number): string => String(dice.between(1, most)).padStart(2, '0');
  return `20${two(30)}-${two(12)}-${two(28)} ${two(23)}:${two(59)}:${two(59)}.${dice.between(100, 999)}`;
}

const code = (dice: Seeded): string => `<code data-id>${escaped(identifier(dice))}</code>`;

export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

const listing = [
  'export function area(width: number, height: number): number {',
  'const total = items.reduce((sum, { price }) => sum + price, 0);',
  "if (left === right && left !== undefined) return 'same';",
  'for (let index = 0; index < list.length; index += 1) {',
  'return await fetch(`${base}/users/${id}?page=${page}`);',
  'type Outcome<T> = { ok: true; value: T } | { ok: false };',
  '// TODO: keep the lock until the file is closed (see #1042)',
  'const pattern = /^[a-z0-9_-]{3,16}$/iu;',
  '@media (max-width: 640px) { .card { padding: 0 12px; } }',
  'SELECT id, name FROM users WHERE created_at >= $1 LIMIT 50;',
  'def __init__(self, path: str, *, mode: int = 0o644) -> None:',
  'let mask = !(flags & 0x1f) || (bits >>> 2) === 7;',
  'import { open, type Handle } from "./store.ts";',
  'x ??= y?.z ?? [...rest].map((n) => n ** 2);',
];

function bodyOf(kind: (typeof kinds)[number], dice: Seeded, language: Language): string {
  const sentences = proseOf[language];
  const say = (): string => escaped(dice.pick(sentences));
  const many = (count: number, make: () => string): string =>
    Array.from({ length: count }, make).join('');
  const short = (): string => say().split(/[,.:;!?]/)[0] ?? '';
  switch (kind) {
    case 'settings':
      return `<h1>${short()}</h1>${many(4, () => `<div class="card"><div>${short()}</div><div class="dim">${say()}</div></div>`)}<span class="button">${short()}</span><span class="button">${short()}</span>`;
    case 'article':
      return `<h1>${short()}</h1>${many(4, () => `<p>${say()} ${say()} <a>${short()}</a>. ${say()}</p>`)}`;
    case 'credentials':
      return `<h1>${short()}</h1>${many(12, () => `<div class="row"><span>${dice.pick(['Token', 'Commit', 'Request', 'Endpoint', 'Digest', 'Key', 'Path'])}</span>${code(dice)}</div>`)}`;
    case 'log':
      return many(
        16,
        () =>
          `<pre>${stamp(dice)} ${dice.pick(['INFO', 'WARN', 'ERROR', 'DEBUG'])} [${dice.pick(['worker', 'gateway', 'store'])}-${dice.between(1, 16)}] ${dice.pick(['request took', 'retry after', 'flushed in'])} ${dice.between(1, 4000)} ms id=${code(dice)}</pre>`,
      );
    case 'table':
      return `<h1>${short()}</h1><table>${many(9, () => `<tr><td>${short()}</td><td>${dice.between(1, 99_999)}</td><td>${price(dice)}</td><td>${(dice.between(0, 1000) / 10).toFixed(1)} %</td></tr>`)}</table>`;
    case 'code':
      return dice
        .some(listing, 12)
        .map((line, index) => `<pre>${String(index + 1).padStart(2, ' ')}  ${escaped(line)}</pre>`)
        .join('');
    case 'files':
      return many(
        14,
        () =>
          `<pre>${dice.pick(['-rw-r--r--', 'drwxr-xr-x', 'lrwxrwxrwx'])} ${dice.between(1, 9)} dev staff ${dice.between(10, 999_999)} ${dice.pick(['Oct', 'Nov', 'Jan'])} ${dice.between(10, 28)} ${dice.between(10, 23)}:${dice.between(10, 59)} ${code(dice)}</pre>`,
      );
    case 'prices':
      return `<h1>${short()}</h1>${many(10, () => `<div class="row"><span>${short()} ${dice.pick(['✓', '×', '→', '•', '–'])}</span><span class="accent">${price(dice)}</span></div>`)}`;
  }
}
