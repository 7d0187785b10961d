// What comes from the other end as a protocol may see it: whole lines of bounded size and depth. A line over a limit is dropped
// while it arrives, never held in memory, and its request is answered with words, so that one bad message does not end a session.
import { Transform, type TransformCallback } from 'node:stream';
import { isDeeperThan } from './json-depth.ts';

export interface LineLimits {
  readonly maxMessageBytes: number;
  readonly maxJsonDepth?: number;
}

export type RequestIdOfLine = string | number | undefined;
type OnRejected = (id: RequestIdOfLine, why: string, bytes: number) => void;

const newline = 0x0a;
/** An id stands at the beginning of a message, or at its end: this much of either is kept to find it. */
const idWindowBytes = 512;

export class BoundedLines extends Transform {
  readonly #limits: LineLimits;
  readonly #onRejected: OnRejected;
  #parts: Buffer[] = [];
  #bytes = 0;
  #head = Buffer.alloc(0);
  #tail = Buffer.alloc(0);

  constructor(limits: LineLimits, onRejected: OnRejected) {
    super();
    this.#limits = limits;
    this.#onRejected = onRejected;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    let start = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      this.#take(chunk.subarray(start, end));
      this.#endLine();
      start = end + 1;
    }
    this.#take(chunk.subarray(start));
    done();
  }

  override _flush(done: TransformCallback): void {
    this.#endLine();
    done();
  }

  #take(part: Buffer): void {
    if (part.length === 0) return;
    this.#bytes += part.length;
    if (this.#bytes <= this.#limits.maxMessageBytes) {
      this.#parts.push(part);
      return;
    }
    if (this.#head.length === 0) {
      const begun = Buffer.concat([...this.#parts, part.subarray(0, idWindowBytes)]);
      this.#head = Buffer.from(begun.subarray(0, idWindowBytes));
      this.#parts = [];
    }
    const latest = part.subarray(-idWindowBytes);
    this.#tail = Buffer.concat([this.#tail, latest]).subarray(-idWindowBytes);
  }

  #endLine(): void {
    const bytes = this.#bytes;
    const { maxMessageBytes, maxJsonDepth = Infinity } = this.#limits;
    if (bytes > maxMessageBytes) {
      const why = `The message has ${bytes} bytes, and at most ${maxMessageBytes} are taken.`;
      this.#onRejected(idIn(this.#head, this.#tail), why, bytes);
    } else if (bytes > 0) {
      const line = Buffer.concat([...this.#parts, Buffer.of(newline)]);
      if (maxJsonDepth < Infinity && isDeeperThan(line, maxJsonDepth)) {
        const id = idIn(line.subarray(0, idWindowBytes), line.subarray(-idWindowBytes));
        this.#onRejected(id, `The message nests deeper than ${maxJsonDepth} levels.`, bytes);
      } else {
        this.push(line);
      }
    }
    this.#parts = [];
    this.#bytes = 0;
    this.#head = Buffer.alloc(0);
    this.#tail = Buffer.alloc(0);
  }
}

const id = String.raw`"id"\s*:\s*(?:(-?\d{1,15})|"([^"\\]{1,128})")\s*`;
/** Before anything is opened, or where nothing is left to be closed: an id inside of something is another one. */
const inFront = new RegExp(String.raw`^\s*\{[^{}[\]]*?${id}[,}]`);
const behind = new RegExp(String.raw`${id}(?:,[^{}[\]]*)?\}\s*$`);

/** The id of a request as clients write it; without one nobody waits for an answer. */
function idIn(head: Buffer, tail: Buffer): RequestIdOfLine {
  const found = inFront.exec(head.toString('utf8')) ?? behind.exec(tail.toString('utf8'));
  if (!found) return undefined;
  return found[1] === undefined ? found[2] : Number(found[1]);
}
