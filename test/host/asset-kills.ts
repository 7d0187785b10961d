// kill -9 in the middle of uploads, removals, forks, key rotations and collections, and then the question whether every
// acknowledged URL still gives its bytes. `node test/host/asset-kills.ts 100` kills two hundred processes.
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { createHash, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openMemory } from '@percept/store';
import { assetServer } from '../../packages/host/test/assets-memory.ts';
import { Assets, openKeyRing } from '../../packages/host/src/assets/index.ts';

const origin = 'http://assets.example';
const program = fileURLToPath(new URL('child/asset-uploader.ts', import.meta.url));

interface Kept {
  readonly url: string;
  readonly sha256: string;
  readonly run: string;
}

interface Ledger {
  readonly kept: Kept[];
  readonly removing: Set<string>;
  readonly removed: Set<string>;
  readonly forked: Set<string>;
  refused: number;
}

export interface KillReport {
  readonly kills: number;
  /** Acknowledged uploads, and how many of their runs were removed meanwhile. */
  readonly acknowledged: number;
  readonly removed: number;
  readonly refused: number;
  readonly served: number;
  readonly violations: readonly string[];
}

/** Each round kills two processes that work on the same memory. */
export async function killUploaders(rounds: number): Promise<KillReport> {
  const directory = await mkdtemp(join(tmpdir(), 'percept-kills-'));
  const ledger: Ledger = {
    kept: [],
    removing: new Set(),
    removed: new Set(),
    forked: new Set(),
    refused: 0,
  };
  const violations: string[] = [];
  try {
    for (let round = 0; round < rounds; round++) {
      const said = await Promise.all([
        killOne(directory, 'collects', violations),
        killOne(directory, 'keeps', violations),
      ]);
      for (const text of said) note(ledger, text);
    }
    const served = await judge(directory, ledger, violations);
    return {
      kills: 2 * rounds,
      acknowledged: ledger.kept.length,
      removed: ledger.removed.size,
      refused: ledger.refused,
      served,
      violations,
    };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Lets it work for a while that nobody can foresee, and returns what it said. */
async function killOne(directory: string, collects: string, violations: string[]): Promise<string> {
  const child: ChildProcessByStdio<null, Readable, Readable> = spawn(
    process.execPath,
    [program, directory, origin, collects],
    { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, NODE_OPTIONS: '' } },
  );
  let said = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const closed = once(child, 'close');
  const lines = randomInt(1, 12);
  while (child.exitCode === null && said.split('\n').length <= lines) await sleep(2);
  await sleep(randomInt(8));
  child.kill('SIGKILL');
  await closed;
  if (child.exitCode !== null) violations.push(`An uploader ended by itself: ${errors}`);
  return said;
}

function note(ledger: Ledger, said: string): void {
  for (const line of said.split('\n')) {
    const [what, first = '', second = '', third = ''] = line.split(' ');
    if (what === 'kept' && third !== '')
      ledger.kept.push({ url: first, sha256: second, run: third });
    else if (what === 'removing') ledger.removing.add(first);
    else if (what === 'removed') ledger.removed.add(first);
    else if (what === 'forking') ledger.forked.add(first);
    else if (what === 'refused') ledger.refused++;
  }
}

async function judge(directory: string, ledger: Ledger, violations: string[]): Promise<number> {
  await using memory = await openMemory({ directory });
  // The collector had its way while they worked, and has it once more.
  const collected = await memory.collect({ graceMs: 0 });
  if (!collected.ok) violations.push(collected.refusal.message);
  const assets = new Assets({ memory, keys: openKeyRing({ directory }), origin });
  using server = assetServer(assets);
  let served = 0;
  for (const { url, sha256, run } of ledger.kept) {
    const response = await server.fetch(new Request(url));
    const body = Buffer.from(await response.arrayBuffer());
    const isWhole =
      response.status === 200 && createHash('sha256').update(body).digest('hex') === sha256;
    const isGone = response.status === 404;
    if (isWhole) served++;
    const mayLive = !ledger.removed.has(run) || ledger.forked.has(run);
    const mayEnd = ledger.removing.has(run);
    if (!((isWhole && mayLive) || (isGone && mayEnd)))
      violations.push(`${response.status} for an asset of ${run} (${mayLive}, ${mayEnd})`);
  }
  const report = await memory.fsck();
  for (const { check, severity, message } of report.findings)
    if (severity === 'error') violations.push(`fsck: ${check}: ${message}`);
  return served;
}

if (import.meta.main) {
  const report = await killUploaders(Number(process.argv[2] ?? 100));
  console.log(report);
  process.exitCode = report.violations.length === 0 ? 0 : 1;
}
