// Numbers as axes write them: 1,000 · 2.5k · 40% · $1.2M · −3. What is not wholly a number is not one.

const scales: ReadonlyMap<string, number> = new Map([
  ['', 1],
  ['k', 1e3],
  ['K', 1e3],
  ['M', 1e6],
  ['B', 1e9],
  ['G', 1e9],
]);

const pattern = /^([-−–]?)[$€£]?(\d{1,3}(?:[,  ]\d{3})+|\d+)(\.\d+)?\s?([kKMBG]?)\s?%?$/u;

export function numberOf(text: string): number | undefined {
  const match = pattern.exec(text.trim());
  if (!match) return undefined;
  const [, sign = '', whole = '', fraction = '', scale = ''] = match;
  const value = Number(whole.replaceAll(/[,  ]/gu, '') + fraction) * (scales.get(scale) ?? 1);
  return sign === '' ? value : -value;
}
