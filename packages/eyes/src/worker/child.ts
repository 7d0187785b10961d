// The process in which eyes look: one job at a time, models loaded when the first job needs them. What is found is told as
// it is found, so the host can end this process at its deadline and keep what it heard.
import type { Outcome } from '@percept/core';
import { flushCompileCache } from 'node:module';
import { descriptionOf } from '../compose/description.ts';
import { PictureReader } from '../look/picture-reader.ts';
import type { Listener } from '../speech/listener.ts';
import type { Description } from '../description.ts';
import type { Transcript } from '../transcript.ts';
import { isOrder, type Job } from './message.ts';

const partEveryMs = 400;
/** Of a page with many words a part takes long to say: it is said less often, so that parts take no more than this share of the time. */
const partShare = 1 / 20;

if (!process.send) throw new Error('This module runs as a child process.');
const send = process.send.bind(process);
const pictures = new PictureReader();
let listener: Promise<Listener> | undefined;

/** Who looks at a picture loads nothing of the ears. */
async function openListener(): Promise<Listener> {
  const ears = await import('../speech/listener.ts');
  return new ears.Listener();
}

async function answer(id: number, job: Job): Promise<void> {
  let next = 0;
  const part = (value: () => Description | Transcript): void => {
    const start = performance.now();
    if (start < next) return;
    send({ id, stage: 'part', result: { ok: true, value: value() } });
    const end = performance.now();
    next = end + Math.max(partEveryMs, (end - start) / partShare);
  };
  send({ id, stage: 'end', result: await resultOf(job, part) });
  // For the next start: this process is killed and never ends by itself.
  flushCompileCache();
}

async function resultOf(
  job: Job,
  part: (value: () => Description | Transcript) => void,
): Promise<Outcome<Description | Transcript>> {
  switch (job.type) {
    case 'describe': {
      const found = await pictures.look(job.developed, job, (findings) => {
        part(() => descriptionOf(findings(), job));
      });
      return { ok: true, value: descriptionOf(found, job) };
    }
    case 'transcribe':
      listener ??= openListener();
      return (await listener).listen(job.bytes, job, part);
  }
}

let last: Promise<void> = Promise.resolve();
process.on('message', (message: unknown) => {
  // A rejection is a bug or a broken install: the process dies of it, and the host says so.
  if (isOrder(message)) last = last.then(() => answer(message.id, message.job));
});
process.on('disconnect', () => process.exit(0));
send({ ready: true });
