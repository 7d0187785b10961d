// Which programs of this host draw what npm alone cannot: `PERCEPT_PROGRAMS`.
import type { HostPrograms } from '@percept/render';
import { findPrograms, parsePrograms } from '@percept/render/internal';
import { UsageError, type Environment } from './command.ts';

export function hostPrograms({ variables }: Environment): HostPrograms {
  const wanted = parsePrograms(variables['PERCEPT_PROGRAMS']);
  if (wanted.ok) return findPrograms(wanted.value);
  throw new UsageError(`${wanted.refusal.message} ${wanted.refusal.hint}`);
}
