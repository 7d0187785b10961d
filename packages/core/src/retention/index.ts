export { noCacheYet, observeUsage, outlook, type CacheMemory, type CacheUsage } from './cache.ts';
export {
  adaptive,
  appendOnly,
  maxPaybackSteps,
  moveFrontier,
  windowOf,
  type LivePerception,
  type Retention,
  type RetentionQuestion,
} from './retention.ts';
export { anthropicTariff, openaiTariff, paybackSteps, uncachedTariff, type Tariff } from './tariff.ts';
