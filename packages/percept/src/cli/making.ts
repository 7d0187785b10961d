// What `percept draw` and `percept say` share. The person named the model in their own configuration and types the command:
// that is the consent. Where it goes and what it costs is said before anything is sent, and a file that is there already is
// found before anything is paid for.
import { lstat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { buildCatalogue, chargeWords, loadConfig, makersOf } from '@percept/agent/internal';
import { type Makers, type Produced } from '@percept/agent';
import { mediaUrl, type JsonObject } from '@percept/core';
import type { Memory } from '@percept/store';
import { orFault, orRefuse, RefusalError, said, type Answer, type Invocation } from './command.ts';
import { existsAlready, writeNewFile } from './new-file.ts';
import { tell } from './print.ts';

export async function findMakers({ environment }: Invocation): Promise<Makers> {
  const { workingDirectory: cwd, variables: env } = environment;
  const config = orFault(await loadConfig({ cwd, env }), seeDoctor);
  if (config.project?.asks.length) for (const note of config.notes) tell(note);
  return makersOf(orFault(buildCatalogue(config), seeDoctor), ['*']);
}

const seeDoctor = 'See: percept doctor';

/** Where `--out` leads. */
export async function outPath({ flags, environment }: Invocation): Promise<string | undefined> {
  const out = flags.text('out');
  if (out === undefined) return undefined;
  const path = resolve(environment.workingDirectory, out);
  const isThere = await lstat(path).then(
    () => true,
    () => false,
  );
  if (isThere) throw new RefusalError(existsAlready);
  return path;
}

/** The command's answer about what was made; what cannot be written is kept in the store all the same. */
export async function answerWith(
  { block, notes, charge }: Produced,
  memory: Memory,
  path: string | undefined,
  drawn = '',
): Promise<Answer> {
  const name = mediaUrl(block.sha256);
  if (path !== undefined) {
    const written = await writeNewFile(path, orRefuse(await memory.get(block.sha256)));
    if (!written.ok) {
      const { refusal } = written;
      throw new RefusalError({ ...refusal, hint: `${refusal.hint} It is kept as ${name}.` });
    }
  }
  const { model, host, costUsd, inputTokens, outputTokens } = charge;
  const size = block.type === 'image' ? { width: block.width, height: block.height } : {};
  const length = block.type === 'audio' ? { durationMs: block.durationMs ?? null } : {};
  const json: JsonObject = {
    sha256: block.sha256,
    mime: block.mime,
    bytes: block.bytes,
    ...size,
    ...length,
    model,
    host,
    usage: { inputTokens, outputTokens },
    costUsd: costUsd ?? null,
    notes,
    ...(path !== undefined && { out: path }),
  };
  const shape = block.type === 'image' ? `${block.width}×${block.height} ` : '';
  const lines = [
    `${name}  ${shape}${block.mime}, made by ${model} at ${host}; ${chargeWords(charge)}`,
    ...notes.map((note) => `note: ${note}`),
    path === undefined ? 'Write it to a file with --out FILE.' : `written to ${path}`,
  ];
  return said(json, lines.join('\n'), drawn);
}
