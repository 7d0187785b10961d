// The Range header by RFC 9110 §14: one range of bytes is served, a set of several is not worth its multipart and is
// answered whole ("a server MAY ignore the Range header field"), and what cannot be satisfied says so.

export type RangeAnswer =
  | { readonly kind: 'whole' }
  /** The end is exclusive. */
  | { readonly kind: 'part'; readonly start: number; readonly end: number }
  | { readonly kind: 'unsatisfiable' };

const whole: RangeAnswer = { kind: 'whole' };
const unsatisfiable: RangeAnswer = { kind: 'unsatisfiable' };
const unit = /^bytes=/i;
const range = /^(?:(\d+)-(\d*)|-(\d+))$/;

export function readRange(field: string | undefined, length: number): RangeAnswer {
  if (field === undefined || field.length > 256) return whole;
  const set = field.trim();
  if (!unit.test(set)) return whole;
  const ranges = set
    .replace(unit, '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
  const [only] = ranges;
  if (only === undefined || ranges.length > 1) return whole;
  const found = range.exec(only);
  if (!found) return whole;
  const [, first, last, suffix] = found;
  return suffix === undefined
    ? fromTo(Number(first), last === '' ? Infinity : Number(last), length)
    : ending(Number(suffix), length);
}

/** A reversed range is invalid, and may be ignored or rejected; we reject it as everybody else does. */
function fromTo(first: number, last: number, length: number): RangeAnswer {
  if (last < first || first >= length) return unsatisfiable;
  return { kind: 'part', start: first, end: Math.min(last + 1, length) };
}

function ending(suffix: number, length: number): RangeAnswer {
  if (suffix === 0 || length === 0) return unsatisfiable;
  return { kind: 'part', start: Math.max(0, length - suffix), end: length };
}
