// `percept blobs`: what is stored, and a way to get it out again.
import { bytesText } from '@percept/core/internal';
import { resolve } from 'node:path';
import { parseBlobId, type BlobId, type JsonObject } from '@percept/core';
import { sniff, type Sniffed } from '@percept/ingest';
import type { Memory } from '@percept/store';
import {
  orRefuse,
  RefusalError,
  said,
  UsageError,
  type Answer,
  type Command,
  type Invocation,
} from '../cli/command.ts';
import { table } from '../cli/figures.ts';
import { notOnTerminal, writeNewFile } from '../cli/new-file.ts';
import { openExisting } from '../cli/workspace.ts';

export const blobs: Command = {
  help: `usage: percept blobs [list]
       percept blobs get SHA256 [--out FILE]

Lists what is stored, or writes one blob to a file or to standard output. Every read is
verified against its name: damaged bytes are refused, never handed out.

options
  --out FILE   write here instead of standard output; an existing file is not overwritten.
               A terminal is no place for bytes: there it is needed
  --json       list: { blobs: [{ sha256, bytes }], count, bytes } · get: { sha256, bytes, type, out }
  --data DIR   where the store is`,
  options: { out: { type: 'string' } },
  run: async (invocation) => {
    const [verb = 'list', id, ...rest] = invocation.args;
    if (rest.length > 0) throw new UsageError('Too many arguments.');
    const act = actionOf(verb, id, invocation);
    await using memory = await openExisting(invocation);
    return await act(memory);
  },
};

type Action = (memory: Memory) => Promise<Answer>;

function actionOf(verb: string, id: string | undefined, invocation: Invocation): Action {
  switch (verb) {
    case 'list':
      return list;
    case 'get':
      if (id === undefined) throw new UsageError('Name the blob: its 64 hexadecimal digits.');
      return (memory) => get(memory, id, invocation);
    default:
      throw new UsageError(`There is no "blobs ${verb}": list or get.`);
  }
}

async function list(memory: Memory): Promise<Answer> {
  const found: { sha256: BlobId; bytes: number }[] = [];
  for await (const sha256 of memory.list()) {
    const size = await memory.size(sha256);
    if (size.ok) found.push({ sha256, bytes: size.value });
  }
  found.sort((a, b) => (a.sha256 < b.sha256 ? -1 : 1));
  const bytes = found.reduce((sum, blob) => sum + blob.bytes, 0);
  const rows = found.map((blob) => [blob.sha256, bytesText(blob.bytes)]);
  return said(
    { blobs: found, count: found.length, bytes },
    [table(rows), `${found.length} blobs, ${bytesText(bytes)}`].filter(Boolean).join('\n'),
  );
}

async function get(memory: Memory, name: string, invocation: Invocation): Promise<Answer> {
  const sha256 = orRefuse(parseBlobId(name));
  const bytes = orRefuse(await memory.get(sha256));
  const out = invocation.flags.text('out');
  const facts: JsonObject = { sha256, bytes: bytes.length, type: typeOf(sniff(bytes)) };
  if (out === undefined) {
    if (invocation.flags.on('json')) return said(facts, '');
    if (process.stdout.isTTY) throw new RefusalError(notOnTerminal);
    return { kind: 'bytes', bytes };
  }
  const path = resolve(invocation.environment.workingDirectory, out);
  orRefuse(await writeNewFile(path, bytes));
  return said({ ...facts, out: path }, `${bytesText(bytes.length)} written to ${out}`);
}

function typeOf(sniffed: Sniffed): string {
  return 'mime' in sniffed ? sniffed.mime : sniffed.kind;
}
