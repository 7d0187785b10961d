// Steps over one construct of XML. Each moves forward and never looks back, so that whoever walks by them stays linear.

/** Where the text goes on after a mark, or its end. */
export function after(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from);
  return found < 0 ? text.length : found + mark.length;
}

/** A document type may hold declarations in brackets, whose quoted texts may hold brackets. */
export function afterDoctype(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const mark = text[at];
    if (mark === '"' || mark === "'") at = after(text, mark, at + 1) - 1;
    else if (mark === '[') depth++;
    else if (mark === ']') depth--;
    else if (mark === '>' && depth <= 0) return at + 1;
  }
  return text.length;
}
