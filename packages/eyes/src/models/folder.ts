// Where pulled models live, unless the caller says otherwise: beside the data of other programs. A folder that an older version
// filled is used as long as it is there.
import { dataHome, type Surroundings } from '@percept/ingest/internal';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { ModelName } from './catalogue.ts';

/**
 * Where models of local eyes and ears are kept on this machine.
 *
 * @example await isInstalled(modelsFolder(), 'speech-en');
 */
export function modelsFolder(): string {
  const { platform, env: variables } = process;
  return modelsFolderIn({ platform, variables, homeDirectory: homedir() });
}

export function modelsFolderIn(around: Surroundings): string {
  const older = join(around.homeDirectory, '.percept', 'models');
  return existsSync(older) ? older : join(dataHome(around), 'percept', 'models');
}

/** What `transcribe` needs. */
export const speechModels: ModelName = 'speech-en';
