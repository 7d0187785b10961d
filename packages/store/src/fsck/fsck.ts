// fsck: every invariant of the memory, checked one after the other and reported as data. It never throws because the
// store is damaged: damage is what it is for. What checks is loaded when it is asked for.
import { checkOptions, word } from '@percept/core/internal/options';
import { fsckRules } from '../call-rules.ts';
import type { FsckOptions, FsckReport } from './report.ts';

/**
 * Checks the memory in `directory`, whether or not it can be opened.
 *
 * @example const { sound, findings } = await fsck('.percept');
 */
export async function fsck(directory: string, options: FsckOptions = {}): Promise<FsckReport> {
  checkOptions('fsck', { directory }, { directory: word });
  checkOptions('fsck', options, fsckRules);
  const { checkMemory } = await import('./check-memory.ts');
  return checkMemory(directory, options);
}
