// Where the store is: the flag, then the environment, then the place that the platform keeps data in.
import { dataHome } from '@percept/ingest/internal';
import { join, resolve } from 'node:path';
import { UsageError, type Environment, type Flags } from './command.ts';

export function dataDirectory(flags: Flags, environment: Environment): string {
  const asked = flags.text('data');
  if (asked === '') throw new UsageError('--data takes a directory, and this is empty.');
  const chosen = asked ?? environment.variables['PERCEPT_DATA'];
  if (chosen) return resolve(environment.workingDirectory, chosen);
  return join(dataHome(environment), 'percept');
}
