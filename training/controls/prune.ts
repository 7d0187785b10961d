// Style sheets of libraries are large: what is about other classes is left out. The looks of the focus are put on a class, so that any control can be drawn with them.

/** A page has one focus; with a class as many controls show it as are to be drawn so. */
export function withFocusClass(css: string): string {
  return css.replaceAll(/:focus(?:-visible|-within)?(?![-\w])/g, '.foc');
}

/** Rules whose selectors name no class, or one to keep. */
export function pruned(css: string, keep: RegExp): string {
  const clean = css
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/@(?:charset|import)[^;]*;/g, '')
    .replaceAll('</style', '');
  return withFocusClass(rulesOf(clean, keep));
}

function rulesOf(css: string, keep: RegExp): string {
  let made = '';
  let at = 0;
  for (;;) {
    const open = css.indexOf('{', at);
    if (open === -1) return made;
    const head = css.slice(at, open).trim();
    const close = endOf(css, open);
    const body = css.slice(open + 1, close);
    at = close + 1;
    if (/^@(?:media|supports|layer)/.test(head)) {
      if (!/print|reduced-motion|forced-colors|hover/.test(head))
        made += `${head}{${rulesOf(body, keep)}}`;
    } else if (!head.startsWith('@') && (!head.includes('.') || keep.test(head)))
      made += `${head}{${body}}`;
  }
}

function endOf(css: string, open: number): number {
  let depth = 0;
  for (let at = open; at < css.length; at += 1) {
    const letter = css[at];
    if (letter === '"' || letter === "'") {
      at += 1;
      while (at < css.length && css[at] !== letter) at += css[at] === '\\' ? 2 : 1;
    } else if (letter === '{') depth += 1;
    else if (letter === '}') {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return css.length;
}
