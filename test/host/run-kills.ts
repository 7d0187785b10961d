// Runs under `kill -9` at random moments. What a client was told is what it may count on: every acknowledged run is there,
// every event that was read is there again letter by letter, every asset URL resolves, and every run comes to its end.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { fsck } from '@percept/store';
import { isRecord, readText } from '@percept/core/internal';
import { Client } from './openwop-client.ts';
import { acmeToken } from './openwop-stage.ts';

export interface KillPlan {
  readonly kills: number;
  /** Killed on until so much was done before the kills: a busy machine does less in the same time. */
  readonly least?: { readonly runs: number; readonly events: number };
  readonly budgetMs: number;
  readonly seed: number;
  readonly onKill?: (kills: number) => void;
}

export interface KillReport {
  readonly kills: number;
  /** Runs whose creation was acknowledged. */
  readonly runs: number;
  /** Different events that a client read. */
  readonly events: number;
  readonly assets: number;
  /** Nodes that were taken up again after their host had died. */
  readonly retried: number;
  readonly completed: number;
  readonly failedHonestly: number;
  /** One line for everything that was lost, doubled, changed or left hanging. */
  readonly faults: readonly string[];
}

interface Server {
  readonly child: ChildProcess;
  readonly client: Client;
  readonly gone: Promise<void>;
}

const program = fileURLToPath(new URL('child/openwop-server.ts', import.meta.url));

async function start(folder: string): Promise<Server> {
  const child = spawn(process.execPath, [program, folder], { stdio: ['pipe', 'pipe', 'inherit'] });
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const line = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve);
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}.`)));
  });
  const facts: unknown = JSON.parse(line);
  if (!isRecord(facts)) throw new Error(line);
  const origin = readText(facts['origin']) ?? '';
  return {
    child,
    gone,
    client: new Client(`http://127.0.0.1:${String(facts['port'])}`, origin, acmeToken),
  };
}

/** What a client knows to be true. */
class Ledger {
  readonly runs = new Map<string, Map<number, string>>();
  readonly keys = new Map<string, string>();
  readonly assets = new Set<string>();
  readonly faults: string[] = [];

  created(run: string): void {
    if (!this.runs.has(run)) this.runs.set(run, new Map());
  }

  read(run: string, event: Readonly<Record<string, unknown>>): void {
    const known = this.runs.get(run) ?? new Map<number, string>();
    this.runs.set(run, known);
    const sequence = Number(event['sequence']);
    const text = JSON.stringify(event);
    const before = known.get(sequence);
    if (before !== undefined && before !== text) this.faults.push(`${run} ${sequence} changed`);
    known.set(sequence, text);
    const { payload } = event;
    const url = isRecord(payload) ? readText(payload['url']) : undefined;
    if (url !== undefined) this.assets.add(url);
  }
}

const menu: readonly (readonly [string, unknown])[] = [
  ['conformance-noop', {}],
  ['conformance-multi-node', {}],
  ['conformance-delay', { delayMs: 60 }],
  ['conformance-delay', { delayMs: 700 }],
  ['conformance-media-emit', { soundBytes: 300_000 }],
  ['conformance-media-emit', {}],
  ['conformance-approval', {}],
  ['conformance-failure', {}],
  ['percept-ask', { prompt: 'Say done.' }],
];

/** Works until the server dies under it. */
async function use(client: Client, ledger: Ledger, random: () => number): Promise<void> {
  const pick = <T>(items: readonly T[]): T | undefined =>
    items[Math.floor(random() * items.length)];
  for (;;) {
    const [workflowId, inputs] = pick(menu) ?? ['conformance-noop', {}];
    const key = `key-${Math.floor(random() * 1e9)}`;
    const again = random() < 0.2 ? pick([...ledger.keys]) : undefined;
    const body = { workflowId, inputs };
    const created = await client.post('/v1/runs', body, { 'idempotency-key': key });
    const run = readText(created.body['runId']) ?? '';
    if (created.status === 201) {
      ledger.created(run);
      ledger.keys.set(JSON.stringify({ key, body }), run);
    }
    if (again) await repeat(client, ledger, again);
    const seen = pick([...ledger.runs.keys()]) ?? run;
    for (const event of await client.events(seen)) ledger.read(seen, event);
    if (random() < 0.3)
      await client.post(`/v1/runs/${seen}/interrupts/gate`, { resumeValue: { action: 'accept' } });
    if (random() < 0.05) await client.post(`/v1/runs/${seen}/cancel`);
  }
}

async function repeat(
  client: Client,
  ledger: Ledger,
  [request, run]: readonly [string, string],
): Promise<void> {
  const value: unknown = JSON.parse(request);
  if (!isRecord(value)) return;
  const key = readText(value['key']) ?? '';
  const answer = await client.post('/v1/runs', value['body'], { 'idempotency-key': key });
  if (answer.status === 201 && answer.body['runId'] !== run)
    ledger.faults.push(`${key} made another run`);
}

