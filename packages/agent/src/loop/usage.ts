// The bill of a turn: every request that a provider got for it, whoever asked, in all and by model. Figures are the
// provider's own; where a provider says nothing they are estimates, and say so.
import { isRecord, readCount, readList, readText, readWord } from '@percept/core/internal';
import type { ModelUsage, Purpose, Spent, TurnUsage } from '@percept/contract';
import type { Charge } from '../models/index.ts';

export type { Price } from '../config/index.ts';
export type { ModelUsage, TurnUsage };

const nothing = {
  inputTokens: 0,
  cachedInputTokens: 0,
  outputTokens: 0,
  requests: 0,
  source: 'provider',
} as const;

export const noUsage: TurnUsage = { ...nothing, models: [] };

export function addCharge(usage: TurnUsage, charge: Charge): TurnUsage {
  const { model, host, purpose } = charge;
  const at = usage.models.findIndex(
    (row) => row.model === model && row.host === host && row.purpose === purpose,
  );
  const row = { model, host, purpose, ...plus(usage.models[at] ?? nothing, charge) };
  return {
    ...plus(usage, charge),
    models: at < 0 ? [...usage.models, row] : usage.models.with(at, row),
  };
}

function plus(before: Spent, charge: Charge): Spent {
  const isTold = before.source === 'provider' && charge.source === 'provider';
  const costUsd =
    charge.costUsd === undefined ? before.costUsd : (before.costUsd ?? 0) + charge.costUsd;
  return {
    inputTokens: before.inputTokens + charge.inputTokens,
    cachedInputTokens: before.cachedInputTokens + charge.cachedInputTokens,
    outputTokens: before.outputTokens + charge.outputTokens,
    requests: before.requests + 1,
    source: isTold ? 'provider' : 'estimate',
    ...(costUsd !== undefined && { costUsd }),
  };
}

/** As it was recorded; records of before there were rows have none. */
export function readUsage(value: unknown): TurnUsage {
  const fields = isRecord(value) ? value : {};
  return {
    ...readSpent(fields),
    models: readList(fields['models']).flatMap((row) => {
      if (!isRecord(row)) return [];
      const model = readText(row['model']);
      const host = readText(row['host']);
      const purpose = readWord(purposes, row['purpose']);
      return model === undefined || host === undefined || purpose === undefined
        ? []
        : [{ model, host, purpose, ...readSpent(row) }];
    }),
  };
}

const purposes = ['answer', 'describe', 'summary', 'draw', 'say'] as const satisfies Purpose[];

function readSpent(fields: Readonly<Record<string, unknown>>): Spent {
  const costUsd = fields['costUsd'];
  return {
    inputTokens: readCount(fields['inputTokens']) ?? 0,
    cachedInputTokens: readCount(fields['cachedInputTokens']) ?? 0,
    outputTokens: readCount(fields['outputTokens']) ?? 0,
    requests: readCount(fields['requests']) ?? 0,
    source: fields['source'] === 'provider' ? 'provider' : 'estimate',
    ...(typeof costUsd === 'number' && { costUsd }),
  };
}
