// Frames of RFC 6455 as clients send them: whole messages of text come out, control frames pass as they are. No extension is
// agreed on, so that a payload is what it says.
import { randomBytes } from 'node:crypto';

type Frame =
  | { readonly kind: 'text'; readonly payload: Buffer }
  /** A control frame, or a message that is no text: on it goes. */
  | { readonly kind: 'other'; readonly bytes: Buffer }
  /** Over the limit, or no frame of a client. */
  | { readonly kind: 'broken' };

const opcodes = { continuation: 0, text: 1 } as const;

export class FrameReader {
  readonly #maxBytes: number;
  #held: Buffer = Buffer.alloc(0);
  #parts: Buffer[] = [];
  #partBytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  *push(chunk: Buffer): Generator<Frame> {
    this.#held = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk]);
    for (;;) {
      const head = headOf(this.#held);
      if (head === undefined) return;
      if (!head.masked || this.#partBytes + head.length > this.#maxBytes) {
        yield { kind: 'broken' };
        return;
      }
      const end = head.bytes + head.length;
      if (this.#held.length < end) return;
      const bytes = this.#held.subarray(0, end);
      this.#held = this.#held.subarray(end);
      const isText = head.opcode === opcodes.text;
      const isMore = head.opcode === opcodes.continuation && this.#partBytes > 0;
      if (!isText && !isMore) {
        yield { kind: 'other', bytes };
        continue;
      }
      this.#parts.push(unmasked(bytes, head.bytes));
      this.#partBytes += Math.max(1, head.length);
      if (!head.final) continue;
      const payload = Buffer.concat(this.#parts);
      this.#parts = [];
      this.#partBytes = 0;
      yield { kind: 'text', payload };
    }
  }
}

interface Head {
  readonly final: boolean;
  readonly opcode: number;
  readonly masked: boolean;
  /** Of the payload. */
  readonly length: number;
  /** Of the head itself, with its mask. */
  readonly bytes: number;
}

/** Undefined until all of it is here. */
function headOf(held: Buffer): Head | undefined {
  if (held.length < 2) return undefined;
  const [first = 0, second = 0] = held;
  const short = second & 0x7f;
  const masked = (second & 0x80) !== 0;
  const extended = short === 126 ? 2 : short === 127 ? 8 : 0;
  const bytes = 2 + extended + (masked ? 4 : 0);
  if (held.length < bytes) return undefined;
  const length =
    extended === 0
      ? short
      : extended === 2
        ? held.readUInt16BE(2)
        : Number(held.readBigUInt64BE(2));
  return { final: (first & 0x80) !== 0, opcode: first & 0x0f, masked, length, bytes };
}

function unmasked(frame: Buffer, start: number): Buffer {
  return maskedWith(frame.subarray(start - 4, start), frame.subarray(start));
}

/** One whole message of text, masked as a client must. */
export function textFrame(payload: Buffer): Buffer {
  const { length } = payload;
  const extended = length < 126 ? 0 : length < 65_536 ? 2 : 8;
  const head = Buffer.alloc(2 + extended);
  head[0] = 0x80 | opcodes.text;
  head[1] = 0x80 | (extended === 0 ? length : extended === 2 ? 126 : 127);
  if (extended === 2) head.writeUInt16BE(length, 2);
  if (extended === 8) head.writeBigUInt64BE(BigInt(length), 2);
  const mask = randomBytes(4);
  return Buffer.concat([head, mask, maskedWith(mask, payload)]);
}

/** The same again takes it off. */
function maskedWith(mask: Buffer, payload: Buffer): Buffer {
  const out = Buffer.allocUnsafe(payload.length);
  for (let at = 0; at < payload.length; at += 1) out[at] = (payload[at] ?? 0) ^ (mask[at % 4] ?? 0);
  return out;
}
