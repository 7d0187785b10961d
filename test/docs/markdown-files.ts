// The documents of the repository: what a reader opens, with its links, headings and blocks of code.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root: string = fileURLToPath(new URL('../../', import.meta.url));

export interface Block {
  readonly language: string;
  /** What stands behind the language. */
  readonly info: string;
  readonly text: string;
  /** The line of its first line of code, from one. */
  readonly line: number;
}

export interface Document {
  readonly path: string;
  readonly text: string;
}

export function documents(): readonly Document[] {
  const pattern = [
    '*.md',
    'docs/**/*.md',
    'packages/*/README.md',
    'conformance/*.md',
    'training/**/*.md',
  ];
  const excluded = ['docs/reference/**', '**/node_modules/**'];
  return globSync(pattern, { cwd: root, exclude: excluded })
    .toSorted()
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

export function blocksOf({ text }: Document): readonly Block[] {
  const blocks: Block[] = [];
  const lines = text.split('\n');
  for (let index = 0; index < lines.length; index += 1) {
    const [, language, info = ''] = /^```(\w+)(.*)$/.exec(lines[index] ?? '') ?? [];
    if (language === undefined) continue;
    const end = lines.findIndex((line, at) => at > index && line.startsWith('```'));
    blocks.push({
      language,
      info: info.trim(),
      text: lines.slice(index + 1, end).join('\n'),
      line: index + 2,
    });
    index = end;
  }
  return blocks;
}

/** The text with its code taken out, so that nothing in code reads as a link or a heading. */
function proseOf({ text }: Document): string {
  return text
    .replaceAll(/^```[\s\S]*?^```/gm, '')
    .replaceAll(/`[^`\n]*`/g, (code) => code.replaceAll(/[[\]()]/g, ''));
}

export function linksOf(document: Document): readonly string[] {
  return [...proseOf(document).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
}

/** The names of its headings as anchors, as GitHub and the site spell them. */
export function anchorsOf({ text }: Document): ReadonlySet<string> {
  const headings = text.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(/^#{1,6} (.+)$/gm);
  return new Set(
    [...headings].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}
