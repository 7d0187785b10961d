// The process in which eyes look: one job at a time, models loaded when the first job needs them. What is found is told as
// it is found, so the host can end this process at its deadline and keep what it heard.
import type { Outcome } from '@percept/core';
import { descriptionOf } from '../compose/description.ts';
import { Looker } from '../look/look.ts';
import { Listener } from '../speech/listener.ts';
import type { Description } from '../description.ts';
import type { Transcript } from '../transcript.ts';
import { parseOrder, type Job } from './message.ts';

const partEveryMs = 400;

if (!process.send) throw new Error('This module runs as a child process.');
const send = process.send.bind(process);
const looker = new Looker();
const listener = new Listener();

async function answer(id: number, job: Job): Promise<void> {
  let told = 0;
  const part = (value: () => Description | Transcript): void => {
    const now = performance.now();
    if (now - told < partEveryMs) return;
    told = now;
    send({ id, stage: 'part', result: { ok: true, value: value() } });
  };
  send({ id, stage: 'end', result: await resultOf(job, part) });
}

async function resultOf(
  job: Job,
  part: (value: () => Description | Transcript) => void,
): Promise<Outcome<Description | Transcript>> {
  switch (job.type) {
    case 'describe': {
      const found = await looker.look(job.developed, job, (findings) => {
        part(() => descriptionOf(findings(), job.question));
      });
      return { ok: true, value: descriptionOf(found, job.question) };
    }
    case 'transcribe':
      return listener.listen(job.bytes, job, part);
  }
}

let last: Promise<void> = Promise.resolve();
process.on('message', (message: unknown) => {
  const order = parseOrder(message);
  // A rejection is a bug or a broken install: the process dies of it, and the host says so.
  if (order) last = last.then(() => answer(order.id, order.job));
});
process.on('disconnect', () => process.exit(0));
send({ ready: true });
