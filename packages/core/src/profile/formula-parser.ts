// Token formulas from configuration.
import { isRecord, readCount, readPositive, readWord } from '../parse/read.ts';
import type { TokenFormula } from './tokens.ts';

export function parseTokenFormula(value: unknown): TokenFormula | undefined {
  if (!isRecord(value)) return undefined;
  const positive = (key: string) => readPositive(value[key]);
  switch (value['kind']) {
    case 'patches': {
      const [patchPx, maxEdgePx, maxPatches] = [
        positive('patchPx'),
        positive('maxEdgePx'),
        positive('maxPatches'),
      ];
      const { multiplier } = value;
      const shrink = readWord(['whole', 'largest', 'never'], value['shrink']);
      if (!patchPx || !maxEdgePx || !maxPatches || !shrink) return undefined;
      if (typeof multiplier !== 'number' || !(multiplier > 0)) return undefined;
      return { kind: 'patches', patchPx, maxEdgePx, maxPatches, multiplier, shrink };
    }
    case 'tiles': {
      const [fitPx, shortSidePx, tilePx] = [
        positive('fitPx'),
        positive('shortSidePx'),
        positive('tilePx'),
      ];
      const [base, perTile] = [readCount(value['base']), readCount(value['perTile'])];
      if (!fitPx || !shortSidePx || !tilePx || base === undefined || perTile === undefined)
        return undefined;
      return { kind: 'tiles', fitPx, shortSidePx, tilePx, base, perTile };
    }
    case 'crops': {
      const [smallPx, cropPx, perCrop] = [
        positive('smallPx'),
        positive('cropPx'),
        positive('perCrop'),
      ];
      return smallPx && cropPx && perCrop ? { kind: 'crops', smallPx, cropPx, perCrop } : undefined;
    }
    case 'flat': {
      const tokens = positive('tokens');
      return tokens ? { kind: 'flat', tokens } : undefined;
    }
    case 'area': {
      const [maxEdgePx, pixelsPerToken, max] = [
        positive('maxEdgePx'),
        positive('pixelsPerToken'),
        positive('max'),
      ];
      return maxEdgePx && pixelsPerToken && max
        ? { kind: 'area', maxEdgePx, pixelsPerToken, max }
        : undefined;
    }
    case 'unpublished':
      return { kind: 'unpublished' };
    default:
      return undefined;
  }
}
