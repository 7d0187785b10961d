// Background work on PostgreSQL: the published suite, and what happens to a server that goes away.
import { randomBytes } from 'node:crypto';
import { parseBlobId } from '@percept/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startPostgres, type Postgres } from '../../../test/store/postgres.ts';
import { openPostgresQueue } from '../src/jobs/postgres/index.ts';
import { jobQueueSuite } from '../src/testing/index.ts';
import { accepted, freshMemory, refusedAs } from './scene.ts';
import { noPostgres } from '../../../test/store/programs.ts';

const why = noPostgres;

describe.skipIf(why !== undefined)(
  `jobs on PostgreSQL${why === undefined ? '' : ` (${why})`}`,
  () => {
    let server: Postgres;
    beforeAll(async () => {
      server = await startPostgres();
    }, 120_000);
    afterAll(() => server.stop(), 60_000);

    describe('the queue on PostgreSQL', { tags: ['f-jobs-memoised'], timeout: 60_000 }, () => {
      jobQueueSuite(test, async () => {
        const { memos } = await freshMemory();
        const queue = await openPostgresQueue({
          postgres: server.url,
          schema: `jobs_${randomBytes(6).toString('hex')}`,
          memos,
          pollMs: 50,
          limits: { maxQueuedJobs: 3, maxAttempts: 2 },
        });
        return { queue };
      });
    });

    test(
      'a server that is away is a refusal, and work goes on when it is back',
      { timeout: 60_000 },
      async () => {
        const { memos } = await freshMemory();
        const queue = await openPostgresQueue({ postgres: server.url, schema: 'jobs_away', memos });
        const request = {
          operation: 'render',
          version: '1',
          input: accepted(parseBlobId('0'.repeat(64))),
        };
        accepted(await queue.enqueue(request));
        await server.crash();
        expect(refusedAs(await queue.lease(['render']))).toBe('unavailable');
        expect(refusedAs(await queue.enqueue({ ...request, version: '2' }))).toBe('unavailable');
        await server.start();
        expect(accepted(await queue.lease(['render']))?.request).toEqual(request);
        await queue.close();
      },
    );

    test(
      'a server that cannot be reached is a typed error without the password',
      { timeout: 60_000 },
      async () => {
        const { memos } = await freshMemory();
        const postgres = 'postgres://percept:s3cret@127.0.0.1:1/none';
        const failure = await openPostgresQueue({ postgres, memos }).catch(
          (error: unknown) => error,
        );
        expect(failure).toMatchObject({ code: 'server-unreachable' });
        expect(String(failure)).not.toContain('s3cret');
      },
    );
  },
);
