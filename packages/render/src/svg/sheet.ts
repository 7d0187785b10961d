// Style sheets inside a drawing: what would load something is taken out, the rest stays.

export interface Stripped {
  readonly sheet: string;
  readonly external: boolean;
}

/** Takes out `@import` and `@font-face`: both name files, and every font here comes from the host. */
export function stripSheet(css: string): Stripped {
  const sheet = css.includes('@')
    ? css
        .replaceAll(/@import\b[^;{}]{0,2000};?/gi, '')
        .replaceAll(/@font-face\s{0,99}\{[^{}]{0,100000}\}/gi, '')
    : css;
  return { sheet, external: sheet !== css || pointsOutside(css) };
}

const skipped: ReadonlySet<string> = new Set([' ', '\t', '\n', '\r', '"', "'"]);

/** Whether a `url()` names anything but a part of the drawing itself. One step forward per character. */
export function pointsOutside(text: string): boolean {
  for (let at = text.indexOf('url('); at >= 0; at = text.indexOf('url(', at)) {
    at += 'url('.length;
    while (skipped.has(text.charAt(at))) at++;
    const isInside =
      text.charAt(at) === '#' || /^&(?:quot|apos|#3[49]);\s{0,9}#/.test(text.slice(at, at + 20));
    if (!isInside) return true;
  }
  return false;
}

/** The declarations of a style attribute; a later one wins. */
export function readStyle(style: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const declaration of style.split(';')) {
    const colon = declaration.indexOf(':');
    if (colon > 0) {
      found.set(
        declaration.slice(0, colon).trim().toLowerCase(),
        declaration.slice(colon + 1).trim(),
      );
    }
  }
  return found;
}
