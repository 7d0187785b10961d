// `PERCEPT_EYES_ACCELERATOR`: whether local eyes may use the native runtime where it is installed.
import { accelerators, type Accelerator } from '@percept/eyes';
import { UsageError, type Environment } from './command.ts';

export function acceleratorOf({ variables }: Pick<Environment, 'variables'>): Accelerator {
  const wanted = variables['PERCEPT_EYES_ACCELERATOR'];
  if (wanted === undefined || wanted === '') return 'auto';
  const known = accelerators.find((name) => name === wanted);
  if (known) return known;
  throw new UsageError(
    `PERCEPT_EYES_ACCELERATOR takes ${accelerators.join(' or ')}, not ${JSON.stringify(wanted)}.`,
  );
}
