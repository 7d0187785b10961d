// The decoder thread: the same pipeline as the decoder process, over sharp's wasm build.
import { isRecord } from '@percept/core';
import { parentPort } from 'node:worker_threads';
import sharp from 'sharp';
import { fitPicture } from '../fit/fit.ts';
import { doneMessage } from './message.ts';
import { parseOrder } from './order.ts';
import { seal } from './seal.ts';

if (!parentPort) throw new Error('This module runs in a worker thread.');
// Fail closed: the native build in a thread would take the host down with it.
if (!('emscripten' in sharp.versions))
  throw new Error('The wasm build of sharp is not what was loaded.');
const port = parentPort;

function send(head: object, body: Uint8Array): void {
  // A copy of its own, so that it can be handed over and holds nothing else.
  const own = new Uint8Array(body);
  port.postMessage({ head, body: own }, [own.buffer]);
}

async function serve(message: unknown): Promise<void> {
  if (!isRecord(message) || !(message['body'] instanceof Uint8Array)) return;
  const order = parseOrder({ head: message['head'], body: message['body'] });
  if (!order) return;
  const { id, job, maxSourcePixels } = order;
  const outcome = await fitPicture(sharp, job, { maxSourcePixels }, (stage) => {
    send({ type: 'stage', id, stage }, new Uint8Array(0));
  });
  const { head, body } = doneMessage(id, outcome, 0);
  send(head, body);
}

seal(sharp);
port.on('message', (message: unknown) => void serve(message));
send({ type: 'hello' }, new Uint8Array(0));
