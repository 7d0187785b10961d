// `percept create`: a folder to begin with, copied from the starters of this package. Nothing that exists is written over, and nothing
// is installed or run.
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Refusal } from '@percept/core';
import { isRecord } from '@percept/core/internal';
import { said, UsageError, type Command } from '../cli/command.ts';
import { ownVersion } from '../cli/own-version.ts';

const templates = ['agent', 'uploads', 'page'] as const;

export const create: Command = {
  help: `usage: percept create FOLDER [--template agent|uploads|page]

Makes a new folder with a small program that runs, and a package.json.
  agent     a model with the AI SDK that looks at files by itself (default)
  uploads   a server that takes media in, and answers with small pictures
  page      a page that shows what models make

options
  --template NAME   which one
  --json            { folder, template, files }`,
  options: { template: { type: 'string' } },
  run: async ({ args, flags, environment }) => {
    const [given, ...rest] = args;
    if (given === undefined || rest.length > 0) throw new UsageError('Name one folder.');
    const named = flags.text('template') ?? 'agent';
    const template = templates.find((each) => each === named);
    if (!template) throw new UsageError(`Name one template: ${templates.join(', ')}.`);
    const folder = resolve(environment.workingDirectory, given);
    const name = basename(folder);
    if (!/^[a-z0-9][a-z0-9._-]{0,213}$/.test(name))
      throw new UsageError(
        `"${name}" cannot be the name of a package: small letters, digits, dots, dashes and underscores, and a letter or a digit first.`,
      );
    const refusal = await makeFolder(folder);
    if (refusal) return { kind: 'refused', refusal };
    const source = fileURLToPath(new URL(`../../templates/${template}/`, import.meta.url));
    await cp(source, folder, { recursive: true });
    const manifest: unknown = JSON.parse(await readFile(join(source, 'package.json'), 'utf8'));
    await writeFile(join(folder, 'package.json'), manifestOf(name, manifest));
    await writeFile(join(folder, '.gitignore'), 'node_modules/\n.percept/\ndist/\n');
    const files = (await readdir(folder)).toSorted();
    const next = `cd ${given}\nnpm install\nnpm start`;
    return said({ folder, template, files }, `Made ${given} (${template}). Next:\n\n${next}`);
  },
};

async function makeFolder(folder: string): Promise<Refusal | undefined> {
  try {
    await mkdir(folder, { recursive: true });
    if ((await readdir(folder)).length === 0) return undefined;
    return { refused: 'forbidden', message: `${folder} is not empty.`, hint: 'Name a new folder.' };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const hint = 'Name a new folder in a place where you may write.';
    if (code === 'EEXIST' || code === 'ENOTDIR')
      return { refused: 'forbidden', message: `${folder} is a file, or under one.`, hint };
    if (!['EACCES', 'EPERM', 'EROFS'].includes(code)) throw error;
    return { refused: 'unavailable', message: `${folder} cannot be made (${code}).`, hint };
  }
}

/** Ours in the version that writes it: a starter and its packages belong together. */
function manifestOf(name: string, manifest: unknown): string {
  if (!isRecord(manifest) || !isRecord(manifest['dependencies'])) throw new Error('no manifest');
  const dependencies: Record<string, unknown> = { ...manifest['dependencies'] };
  for (const each of Object.keys(dependencies))
    if (/^(?:@percept\/|percept$)/.test(each)) dependencies[each] = ownVersion();
  const own = { name, ...manifest, dependencies };
  return `${JSON.stringify(own, undefined, 2)}\n`;
}
