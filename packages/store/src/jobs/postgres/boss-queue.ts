// The queue on PostgreSQL, for workers on many machines: pg-boss keeps the jobs and ends the leases of workers that no
// longer say anything, and a memo keeps each result. A worker that comes back after its lease has ended brings the same
// result as the one that took over.
import { setTimeout as sleep } from 'node:timers/promises';
import { accept, isRecord, type Outcome } from '@percept/core';
import { PgBoss } from 'pg-boss';
import { unreachable } from '../../postgres/database.ts';
import { failureIn, refuseFailure } from '../../postgres/failure.ts';
import type { Memos } from '../../sqlite/memo-table.ts';
import { jobKey, memoName, operationIn } from '../key.ts';
import { jobLimits, type JobLimits } from '../limits.ts';
import type { JobKey, JobQueue, JobRequest, JobState, Lease, LeaseOptions } from '../port.ts';
import {
  leaseEnded,
  noJob,
  notRemembered,
  queueClosed,
  queueFull,
  resultTooLarge,
} from '../refusals.ts';

export interface PostgresQueueOptions {
  readonly postgres: string;
  /** Where results are remembered: those of a memory at scale, for instance. */
  readonly memos: Memos;
  /** The schema that holds the jobs. Default: `percept_jobs`. */
  readonly schema?: string;
  readonly limits?: Partial<JobLimits>;
  /** How often leases are looked after. Default: 15 s. */
  readonly monitorSeconds?: number;
  /** How often an idle worker looks for a job. */
  readonly pollMs?: number;
}

interface Data {
  readonly key: JobKey;
  readonly request: JobRequest;
}

/** pg-boss ends no lease sooner. */
const shortestLeaseSeconds = 10;

export async function openPostgresQueue(options: PostgresQueueOptions): Promise<JobQueue> {
  const { postgres, schema = 'percept_jobs', monitorSeconds = 15 } = options;
  if (!/^[a-z_][a-z0-9_]{0,49}$/.test(schema))
    throw new TypeError('A schema name has lower-case letters, digits and underscores.');
  const boss = new PgBoss({
    connectionString: postgres,
    schema,
    application_name: 'percept-jobs',
    max: 5,
    schedule: false,
    superviseIntervalSeconds: monitorSeconds,
    monitorIntervalSeconds: monitorSeconds,
  });
  // What goes wrong is told to whoever asked; between two questions there is nobody to tell.
  boss.on('error', () => undefined);
  try {
    await boss.start();
  } catch (error) {
    throw unreachable(error);
  }
  return new BossQueue(boss, { ...options, schema });
}

class BossQueue implements JobQueue {
  readonly #boss: PgBoss;
  readonly #memos: Memos;
  readonly #limits: JobLimits;
  readonly #schema: string;
  readonly #pollMs: number;
  readonly #made = new Map<string, Promise<void>>();
  #isClosed = false;

  constructor(boss: PgBoss, options: PostgresQueueOptions & { readonly schema: string }) {
    this.#boss = boss;
    this.#memos = options.memos;
    this.#limits = { ...jobLimits, ...options.limits };
    this.#schema = options.schema;
    this.#pollMs = options.pollMs ?? 500;
  }

  async enqueue(request: JobRequest): Promise<Outcome<JobKey>> {
    const key = jobKey(request);
    if (!key.ok) return key;
    return this.#try(async () => {
      if ((await this.#memos.get(memoName(key.value))) !== undefined) return key;
      const { operation } = request;
      await this.#make(operation);
      const { maxQueuedJobs } = this.#limits;
      if ((await this.#waiting(operation)) >= maxQueuedJobs)
        return queueFull(operation, maxQueuedJobs);
      // Nothing is sent when the key waits or runs already.
      const data: Data = { key: key.value, request };
      await this.#boss.send(operation, data, { singletonKey: key.value });
      return key;
    });
  }

  async find(key: JobKey): Promise<Outcome<JobState>> {
    return this.#try(async () => {
      const result = await this.#memos.get(memoName(key));
      if (result !== undefined) return accept<JobState>({ state: 'done', result });
      await this.#make(operationIn(key));
      const jobs = await this.#boss.findJobs(operationIn(key), { key });
      const job = jobs.toSorted((one, other) => +other.createdOn - +one.createdOn).at(0);
      switch (job?.state) {
        case 'created':
        case 'retry':
          return accept<JobState>({ state: 'queued' });
        case 'active':
          return accept<JobState>({ state: 'running' });
        case 'failed':
          return accept<JobState>({ state: 'failed', reason: reasonIn(job.output) });
        // Done, and the result was forgotten: it has to be asked for again.
        case 'completed':
        case 'cancelled':
        case undefined:
          return noJob(key);
      }
    });
  }

