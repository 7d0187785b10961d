// Bold, emphasis, code and links inside one line of Markdown.
import { quiet, span, type Line, type Span, type Style } from './style.ts';
import { maxMarkedChars } from '../limits.ts';

export const code: Style = { colour: 'cyan' };

// Code first, because nothing inside it is marked. No nesting: what a terminal shows is weight and colour.
const marked =
  /(`+)(.+?)\1(?!`)|\*\*(?=\S)(.+?)(?<=\S)\*\*|(?<![\w*])\*(?=[^\s*])(.+?)(?<=[^\s*])\*(?![\w*])|!?\[([^\]]*)\]\(([^()\s]+)\)/g;

/** Bold, emphasis, code and links; the address of a link stands beside it, so that nothing hides where it leads. */
export function inline(text: string, base?: Style): Line {
  if (text.length > maxMarkedChars) return [span(text, base)];
  const line: Span[] = [];
  let at = 0;
  for (const found of text.matchAll(marked)) {
    if (found.index > at) line.push(span(text.slice(at, found.index), base));
    at = found.index + found[0].length;
    const [, , inCode, bold, emphasis, label, address] = found;
    if (inCode !== undefined) line.push(span(inCode, { ...base, ...code }));
    else if (bold !== undefined) line.push(span(bold, { ...base, bold: true }));
    else if (emphasis !== undefined) line.push(span(emphasis, { ...base, italic: true }));
    else if (address !== undefined) {
      line.push(span(label || address, { ...base, underline: true }));
      if (label && label !== address) line.push(span(` (${address})`, quiet));
    }
  }
  if (at < text.length) line.push(span(text.slice(at), base));
  return line;
}
