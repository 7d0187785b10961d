// JSON that was written for machines, laid out for eyes: a walk over its bytes that copies every value as it stands and
// only adds ends of lines and indents. No value is parsed, so that no number changes and no depth can hurt.
import type { Warning } from '../rendering.ts';
import { maxPrettyJsonBytes, maxJsonIndent, maxLaidOutJsonBytes } from '../limits.ts';

/** A file whose lines are about this long was laid out already. */
const laidOutLine = 200;

const quote = 0x22;
const backslash = 0x5c;
const newline = 10;

/** The same bytes where a person laid them out already, so that its line numbers are those of the file. */
export function prettyJson(bytes: Uint8Array, warnings: Warning[]): Uint8Array {
  let lines = 1;
  for (let at = 0; at < bytes.length && at < maxPrettyJsonBytes; at++)
    if (bytes[at] === newline) lines++;
  if (bytes.length / lines <= laidOutLine) return bytes;
  const laidOut = bytes.length > maxPrettyJsonBytes ? undefined : layOut(bytes);
  if (!laidOut) {
    const message = 'The JSON is too long to be laid out, and is shown as it is.';
    warnings.push({ kind: 'part-not-drawn', message });
    return bytes;
  }
  const message = 'The JSON was laid out for reading: its lines are not those of the file.';
  warnings.push({ kind: 'reformatted', message });
  return laidOut;
}

function layOut(bytes: Uint8Array): Uint8Array | undefined {
  const out = new Growing(bytes.length * 2 + 64);
  let depth = 0;
  for (let at = 0; at < bytes.length; at++) {
    if (out.length > maxLaidOutJsonBytes) return undefined;
    const byte = bytes[at] ?? 0;
    switch (byte) {
      case quote: {
        const end = afterString(bytes, at);
        out.copy(bytes, at, end);
        at = end - 1;
        break;
      }
      case 0x7b: // {
      case 0x5b: {
        // [
        const next = afterBlank(bytes, at + 1);
        const close = bytes[next] ?? 0;
        out.put(byte);
        if (close === byte + 2) {
          out.put(close);
          at = next;
        } else out.line(++depth);
        break;
      }
      case 0x7d: // }
      case 0x5d: // ]
        depth = Math.max(0, depth - 1);
        out.line(depth);
        out.put(byte);
        break;
      case 0x2c: // ,
        out.put(byte);
        out.line(depth);
        break;
      case 0x3a: // :
        out.put(byte);
        out.put(0x20);
        break;
      case 0x20:
      case 0x09:
      case 0x0d:
        break;
      case newline:
        // Between values of a file of many values.
        if (depth === 0) out.line(0);
        break;
      default:
        out.put(byte);
    }
  }
  return out.bytes();
}

function afterString(bytes: Uint8Array, from: number): number {
  let at = from + 1;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return Math.min(at + 1, bytes.length);
}

function afterBlank(bytes: Uint8Array, from: number): number {
  let at = from;
  while (bytes[at] === 0x20 || bytes[at] === newline || bytes[at] === 0x0d || bytes[at] === 9) at++;
  return at;
}

class Growing {
  #buffer: Uint8Array;
  #length = 0;

  constructor(capacity: number) {
    this.#buffer = new Uint8Array(capacity);
  }

  get length(): number {
    return this.#length;
  }

  put(byte: number): void {
    this.#room(1);
    this.#buffer[this.#length++] = byte;
  }

  line(depth: number): void {
    const indent = Math.min(depth, maxJsonIndent) * 2;
    this.#room(indent + 1);
    this.#buffer[this.#length++] = newline;
    this.#buffer.fill(0x20, this.#length, this.#length + indent);
    this.#length += indent;
  }

  copy(from: Uint8Array, start: number, end: number): void {
    this.#room(end - start);
    this.#buffer.set(from.subarray(start, end), this.#length);
    this.#length += end - start;
  }

  bytes(): Uint8Array {
    return this.#buffer.subarray(0, this.#length);
  }

  #room(more: number): void {
    if (this.#length + more <= this.#buffer.length) return;
    const larger = new Uint8Array((this.#length + more) * 2);
    larger.set(this.#buffer.subarray(0, this.#length));
    this.#buffer = larger;
  }
}
