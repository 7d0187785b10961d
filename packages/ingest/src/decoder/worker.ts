// The decoder thread: the same pipeline as the decoder process, over sharp's wasm build.
import { inside, isRecord, readPositive } from '@percept/core/internal';
import { parentPort, workerData } from 'node:worker_threads';
import { fitPicture } from '../fit/fit.ts';
import { doneMessage } from './message.ts';
import { parseOrder } from './order.ts';
import { openLoader, seal } from './seal.ts';
import { capWasmMemory } from './wasm-memory.ts';

const settings: unknown = workerData;
const maxMemoryBytes = readPositive(inside(settings, 'maxMemoryBytes'));
if (!parentPort || !maxMemoryBytes) throw new Error('This module runs in a worker thread.');
const port = parentPort;

// Loaded only after its memory has been bounded.
capWasmMemory(maxMemoryBytes);
const { default: sharp } = await import('sharp');
// Fail closed: the native build in a thread would take the host down with it.
if (!('emscripten' in sharp.versions)) throw new Error('sharp is here, but not its wasm build.');

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
  openLoader(sharp, job.mime);
  const outcome = await fitPicture(sharp, job, { maxSourcePixels }, (stage) => {
    send({ type: 'stage', id, stage }, new Uint8Array(0));
  });
  const { head, body } = doneMessage(id, outcome, 0);
  send(head, body);
}

seal(sharp);
port.on('message', (message: unknown) => void serve(message));
send({ type: 'hello' }, new Uint8Array(0));
