export { noCacheYet, observeUsage, outlook, type CacheMemory, type CacheUsage } from './cache.ts';
export {
  adaptive,
  appendOnly,
  frontierFor,
  leastSavedTokens,
  maxPaybackSteps,
  windowOf,
  type Picture,
  type Retention,
  type RetentionQuestion,
  type TurnStart,
} from './retention.ts';
export {
  anthropicTariff,
  openaiTariff,
  paybackSteps,
  uncachedTariff,
  type Tariff,
} from './tariff.ts';
