// Which types of pictures come in: `PERCEPT_ACCEPT`.
import type { SourceType } from '@percept/core';
import { parseAccept } from '@percept/ingest/internal/accept';
import { UsageError, type Environment } from './command.ts';

export function acceptOf({ variables }: Environment): readonly SourceType[] {
  const wanted = parseAccept(variables['PERCEPT_ACCEPT']);
  if (wanted.ok) return wanted.value;
  throw new UsageError(`${wanted.refusal.message} ${wanted.refusal.hint}`);
}
