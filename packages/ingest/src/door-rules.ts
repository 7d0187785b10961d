// What the door has to be given, and how single figures of a target become a whole one.
import type { FitTarget } from '@percept/core';
import { defaultFit, partialTargetRules, targetRule } from '@percept/core/internal';
import {
  call,
  exact,
  finite,
  maybe,
  oneOf,
  shape,
  signal,
  type Rule,
} from '@percept/core/internal/options';

const region: Rule = maybe(
  exact({
    unit: oneOf(['permille', 'source']),
    left: finite,
    top: finite,
    width: finite,
    height: finite,
  }),
);

export const bitmapRules = { target: maybe(targetRule), region, signal: maybe(signal) };

const storedRules = {
  origin: maybe(shape({ kind: oneOf(['attachment', 'perception', 'made']) })),
  signal: maybe(signal),
  onStage: maybe(call),
};

export const keepRules = {
  ...storedRules,
  expect: maybe(oneOf(['media', 'image', 'audio', 'file'])),
  onProgress: maybe(call),
};

const target: Rule = maybe(exact(partialTargetRules));

export const ingestRules = { ...keepRules, target, region };

export const fitRules = { ...partialTargetRules, ...storedRules, target, region };

/** Single figures beside the default; an edge that was asked for is not cut short by the default's area. */
export function completed(own: Partial<FitTarget>): FitTarget {
  const { maxEdgePx } = own;
  const area = maxEdgePx === undefined ? {} : { maxPixels: maxEdgePx * maxEdgePx };
  const set = Object.entries(own).filter(([, value]) => value !== undefined);
  return Object.assign({}, defaultFit, area, Object.fromEntries(set));
}
