// Token formulas from configuration.
import { count, isUnion, oneOf, positive, type Rule } from '../options.ts';
import type { TokenFormula } from './tokens.ts';

const factor: Rule = (value, path) =>
  typeof value === 'number' && value > 0 ? undefined : `${path} is a number above zero`;

const isTokenFormula = isUnion<TokenFormula, 'kind'>('kind', {
  patches: {
    patchPx: positive,
    maxEdgePx: positive,
    maxPatches: positive,
    multiplier: factor,
    shrink: oneOf(['whole', 'largest', 'never']),
  },
  tiles: { fitPx: positive, shortSidePx: positive, tilePx: positive, base: count, perTile: count },
  crops: { smallPx: positive, cropPx: positive, perCrop: positive },
  flat: { tokens: positive },
  area: { maxEdgePx: positive, pixelsPerToken: positive, max: positive },
  unpublished: {},
});

export function parseTokenFormula(value: unknown): TokenFormula | undefined {
  return isTokenFormula(value) ? value : undefined;
}

export const formulaRule: Rule = (value, path) =>
  isTokenFormula(value) ? undefined : `${path} is a token formula of a profile`;
