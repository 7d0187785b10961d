// A worker that does jobs slowly, and says when it begins and when it is done.
import { writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { accept } from '@percept/core';
import { startWorker } from '@percept/store/jobs';
import { openPostgresQueue } from '@percept/store/jobs/postgres';
import { openPlace, placeGiven } from '../place.ts';

const [, , , name = '', jobs = '', ms = '0'] = process.argv;
const place = placeGiven();
const memory = await openPlace(place);
const queue = await openPostgresQueue({
  postgres: place.postgres,
  schema: jobs,
  memos: memory.memos,
  monitorSeconds: 1,
  pollMs: 100,
});
startWorker({
  queue,
  handlers: {
    render: async ({ input }) => {
      writeSync(1, `${name} began ${input}\n`);
      await sleep(Number(ms));
      writeSync(1, `${name} did ${input}\n`);
      return accept(`pixels of ${input}`);
    },
  },
});
writeSync(1, `${name} ready\n`);
