// `npm run fit-table`: what common pictures become for each profile, written into docs/door.md. A test compares the page with
// what this makes, so the page cannot grow old.
import {
  estimateImageTokens,
  fitSize,
  fitTarget,
  profilesById,
  type ModelProfile,
  type Size,
} from '@percept/core';
import { readFileSync, writeFileSync } from 'node:fs';

const pictures: readonly (readonly [string, Size])[] = [
  ['4K screen', { width: 3840, height: 2160 }],
  ['1080p screen', { width: 1920, height: 1080 }],
  ['phone, upright', { width: 1179, height: 2556 }],
  ['1:2 scan', { width: 2480, height: 4960 }],
];
/** Other names of the same profile. */
const aliases: ReadonlySet<string> = new Set(['gemini', 'openai-tile', 'openai-patch']);
const start = '<!-- fit-table -->';
const end = '<!-- /fit-table -->';

export const page: URL = new URL('../docs/door.md', import.meta.url);

/** The page with its table made anew. */
export function withTable(text: string): string {
  const from = text.indexOf(start);
  const to = text.indexOf(end);
  if (from < 0 || to < from) throw new Error('The page has no place for the table.');
  return `${text.slice(0, from)}${start}\n\n${table()}\n\n${text.slice(to)}`;
}

function table(): string {
  const rows = [...profilesById]
    .filter(([id]) => !aliases.has(id))
    .map(([id, profile]) => [id, ...pictures.map(([, size]) => cell(profile, size))]);
  const head = [
    'profile',
    ...pictures.map(([name, { width, height }]) => `${name} ${width}×${height}`),
  ];
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => (row[column] ?? '').length)),
  );
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((text, column) => text.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [line(head), rule, ...rows.map(line)].join('\n');
}

/** Alone in a request, and where it differs, one of many. */
function cell(profile: ModelProfile, size: Size): string {
  const alone = shown(profile, size, 1);
  const crowded = shown(profile, size, 1000);
  return alone === crowded ? alone : `${alone}; of many ${crowded}`;
}

function shown(profile: ModelProfile, size: Size, images: number): string {
  const fitted = fitSize(size, fitTarget(profile, images));
  const tokens = estimateImageTokens(profile.image.tokens, fitted);
  const cost = tokens === undefined ? 'unpublished' : tokens.toLocaleString('en');
  return `${fitted.width}×${fitted.height} (${cost})`;
}

if (import.meta.main) writeFileSync(page, withTable(readFileSync(page, 'utf8')));
