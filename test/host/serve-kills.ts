// The whole server under `kill -9` at random moments: uploads and turns that were acknowledged are all there afterwards,
// once, in order, with their pictures, and the store is sound. `node test/host/serve-kills.ts 200` is the long run.
import type { SessionId } from '@percept/core';
import type { SessionView } from '@percept/contract';
import { everySession } from '@percept/store/internal';
import { openMemory } from '@percept/store';
import { text } from 'percept/conformance';
import { drawPalette, drawQuadrants } from '../wires/quadrants.ts';
import { openProcessStage } from './serve-stage.ts';
import type { Visitor } from './serve-visitor.ts';

export interface KillReport {
  readonly kills: number;
  readonly uploads: number;
  readonly turns: number;
  /** One line for everything that was lost, doubled or out of order. */
  readonly faults: readonly string[];
}

interface Talk {
  id: string;
  asked: number;
  /** Texts whose turn was answered with 202. */
  readonly acknowledged: string[];
  /** Uploads that were answered with `done` and that nobody tried to send. */
  readonly waiting: Set<string>;
}

export async function runKills(kills: number, seed: number): Promise<KillReport> {
  await using stage = await openProcessStage(() => text('Seen.'));
  const random = mulberry(seed);
  const picture = await drawQuadrants(drawPalette(seed));
  const talks: Talk[] = Array.from({ length: 3 }, () => ({
    id: '',
    asked: 0,
    acknowledged: [],
    waiting: new Set(),
  }));
  const faults: string[] = [];
  let uploads = 0;
  for (let round = 0; round <= kills; round++) {
    const server = await stage.start();
    for (const talk of talks) faults.push(...(await check(server.visitor, talk)));
    if (round === kills) break;
    let left = 1 + Math.floor(random() * 12);
    const onAcknowledged = (what: 'upload' | 'turn'): void => {
      if (what === 'upload') uploads += 1;
      left -= 1;
      if (left === 0) setTimeout(() => server.child.kill('SIGKILL'), random() * 40);
    };
    const goOn = talks.map(async (talk, index) => {
      while (server.child.exitCode === null && server.child.signalCode === null)
        await act(server.visitor, talk, `${index}`, picture, onAcknowledged);
    });
    const ends = await Promise.allSettled(goOn);
    // A round that ends by itself kills nothing under way.
    if (left > 0) faults.push(`round ${round} stopped: ${reasonsIn(ends)}`);
    server.child.kill('SIGKILL');
    await server.gone;
    if (round % 20 === 19) await tidy(stage.data, talks);
  }
  const turns = talks.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0);
  faults.push(...(await stageFaults(stage.data)));
  return { kills, uploads, turns, faults };
}

function reasonsIn(ends: readonly PromiseSettledResult<void>[]): string {
  return ends.map((end) => (end.status === 'rejected' ? String(end.reason) : 'done')).join('; ');
}

/** Uploads whose acknowledgement died with its connection: nobody knows them, and a tenant may have so many at most. */
async function tidy(directory: string, talks: readonly Talk[]): Promise<void> {
  await using memory = await openMemory({ directory });
  const uploads: SessionId[] = [];
  for await (const { id } of everySession(memory.sessions, { kind: 'upload' })) uploads.push(id);
  for (const id of uploads)
    if (!talks.some(({ waiting }) => waiting.has(id))) await memory.sessions.remove(id);
}

/** An upload, and sometimes a turn with it. */
async function act(
  visitor: Visitor,
  talk: Talk,
  name: string,
  picture: Buffer,
  onAcknowledged: (what: 'upload' | 'turn') => void,
): Promise<void> {
  if (talk.id === '') talk.id = (await visitor.create()).id;
  const { upload } = await visitor.uploaded(picture, `${name}-${talk.asked}.png`);
  talk.waiting.add(upload);
  onAcknowledged('upload');
  if (talk.waiting.size < 3) return;
  const [oldest = ''] = talk.waiting;
  talk.waiting.delete(oldest);
  talk.asked += 1;
  const words = `word-${name}-${talk.asked}-`;
  let started = await visitor.turn(talk.id, words, [oldest]);
  while (started.status === 409) started = await visitor.turn(talk.id, words, [oldest]);
  if (started.status !== 202) throw new Error(`A turn was answered with ${started.status}.`);
  talk.acknowledged.push(words);
  onAcknowledged('turn');
}

/** A page holds so many at most; a long run has more. */
async function everyTurn(visitor: Visitor, id: string): Promise<SessionView['turns']> {
  const pages = [(await visitor.session(id)).turns];
  for (let first = pages[0]?.[0]?.turn ?? 1; first > 1;) {
    const path = `/api/sessions/${id}?before=${first}`;
    const { turns } = (await visitor.ask<SessionView>('GET', path)).body;
    if (turns.length === 0) break;
    pages.unshift(turns);
    first = turns[0]?.turn ?? 1;
  }
  return pages.flat();
}

async function check(
  visitor: Visitor,
  { id, acknowledged, waiting }: Talk,
): Promise<readonly string[]> {
  if (id === '') return [];
  const faults: string[] = [];
  const turns = await everyTurn(visitor, id);
  const told = JSON.stringify(turns.map(({ messages }) => messages[0]));
  let from = 0;
  for (const words of acknowledged) {
    const at = told.indexOf(words, from);
    if (at === -1) faults.push(`${words} is lost or out of order`);
    else from = at + words.length;
    if (told.split(words).length > 2) faults.push(`${words} is there twice`);
  }
  for (const { messages } of turns.slice(-2))
    for (const { payload } of messages[0]?.envelopes ?? []) {
      const url =
        typeof payload === 'object' && payload !== null && 'url' in payload
          ? payload['url']
          : undefined;
      if (typeof url === 'string' && (await fetch(url)).status !== 200)
        faults.push('a picture is gone');
    }
  for (const upload of waiting)
    if ((await visitor.ask('GET', `/api/uploads/${upload}`)).status !== 200)
      faults.push(`the upload ${upload} is lost`);
  return faults;
}

async function stageFaults(directory: string): Promise<readonly string[]> {
  await using memory = await openMemory({ directory });
  const { sound } = await memory.fsck();
  return sound ? [] : ['the store is not sound'];
}

function mulberry(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

if (import.meta.main) {
  const report = await runKills(Number(process.argv[2] ?? 200), Date.now() % 100_000);
  console.log(JSON.stringify(report));
  if (report.faults.length > 0) process.exitCode = 1;
}
