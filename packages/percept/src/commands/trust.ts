// `percept trust`: this user says that the configuration of a folder may do what it asks for. Trust is bound to the file's
// path, owner and content, so a change asks again.
import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { loadConfig, TrustStore } from '@percept/agent/internal';
import { type ProjectFile } from '@percept/agent';
import { printable } from '@percept/core/internal';
import { type JsonObject } from '@percept/core';
import {
  orRefuse,
  said,
  UsageError,
  type Answer,
  type Command,
  type Invocation,
} from '../cli/command.ts';
import { table } from '../cli/figures.ts';

export const trust: Command = {
  help: `usage: percept trust [FOLDER]
       percept trust --list
       percept trust --forget [FOLDER]

A percept.config file that comes with a folder is only data: before you trust it, nothing in it
can run code, choose who answers, name an address or a key, or let anybody see media. This
shows what the file asks for and trusts it, by path, owner and content: when it changes, you are
asked again. Read the file first. Scripts trust for one run with --trust or PERCEPT_TRUST=1.

options
  --list       the files that are trusted
  --forget     trust the file of this folder no more
  --json       { path, sha256, standing, asks } · { trusted: [{ path, sha256, at }] } · { forgotten }`,
  options: { list: { type: 'boolean' }, forget: { type: 'boolean' } },
  run: async (invocation) => {
    const { args, flags, environment } = invocation;
    if (args.length > 1) throw new UsageError('Name one folder.');
    if (flags.on('list') && (flags.on('forget') || args.length > 0))
      throw new UsageError('--list stands alone.');
    const { variables: env } = environment;
    const store = new TrustStore({ env, home: environment.homeDirectory });
    if (flags.on('list')) return list(store);
    const folder = resolve(environment.workingDirectory, args[0] ?? '.');
    return flags.on('forget') ? forget(store, folder) : trustFolder(store, folder, invocation);
  },
};

async function list(store: TrustStore): Promise<Answer> {
  const files = await store.list();
  const rows = files.map(({ path, sha256, at }) => [printable(path, 500), sha256.slice(0, 12), at]);
  return said(
    { trusted: files.map(({ path, sha256, at }): JsonObject => ({ path, sha256, at })) },
    files.length === 0 ? 'nothing is trusted' : table(rows),
  );
}

async function forget(store: TrustStore, folder: string): Promise<Answer> {
  const forgotten = orRefuse(await store.forget(await realpath(folder).catch(() => folder)));
  return said(
    { forgotten },
    forgotten === 0 ? 'nothing in this folder was trusted' : 'it is trusted no more',
  );
}

async function trustFolder(
  store: TrustStore,
  folder: string,
  { environment }: Invocation,
): Promise<Answer> {
  const { PERCEPT_TRUST: _, ...env } = environment.variables;
  const config = await loadConfig({ cwd: folder, env, home: environment.homeDirectory });
  const { project, notes } = orRefuse(config);
  if (!project)
    return said(
      { path: null, asks: [] },
      ['There is no configuration to trust here, and nothing needs it.', ...notes].join('\n'),
    );
  const facts = { path: project.path, sha256: project.sha256, asks: [...project.asks] };
  const shown = printable(project.path, 500);
  if (project.standing === 'harmless')
    return said({ ...facts, standing: 'harmless' }, `${shown} asks for nothing that needs trust.`);
  if (project.standing === 'trusted')
    return said({ ...facts, standing: 'trusted' }, `${shown} is trusted already.`);
  if (project.asks.length === 0) {
    const hint = 'Mend the file, then trust it.';
    const refusal = { refused: 'invalid-input', message: notes.join(' '), hint } as const;
    return { kind: 'refused', refusal, details: facts };
  }
  orRefuse(await store.trust(project));
  return said({ ...facts, standing: 'trusted' }, trustedText(project));
}

function trustedText(project: ProjectFile): string {
  return [
    `${printable(project.path, 500)} may from now on:`,
    ...project.asks.map((ask) => `  - ${ask}`),
    'When it changes you are asked again. To take it back: percept trust --forget',
  ].join('\n');
}
