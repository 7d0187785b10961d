// The decoder process. It reads jobs from standard input and answers on standard output, one at a time; it watches its
// own memory, and it ends when its parent does.
import { writeSync } from 'node:fs';
import { Socket } from 'node:net';
import sharp from 'sharp';
import { fitPicture } from '../fit/fit.ts';
import { release } from '../release.ts';
import { frameHead, FrameReader, type Frame } from './frame.ts';
import { doneMessage } from './message.ts';
import { parseOrder } from './order.ts';
import { openLoader, seal } from './seal.ts';
import { missingWall } from './walls.ts';

const memoryPollMs = 20;
const readBytes = 1024 * 1024;
const maxMemoryBytes = Number(process.argv[2]);
const maxSourceBytes = Number(process.argv[3]);

// An exit and not a signal: this system does not have these walls.
const missing = missingWall(process.argv[4] === 'sealed' ? 'sealed' : 'limited');
if (missing !== undefined) {
  writeSync(2, `the walls do not stand: ${missing}\n`);
  process.exit(7);
}

/** Not `process.exit`: that waits for a decoding thread, which may never end. */
function die(): never {
  process.kill(process.pid, 'SIGKILL');
  throw new Error('unreachable');
}

/** What is sent is nobody's afterwards. */
function send(head: object, body: Uint8Array): void {
  process.stdout.cork();
  process.stdout.write(frameHead(head, body.length));
  if (body.length > 0) process.stdout.write(body, () => release(body));
  process.stdout.uncork();
}

async function serve(frame: Frame): Promise<void> {
  const order = parseOrder(frame);
  if (!order) die();
  const { id, job, maxSourcePixels } = order;
  using _watch = watchMemory();
  openLoader(sharp, job.mime);
  const outcome = await fitPicture(sharp, job, { maxSourcePixels }, (stage) => {
    send({ type: 'stage', id, stage }, new Uint8Array(0));
  });
  release(job.bytes);
  const { head, body } = doneMessage(id, outcome, process.memoryUsage.rss());
  send(head, body);
}

/** While there is a picture: a decoder that waits for one does not wake. Where its peak was low, and that is cheap to ask, it is. */
function watchMemory(): Disposable {
  const timer = setInterval(() => {
    if (process.resourceUsage().maxRSS * 1024 <= maxMemoryBytes) return;
    const rssBytes = process.memoryUsage.rss();
    if (rssBytes <= maxMemoryBytes) return;
    writeSync(1, frameHead({ type: 'over-memory', rssBytes }, 0));
    die();
  }, memoryPollMs);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

seal(sharp);
const reader = new FrameReader(
  () => maxSourceBytes,
  (frame) => {
    serve(frame).catch(die);
  },
);
const input = new Socket({
  fd: 0,
  readable: true,
  writable: false,
  onread: {
    buffer: new Uint8Array(readBytes),
    callback: (count, buffer) => reader.push(buffer.subarray(0, count)) || die(),
  },
});
input.on('end', die);
input.on('error', die);
send({ type: 'hello' }, new Uint8Array(0));
