// What the calls of a memory have to be given. A dry run that is misspelt would free, and a list without its tenant is of everybody.
import {
  anything,
  bound,
  call,
  finite,
  flag,
  maybe,
  oneOf,
  signal,
  word,
} from '@percept/core/internal/options';

export const storeCallRules = { signal: maybe(signal) };

export const forkRules = {
  ...storeCallRules,
  id: maybe(word),
  upTo: maybe(bound),
  of: maybe(word),
};

export const collectRules = { ...storeCallRules, graceMs: maybe(finite), dryRun: maybe(flag) };

export const fsckRules = {
  ...storeCallRules,
  depth: maybe(oneOf(['quick', 'deep'])),
  repair: maybe(flag),
  clock: maybe(call),
};

export const importRules = { ...storeCallRules, inspect: maybe(call) };

const whose = { tenant: maybe(word), kind: maybe(word) };

/** Whether the name can be one is answered by a refusal. */
export const openRules = { ...whose, id: maybe(anything), title: maybe(anything), of: maybe(word) };

export const listRules = {
  ...whose,
  order: maybe(oneOf(['used', 'opened'])),
  state: maybe(oneOf(['any', 'unsettled'])),
  after: maybe(word),
  limit: maybe(bound),
};

export const countRules = { ...whose, limit: bound };

export const rangeRules = { after: maybe(bound), limit: maybe(bound) };
