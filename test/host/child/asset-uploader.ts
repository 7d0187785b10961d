// Uploads, removes, forks, collects and rotates keys until it is killed. What it says was done, was acknowledged.
import { createHash, randomBytes, randomInt } from 'node:crypto';
import { writeSync } from 'node:fs';
import { argv } from 'node:process';
import { parseTenantId, type Outcome, type SessionId } from '@percept/core';
import { openMemory } from '@percept/store';
import { Assets, openKeyRing } from '../../../packages/host/src/assets/index.ts';

const [, , directory = '', origin = '', collects = ''] = argv;
const memory = await openMemory({ directory, lockTimeoutMs: 60_000 });
const assets = new Assets({ memory, keys: openKeyRing({ directory }), origin });
const tenant = value(parseTenantId('acme'));
const runs: SessionId[] = [];

function value<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value;
  throw new Error(outcome.refusal.message);
}

function say(...words: readonly string[]): void {
  writeSync(1, `${words.join(' ')}\n`);
}

function picture(): Buffer {
  const isLarge = randomInt(12) === 0;
  const bytes = randomBytes(isLarge ? 1_200_000 : randomInt(1_000, 60_000));
  bytes.write('\x89PNG\r\n\x1a\n', 'latin1');
  return bytes;
}

async function openRun(): Promise<SessionId> {
  const { id } = value(await memory.sessions.open({ tenant }));
  runs.push(id);
  return id;
}

async function upload(): Promise<void> {
  const run = runs[randomInt(Math.max(1, runs.length))] ?? (await openRun());
  const bytes = picture();
  const blob = value(await memory.put(bytes));
  const entry = { type: 'custom', name: 'upload', data: null, blobs: [blob] } as const;
  const kept = await memory.sessions.append(run, entry);
  // Another process may have collected what nothing referred to yet: that upload was never acknowledged.
  if (!kept.ok) return say('refused');
  const { url } = value(await assets.mint({ tenant, run, blob }));
  say('kept', url, createHash('sha256').update(bytes).digest('hex'), run);
}

async function removeRun(): Promise<void> {
  const run = runs.splice(randomInt(runs.length), 1)[0];
  if (run === undefined) return;
  say('removing', run);
  value(await memory.sessions.remove(run));
  say('removed', run);
}

async function fork(): Promise<void> {
  const source = runs[randomInt(runs.length)];
  if (source === undefined) return;
  // Whoever reads this knows that the URLs of the source may live on, whatever happens to it.
  say('forking', source);
  runs.push(value(await memory.fork(source)).id);
}

for (;;) {
  const dice = randomInt(20);
  if (dice < 14) await upload();
  else if (dice < 15) await openRun();
  else if (dice < 17 && runs.length > 2) await removeRun();
  else if (dice < 18 && runs.length > 0) await fork();
  else if (dice < 19 && collects === 'collects') value(await memory.collect({ graceMs: 0 }));
  else if (randomInt(3) === 0) value(await assets.rotateKeys());
}
