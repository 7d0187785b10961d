// What the root of a drawing is given before an engine sees it: the size that was computed here, so that the engine is not
// asked for its own, and the declarations that authors forget.
import type { Size } from '@percept/core';
import type { Edit, OpenTag } from './markup.ts';

export function rootEdits(
  source: string,
  root: OpenTag,
  facts: ReadonlyMap<string, string>,
  { width, height }: Size,
): readonly Edit[] {
  const given: ReadonlyMap<string, string> = new Map([
    ['width', String(width)],
    ['height', String(height)],
    // A window is cut by the picture's own edge; a clip besides would be drawn as a layer of the whole page.
    ['overflow', 'visible'],
  ]);
  const changed = root.attributes.flatMap(({ name, start, end }) => {
    const text = given.get(name);
    return text === undefined ? [] : [{ start, end, text }];
  });
  const added = [...given].filter(([name]) => !facts.has(name));
  if (!facts.has('font-family')) added.push(['font-family', "'Noto Sans'"]);
  const hasNamespace = facts.has('xmlns') || source.startsWith('<svg:', root.start);
  if (!hasNamespace) added.push(['xmlns', 'http://www.w3.org/2000/svg']);
  if (source.includes('xlink:') && !source.includes('xmlns:xlink')) {
    added.push(['xmlns:xlink', 'http://www.w3.org/1999/xlink']);
  }
  const text = added.map(([name, value]) => ` ${name}="${value}"`).join('');
  return [...changed, { start: root.afterName, end: root.afterName, text }];
}
