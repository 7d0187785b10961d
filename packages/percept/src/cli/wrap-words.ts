// Words for a screen that is narrower than they are: broken between words, each beside what it belongs to.

/** How long a line may be: in a pipe, and on a terminal that does not know its size and says 0, as long as it is. */
export function lineWidth({
  isTTY,
  columns = 0,
}: {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}): number {
  return isTTY === true && columns > 0 ? columns : Infinity;
}

/** A word that is longer than a line has one of its own. */
export function wrapWords(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

/** A page of help: what stands beside a name stays beside it, or below it where that leaves too little room. */
export function foldHelp(text: string, columns: number): string {
  return text
    .split('\n')
    .flatMap((line) => (line.length <= columns ? [line] : foldLine(line, columns)))
    .join('\n');
}

const belowIndent = 6;

function foldLine(line: string, columns: number): readonly string[] {
  const [, head = '', rest = ''] = /^(\s*(?:\S+(?: \S+)*\s{2,})?)(.*)$/.exec(line) ?? [];
  const isBeside = head.length <= columns / 2;
  const indent = ' '.repeat(isBeside ? head.length : belowIndent);
  const words = wrapWords(rest, Math.max(1, columns - indent.length));
  if (!isBeside)
    return [...(head.trim() === '' ? [] : [head.trimEnd()]), ...words.map((one) => indent + one)];
  return words.map((one, at) => (at === 0 ? head : indent) + one);
}
