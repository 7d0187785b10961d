// Whether a model is there, and its bytes. A file counts only when it has the pinned content.
import { checkOptions, oneOf, word } from '@percept/core/internal/options';
import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { catalogue, type ModelName, type PackedFile } from './catalogue.ts';

/**
 * Cheap: every file is present and was renamed into place whole. The content is checked when it is loaded.
 *
 * @example if (!(await isInstalled(modelsFolder(), 'speech-en'))) await pullModel('speech-en');
 */
export async function isInstalled(folder: string, model: ModelName): Promise<boolean> {
  checkOptions(
    'isInstalled',
    { folder, model },
    { folder: word, model: oneOf(Object.keys(catalogue)) },
  );
  const files = catalogue[model].flatMap((pack) => pack.files);
  const found = await Promise.all(files.map(({ name }) => isFile(join(folder, name))));
  return found.every(Boolean);
}

async function isFile(path: string): Promise<boolean> {
  const facts = await stat(path).catch(() => undefined);
  return facts?.isFile() === true;
}

/** Undefined when the file is missing or is not the pinned one. */
export async function readModelFile(
  folder: string,
  { name, sha256 }: Pick<PackedFile, 'name' | 'sha256'>,
): Promise<Uint8Array | undefined> {
  const bytes = await readFile(join(folder, name)).catch(() => undefined);
  if (!bytes) return undefined;
  return createHash('sha256').update(bytes).digest('hex') === sha256 ? bytes : undefined;
}