export async function runKills(plan: KillPlan): Promise<KillReport> {
  const { kills: wanted, least = { runs: 0, events: 0 }, budgetMs, seed, onKill } = plan;
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'percept-wop-kills-')));
  const random = mulberry(seed);
  const ledger = new Ledger();
  const deadline = Date.now() + budgetMs;
  let kills = 0;
  const isDone = (): boolean =>
    kills >= wanted && ledger.runs.size >= least.runs && eventsIn(ledger) >= least.events;
  try {
    while (!isDone() && Date.now() < deadline) {
      const server = await start(folder);
      const work = Promise.allSettled(
        Array.from({ length: 3 }, () => use(server.client, ledger, random)),
      );
      // Mostly early, in the middle of everything; at times late enough for media to have been emitted.
      const patience = random() < 0.6 ? 20 + random() * 900 : 1500 + random() * 3500;
      await new Promise((resolve) => setTimeout(resolve, patience));
      server.child.kill('SIGKILL');
      await server.gone;
      for (const one of await work)
        if (one.status === 'rejected' && !isConnectionLoss(one.reason))
          ledger.faults.push(String(one.reason));
      kills += 1;
      onKill?.(kills);
    }
    const last = await start(folder);
    const ends = await settle(last.client, ledger);
    last.child.kill('SIGKILL');
    await last.gone;
    const report = await fsck(join(folder, 'data'));
    for (const finding of report.findings)
      if (finding.severity === 'error') ledger.faults.push(`fsck: ${JSON.stringify(finding)}`);
    return {
      kills,
      runs: ledger.runs.size,
      events: eventsIn(ledger),
      assets: ledger.assets.size,
      ...ends,
      faults: ledger.faults,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Different events that a client read. */
function eventsIn({ runs }: Ledger): number {
  return [...runs.values()].reduce((sum, known) => sum + known.size, 0);
}

/** Brings every run to its end and holds the log against what was read before. */
async function settle(client: Client, ledger: Ledger) {
  const ends = { retried: 0, completed: 0, failedHonestly: 0 };
  for (const [run, known] of ledger.runs) {
    const state = await client.get(`/v1/runs/${run}`);
    if (state.status !== 200) {
      ledger.faults.push(`${run} is gone`);
      continue;
    }
    const waiting = await client.until(run, 'waiting-approval', 'completed', 'failed', 'cancelled');
    if (waiting.body['status'] === 'waiting-approval')
      await client.post(`/v1/runs/${run}/interrupts/gate`, { resumeValue: { action: 'accept' } });
    const done = await client.ended(run);
    const events = await client.events(run);
    const told = new Map(events.map((event) => [Number(event['sequence']), JSON.stringify(event)]));
    for (const [sequence, text] of known)
      if (told.get(sequence) !== text) ledger.faults.push(`${run} ${sequence} was lost or changed`);
    if (events.some((event, at) => event['sequence'] !== at))
      ledger.faults.push(`${run} has a gap`);
    const terminal = events.filter(({ type }) =>
      /^run\.(completed|failed|cancelled)$/.test(readText(type) ?? ''),
    );
    if (terminal.length !== 1) ledger.faults.push(`${run} ended ${terminal.length} times`);
    for (const event of events) ledger.read(run, event);
    ends.retried += events.filter(({ type }) => type === 'node.retried').length;
    if (done.body['status'] === 'completed') ends.completed += 1;
    const { error } = done.body;
    if (isRecord(error) && error['code'] === 'host_restarted') ends.failedHonestly += 1;
  }
  for (const [request, run] of ledger.keys) await repeat(client, ledger, [request, run]);
  for (const url of ledger.assets) {
    const served = await client.fetchAsset(url);
    await served.arrayBuffer();
    if (served.status !== 200) ledger.faults.push(`${url} answers ${served.status}`);
  }
  return ends;
}

function isConnectionLoss(reason: unknown): boolean {
  if (!(reason instanceof Error)) return false;
  return reason.message === 'fetch failed' || reason.message === 'terminated';
}

function mulberry(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** `node test/host/run-kills.ts 200 [SEED] [MINUTES]` */
if (import.meta.main) {
  const kills = Number(process.argv[2] ?? 200);
  const seed = Number(process.argv[3] ?? Date.now() % 1e6);
  const onKill = (done: number): void => {
    if (done % 20 === 0) console.error(`${done} kills`);
  };
  const report = await runKills({
    kills,
    budgetMs: Number(process.argv[4] ?? 60) * 60_000,
    seed,
    onKill,
  });
  console.log(JSON.stringify({ seed, ...report }, null, 1));
  process.exitCode = report.faults.length > 0 ? 1 : 0;
}
