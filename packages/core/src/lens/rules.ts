// What a caller has to hand over where a request is lowered.
import { bound, call, either, exact, flag, has, maybe, oneOf, type Rule } from '../options.ts';
import type { LensOptions } from './lower.ts';

const budgets: Rule = exact({
  maxImages: maybe(bound),
  maxBytes: maybe(bound),
  maxImageTokens: maybe(bound),
  maxPixels: maybe(bound),
});

const retention: Rule = either(
  'is { mode } of append-only, adaptive, or window with its turns',
  exact({ mode: oneOf(['append-only']) }),
  exact({
    mode: oneOf(['adaptive']),
    maxPaybackSteps: maybe(bound),
    newest: maybe(oneOf(['kept', 'left-out'])),
  }),
  exact({ mode: oneOf(['window']), turns: bound }),
);

type OfOneRequest = 'profile' | 'thinking' | 'signal' | 'nowMs';

/** Of a whole conversation; what belongs to one request is checked where requests are lowered. */
export const lensRules: { readonly [K in Exclude<keyof LensOptions, OfOneRequest>]-?: Rule } = {
  session: maybe(has('moveFrontier', 'quarantine', 'observe')),
  media: maybe(has('resolve')),
  budgets: maybe(budgets),
  retention: maybe(retention),
  tariff: maybe(exact({ write: bound, read: bound, ttlMs: bound, lookbackBlocks: bound })),
  dedupe: maybe(flag),
  resize: maybe(oneOf(['useful', 'needed'])),
  shed: maybe(oneOf(['steps', 'exact'])),
  repairs: maybe(oneOf(['all', 'certain', 'none'])),
  reviewable: maybe(call),
  mediaTimeoutMs: maybe(bound),
};
