// Where pulled models live, unless the caller says otherwise.
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { ModelName } from './catalogue.ts';

/**
 * Where models of local eyes and ears are kept on this machine.
 *
 * @example await isInstalled(modelsFolder(), 'speech-en');
 */
export function modelsFolder(): string {
  return join(homedir(), '.percept', 'models');
}

/** What `transcribe` needs. */
export const speechModels: ModelName = 'speech-en';
