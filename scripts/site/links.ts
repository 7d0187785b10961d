// Every link of the built site leads to a file of it, and every anchor to an element of that page.

import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** One line per link that leads nowhere. */
export function brokenLinks(site: string, base = '/'): readonly string[] {
  const pages = globSync('**/*.html', { cwd: site });
  const anchors = new Map(pages.map((page) => [page, anchorsOf(read(site, page))]));
  return pages.flatMap((page) =>
    [...new Set(linksOf(read(site, page)))].flatMap((link) => {
      const [path = '', hash = ''] = link.split('#');
      const target = path === '' ? page : fileOf(page, path.replace(/\?.*$/, ''), base);
      if (!anchors.has(target))
        return existsSync(join(site, target)) ? [] : [`${page}: ${link} is not there`];
      return hash === '' || anchors.get(target)?.has(decodeURIComponent(hash)) === true
        ? []
        : [`${page}: ${link}: ${target} has no such anchor`];
    }),
  );
}

function read(site: string, page: string): string {
  return readFileSync(join(site, page), 'utf8');
}

function linksOf(html: string): readonly string[] {
  return [...html.matchAll(/\s(?:href|src)="([^"]*)"/g)]
    .map(([, link = '']) => link.replaceAll('&amp;', '&'))
    .filter((link) => !/^(?:[a-z]+:|\/\/)/i.test(link));
}

function anchorsOf(html: string): ReadonlySet<string> {
  return new Set([...html.matchAll(/\sid="([^"]*)"/g)].map(([, id = '']) => id));
}

function fileOf(page: string, path: string, base: string): string {
  const file = path.startsWith('/')
    ? relative(base, path)
    : join(dirname(page), decodeURIComponent(path));
  return file === '' || path.endsWith('/') ? join(file, 'index.html') : file;
}
