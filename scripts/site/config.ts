// The site: what stands in docs/ and what scripts/site.ts generates beside it. Nothing is loaded from elsewhere, neither when it
// is built nor when it is read, and search happens in the reader's browser.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isRecord, readText } from '@percept/core/internal';
import type { DefaultTheme, MarkdownRenderer, UserConfig } from 'vitepress';
import { sidebar } from './sidebar.ts';

const docs = fileURLToPath(new URL('../../docs', import.meta.url));

export const site: UserConfig<DefaultTheme.Config> = {
  title: 'Percept',
  description: 'Eyes for AI agents: one safe door, one memory, real pixels on every wire.',
  lang: 'en',
  base: process.env['SITE_BASE'] ?? '/',
  srcExclude: ['examples/**', 'reference/agents-summary.md'],
  cacheDir: '../node_modules/.cache/vitepress',
  outDir: '../dist/site',
  lastUpdated: false,
  vite: { publicDir: false, build: { chunkSizeWarningLimit: 4_000 } },
  markdown: { config: leaveOutside },
  themeConfig: {
    sidebar,
    nav: [
      { text: 'Start', link: '/start' },
      { text: 'Guides', link: '/library' },
      { text: 'Reference', link: '/reference/command' },
      { text: 'Compare', link: '/comparison' },
    ],
    outline: [2, 3],
    search: { provider: 'local', options: { detailedView: true } },
    docFooter: { prev: false, next: false },
  },
};

/** A link to a file of the repository that is no page: the site shows its words, and a checkout opens it. */
function leaveOutside(md: MarkdownRenderer): void {
  md.core.ruler.push('repository-files', (state) => {
    const env: unknown = state.env;
    const path = isRecord(env) ? (readText(env['relativePath']) ?? '') : '';
    const page = join(docs, dirname(path));
    for (const { children } of state.tokens) {
      let isOutside = false;
      for (const token of children ?? []) {
        if (token.type === 'link_open') {
          isOutside = leadsOutside(page, token.attrGet('href') ?? '');
          if (isOutside) Object.assign(token, { type: 'span_open', tag: 'span', attrs: null });
        } else if (token.type === 'link_close' && isOutside) {
          Object.assign(token, { type: 'span_close', tag: 'span' });
          isOutside = false;
        }
      }
    }
  });
}

function leadsOutside(page: string, href: string): boolean {
  if (/^(?:[a-z]+:|#|\/)/.test(href)) return false;
  const path = join(page, href.replace(/[?#].*$/, ''));
  const isPage = path.startsWith(docs) && (path.endsWith('.md') || existsSync(`${path}.md`));
  return !isPage;
}
