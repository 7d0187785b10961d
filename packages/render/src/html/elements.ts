// What the reader of HTML knows of elements: which are not shown, which would act, and how SVG spells its own.

/** Their content is no text of the page. */
export const unseen: ReadonlySet<string> = new Set(
  (
    'script noscript template iframe frame frameset object embed applet audio video canvas ' +
    'head title meta link base datalist map'
  ).split(' '),
);

export const active: ReadonlySet<string> = new Set('script iframe object embed applet'.split(' '));

export const media: ReadonlySet<string> = new Set(['audio', 'video', 'canvas', 'object', 'embed']);

/** HTML writes names in small letters; SVG has a few with capitals. */
const capitals: ReadonlyMap<string, string> = new Map(
  (
    'linearGradient radialGradient clipPath textPath foreignObject feBlend feColorMatrix feComponentTransfer ' +
    'feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDropShadow feFlood feFuncA feFuncB feFuncG ' +
    'feFuncR feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset feSpecularLighting feTile feTurbulence'
  )
    .split(' ')
    .map((name) => [name.toLowerCase(), name]),
);

export function svgName(tag: string): string {
  return capitals.get(tag) ?? tag.replaceAll(/[^\w:.-]/g, '');
}
