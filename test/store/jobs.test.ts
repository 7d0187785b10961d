// Workers as processes: one is killed in the middle of its job, and another one takes it over.
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseBlobId } from '@percept/core';
import { runJob } from '@percept/store/jobs';
import { openPostgresQueue } from '@percept/store/jobs/postgres';
import { describe, expect, onTestFinished, test } from 'vitest';
import { kill, launch, says } from './children.ts';
import { openPlace, type Place } from './place.ts';
import { startPostgres } from './postgres.ts';
import { noPostgres } from './programs.ts';

const why = noPostgres;

describe.skipIf(why !== undefined)(`workers${why === undefined ? '' : ` (${why})`}`, () => {
  test(
    'a job of a worker that was killed is taken over by another one after its lease',
    { tags: ['f-jobs-lease', 'f-jobs-memoised'], timeout: 120_000 },
    async () => {
      await using server = await startPostgres();
      const directory = await mkdtemp(join(tmpdir(), 'percept-jobs-'));
      onTestFinished(() => rm(directory, { recursive: true, force: true }));
      const place: Place = { postgres: server.url, schema: 'percept', blobs: { directory } };
      await using memory = await openPlace(place);
      const schema = `jobs_${randomBytes(4).toString('hex')}`;
      const { memos } = memory;
      const queue = await openPostgresQueue({ postgres: server.url, schema, memos });
      onTestFinished(() => queue.close());
      const input = parseBlobId('ab'.repeat(32));
      if (!input.ok) throw new Error(input.refusal.message);
      const request = { operation: 'render', version: '1', input: input.value };

      const given = JSON.stringify(place);
      const victim = launch('worker', [given, 'victim', schema, '600000']);
      const result = runJob(queue, request);
      await says(victim, (output) => output.includes(`victim began ${input.value}`));
      await kill(victim);
      const killedAt = Date.now();
      const heir = launch('worker', [given, 'heir', schema, '100']);
      await says(heir, (output) => output.includes(`heir did ${input.value}`));
      console.log(
        `lease: taken over ${((Date.now() - killedAt) / 1000).toFixed(1)} s after the kill`,
      );
      expect(await result).toEqual({ ok: true, value: `pixels of ${input.value}` });
      expect(victim.output()).not.toContain('did');

      // Asking again is answered from memory: nobody begins anew.
      expect(await runJob(queue, request)).toEqual({ ok: true, value: `pixels of ${input.value}` });
      expect(heir.output().match(/began/g)).toHaveLength(1);
      expect(heir.errors()).toBe('');
      await kill(heir);
    },
  );
});
