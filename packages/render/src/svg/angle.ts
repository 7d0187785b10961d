// Angles as CSS writes them.

const unitsDeg: ReadonlyMap<string, number> = new Map([
  ['', 1],
  ['deg', 1],
  ['grad', 0.9],
  ['rad', 180 / Math.PI],
  ['turn', 360],
]);

/** In degrees; undefined for what is no angle. */
export function parseAngle(text: string): number | undefined {
  const match =
    /^([+-]?(?:\d{1,9}\.?\d{0,20}|\.\d{1,20})(?:e[+-]?\d{1,2})?)(deg|grad|rad|turn)?$/i.exec(
      text.trim(),
    );
  const unit = unitsDeg.get((match?.[2] ?? '').toLowerCase());
  return match && unit !== undefined ? Number((Number(match[1]) * unit).toFixed(6)) : undefined;
}
