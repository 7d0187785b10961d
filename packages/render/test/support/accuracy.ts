// How much of a text somebody read: one minus the edit distance over its length. Blanks are left out, because where a
// reader puts them says nothing about whether the characters could be told apart, and the quotes that tesseract's English
// model writes for a backtick and an apostrophe stand for those.

export function characterAccuracy(truth: string, read: string): number {
  const from = plain(truth);
  const to = plain(read);
  return 1 - editDistance(from, to) / from.length;
}

function plain(text: string): string {
  return text.replaceAll(/\s+/g, '').replaceAll(/[‘’`]/g, "'").replaceAll(/[“”]/g, '"');
}

function editDistance(from: string, to: string): number {
  let above = Uint32Array.from({ length: to.length + 1 }, (_, index) => index);
  let row = new Uint32Array(to.length + 1);
  for (let i = 1; i <= from.length; i++) {
    row[0] = i;
    const code = from.charCodeAt(i - 1);
    for (let j = 1; j <= to.length; j++) {
      const swap = above[j - 1]! + (code === to.charCodeAt(j - 1) ? 0 : 1);
      row[j] = Math.min(swap, above[j]! + 1, row[j - 1]! + 1);
    }
    [above, row] = [row, above];
  }
  return above[to.length]!;
}
