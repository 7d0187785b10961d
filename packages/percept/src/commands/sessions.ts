// `percept sessions`: what is recorded, and moving it in and out.
import { resolve } from 'node:path';
import { parseSessionId, type JsonObject, type SessionId } from '@percept/core';
import { jsonOf, printable, definedOf } from '@percept/core/internal';
import { openDoor } from '@percept/ingest';
import type { Memory, Session, StoredEntry } from '@percept/store';
import {
  orRefuse,
  RefusalError,
  said,
  UsageError,
  type Answer,
  type Command,
  type Invocation,
} from '../cli/command.ts';
import { table, timeText } from '../cli/figures.ts';
import { inspectMedia } from '../cli/inspect-media.ts';
import { createPassingStore } from '../cli/passing-store.ts';
import { openExisting, openWorkspace } from '../cli/workspace.ts';

export const sessions: Command = {
  help: `usage: percept sessions [list]
       percept sessions show ID
       percept sessions verify ID
       percept sessions export ID FOLDER
       percept sessions import FOLDER
       percept sessions remove ID

A session is an append-only, hash-chained record; media in it are references.
Export writes session.jsonl and the blobs it refers to; import checks all of it first, decodes
its media, and marks it: what was written elsewhere is nobody's word here, and allows nothing.
It belongs to no folder until you go on with it in one: percept --resume ID

options
  --json       one JSON object
  --data DIR   where the store is`,
  options: {},
  run: async (invocation) => {
    const [verb = 'list', first, second, ...rest] = invocation.args;
    if (rest.length > 0) throw new UsageError('Too many arguments.');
    if (verb === 'import') {
      const folder = folderOf(first, invocation);
      await using memory = await openWorkspace(invocation);
      return await importFrom(memory, folder);
    }
    const act = actionOf(verb, first, second, invocation);
    await using memory = await openExisting(invocation);
    return await act(memory);
  },
};

type Action = (memory: Memory) => Promise<Answer>;

/** What is done with a store that is there. */
function actionOf(
  verb: string,
  first: string | undefined,
  second: string | undefined,
  invocation: Invocation,
): Action {
  const about = (act: (memory: Memory, id: SessionId) => Promise<Answer>): Action => {
    const id = idOf(first);
    return (memory) => act(memory, id);
  };
  switch (verb) {
    case 'list':
      return list;
    case 'show':
      return about(show);
    case 'verify':
      return about(verify);
    case 'remove':
      return about(remove);
    case 'export': {
      const id = idOf(first);
      const folder = folderOf(second, invocation);
      return (memory) => exportTo(memory, id, folder);
    }
    default:
      throw new UsageError(
        `There is no "sessions ${verb}": list, show, verify, export, import or remove.`,
      );
  }
}

function idOf(text: string | undefined): SessionId {
  if (text === undefined) throw new UsageError('Name the session.');
  const id = parseSessionId(text);
  if (!id.ok) throw new UsageError(`${id.refusal.message} ${id.refusal.hint}`);
  return id.value;
}

function folderOf(text: string | undefined, { environment }: Invocation): string {
  if (text === undefined) throw new UsageError('Name the folder.');
  return resolve(environment.workingDirectory, text);
}

async function list(memory: Memory): Promise<Answer> {
  const all = await newest(memory);
  const rows = all.map((session) => [
    session.id,
    timeText(session.updatedAt),
    `${session.entries} entries`,
    session.condition,
    session.imported > 0 ? 'imported' : '',
    printable(session.title ?? ''),
  ]);
  return said(
    { sessions: all.map(factsOf), count: all.length },
    all.length === 0 ? 'no sessions' : table(rows),
  );
}

/** Those of every face, and what the gateway kept, the most recently used first. */
async function newest({ sessions }: Memory): Promise<readonly Session[]> {
  const found: Session[] = [];
  for (const kind of ['session', 'conversation', 'answer'] as const) {
    let after: SessionId | undefined;
    do {
      const page = orRefuse(await sessions.list({ kind, ...(after !== undefined && { after }) }));
      found.push(...page);
      after = page.at(-1)?.id;
    } while (after !== undefined);
  }
  return found.toSorted((one, other) => other.updatedAt - one.updatedAt);
}

async function show(memory: Memory, id: SessionId): Promise<Answer> {
  const entries = orRefuse(await memory.sessions.entries(id));
  return said(
    { id, entries: entries.map(({ entry, ...facts }) => ({ ...facts, entry: jsonOf(entry) })) },
    table(entries.map((entry) => [String(entry.seq), timeText(entry.at), entryText(entry)])),
  );
}

function entryText({ entry }: StoredEntry): string {
  switch (entry.type) {
    case 'session-opened':
      return `opened ${printable(entry.title ?? '')}`;
    case 'message':
      return `${entry.role}: ${entry.parts.map((part) => (part.type === 'text' ? printable(part.text) : `[${part.type}]`)).join(' ')}`;
    case 'media-ingested':
      return `ingested ${entry.block.mime} ${entry.block.sha256}`;
    case 'frontier-moved':
      return `perceptions before ${entry.before} are elided`;
    case 'blob-quarantined':
      return `quarantined ${entry.blob}: ${printable(entry.reason)}`;
    case 'superseded':
      return `entries ${entry.from} to ${entry.through} were ${entry.reason}`;
    case 'custom':
      return printable(entry.name);
  }
}

async function verify(memory: Memory, id: SessionId): Promise<Answer> {
  const found = await memory.sessions.find(id);
  const imported = found.ok ? found.value.imported : 0;
  const whose =
    imported > 0 ? `; the first ${imported} were imported, and who wrote them is not known` : '';
  const { seq, hash } = orRefuse(await memory.sessions.verify(id));
  return said(
    { id, entries: seq, hash, intact: true, imported },
    `${id}: ${seq} entries, chain intact${whose}\n${hash}`,
  );
}

async function exportTo(memory: Memory, id: SessionId, folder: string): Promise<Answer> {
  const session = orRefuse(await memory.exportSession(id, folder));
  return said({ ...factsOf(session), folder }, `${id}: ${session.entries} entries exported`);
}

async function importFrom(memory: Memory, folder: string): Promise<Answer> {
  await using door = openDoor({ store: createPassingStore() });
  const inspect = inspectMedia(door);
  const { session, added } = orRefuse(await memory.importSession(folder, { inspect }));
  return said(
    { ...factsOf(session), added },
    `${session.id}: ${added} new entries imported. To go on with it here: percept --resume ${session.id}`,
  );
}

async function remove(memory: Memory, id: SessionId): Promise<Answer> {
  const removed = orRefuse(await memory.sessions.remove(id));
  if (removed)
    return said({ id, removed }, `${id} removed; percept gc frees what only it referred to`);
  throw new RefusalError({
    refused: 'absent',
    message: `There is no session ${id}.`,
    hint: 'See: percept sessions',
  });
}

function factsOf(session: Session): JsonObject {
  const { id, title, openedAt, updatedAt, entries, hash, imported, condition } = session;
  const times = { openedAt, updatedAt };
  return { id, ...definedOf({ title }), ...times, entries, hash, imported, condition };
}