  async lease(
    operations: readonly string[],
    { waitMs = 0, signal }: LeaseOptions = {},
  ): Promise<Outcome<Lease | undefined>> {
    const deadline = performance.now() + waitMs;
    for (;;) {
      if (signal?.aborted) return accept(undefined);
      const taken = await this.#try(async () => accept(await this.#take(operations)));
      const leftMs = deadline - performance.now();
      if (!taken.ok || taken.value || leftMs <= 0) return taken;
      await pause(Math.min(leftMs, this.#pollMs), signal);
    }
  }

  async heartbeat(lease: Lease): Promise<Outcome<void>> {
    return this.#try(async () => {
      if (!(await this.#isHeld(lease))) return leaseEnded(lease.key);
      await this.#boss.touch(lease.request.operation, lease.token);
      return accept(undefined);
    });
  }

  async complete(lease: Lease, result: string): Promise<Outcome<void>> {
    const size = Buffer.byteLength(result);
    const { maxResultBytes } = this.#limits;
    if (size > maxResultBytes) return resultTooLarge(maxResultBytes, size);
    return this.#try(async () => {
      await this.#memos.put(memoName(lease.key), result);
      if ((await this.#memos.get(memoName(lease.key))) === undefined)
        return notRemembered(lease.key);
      await this.#boss.complete(lease.request.operation, lease.token);
      return accept(undefined);
    });
  }

  async fail(lease: Lease, reason: string): Promise<Outcome<void>> {
    return this.#try(async () => {
      if (!(await this.#isHeld(lease))) return leaseEnded(lease.key);
      await this.#boss.fail(lease.request.operation, lease.token, { reason });
      return accept(undefined);
    });
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#boss.stop({ graceful: false });
  }

  async #take(operations: readonly string[]): Promise<Lease | undefined> {
    for (const operation of operations) {
      await this.#make(operation);
      const [job] = await this.#boss.fetch<unknown>(operation, { includeMetadata: true });
      if (!job) continue;
      const data = readData(job.data);
      if (data) return { ...data, attempt: job.retryCount + 1, token: job.id };
      // Not one of ours: whoever wrote it there is not served.
      await this.#boss.fail(operation, job.id, { reason: 'This is not a job.' });
    }
    return undefined;
  }

  /** A job that was taken over has been tried once more than its former worker knows. */
  async #isHeld(lease: Lease): Promise<boolean> {
    const [job] = await this.#boss.findJobs(lease.request.operation, { id: lease.token });
    return job?.state === 'active' && job.retryCount + 1 === lease.attempt;
  }

  async #waiting(operation: string): Promise<number> {
    const { rows } = await this.#boss.getDb().executeSql(
      `SELECT count(*)::int AS waiting FROM (SELECT 1 FROM "${this.#schema}".job
         WHERE name = $1 AND state < 'active' LIMIT $2) AS waiting_jobs`,
      [operation, this.#limits.maxQueuedJobs],
    );
    const row: unknown = rows[0];
    return isRecord(row) && typeof row['waiting'] === 'number' ? row['waiting'] : 0;
  }

  #make(operation: string): Promise<void> {
    const made = this.#made.get(operation) ?? this.#create(operation);
    this.#made.set(operation, made);
    made.catch(() => this.#made.delete(operation));
    return made;
  }

  async #create(operation: string): Promise<void> {
    const { leaseMs, maxAttempts } = this.#limits;
    await this.#boss.createQueue(operation, {
      // One job of a key waits or runs, never two.
      policy: 'exclusive',
      heartbeatSeconds: Math.max(shortestLeaseSeconds, Math.ceil(leaseMs / 1000)),
      retryLimit: maxAttempts - 1,
      expireInSeconds: 60 * 60,
    });
  }

  async #try<T>(body: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
    if (this.#isClosed) return queueClosed();
    try {
      return await body();
    } catch (error) {
      if (failureIn(error) === 'bug' && this.#isClosed) return queueClosed();
      return refuseFailure(error);
    }
  }
}

function readData(value: unknown): Data | undefined {
  if (!isRecord(value) || !isRecord(value['request'])) return undefined;
  const { operation, version, input, params } = value['request'];
  const request: unknown = { operation, version, input, ...(params !== undefined && { params }) };
  if (!isRequest(request)) return undefined;
  const key = jobKey(request);
  return key.ok && key.value === value['key'] ? { key: key.value, request } : undefined;
}

/** The key proves the rest: it is computed again from what was read. */
function isRequest(value: unknown): value is JobRequest {
  return (
    isRecord(value) &&
    typeof value['operation'] === 'string' &&
    typeof value['version'] === 'string' &&
    typeof value['input'] === 'string'
  );
}

function reasonIn(output: unknown): string {
  if (isRecord(output) && typeof output['reason'] === 'string') return output['reason'];
  return 'The worker was lost.';
}

async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await sleep(ms, undefined, signal ? { signal } : {});
  } catch {
    return;
  }
}
