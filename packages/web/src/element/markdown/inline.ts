// The words of one paragraph, as they are drawn.

export type Inline =
  | { readonly type: 'text' | 'code'; readonly text: string }
  | { readonly type: 'break' }
  | {
      readonly type: 'em' | 'strong' | 'del';
      readonly inside: readonly Inline[];
      readonly depth: number;
    }
  | {
      readonly type: 'link';
      readonly href: string;
      readonly title: string;
      readonly inside: readonly Inline[];
      readonly depth: number;
    }
  | { readonly type: 'image'; readonly href: string; readonly alt: string; readonly title: string };

/** What is left when nothing is drawn: the alternative text of a picture. */
export function wordsOf(items: readonly Inline[]): string {
  return items
    .map((item) =>
      'inside' in item
        ? wordsOf(item.inside)
        : 'text' in item
          ? item.text
          : 'alt' in item
            ? item.alt
            : ' ',
    )
    .join('');
}

export function depthOf(items: readonly Inline[]): number {
  return items.reduce((deepest, item) => Math.max(deepest, 'depth' in item ? item.depth : 0), 0);
}
